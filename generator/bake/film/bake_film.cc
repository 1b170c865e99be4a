#include "generator/bake/film/bake_film.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "generator/bake/file/system_writer.hpp"
#include "generator/bake/film/film_basis.hpp"
#include "generator/bake/film/steady_films.hpp"
#include "generator/contact/film/lubricant.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"
#include "mortise/view/film_layout.hpp"

namespace mortise::gen {
namespace {

namespace fb = flatbuffers;

constexpr const char* kRoleNames[] = {"load", "entrainment", "viscosity_factor", "acceleration"};

std::uint32_t role_of(const ReducedFilm::Input& input) {
  const auto* at = std::find(std::begin(kRoleNames), std::end(kRoleNames), input.name);
  demand(at != std::end(kRoleNames), "film.inputs", "a film has no input '" + input.name + "'",
         "this is a defect of the reduction");
  return static_cast<std::uint32_t>(at - std::begin(kRoleNames));
}

// A change of the load's rate by this share of the steepest load that is accepted leaves a front
// which the steps are too long for as it passes the centre (models/line_shock/REDUCTIONS.md).
constexpr double kFrontShare = 0.64;

// In an assembly: the step over that of the training; passes of a film beside other interfaces.
constexpr double kLongerStep = 1.05;
constexpr int kLeastPasses = 8;
constexpr int kMostDeposits = 4096;  // that the runtime has room for

// The options name the hold of load and entrainment; slow changes need none that bends.
std::uint32_t hold_of(std::uint32_t role, FilmHold hold) {
  if (hold == FilmHold::zero_order) return kHoldZeroOrder;
  const bool bends = role == kInputLoad || role == kInputEntrainment;
  return hold == FilmHold::cubic && bends ? kHoldCubic : kHoldLinear;
}

// film, steady (of this film): outlive the writer.
class FilmWriter : public SystemWriter {
 public:
  FilmWriter(const ReducedFilm& film, const FilmBakeOptions& options, const SteadyFilmTable& steady)
      : film_(film),
        p_(film.problem),
        hold_(options.hold),
        steady_(steady),
        numbers_(options.scalar),
        constants_(film_constants(film)) {
    for (std::size_t k = 0; k < film.bases.size(); ++k)
      bases_.push_back(pack_basis(film, k, &numbers_));
    paces_ = pack_paces(film, &numbers_);
    if (film.moving()) edge_ = pack_edge(film, &numbers_);
    if (film.transported()) transport_ = pack_transport(film, &numbers_, &row_places_);
    if (film.on_bodies) on_bodies_ = pack_on_bodies(film, &numbers_);
    for (const ReducedFilm::Input& in : film.inputs) roles_.push_back(role_of(in));
  }

  Dims dims() const override {
    Dims d;
    d.modes = static_cast<int>(p_.modes.omega.size());
    d.modes_padded = ModelWriter::pad(d.modes);
    d.inputs = static_cast<int>(film_.inputs.size());
    d.outputs = static_cast<int>(outputs().size());
    d.output_rows = d.modes > 0 ? 1 : 0;
    return d;
  }

  void write(ModelWriter* writer, ModelBody* body) const override {
    body->scalar = numbers_.scalar_bytes() == 4 ? schema::Scalar::float32 : schema::Scalar::float64;
    body->scheme = schema::Scheme::sdirk2;
    write_inputs(body);
    add_outputs(outputs(), body);
    const FilmModes& m = p_.modes;
    if (m.omega.size() > 0) body->output_rows = m.rigid_row.transpose();
    body->omega = m.omega;
    body->damping = 2.0 * m.damping.cwiseProduct(m.omega);
    body->initial_q = m.initial_q;
    body->initial_v = m.initial_v;
    body->law_type = schema::Law::ReynoldsFilm;
    if (!paces_.paces.empty()) body->features.emplace_back("film_paces");
    if (film_.moving()) body->features.emplace_back("film_edge");
    if (film_.on_bodies) body->features.emplace_back("film_on_bodies");
    body->law = law(*writer).Union();
    // a film has no interface solver; its caps stand at the bases
    body->solver = schema::CreateSolver(
        writer->builder(), schema::SolverKind::projected_gauss_seidel, /*sweep_cap=*/1);
    body->film_history_bytes = layout(sizeof(double)).film_history_bytes;
  }

