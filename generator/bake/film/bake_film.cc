#include "generator/bake/film/bake_film.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "generator/bake/file/system_writer.hpp"
#include "generator/bake/film/film_parts.hpp"
#include "generator/bake/film/steady_films.hpp"
#include "generator/contact/film/lubricant_laws.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/reduce/film/film_arrays.hpp"
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

// The options name the hold of load and entrainment; slow changes need none that bends.
std::uint32_t hold_of(std::uint32_t role, FilmHold hold) {
  if (hold == FilmHold::zero_order) return kHoldZeroOrder;
  const bool bends = role == kInputLoad || role == kInputEntrainment;
  return hold == FilmHold::cubic && bends ? kHoldCubic : kHoldLinear;
}

// The schema's structure of the runtime's, or of none.
template <class To, class From>
To record(const From& from) {
  static_assert(sizeof(To) == sizeof(From), "mortise_records.h has the schema's");
  To to;
  std::memcpy(static_cast<void*>(&to), &from, sizeof to);
  return to;
}
template <class To, class From>
To record(const std::optional<From>& from) {
  return from ? record<To>(*from) : To();
}
template <class To, class From>
std::vector<To> records(const std::vector<From>& from) {
  std::vector<To> to;
  for (const From& one : from) to.push_back(record<To>(one));
  return to;
}

static_assert(static_cast<std::size_t>(schema::ViscosityLaw::MAX) + 1 ==
                      enum_names<ViscosityLaw>.size() &&
                  static_cast<std::size_t>(schema::DensityLaw::MAX) + 1 ==
                      enum_names<DensityLaw>.size(),
              "lubricant_laws.hpp has the schema's");

// film, steady (of this film): outlive the writer.
class FilmWriter : public SystemWriter {
 public:
  FilmWriter(const ReducedFilm& film, const FilmBakeOptions& options, const SteadyFilmTable& steady)
      : film_(film),
        p_(film.problem),
        hold_(options.hold),
        steady_(steady),
        packed_(film, options.scalar) {
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
    body->scalar =
        packed_.numbers.scalar_bytes() == 4 ? schema::Scalar::float32 : schema::Scalar::float64;
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
    if (!packed_.paces.paces.empty()) body->features.emplace_back("film_paces");
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
    const auto basis_list = b.CreateVectorOfStructs(records<schema::FilmBasis>(packed_.bases));
    const std::vector<std::uint8_t>& bytes = packed_.numbers.bytes();
    b.ForceVectorAlignment(bytes.size(), 1, 64);
    const auto numbers = b.CreateVector(bytes);
    const auto roles = b.CreateVector(roles_);
    ModelWriter::Reals x, geometry, modes, loads, speeds, films;
    if (film_.profile) {
      x = w.plain(p_.x);
      geometry = w.plain(film_.transported() ? film_.transport.gap.base : p_.geometry);
      modes = w.reals(p_.modes.shapes.data(), static_cast<std::size_t>(p_.modes.shapes.size()));
    }
    if (!steady_.loads.empty()) {
      loads = w.reals(steady_.loads.data(), steady_.loads.size());
      speeds = w.reals(steady_.speeds.data(), steady_.speeds.size());
      films = w.reals(steady_.films.data(), steady_.films.size());
    }
    fb::Offset<fb::Vector<std::uint32_t>> row_places;
    if (packed_.transport) row_places = b.CreateVector(packed_.transport_places);
    fb::Offset<fb::Vector<const schema::FilmPace*>> paces;
    fb::Offset<fb::Vector<const schema::FilmLength*>> lengths;
    const bool paced = !packed_.paces.paces.empty();
    if (paced) {
      paces = b.CreateVectorOfStructs(records<schema::FilmPace>(packed_.paces.paces));
      lengths = b.CreateVectorOfStructs(records<schema::FilmLength>(packed_.paces.lengths));
    }
    const auto constants = record<schema::FilmConstants>(packed_.constants);
    const auto transport = record<schema::FilmTransport>(packed_.transport);
    const auto edge = record<schema::FilmEdge>(packed_.edge);
    const auto on_bodies = record<schema::FilmOnBodies>(packed_.on_bodies);
    schema::ReynoldsFilmBuilder law(b);
    if (packed_.on_bodies) law.add_on_bodies(&on_bodies);
    if (packed_.edge) law.add_edge(&edge);
    if (paced) {
      law.add_paces(paces);
      law.add_lengths(lengths);
    }
    if (packed_.transport) {
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
    FilmView view = packed_.view();
    view.roles = roles_.data();
    return view;
  }

  const ReducedFilm& film_;
  const FilmProblemData& p_;
  FilmHold hold_;
  const SteadyFilmTable& steady_;
  PackedFilm packed_;
};

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
      : FilmOfAssembly{film_on_modes(film, place, system, name, step), {}, options_of(film)},
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

  const ReducedSystem& system_;
};

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

AlignedBytes bake(const ReducedFilm& film, const FilmBakeOptions& options) {
  check_film(film);
  FilmBakeOptions o = completed(film, options);
  const SteadyFilmTable steady = steady_film_table(film);
  o.provenance.reduction.insert(o.provenance.reduction.end(), steady.findings.begin(),
                                steady.findings.end());
  return bake_system(FilmWriter(film, o, steady), o);
}

}  // namespace mortise::gen
