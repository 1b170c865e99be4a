#include "tests/robustness/film_models.hpp"

#include <numeric>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/film_player.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/reduce/film/reduce_film.hpp"
#include "generator/reduce/film/transport_stepper.hpp"
#include "generator/reduce/train/campaign.hpp"

namespace mortise::robustness {

namespace {

using namespace gen;

constexpr double kHalfPi = 1.5707963267948966;

BodySpec steel() {
  BodySpec body;
  body.young = 210e9;
  body.poisson = 0.3;
  return body;
}

// Every node with unknown pressure is a shape and a row.
ReducedBasis all_nodes(const FilmProblemData& p) {
  ReducedBasis b;
  b.pressure = Matrix::Zero(p.x.size(), p.unknowns);
  b.pressure.block(p.first, 0, p.unknowns, p.unknowns).setIdentity();
  b.rows.resize(static_cast<std::size_t>(p.unknowns));
  std::iota(b.rows.begin(), b.rows.end(), p.first);
  b.test = Matrix::Identity(p.unknowns, p.unknowns);
  b.minimum_nodes.resize(static_cast<std::size_t>(p.x.size()));
  std::iota(b.minimum_nodes.begin(), b.minimum_nodes.end(), 0);
  b.pivoting = true;
  b.repeat_iterations = 12;
  return b;
}

}  // namespace

FilmContactSpec line_definition(int points) {
  FilmContactSpec d;
  d.path = d.name = "line";
  d.film.kind = FilmKind::line;
  d.film.penalty = 1e3;
  d.lubricant.viscosity = 0.05;
  d.lubricant.pressure_coefficient = 1e-8;
  d.lubricant.viscosity_law = ViscosityLaw::barus;
  d.grid.points = points;
  d.grid.start = -2.5;
  d.grid.end = 1.5;
  d.grid.frame = FilmFrame::load_scaled;
  d.load.reference = 1e5;
  d.load.base = 0.8;
  d.entrainment = d.reference_speed = 4.0;
  d.reduced_radius = 0.02;
  d.lower = d.upper = steel();
  return d;
}

FilmContactSpec point_definition(int points) {
  FilmContactSpec d;
  d.path = d.name = "point";
  d.film.kind = FilmKind::point;
  d.film.penalty = 1e3;
  d.lubricant.viscosity = 0.2;
  d.lubricant.pressure_coefficient = 1e-8;
  d.grid.points = points;
  d.grid.start = 0.0;
  d.grid.end = 3.0;
  d.impact = {0.2, 5e-6, 9.81, 0.0, 0.05};
  d.reduced_radius = 0.0125;
  d.lower = d.upper = steel();
  return d;
}

ReducedFilm line_film(int points) {
  const FilmContactSpec d = line_definition(points);
  ContactProblem problem(d, nullptr);
  ReducedFilm film;
  film.problem = problem_data(d, &problem, d.film.penalty);
  const FilmProblemData& p = film.problem;
  ReducedBasis basis = all_nodes(p);
  basis.rows.insert(basis.rows.end(), {p.first + 3, p.first + p.unknowns / 2});
  basis.watched = 2;
  basis.iterations = 3;
  film.bases = {basis};
  const FilmUnknowns steady = problem.steady(0.0);
  const double frame = std::sqrt(d.load.base);
  Vector guess(p.unknowns + 1);
  guess << steady.P.segment(p.first, p.unknowns) / frame, steady.approach;
  film.initial = SteadyPlayer(film).at({d.load.base, 1.0}, guess);
  film.step = 0.05 * p.scales.time;
  film.load_slope = 1.5 * d.load.reference / (2 * p.scales.time);
  const double w = d.load.reference;
  film.inputs = {{"load", "N/m", 0.4 * w, 1.4 * w, 0.8 * w, 0.6 * w, 1.1 * w},
                 {"entrainment", "m/s", 2.0, 6.0, 4.0, 3.0, 5.0},
                 {"viscosity_factor", "1", 0.5, 2.0, 1.0, 0.75, 1.5}};
  return film;
}

ReducedFilm carried_film(int points) {
  FilmContactSpec d = line_definition(points);
  d.film.upwind = FilmUpwind::third_order;
  return carried_film(d, {-0.9, -0.7, 0.7}, 0.05, 10);
}

ReducedFilm carried_film(const FilmContactSpec& d, const std::array<double, 3>& zones,
                         double softness, int samples) {
  ContactProblem problem(d, nullptr);
  ReducedFilm film;
  film.problem = problem_data(d, &problem, d.film.penalty);
  const FilmProblemData& p = film.problem;
  const auto node = [&](double x) {
    Eigen::Index at = 0;
    (p.x.array() - x).abs().minCoeff(&at);
    return static_cast<int>(at);
  };
  TransportedContact& c = film.transport;
  c.zones = {node(zones[0]), node(zones[1]), node(zones[2])};
  const auto one_each = [&](int first, int last) {
    Matrix shapes = Matrix::Zero(p.x.size(), last - first + 1);
    shapes.middleRows(first, last - first + 1).setIdentity();
    return shapes;
  };
  const int last = p.first + p.unknowns - 1;
  c.inlet = one_each(p.first, c.zones.inlet);
  c.outlet = one_each(c.zones.outlet, last);
  c.samples = Vector::LinSpaced(samples, p.x[c.zones.inlet], p.x[c.zones.outlet]);
  c.softness = Vector::Constant(samples, softness);
  c.deposits = 64;
  const Eigen::Index shapes = c.inlet.cols() + c.outlet.cols();
  c.middle = Vector::Zero(shapes);
  c.reach = Vector::Constant(shapes, 2.0);
  set_fields(p, &c);
  ReducedBasis basis;
  basis.pressure = c.pressure.by_unknowns;
  for (int i = p.first; i <= last; ++i)
    if (i <= c.zones.inlet || i >= c.zones.outlet) basis.rows.push_back(i);
  basis.test = Matrix::Zero(shapes + 1, shapes);
  basis.test.topRows(shapes).setIdentity();
  basis.minimum_nodes = basis.rows;
  basis.repeat_iterations = 3;
  film.bases = {basis};
  film.step = 0.05 * p.scales.time;
  film.load_slope = 0.75 * d.load.reference / p.scales.time;
  const double w = d.load.reference, frame = std::sqrt(d.load.base);
  film.inputs = {{"load", "N/m", 0.4 * w, 1.4 * w, d.load.base * w, 0.6 * w, 1.1 * w},
                 {"entrainment", "m/s", 3.0, 6.0, d.entrainment, 3.0, 5.0},
                 {"viscosity_factor", "1", 0.5, 2.0, 1.0, 0.75, 1.5}};
  const FilmUnknowns steady = problem.steady(0.0);
  ReducedDrive drive;
  drive.frame = frame;
  drive.load = kHalfPi;
  drive.speed = 1.0;
  TransportStepper stepper(&film);
  if (!stepper.start(steady.P / frame, steady.approach, drive))
    throw Error("carried film", "has no steady state", "this is a defect of the test");
  film.initial = stepper.unknowns();
  return film;
}

namespace {

FilmContactSpec borne_definition() {
  FilmContactSpec d = line_definition(kCarriedPoints);
  d.film.upwind = FilmUpwind::third_order;
  d.load.rest_distance = d.reduced_radius;
  return d;
}

}  // namespace

AssemblyFilm borne_film(FilmScalar scalar) {
  const FilmContactSpec d = borne_definition();
  AssemblyFilm out{carried_film(), scalar, d.load.rest_distance, steady_bearings(d, 0.6, 1.1)};
  out.film.bases[0].iterations = 4;
  out.film.bases[0].tolerance = 0.2;
  return out;
}

double borne_opening() {
  const ReducedFilm film = carried_film();
  const FilmScales& s = film.problem.scales;
  const double share = line_definition().load.base, datum = std::log(s.radius / s.length);
  const double approach = film.initial[film.initial.size() - 2];  // h0, over a^2 = share
  return s.film * share * (approach + 0.5 * (0.5 * std::log(share) - datum));
}

ReducedFilm point_film(double landing, int points) {
  const FilmContactSpec d = point_definition(points);
  ContactProblem problem(d, nullptr);
  ReducedFilm film;
  film.problem = problem_data(d, &problem, d.film.penalty);
  const FilmProblemData& p = film.problem;
  ReducedBasis basis = all_nodes(p);
  basis.iterations = 8;
  basis.tolerance = 1e-6;
  film.bases = {basis, basis};
  film.bases[0].leave_fraction = 0.9;
  film.bases[1].leave_fraction = 0.05;
  film.bases[1].substeps = 2;
  film.step = 0.02 * p.scales.time;
  film.landing_gap = landing * d.impact.height / p.scales.film;
  film.inputs = {{"acceleration", "m/s2", 0.0, 1000.0, 9.81, 5.0, 500.0}};
  return film;
}

ReducedFilm paced_film(double landing, int points) {
  ReducedFilm film = point_film(landing, points);
  ReducedBasis loading = film.bases[0], rebound = film.bases[1];
  loading.gap_share = 0.3;
  rebound.substeps = loading.substeps = 4;
  film.bases = {loading, loading, rebound};
  film.bases[0].leave_pressure = 0.1;
  film.step *= 4.0;
  return film;
}

namespace {

// A valve on a plate.
void make_pliant(bool small, FilmContactSpec* d) {
  d->structure = StructureKind::condensed;
  BodySpec &valve = d->upper, &plate = d->lower;
  valve.shape = BodyShape::valve;
  valve.density = 7692.1;
  valve.radius = 0.0127;
  valve.stem_radius = 5e-3;
  valve.stem_length = 0.03;
  valve.bar_radius = 0.022;
  valve.bar_thickness = 4.0665e-3;
  plate.shape = BodyShape::plate;
  plate.density = 2500.0;
  plate.radius = 0.075;
  plate.thickness = 0.0127;
  for (BodySpec* body : {&valve, &plate}) {
    body->contact_radius = 1.38e-3;
    body->contact_elements = small ? 40 : 70;
    body->cutoff_hz = 150e3;
  }
}

}  // namespace

FilmContactSpec edge_definition(bool small, bool pliant) {
  FilmContactSpec d;
  d.path = d.name = "edge";
  d.film.kind = FilmKind::point;
  d.lubricant.viscosity = 0.48;
  d.lubricant.pressure_coefficient = 2e-8;
  d.grid.points = small ? 121 : 201;
  d.grid.end = 3.1;
  d.impact = {0.313, 30e-6, 9.81, 0.0, 0.066};
  d.reduced_radius = 0.0127;
  d.upper = d.lower = steel();
  d.lower.young = 70e9;
  d.lower.poisson = 0.25;
  if (pliant) make_pliant(small, &d);
  d.step.size = 0.05e-6;
  d.step.control = StepControl::standard;
  d.step.relative_tolerance = 3e-4;
  d.step.pressure_tolerance = 1e6;
  d.step.gap_tolerance = 1e-10;
  d.duration = 260e-6;
  ReduceSpec r;
  r.rebound = ReboundKind::moving;
  r.loading = {0.35, 0.95};
  r.phases = {0.945, 0.035};
  r.modes = {16, 20, 24, small ? 3 : 5};
  r.edge_nodes = small ? 6 : 8;
  r.edge_films = pliant ? 3 : 2;
  r.iterations = {1, 1, 1, 8};
  r.repeat_iterations = 12;
  r.step_limit = 1.0;
  r.step = 4e-6;
  r.substeps = {8, 8, 8, 8};
  r.gap_share = 0.0125;
  d.reduce = r;
  TrainSpec t;
  t.runs = r.edge_films;
  t.duration = d.duration;
  t.velocity = {0.29, 0.335};
  t.viscosity_factor = {1.0, 1.0};
  t.acceleration = {9.81, 9.81};
  d.train = t;
  return d;
}

ReducedFilm edge_film(bool small, bool pliant) {
  FilmContactSpec d = edge_definition(small, pliant);
  const FilmSnapshots snapshots = run_campaign(d, {});
  ReducedFilm film = reduce_film(d, snapshots, nullptr);
  film.problem.modes.initial_v *= 0.3 / d.impact.velocity;
  for (ReducedFilm::Input& input : film.inputs)
    if (input.name == "acceleration") {
      input.maximum = 1e5;
      input.trained_maximum = 20.0;
    }
  return film;
}

FilmBakeOptions film_options(const ReducedFilm& film, const std::string& name, FilmScalar scalar) {
  FilmBakeOptions o;
  o.name = name;
  o.scalar = scalar;
  o.golden_steps = 24;
  o.provenance.definition_hash = o.provenance.input_hash = "0";
  ScenarioOptions s;
  s.name = "ramp";
  s.duration = 200 * film.step;
  const double first = film.inputs[0].default_value;
  s.ramps = {{0,
              {10 * film.step, 60 * film.step, 120 * film.step},
              {first, film.inputs[0].trained_maximum, film.inputs[0].trained_minimum}}};
  ScenarioOptions still;
  still.name = "still";
  still.duration = s.duration;
  o.scenarios = {s, still};
  return o;
}

}  // namespace mortise::robustness