  StepCost cost() const override { return count_film_cost(dims(), view()); }

  // Modal coordinates are float64 in every film.
  LayoutOptions layout(std::uint32_t real_bytes) const override {
    FilmView sized = view();
    if (real_bytes == sizeof(float)) sized.scalar = sizeof(float);
    LayoutOptions options;
    options.film = true;
    options.film_history_bytes = lay_out_film(sized, dims().modes_padded).bytes;
    return options;
  }

  void settle(const AlignedBytes& draft, ModelOptions* options) const override {
    if (!p_.loaded) return;
    for (ScenarioOptions& scenario : options->scenarios) {
      if (scenario.initial_film) continue;
      double change = 0.0;
      scenario.initial_film = settled_film(draft, first_inputs(film_, scenario), &change);
      if (change < 1e-4) continue;
      options->provenance.reduction.push_back(
          fmt::format("scenario {}: its initial film still changes by {:.1g} per {:.3g} s",
                      scenario.name, change, p_.scales.time));
    }
  }

  GoldenTrace start(const AlignedBytes& draft, int steps) const override {
    return start_film_golden(film_, draft, steps);
  }

 protected:
  const FilmProblemData& problem() const { return p_; }
  std::vector<std::uint32_t> roles_;

 private:
  virtual void write_inputs(ModelBody* body) const {
    for (std::size_t k = 0; k < film_.inputs.size(); ++k) {
      const ReducedFilm::Input& in = film_.inputs[k];
      body->inputs.push_back({in.name, in.unit});
      body->input_ranges.push_back(
          {in.minimum, in.maximum, in.default_value, hold_of(roles_[k], hold_), 0u});
    }
  }
  virtual std::vector<OutputChannel> outputs() const {
    using Q = OutputQuantity;
    std::vector<OutputChannel> list;
    const auto add = [&](const std::string& name, Q quantity, int index = 0) {
      list.push_back({name, quantity_row(quantity).unit, quantity, index});
    };
    add("force", Q::film_force);
    if (p_.loaded) list.back().unit = "N/m";
    add("p_central", Q::central_pressure);
    add("h_central", Q::central_gap);
    add("h_min", Q::minimum_gap);
    if (!p_.loaded) add("velocity", Q::approach_velocity);
    add("residual", Q::film_residual);
    for (std::size_t k = 0; k < film_.inputs.size(); ++k)
      add("distance." + film_.inputs[k].name, Q::input_distance, static_cast<int>(k));
    add("basis", Q::film_basis);
    return list;
  }

