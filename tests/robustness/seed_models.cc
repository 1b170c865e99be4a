#include "tests/robustness/seed_models.hpp"

#include <cmath>

#include "generator/bake/structure/bake.hpp"
#include "generator/contact/joint/laws.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/robustness/bolted_models.hpp"
#include "tests/robustness/film_models.hpp"
#include "tests/robustness/joint_models.hpp"

namespace mortise::robustness {

namespace {

using namespace gen;

// A smooth structure: frequencies from 60 Hz upwards, rows like mode shapes.
ReducedSystem structure(int modes, int contacts) {
  ReducedSystem s;
  s.omega = Vector::LinSpaced(modes, 400.0, 400.0 + 900.0 * (modes - 1));
  s.damping = 0.02 * s.omega;
  if (contacts > 0) s.make_lone().make<ReducedContacts>().rows = Matrix::Zero(3 * contacts, modes);
  for (ReducedInterface& lone : s.interfaces) {
    for (int r = 0; r < 3 * contacts; ++r)
      for (int i = 0; i < modes; ++i)
        lone.make<ReducedContacts>().rows(r, i) =
            std::sin((i + 1) * (0.7 + 0.31 * r)) + (r % 3 == 0 ? 0.4 : 0.0);
    for (int c = 0; c < contacts; ++c)
      lone.make<ReducedContacts>().points.push_back(
          {"contact." + std::to_string(c), 1e-6 * c, 0.1 + 0.1 * c, 0.2, 0.0});
  }
  s.input_forces = Matrix::Zero(modes, 0);
  s.output_rows = Matrix::Zero(0, modes);
  s.constant_force = Vector::Constant(modes, -5.0);
  s.initial_q = Vector::Zero(modes);
  s.initial_v = Vector::Constant(modes, -0.01);
  return s;
}

void add_input(ReducedSystem* s, const std::string& name, Hold hold) {
  s->inputs.push_back({name, "N", -100.0, 100.0, 1.0, hold});
  Matrix b(s->size(), s->input_forces.cols() + 1);
  b << s->input_forces, Vector::LinSpaced(s->size(), 1.0, 0.1);
  s->input_forces = b;
}

void add_outputs(ReducedSystem* s) {
  s->output_rows = Matrix::Constant(2, s->size(), 0.5);
  s->outputs = {{"displacement", "m", OutputQuantity::displacement, 0},
                {"velocity", "m/s", OutputQuantity::velocity, 1},
                {"mode", "kg^0.5 m", OutputQuantity::modal_coordinate, 0}};
  if (s->lone().contacts().points.empty()) return;
  const int last = static_cast<int>(s->lone().contacts().points.size()) - 1;
  s->outputs.push_back({"force", "N", OutputQuantity::contact_force, 3 * last + 1});
  s->outputs.push_back({"gap", "m", OutputQuantity::gap, last});
}

// What a contact keeps since the start.
void add_books(ReducedSystem* s, int contact) {
  s->outputs.push_back({"impulse", "N s", OutputQuantity::contact_impulse, 3 * contact});
  s->outputs.push_back({"filtered", "N", OutputQuantity::filtered_force, 3 * contact + 2});
  s->outputs.push_back({"state", "1", OutputQuantity::contact_state, contact});
  s->outputs.push_back({"rubbed", "J", OutputQuantity::friction_work, contact});
}

BakeOptions options(const std::string& name) {
  BakeOptions o;
  o.name = name;
  o.step = 1e-4;
  o.golden_steps = 24;
  return o;
}

ScenarioOptions scenario(const std::string& name, double duration,
                         std::vector<SourceOptions> sources) {
  ScenarioOptions s;
  s.name = name;
  s.duration = duration;
  s.sources = std::move(sources);
  return s;
}

CertificateOptions certificate() {
  CertificateOptions c;
  c.reference = "full model";
  c.errors.resize(1);
  c.errors[0].scenario = "sweep";
  for (const Measure m : {Measure::displacement, Measure::velocity, Measure::dissipated_energy}) {
    c.errors[0].total[m] = 3e-3;
    c.errors[0].reduction[m] = 2e-3;
    c.errors[0].step[m] = 1e-3;
    c.errors[0].reference[m] = 1e-4;
    c.limits[m] = 1e-2;
  }
  c.errors[0].touched = true;
  c.errors[0].reference_step = 1e-5;
  c.errors[0].resolved_until = 0.01;
  c.errors[0].losses = gen::ContactLosses{0.1, 0.2, 1e-4};
  c.errors[0].full_losses = gen::ContactLosses{0.1, 0.3, 0.0};
  c.filter_time = 1e-3;
  c.omega_h = 2.0;
  c.omega_h_carrying = 0.2;
  return c;
}

AlignedBytes make_free() {
  ReducedSystem s = structure(5, 0);
  add_input(&s, "force", Hold::zero_order);
  add_input(&s, "drive", Hold::linear);
  add_outputs(&s);
  BakeOptions o = options("free");
  o.scenarios = {scenario("harmonic", 0.01, {{1, 0.0, 2.0, 150.0, 0.0, 0.3}})};
  return bake(s, o);
}

AlignedBytes make_single() {
  ReducedSystem s = structure(8, 1);
  s.make_lone().make<ReducedContacts>().points[0].restitution = 0.5;
  s.make_lone().make<ReducedContacts>().law.restitution_threshold = 1e-3;
  add_input(&s, "force", Hold::zero_order);
  add_outputs(&s);
  BakeOptions o = options("single");
  o.solver.kind = SolverChoice::gauss_seidel;
  return bake(s, o);
}

// Struck so that friction against the end velocity would create energy.
AlignedBytes make_struck() {
  ReducedSystem s = structure(6, 4);
  ReducedInterface& lone = s.make_lone();
  lone.make<ReducedContacts>().law.friction_velocity = FrictionVelocity::passive;
  for (std::size_t c = 0; c < 4; ++c) {
    lone.make<ReducedContacts>().points[c].clearance = 0.0;
    lone.make<ReducedContacts>().points[c].friction = 1.5;
    lone.make<ReducedContacts>().points[c].restitution = c % 2 == 0 ? 0.0 : 0.9;
  }
  s.initial_v = Vector::LinSpaced(6, -1.0, 0.8);
  add_input(&s, "force", Hold::zero_order);
  add_outputs(&s);
  add_books(&s, 2);
  BakeOptions o = options("struck");
  return bake(s, o);
}

AlignedBytes make_several() {
  ReducedSystem s = structure(20, 4);
  ReducedInterface& lone = s.make_lone();
  for (std::size_t c = 0; c < 4; ++c)
    lone.make<ReducedContacts>().points[c].restitution_tangential = 0.1 * static_cast<double>(c);
  lone.make<ReducedContacts>().law.friction_velocity = FrictionVelocity::end;
  lone.make<ReducedContacts>().law.restitution_rule = RestitutionRule::newton;
  lone.make<ReducedContacts>().law.activation = Activation::start_velocity;
  add_input(&s, "force", Hold::zero_order);
  add_input(&s, "drive", Hold::linear);
  add_outputs(&s);
  BakeOptions o = options("several");
  o.description = "every optional part of the schema";
  o.solver.kind = SolverChoice::newton;
  o.scenarios = {
      scenario("sweep", 0.02, {{0, 1.0, 2.0, 50.0, 1000.0, 0.0}, {1, 0.0, 3.0, 80.0, 0.0, 1.0}}),
      scenario("rest", 0.01, {})};
  o.scenarios[0].initial_q = Vector::Constant(20, 1e-6);
  o.scenarios[0].initial_v = Vector::Constant(20, -1e-2);
  o.certificate = certificate();
  o.training_box = {{"contact.friction.0", 0.0, 0.5}, {"force", -10.0, 10.0}};
  o.provenance = {"0123456789abcdef", "fedcba9876543210", {{"step.size", "1e-4"}}, {"20 modes"}};
  return bake(s, o);
}

AlignedBytes make_bore() {
  ReducedSystem s = structure(9, 2);
  s.make_lone().make<ReducedContacts>().bore_rows = Matrix::Zero(6, 9);
  for (int r = 0; r < 6; ++r)
    for (int i = 0; i < 9; ++i)
      s.make_lone().make<ReducedContacts>().bore_rows(r, i) =
          (r % 3 == 0 ? 1.0 : 0.1) * std::cos((i + 1) * (0.4 + 0.29 * r));
  for (ContactParameters& c : s.make_lone().make<ReducedContacts>().points) c.clearance = 1e-5;
  add_input(&s, "force", Hold::linear);
  add_outputs(&s);
  BakeOptions o = options("bore");
  o.scenarios = {scenario("harmonic", 0.01, {{0, 0.0, 20.0, 150.0, 0.0, 0.3}})};
  return bake(s, o);
}

// Contacts of two interfaces at position level that overlap at the start.
AlignedBytes make_seated() {
  ReducedSystem s = structure(9, 2);
  add_input(&s, "force", Hold::linear);
  add_outputs(&s);
  add_books(&s, 1);
  ReducedInterface& lone = s.make_lone();
  auto& contacts = lone.make<ReducedContacts>();
  contacts.law.level = ContactLevel::position;
  contacts.stacked = {{"left", 0, 1}, {"right", 1, 1}};
  lone.residual = residual_compliance(6, 2);
  lone.residual->lag = 0.0;
  for (ContactParameters& c : contacts.points) {
    c.clearance = -2e-7;
    c.restitution = 1.0;
  }
  BakeOptions o = options("seated");
  o.scenarios = {scenario("harmonic", 0.01, {{0, 0.0, 20.0, 150.0, 0.0, 0.3}})};
  return bake(s, o);
}

AlignedBytes make_rigid() {
  ReducedSystem s = structure(4, 3);
  add_input(&s, "force", Hold::linear);
  add_outputs(&s);
  BakeOptions o = options("rigid");
  o.solver.kind = SolverChoice::newton;
  return bake(s, o);
}

AlignedBytes make_bare() {
  BakeOptions o = options("bare");
  o.golden_steps = 0;
  return bake(structure(1, 0), o);
}

constexpr int kSmall = 13;  // nodes: a mutant is opened and stepped a hundred thousand times

AlignedBytes make_line(FilmScalar scalar, const std::string& name) {
  const ReducedFilm film = line_film(kSmall);
  FilmBakeOptions o = film_options(film, name, scalar);
  o.scenarios[0].initial_film = film.initial;
  return bake(film, o);
}

AlignedBytes make_carried() {
  const ReducedFilm film = carried_film();
  FilmBakeOptions o = film_options(film, "carried", FilmScalar::float32);
  o.scenarios[0].initial_film = film.initial;
  return bake(film, o);
}

AlignedBytes make_kept() {
  ReducedFilm film = line_film(kSmall);
  film.problem.lubricant.density_law = DensityLaw::dowson_higginson;
  film.profile = false;
  film.every_stage = true;
  ReducedBasis& basis = film.bases[0];
  basis.pivoting = false;
  basis.age_limit = 0.5;
  basis.row_limit = 0.1;
  return bake(film, film_options(film, "kept", FilmScalar::float32));
}

AlignedBytes make_point(FilmScalar scalar, const std::string& name) {
  ReducedFilm film = point_film(0.9, kSmall);
  film.bases[1].pivoting = scalar == FilmScalar::float32;
  return bake(film, film_options(film, name, scalar));
}

AlignedBytes make_edge() {
  const ReducedFilm film = edge_film(true);
  return bake(film, film_options(film, "edge", FilmScalar::float32));
}

AlignedBytes make_paced() {
  const ReducedFilm film = paced_film(0.9, kSmall);
  return bake(film, film_options(film, "paced", FilmScalar::float32));
}

AlignedBytes make_joint() {
  const JointLaw law = joint_law(TangentialKind::oden_pires, ImpactDamper::filled);
  const ReducedSystem s = joint_system(law, true, true);
  BakeOptions o = case_options(s, "joint");
  o.training_box = {{"contact.friction", 0.0, 0.5}, {"force", -1e3, 1e3}};
  return bake(s, o);
}

AlignedBytes make_jenkins() {
  const ReducedSystem s =
      joint_system(joint_law(TangentialKind::jenkins, ImpactDamper::clamped), true, false);
  return bake(s, joint_options(s, "jenkins"));
}

// Impact units that are no linear springs: one that remembers its touches first, a linear one last.
AlignedBytes make_hertz() {
  JointLaw law = joint_law(TangentialKind::oden_pires, ImpactDamper::lankarani_nikravesh);
  law.normal.stiffness = 2e10;
  law.normal.exponent = 1.5;
  law.normal.restitution = 0.6;
  law.normal.impact_velocity = 1e-3;
  const ReducedSystem s = joint_system(law, true, true);
  BakeOptions o = case_options(s, "hertz");
  o.cases[0].law = law;
  o.cases[1].law.normal = law.normal;
  o.cases[1].law.normal.damper = ImpactDamper::hunt_crossley;
  o.cases[1].law.normal.damping = 2e9;
  return bake(s, o);
}

// Every number varies along the joint.
AlignedBytes make_varied() {
  ReducedSystem s =
      joint_system(joint_law(TangentialKind::oden_pires, ImpactDamper::filled), true, true);
  for (gen::JointPoint& p : s.make_lone().make<ReducedJoint>().points) {
    for (int number = 0; number < 12; ++number) {
      const bool clearance = is_clearance(joint_numbers()[static_cast<std::size_t>(number)]);
      p.varied.push_back({number, clearance ? 1e-5 * p.position : 0.8 + 2 * p.position});
    }
  }
  return bake(s, case_options(s, "varied"));
}

AlignedBytes make_springs() {
  const ReducedSystem s =
      joint_system(joint_law(TangentialKind::none, ImpactDamper::clamped), false, false);
  return bake(s, joint_options(s, "springs"));
}

AlignedBytes make_slider() {
  const ReducedSystem s = sliding_system(SlidingKind::unilateral);
  return bake(s, joint_options(s, "slider"));
}

AlignedBytes make_alpha() {
  const ReducedSystem s = sliding_system(SlidingKind::bilateral);
  BakeOptions o = joint_options(s, "alpha");
  o.alpha_radius = 0.9;
  return bake(s, o);
}

// The interface of `of`, whose modes lie from `begin` on among those of an assembly.
ReducedInterface placed(const std::string& name, const ReducedSystem& of, Eigen::Index begin,
                        Eigen::Index modes) {
  ReducedInterface i = of.lone();
  i.name = name;
  for (Matrix* rows : rows_of(&i.law)) {
    Matrix wide = Matrix::Zero(rows->rows(), modes);
    wide.middleCols(begin, of.size()) = *rows;
    *rows = wide;
  }
  return i;
}

ReducedInterface rubbing(const std::string& name, TangentialKind kind, Eigen::Index begin,
                         Eigen::Index modes) {
  return placed(name, joint_system(joint_law(kind, ImpactDamper::filled), true, false), begin,
                modes);
}

// Between two bodies of 8 modes or more.
ReducedInterface sliding(const std::string& name, SlidingKind kind, Eigen::Index slave,
                         Eigen::Index chain, Eigen::Index modes) {
  ReducedInterface i;
  i.name = name;
  i.law = sliding_system(kind).lone().law;
  for (Matrix* rows : rows_of(&i.law)) {
    Eigen::Index first = 0, end = rows->cols();
    while (rows->col(first).isZero(0.0)) ++first;
    while (rows->col(end - 1).isZero(0.0)) --end;
    Matrix wide = Matrix::Zero(rows->rows(), modes);
    wide.middleCols(first > 0 ? chain : slave, end - first) = rows->middleCols(first, end - first);
    *rows = wide;
  }
  return i;
}

void add_energies(ReducedSystem* s) {
  using Q = OutputQuantity;
  for (const Q q : {Q::energy_total, Q::dissipated_material, Q::dissipated_friction,
                    Q::dissipated_impact, Q::work_external})
    s->outputs.push_back({"energy." + std::to_string(s->outputs.size()), "J", q, 0});
  for (int i = 0; i < static_cast<int>(s->interfaces.size()); ++i)
    s->outputs.push_back({"lost." + std::to_string(i), "J", Q::dissipated_impact, 0, i});
}

// Places in the schema's ParameterKind.
constexpr int kContactClearance = static_cast<int>(schema::ParameterKind::clearance);
constexpr int kJointStiffness = static_cast<int>(schema::ParameterKind::joint_stiffness);
constexpr int kJointFriction = static_cast<int>(schema::ParameterKind::joint_friction);

// Two joints and two sets of stops on two bodies that they join.
AlignedBytes make_frame() {
  const Eigen::Index body = 10, modes = 2 * body;
  ReducedSystem s = structure(static_cast<int>(modes), 0);
  s.groups = {0, body};
  const ReducedSystem contacts = structure(static_cast<int>(body), 2);
  s.interfaces = {placed("stop", contacts, 0, modes),
                  rubbing("first", TangentialKind::oden_pires, 0, modes),
                  rubbing("second", TangentialKind::iwan, body, modes),
                  placed("gap", structure(static_cast<int>(modes), 1), 0, modes)};
  add_input(&s, "force", Hold::linear);
  s.output_rows = Matrix::Constant(2, modes, 0.5);
  s.outputs = {{"displacement", "m", OutputQuantity::displacement, 0},
               {"gap", "m", OutputQuantity::gap, 0, 3},
               {"force", "N", OutputQuantity::contact_force, 3, 0},
               {"pressure", "N/m", OutputQuantity::normal_traction, 1, 1},
               {"mode", "kg^0.5 m", OutputQuantity::modal_coordinate, 12}};
  add_energies(&s);
  BakeOptions o = options("frame");
  o.scenarios = {scenario("push", 0.01, {{0, 0.0, 20.0, 130.0, 0.0, 0.4}}),
                 scenario("still", 0.01, {}), scenario("changing", 0.01, {})};
  o.scenarios[2].changes = {{0.0, 1, kJointFriction, 0.1, false},
                            {0.002, 0, kContactClearance, 1e-4, true},
                            {0.002, 2, kJointStiffness, 2e5, false}};
  std::size_t points = 0;
  for (const ReducedInterface& i : s.interfaces)
    points += i.as<ReducedJoint>() ? i.as<ReducedJoint>()->points.size() : 0;
  o.scenarios[2].initial_pressure = Vector::Constant(static_cast<Eigen::Index>(points), 5.0);
  o.initial_pressure = o.scenarios[2].initial_pressure;
  o.certificate = certificate();
  for (const char* name : {"stop + gap", "first", "second"}) {
    InterfaceErrors e;
    e.interface = name;
    for (const Measure m : {Measure::force, Measure::dissipated_energy})
      e.total[m] = e.reduction[m] = e.step[m] = e.reference[m] = 1e-3;
    o.certificate->errors[0].interfaces.push_back(e);
  }
  return bake(s, o);
}

// Contacts at position level that overlap at the start, beside a joint and stops on two bodies.
AlignedBytes make_beside() {
  const Eigen::Index body = 10, modes = 2 * body;
  ReducedSystem s = structure(static_cast<int>(modes), 0);
  s.groups = {0, body};
  s.interfaces = {placed("seat", structure(static_cast<int>(body), 2), 0, modes),
                  rubbing("joint", TangentialKind::oden_pires, 0, modes),
                  placed("stop", structure(static_cast<int>(body), 1), body, modes)};
  add_input(&s, "force", Hold::linear);
  s.output_rows = Matrix::Constant(2, modes, 0.5);
  s.outputs = {{"displacement", "m", OutputQuantity::displacement, 0},
               {"speed", "m/s", OutputQuantity::velocity, 1},
               {"gap", "m", OutputQuantity::gap, 0, 0},
               {"force", "N", OutputQuantity::contact_force, 3, 0},
               {"stopped", "N", OutputQuantity::contact_force, 0, 2}};
  add_energies(&s);
  ReducedInterface& seat = s.interfaces[0];
  auto& contacts = seat.make<ReducedContacts>();
  contacts.law.level = ContactLevel::position;
  seat.residual = residual_compliance(6, 2);
  for (ContactParameters& c : contacts.points) {
    c.clearance = -2e-7;
    c.restitution = 1.0;
  }
  BakeOptions o = options("beside");
  o.scenarios = {scenario("push", 0.01, {{0, 0.0, 20.0, 130.0, 0.0, 0.4}}),
                 scenario("moving", 0.01, {})};
  o.scenarios[1].changes = {{0.002, 0, kContactClearance, 1e-6, true}};
  return bake(s, o);
}

// A stop, a joint and a body that nothing joins.
AlignedBytes make_apart() {
  ReducedSystem s = structure(5 + 10 + 3, 0);
  s.groups = {0, 5, 15};
  s.interfaces = {placed("stop", structure(5, 1), 0, 18),
                  rubbing("joint", TangentialKind::jenkins, 5, 18)};
  return bake(s, options("apart"));
}

// A sphere and a plate with oil between them, and oil between the plate and its bed; the plate rubs
// and meets a stop. Apart from them, a slave on a chain. parts: of a step that those with oil take.
AlignedBytes make_oiled(int parts, const std::string& name) {
  const Eigen::Index sphere = 3, plate = 10, oiled = sphere + plate, modes = oiled + 8 + 8;
  ReducedSystem s = structure(static_cast<int>(modes), 0);
  s.groups = {0, sphere, oiled, oiled + 8};
  BakeOptions o = options(name);
  o.step = 2e-6 * parts;
  const Vector gap =
      structure(static_cast<int>(oiled), 1).lone().contacts().rows.row(0).transpose();
  const auto film = [&](const std::string& name, FilmScalar scalar, double tolerance) {
    AssemblyFilm oil;
    oil.scalar = scalar;
    oil.film = point_film(0.9, kSmall);
    for (ReducedBasis& b : oil.film.bases) {
      b.tolerance = tolerance;
      b.substeps = parts;
    }
    const FilmProblemData& p = oil.film.problem;
    oil.film.problem.geometry.array() += 5e-6 / p.scales.film;
    ReducedInterface out;
    out.name = name;
    FilmPlace& place = out.make<FilmPlace>();
    place.film = static_cast<int>(o.films.size());
    place.opening = Vector::Zero(modes);
    place.opening.head(oiled) = gap;
    if (!o.films.empty()) {  // on the other side of the plate
      place.opening *= -1;
      place.opening.head(sphere).setZero();
    }
    place.gaps = Vector::Ones(p.x.size()) * place.opening.transpose() / p.scales.film;
    place.forces = p.force * place.opening * p.weights.transpose();
    o.films.push_back(oil);
    return out;
  };
  s.interfaces = {placed("stop", structure(static_cast<int>(plate), 2), sphere, modes),
                  rubbing("rubbing", TangentialKind::jenkins, sphere, modes),
                  film("film", FilmScalar::float32, 1e-4),
                  sliding("slave", SlidingKind::unilateral, oiled, oiled + 8, modes)};
  s.interfaces.push_back(film("bed", FilmScalar::float64, 1e-8));
  add_input(&s, "force", Hold::linear);
  add_input(&s, "film.viscosity_factor", Hold::zero_order);
  s.inputs.back() = {"film.viscosity_factor", "1", 0.5, 2.0, 1.0, Hold::zero_order};
  s.input_forces.col(1).setZero();
  s.output_rows = Matrix::Constant(1, modes, 0.5);
  s.outputs = {{"displacement", "m", OutputQuantity::displacement, 0},
               {"oil", "N", OutputQuantity::film_force, 0, 2},
               {"bed", "N", OutputQuantity::film_force, 0, 4},
               {"h_min", "m", OutputQuantity::minimum_gap, 0, 2},
               {"stop", "N", OutputQuantity::contact_force, 3, 0}};
  add_energies(&s);
  o.scenarios = {scenario("push", 0.001, {{0, 0.0, 20.0, 1300.0, 0.0, 0.4}})};
  return bake(s, o);
}

// A body that rolls between two carried films, rubs and meets a stop.
AlignedBytes make_borne() {
  const Eigen::Index modes = 10;
  ReducedSystem s = structure(static_cast<int>(modes), 0);
  s.initial_v.setZero();
  BakeOptions o = options("borne");
  const Vector gap =
      structure(static_cast<int>(modes), 1).lone().contacts().rows.row(0).transpose();
  const auto film = [&](const std::string& name, FilmScalar scalar, double side) {
    o.films.push_back(borne_film(scalar));
    ReducedInterface out;
    out.name = name;
    FilmPlace& place = out.make<FilmPlace>();
    place.film = static_cast<int>(o.films.size()) - 1;
    place.opening = side * gap;
    place.clearance = borne_opening();
    place.width = 0.01;
    place_film(&o.films.back(), &place);
    return out;
  };
  s.interfaces = {film("floor", FilmScalar::float32, 1.0),
                  placed("stop", structure(static_cast<int>(modes), 1), 0, modes),
                  rubbing("rubbing", TangentialKind::jenkins, 0, modes),
                  film("roof", FilmScalar::float64, -1.0)};
  o.step = o.films[0].film.step;
  add_input(&s, "force", Hold::linear);
  add_input(&s, "floor.entrainment", Hold::linear);
  s.inputs.back() = {"floor.entrainment", "m/s", 3.0, 6.0, 4.0, Hold::linear};
  s.input_forces.col(1).setZero();
  s.output_rows = Matrix::Constant(1, modes, 0.5);
  s.outputs = {{"displacement", "m", OutputQuantity::displacement, 0},
               {"floor", "N", OutputQuantity::film_force, 0, 0},
               {"roof", "N", OutputQuantity::film_force, 0, 3},
               {"h_min", "m", OutputQuantity::minimum_gap, 0, 0},
               {"basis", "1", OutputQuantity::film_basis, 0, 3},
               {"stop", "N", OutputQuantity::contact_force, 0, 1}};
  add_energies(&s);
  o.scenarios = {scenario("push", 0.001, {{0, 0.0, 20.0, 1300.0, 0.0, 0.4}})};
  return bake(s, o);
}

// Two sliding contacts, a stop that rubs and a joint on two bodies of 10 modes: the one that may
// open draws along, the other one is kept closed.
AlignedBytes make_drawn() {
  const Eigen::Index body = 10, modes = 2 * body;
  ReducedSystem s = structure(static_cast<int>(modes), 0);
  s.groups = {0, body};
  const auto slide = [&](const std::string& name, SlidingKind kind) {
    return sliding(name, kind, 0, body, modes);
  };
  s.interfaces = {slide("drawn", SlidingKind::unilateral),
                  rubbing("joint", TangentialKind::jenkins, body, modes),
                  placed("stop", structure(static_cast<int>(body), 2), body, modes),
                  slide("kept", SlidingKind::bilateral)};
  s.interfaces.back().as<ReducedSliding>()->law.friction = 0.1;
  s.interfaces.back().as<ReducedSliding>()->geometry.start = 0.25;
  add_input(&s, "force", Hold::linear);
  s.constant_force =
      -20.0 * s.interfaces.front().as<ReducedSliding>()->slave_rows.row(1).transpose();
  s.output_rows = Matrix::Constant(1, modes, 0.5);
  s.outputs = {{"displacement", "m", OutputQuantity::displacement, 0},
               {"normal", "N", OutputQuantity::contact_force, 0, 0},
               {"slip", "m/s", OutputQuantity::sliding_velocity, 0, 0},
               {"place", "m", OutputQuantity::contact_position, 0, 3},
               {"stop", "N", OutputQuantity::contact_force, 3, 2}};
  add_energies(&s);
  BakeOptions o = options("drawn");
  o.scenarios = {scenario("push", 0.01, {{0, 0.0, 20.0, 130.0, 0.0, 0.4}})};
  return bake(s, o);
}

AlignedBytes make_bolted() {
  BoltedBakeOptions o = bolted_options("bolted");
  o.training_box = {{"contact.friction", 0.2, 0.8}, {"force", -200.0, 200.0}};
  return bake(small_bolted(), o);
}

AlignedBytes make_screwed() {
  return bake(screwed_system(small_bolted(), 3), screwed_options("screwed"));
}

}  // namespace

std::vector<SeedModel> make_seed_models() {
  std::vector<SeedModel> out;
  for (const char* name : kSeedNames) out.push_back({name, make_seed_model(name)});
  return out;
}

AlignedBytes make_seed_model(const std::string& name) {
  if (name == "free") return make_free();
  if (name == "single") return make_single();
  if (name == "several") return make_several();
  if (name == "struck") return make_struck();
  if (name == "bore") return make_bore();
  if (name == "seated") return make_seated();
  if (name == "beside") return make_beside();
  if (name == "rigid") return make_rigid();
  if (name == "bare") return make_bare();
  if (name == "line") return make_line(FilmScalar::float64, name);
  if (name == "line32") return make_line(FilmScalar::float32, name);
  if (name == "kept") return make_kept();
  if (name == "carried") return make_carried();
  if (name == "borne") return make_borne();
  if (name == "point") return make_point(FilmScalar::float32, name);
  if (name == "point64") return make_point(FilmScalar::float64, name);
  if (name == "paced") return make_paced();
  if (name == "edge") return make_edge();
  if (name == "joint") return make_joint();
  if (name == "hertz") return make_hertz();
  if (name == "varied") return make_varied();
  if (name == "jenkins") return make_jenkins();
  if (name == "springs") return make_springs();
  if (name == "slider") return make_slider();
  if (name == "alpha") return make_alpha();
  if (name == "frame") return make_frame();
  if (name == "apart") return make_apart();
  if (name == "oiled") return make_oiled(1, name);
  if (name == "parts") return make_oiled(2, name);
  if (name == "drawn") return make_drawn();
  if (name == "bolted") return make_bolted();
  if (name == "screwed") return make_screwed();
  throw Error(name, "is no seed model", "use one of kSeedNames");
}

}  // namespace mortise::robustness