  fb::Offset<schema::ReynoldsFilm> law(ModelWriter& w) const {
    fb::FlatBufferBuilder& b = w.builder();
    std::vector<schema::FilmBasis> bases(bases_.size());
    std::memcpy(static_cast<void*>(bases.data()), bases_.data(), bases_.size() * sizeof(FilmBasis));
    const auto basis_list = b.CreateVectorOfStructs(bases);
    b.ForceVectorAlignment(numbers_.bytes().size(), 1, 64);
    const auto numbers = b.CreateVector(numbers_.bytes());
    const auto roles = b.CreateVector(roles_);
    ModelWriter::Reals x, geometry, modes, loads, speeds, films;
    if (film_.profile) {
      x = w.plain(p_.x);
      geometry = w.plain(film_.transported() ? film_.transport.gap.base : p_.geometry);
      modes = w.reals(p_.modes.shapes.data(), static_cast<std::size_t>(p_.modes.shapes.size()));
    }
    schema::FilmConstants constants;
    std::memcpy(static_cast<void*>(&constants), &constants_, sizeof constants_);
    if (!steady_.loads.empty()) {
      loads = w.reals(steady_.loads.data(), steady_.loads.size());
      speeds = w.reals(steady_.speeds.data(), steady_.speeds.size());
      films = w.reals(steady_.films.data(), steady_.films.size());
    }
    schema::FilmTransport transport;
    std::memcpy(static_cast<void*>(&transport), &transport_, sizeof transport_);
    fb::Offset<fb::Vector<std::uint32_t>> row_places;
    if (film_.transported()) row_places = b.CreateVector(row_places_);
    fb::Offset<fb::Vector<const schema::FilmPace*>> paces;
    fb::Offset<fb::Vector<const schema::FilmLength*>> lengths;
    if (!paces_.paces.empty()) {
      std::vector<schema::FilmPace> of_bases;
      for (const FilmPace& p : paces_.paces)
        of_bases.emplace_back(p.leave_pressure, p.gap_share, p.first_length, p.lengths);
      paces = b.CreateVectorOfStructs(of_bases);
      std::vector<schema::FilmLength> of_steps;
      for (const FilmLength& l : paces_.lengths)
        of_steps.emplace_back(l.gap_shapes, l.modal, l.shift);
      lengths = b.CreateVectorOfStructs(of_steps);
    }
    schema::FilmEdge edge;
    std::memcpy(static_cast<void*>(&edge), &edge_, sizeof edge_);
    schema::FilmOnBodies on_bodies;
    std::memcpy(static_cast<void*>(&on_bodies), &on_bodies_, sizeof on_bodies_);
    schema::ReynoldsFilmBuilder law(b);
    if (film_.on_bodies) law.add_on_bodies(&on_bodies);
    if (film_.moving()) law.add_edge(&edge);
    if (!paces_.paces.empty()) {
      law.add_paces(paces);
      law.add_lengths(lengths);
    }
    if (film_.transported()) {
      law.add_transport(&transport);
      law.add_transport_places(row_places);
    }
    law.add_front_limit(film_.transported() ? 0.0 : kFrontShare * film_.load_slope);
    law.add_steady_films(films);
    law.add_steady_speeds(speeds);
    law.add_steady_loads(loads);
    law.add_profile_modes(modes);
    law.add_profile_geometry(geometry);
    law.add_profile_x(x);
    law.add_input_roles(roles);
    law.add_numbers(numbers);
    law.add_bases(basis_list);
    law.add_constants(&constants);
    return law.Finish();
  }

  FilmView view() const {
    FilmView view;
    view.constants = &constants_;
    view.bases = bases_.data();
    view.count = static_cast<std::int32_t>(bases_.size());
    view.scalar = numbers_.scalar_bytes();
    view.numbers = numbers_.bytes().data();
    view.roles = roles_.data();
    if (film_.transported()) {
      view.transport = &transport_;
      view.transport_places = row_places_.data();
    }
    if (film_.moving()) view.edge = &edge_;
    if (film_.on_bodies) view.on_bodies = &on_bodies_;
    if (!paces_.paces.empty()) {
      view.paces = paces_.paces.data();
      view.lengths = paces_.lengths.data();
    }
    return view;
  }

  const ReducedFilm& film_;
  const FilmProblemData& p_;
  FilmHold hold_;
  const SteadyFilmTable& steady_;
  FilmNumbers numbers_;
  FilmConstants constants_;
  std::vector<FilmBasis> bases_;
  FilmPaces paces_;
  FilmTransport transport_{};
  FilmEdge edge_{};
  FilmOnBodies on_bodies_{};
  std::vector<std::uint32_t> row_places_;
};

void check_film(const ReducedFilm& film);

// Held by the writer before its base, which refers to them.
struct FilmOfAssembly {
  ReducedFilm film;
  SteadyFilmTable none;
  FilmBakeOptions options;
};

// A film that is an interface of an assembly: modes, inputs and step are the assembly's.
class FilmPartWriter final : private FilmOfAssembly, public FilmWriter {
 public:
  FilmPartWriter(const AssemblyFilm& film, const FilmPlace& place, const ReducedSystem& system,
                 const std::string& name, double step)
      : FilmOfAssembly{on_modes(film, place, system, name, step), {}, options_of(film)},
        FilmWriter(FilmOfAssembly::film, FilmOfAssembly::options, FilmOfAssembly::none),
        system_(system) {
    roles_.clear();
    for (const InputChannel& in : system.inputs)
      roles_.push_back(in.name == name + ".entrainment"        ? kInputEntrainment
                       : in.name == name + ".viscosity_factor" ? kInputViscosity
                                                               : kInputNone);
  }

  Dims dims() const override {
    Dims d = FilmWriter::dims();
    d.inputs = static_cast<int>(system_.inputs.size());
    d.output_rows = 0;
    return d;
  }

  void write(ModelWriter* writer, ModelBody* body) const override {
    FilmWriter::write(writer, body);
    body->output_rows = Matrix(0, system_.size());
    body->omega = system_.omega;
    body->damping = system_.damping;
    body->initial_v = system_.initial_v;
  }

 private:
  void write_inputs(ModelBody* body) const override {
    for (const InputChannel& c : system_.inputs) {
      body->inputs.push_back({c.name, c.unit});
      body->input_ranges.push_back({std::max(c.minimum, -1e300), std::min(c.maximum, 1e300),
                                    c.default_value,
                                    c.hold == Hold::linear ? kHoldLinear : kHoldZeroOrder, 0u});
    }
  }
  std::vector<OutputChannel> outputs() const override { return {}; }

  static FilmBakeOptions options_of(const AssemblyFilm& film) {
    FilmBakeOptions o;
    o.scalar = film.scalar;
    o.hold = FilmHold::linear;
    return o;
  }

  static ReducedFilm on_modes(const AssemblyFilm& reduced, const FilmPlace& place,
                              const ReducedSystem& system, const std::string& name, double step) {
    ReducedFilm film = reduced.film;
    demand(!film.moving(), name, "is a film whose rebound moves with the edge of its contact",
           "set reduce.rebound = \"fixed\" where an assembly steps it");
    demand(!film.problem.loaded || film.transported(), name, "is a film under a prescribed load",
           "give it bodies that move: in an assembly they carry the load");
    if (film.transported()) {
      const FilmScales& s = film.problem.scales;
      film.on_bodies = FilmBearing{place.clearance / s.film,
                                   std::log(reduced.rest_distance / s.length), reduced.steady};
      fit_to_step(&film, name, step);
    }
    const double time = film.problem.scales.time;
    const Eigen::Index n = system.size();
    FilmModes& m = film.problem.modes;
    // Damping without a spring: one that is too soft to matter.
    m.omega = time * system.omega.cwiseMax(1e-9 * system.damping);
    m.damping = Vector::Zero(n);
    for (Eigen::Index i = 0; i < n; ++i)
      if (system.damping[i] > 0) m.damping[i] = time * system.damping[i] / (2 * m.omega[i]);
    m.constant = m.acceleration = Vector::Zero(n);
    m.shapes = place.gaps;
    m.excitation = time * time * place.forces;
    m.rigid_row = place.opening;
    m.initial_q = system.initial_q;
    m.initial_v = time * system.initial_v;
    film.step = step;
    film.load_slope = 0.0;
    film.profile = false;
    for (ReducedBasis& b : film.bases) {
      b.substeps = 1;
      b.gap_share = 0.0;  // the assembly steps
      demand(b.tolerance > 0, name, "its film is solved to no tolerance",
             film.transported() ? "give reduce.iterations more than one"
                                : "give reduce.tolerance, 1e-8 for example");
    }
    check_film(film);
    return film;
  }

  // What is carried was trained at a step; shorter ones leave more deposits.
  static void fit_to_step(ReducedFilm* film, const std::string& name, double step) {
    demand(step < kLongerStep * film->step, name,
           fmt::format("its film was trained for steps of {} s, the assembly takes it {} s",
                       number_text(film->step), number_text(step)),
           "shorten the assembly's step.size, or lengthen reduce.step");
    int& deposits = film->transport.deposits;
    deposits = static_cast<int>(std::ceil((deposits - 4) * film->step / step)) + 4;
    demand(deposits <= kMostDeposits, name,
           "its steps are so short that the line needs more deposits than the runtime has room for",
           "lengthen the assembly's step.size");
    ReducedBasis& b = film->bases.front();
    b.iterations = std::max(b.iterations, kLeastPasses);
    b.repeat_iterations = std::max(b.repeat_iterations, 2 * b.iterations);
  }

  const ReducedSystem& system_;
};

using Eigen::Index;

void demand_fit(bool good, const std::string& where, const std::string& what) {
  demand(good, where, what, "this is a defect of the reduction");
}

void check_problem(const FilmProblemData& p, bool on_bodies) {
  const Index n = p.x.size(), modes = p.modes.omega.size();
  demand_fit(n >= 4 && p.geometry.size() == n && p.weights.size() == n, "film.problem",
             "the grid and the arrays over it differ in length");
  demand_fit(p.compliance.rows() == n && p.compliance.cols() == n, "film.problem.compliance",
             "is not (points x points)");
  for (const Vector* row : {&p.rows.left, &p.rows.right, &p.rows.d0, &p.rows.d1, &p.rows.d2})
    demand_fit(row->size() == n, "film.problem.rows", "differ in length from the grid");
  demand_fit(on_bodies || p.loaded == (modes == 0), "film.problem.modes",
             "a prescribed load excludes modal coordinates, a free body needs them");
  const FilmModes& m = p.modes;
  for (const Vector* v :
       {&m.damping, &m.constant, &m.acceleration, &m.rigid_row, &m.initial_q, &m.initial_v})
    demand_fit(v->size() == modes, "film.problem.modes", "modal vectors differ in length");
  demand_fit(modes == 0 || (m.shapes.rows() == n && m.shapes.cols() == modes &&
                            m.excitation.rows() == modes && m.excitation.cols() == n),
             "film.problem.modes", "shapes or excitation do not fit the grid");
}

void check_nodes(const std::vector<int>& nodes, Index first, Index end, const std::string& where) {
  for (const int node : nodes)
    demand_fit(node >= first && node < end, where,
               "node " + std::to_string(node) + " is off the grid");
}

void check_basis(const ReducedFilm& film, std::size_t k) {
  const FilmProblemData& p = film.problem;
  const ReducedBasis& b = film.bases[k];
  const std::string where = "film.bases[" + std::to_string(k) + "]";
  const Index r = b.pressure.cols(), m = static_cast<Index>(b.rows.size());
  demand_fit(r >= 1 && b.pressure.rows() == p.x.size(), where, "pressure is not (points x r)");
  demand_fit(b.watched >= 0 && b.watched < m, where,
             "no sampled row is left besides the watched ones");
  demand_fit(b.test.rows() == r && b.test.cols() == m - b.watched, where,
             "test is not (r x rows that hold)");
  demand_fit(!b.minimum_nodes.empty(), where, "there is no candidate for the smallest gap");
  check_nodes(b.rows, p.first, p.first + p.unknowns, where);
  check_nodes(b.minimum_nodes, 0, p.x.size(), where);
}

void check_film(const ReducedFilm& film) {
  check_problem(film.problem, film.on_bodies.has_value());
  demand_fit(!film.bases.empty(), "film.bases", "there is none");
  for (std::size_t k = 0; k < film.bases.size(); ++k) check_basis(film, k);
  const Index u = film.bases[0].pressure.cols() + (film.problem.loaded ? 1 : 0);
  demand_fit(film.initial.size() == u || (!film.problem.loaded && film.initial.size() == 0),
             "film.initial", "is not b and H0 of the first basis");
  demand(film.step > 1e-12 && film.step < 1e3, "reduce.step",
         number_text(film.step) + " s is outside of (1e-12, 1e3)", "give reduce.step in seconds");
}

// Step, training box and provenance of the film itself.
FilmBakeOptions completed(const ReducedFilm& film, const FilmBakeOptions& options) {
  FilmBakeOptions o = options;
  o.step = film.step;
  o.training_box.clear();
  for (const ReducedFilm::Input& in : film.inputs)
    o.training_box.push_back({in.name, in.trained_minimum, in.trained_maximum});
  o.provenance.reduction.insert(o.provenance.reduction.end(), film.findings.begin(),
                                film.findings.end());
  o.provenance.settings.insert(o.provenance.settings.end(), film.settings.begin(),
                               film.settings.end());
  return o;
}

}  // namespace

std::unique_ptr<SystemWriter> film_part_writer(const AssemblyFilm& film, const FilmPlace& place,
                                               const ReducedSystem& system, const std::string& name,
                                               double step) {
  return std::make_unique<FilmPartWriter>(film, place, system, name, step);
}

void place_film(AssemblyFilm* film, FilmPlace* place) {
  FilmProblemData& p = film->film.problem;
  p.geometry.array() += place->clearance / p.scales.film;
  p.force *= place->width;
  place->gaps = Vector::Ones(p.x.size()) * place->opening.transpose() / p.scales.film;
  place->forces = p.force * place->opening * p.weights.transpose();
}

FilmConstants film_constants(const ReducedFilm& film) {
  const FilmProblemData& p = film.problem;
  const FilmScales& s = p.scales;
  FilmConstants c{};
  c.stencil = static_cast<std::uint32_t>(stencil_size(p));
  c.loaded = p.loaded ? 1 : 0;
  c.frame = p.loaded && p.load_scaled ? kFrameLoadScaled : kFrameFixed;
  c.every_stage = film.every_stage || film.transported() ? 1 : 0;
  c.profile_points = film.profile ? static_cast<std::uint32_t>(p.x.size()) : 0;
  c.film = s.film;
  c.pressure = s.pressure;
  c.length = s.length;
  c.time = s.time;
  c.load_reference = p.loaded ? s.load : 0.0;
  c.force = p.force;
  c.speed_reference = p.speed_reference;
  c.penalty = p.penalty;
  static_assert(
      static_cast<std::size_t>(schema::ViscosityLaw::MAX) + 1 == enum_names<ViscosityLaw>.size() &&
          static_cast<std::size_t>(schema::DensityLaw::MAX) + 1 == enum_names<DensityLaw>.size(),
      "lubricant_laws.hpp has the schema's");
  const LubricantNumbers n = Lubricant(p.lubricant, s.pressure).numbers();
  c.viscosity_law = static_cast<std::uint32_t>(p.lubricant.viscosity_law);
  c.density_law = static_cast<std::uint32_t>(p.lubricant.density_law);
  c.barus = n.barus;
  c.roelands_log = n.roelands_log;
  c.roelands_pole = n.roelands_pole;
  c.roelands_index = n.roelands_index;
  c.density = n.density;
  c.gap_floor = film.gap_floor;
  c.load_slope = film.load_slope;
  c.landing_gap = film.landing_gap;
  c.trust_limit = film.trust_limit;
  if (!p.loaded) {
    const ReducedFilm::Input* input = film.find("acceleration");
    c.acceleration = input != nullptr ? input->default_value : 0.0;
    c.acceleration_scale = s.time * s.time / s.film;
  }
  c.guard = film.guard;
  return c;
}

AlignedBytes bake(const ReducedFilm& film, const FilmBakeOptions& options) {
  check_film(film);
  FilmBakeOptions o = completed(film, options);
  const SteadyFilmTable steady = steady_film_table(film);
  o.provenance.reduction.insert(o.provenance.reduction.end(), steady.findings.begin(),
                                steady.findings.end());
  return bake_system(FilmWriter(film, o, steady), o);
}

}  // namespace mortise::gen
