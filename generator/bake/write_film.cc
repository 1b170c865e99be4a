#include "generator/bake/write_film.hpp"

#include <algorithm>
#include <cstring>

#include "generator/bake/film_basis.hpp"
#include "generator/bake/film_cost.hpp"
#include "generator/bake/model_writer.hpp"
#include "generator/error.hpp"
#include "generator/film/lubricant.hpp"
#include "mortise/view/film_layout.hpp"

namespace mortise::gen {
namespace {

namespace fb = flatbuffers;

constexpr const char* kRoleNames[] = {"load", "entrainment", "viscosity_factor", "acceleration"};

std::uint32_t role_of(const ReducedFilm::Input& input) {
  const auto* at = std::find(std::begin(kRoleNames), std::end(kRoleNames), input.name);
  if (at == std::end(kRoleNames)) {
    throw Error("film.inputs", "a film has no input '" + input.name + "'",
                "this is a defect of the reduction");
  }
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

// The part of a film's file that no other file has.
class FilmWriter {
 public:
  FilmWriter(const ReducedFilm& film, const FilmBakeOptions& options, const SteadyFilmTable& steady)
      : film_(film),
        steady_(steady),
        p_(film.problem),
        options_(options),
        numbers_(options.scalar),
        d_(dims()),
        w_(options, d_) {}

  AlignedBytes write(const GoldenTrace* golden) {
    constants_ = film_constants(film_);
    for (std::size_t k = 0; k < film_.bases.size(); ++k)
      bases_.push_back(pack_basis(film_, k, &numbers_));
    ModelBody body;
    body.scalar =
        options_.scalar == FilmScalar::float32 ? schema::Scalar::float32 : schema::Scalar::float64;
    body.scheme = schema::Scheme::sdirk2;
    add_inputs(&body);
    add_outputs(&body);
    const FilmModes& m = p_.modes;
    if (d_.modes > 0) body.output_rows = m.rigid_row.transpose();
    body.omega = m.omega;
    body.damping = 2.0 * m.damping.cwiseProduct(m.omega);
    body.initial_q = m.initial_q;
    body.initial_v = m.initial_v;
    body.law_type = schema::Law::ReynoldsFilm;
    body.law = law().Union();
    // a film has no interface solver; its caps stand at the bases
    body.solver = schema::CreateSolver(w_.builder(), schema::SolverKind::projected_gauss_seidel, 1,
                                       0, 0, 0.0);
    add_cost(&body);
    return w_.finish(body, golden);
  }

 private:
  Dims dims() const {
    Dims d;
    d.modes = static_cast<int>(p_.modes.omega.size());
    d.modes_padded = ModelWriter::pad(d.modes);
    d.inputs = static_cast<int>(film_.inputs.size());
    d.output_rows = d.modes > 0 ? 1 : 0;
    return d;
  }

  void add_inputs(ModelBody* body) {
    for (const ReducedFilm::Input& in : film_.inputs) {
      roles_.push_back(role_of(in));
      body->inputs.push_back({in.name, in.unit});
      body->input_ranges.push_back(
          {in.minimum, in.maximum, in.default_value, hold_of(roles_.back(), options_.hold), 0u});
    }
  }

  void add_outputs(ModelBody* body) {
    const auto add = [&](const std::string& name, const char* unit, std::uint32_t quantity,
                         std::uint32_t index) {
      body->outputs.push_back({name, unit});
      body->output_rules.push_back({quantity, index});
    };
    add("force", p_.loaded ? "N/m" : "N", kOutputFilmForce, 0);
    add("p_central", "Pa", kOutputCentralPressure, 0);
    add("h_central", "m", kOutputCentralGap, 0);
    add("h_min", "m", kOutputMinimumGap, 0);
    if (!p_.loaded) add("velocity", "m/s", kOutputApproach, 0);
    add("residual", "1", kOutputResidual, 0);
    for (std::size_t k = 0; k < film_.inputs.size(); ++k)
      add("distance." + film_.inputs[k].name, "1", kOutputDistance, static_cast<std::uint32_t>(k));
    add("basis", "1", kOutputBasis, 0);
    d_.outputs = static_cast<int>(body->outputs.size());
  }

  fb::Offset<schema::ReynoldsFilm> law() {
    fb::FlatBufferBuilder& b = w_.builder();
    static_assert(sizeof(schema::FilmBasis) == sizeof(FilmBasis));
    static_assert(sizeof(schema::FilmConstants) == sizeof(FilmConstants));
    std::vector<schema::FilmBasis> bases(bases_.size());
    std::memcpy(static_cast<void*>(bases.data()), bases_.data(), bases_.size() * sizeof(FilmBasis));
    const auto basis_list = b.CreateVectorOfStructs(bases);
    b.ForceVectorAlignment(numbers_.bytes().size(), 1, 64);
    const auto numbers = b.CreateVector(numbers_.bytes());
    const auto roles = b.CreateVector(roles_);
    fb::Offset<fb::Vector<double>> x, geometry, modes;
    if (film_.profile) {
      x = w_.plain(p_.x);
      geometry = w_.plain(p_.geometry);
      modes = w_.reals(p_.modes.shapes.data(), static_cast<std::size_t>(p_.modes.shapes.size()));
    }
    schema::FilmConstants constants;
    std::memcpy(static_cast<void*>(&constants), &constants_, sizeof constants_);
    fb::Offset<fb::Vector<double>> loads, speeds, films;
    if (!steady_.loads.empty()) {
      loads = w_.reals(steady_.loads.data(), steady_.loads.size());
      speeds = w_.reals(steady_.speeds.data(), steady_.speeds.size());
      films = w_.reals(steady_.films.data(), steady_.films.size());
    }
    return schema::CreateReynoldsFilm(b, &constants, basis_list, numbers, roles, x, geometry, modes,
                                      loads, speeds, films, kFrontShare * film_.load_slope);
  }

  void add_cost(ModelBody* body) {
    FilmView view;
    view.constants = &constants_;
    view.bases = bases_.data();
    view.count = static_cast<std::int32_t>(bases_.size());
    view.scalar = numbers_.scalar_bytes();
    view.numbers = numbers_.bytes().data();
    view.roles = roles_.data();
    const auto arena = [&](const FilmView& of) {
      LayoutOptions options;
      options.film = true;
      options.film_history_bytes = lay_out_film(of, d_.modes_padded).bytes;
      StateLayout layout{};
      if (!lay_out_state(d_, options, &layout)) {
        throw Error("film", "the state would take 2^31 bytes or more", "ask for fewer modes");
      }
      return layout.bytes;
    };
    body->film_history_bytes = lay_out_film(view, d_.modes_padded).bytes;
    FilmView small = view;
    small.scalar = 4;
    const StepCost c = count_film_cost(d_, view);
    body->cost = schema::CreateCost(w_.builder(), c.flops_free, c.flops_worst, c.bytes_free,
                                    c.bytes_worst, arena(view), arena(small), c.iterations_worst);
  }

  const ReducedFilm& film_;
  const SteadyFilmTable& steady_;
  const FilmProblemData& p_;
  const FilmBakeOptions& options_;
  FilmNumbers numbers_;
  FilmConstants constants_{};
  std::vector<FilmBasis> bases_;
  std::vector<std::uint32_t> roles_;
  Dims d_;
  ModelWriter w_;
};

// What `input` is before anybody sets it; 0 if the film has no such input.
double default_of(const ReducedFilm& film, const char* input) {
  for (const ReducedFilm::Input& in : film.inputs)
    if (in.name == input) return in.default_value;
  return 0.0;
}

}  // namespace

FilmConstants film_constants(const ReducedFilm& film) {
  const FilmProblemData& p = film.problem;
  const FilmScales& s = p.scales;
  FilmConstants c{};
  c.stencil = static_cast<std::uint32_t>(stencil_size(p));
  c.loaded = p.loaded ? 1 : 0;
  c.frame = p.loaded && p.load_scaled ? kFrameLoadScaled : kFrameFixed;
  c.every_stage = film.every_stage ? 1 : 0;
  c.profile_points = film.profile ? static_cast<std::uint32_t>(p.x.size()) : 0;
  c.film = s.film;
  c.pressure = s.pressure;
  c.length = s.length;
  c.time = s.time;
  c.load_reference = p.loaded ? s.load : 0.0;
  c.force = p.force;
  c.speed_reference = p.speed_reference;
  c.penalty = p.penalty;
  const LubricantNumbers n = Lubricant(p.lubricant, s.pressure).numbers();
  if (p.lubricant.viscosity_law == ViscosityLaw::barus) {
    c.viscosity_law = kViscosityBarus;
    c.barus = n.barus;
  } else if (p.lubricant.viscosity_law == ViscosityLaw::roelands) {
    c.viscosity_law = kViscosityRoelands;
    c.roelands_log = n.roelands_log;
    c.roelands_pole = n.roelands_pole;
    c.roelands_index = n.roelands_index;
  }
  c.density_law = p.lubricant.density_law == DensityLaw::dowson_higginson ? 1 : 0;
  c.density = n.density;
  c.gap_floor = film.gap_floor;
  c.load_slope = film.load_slope;
  c.landing_gap = film.landing_gap;
  c.trust_limit = film.trust_limit;
  if (!p.loaded) {
    c.acceleration = default_of(film, "acceleration");
    c.acceleration_scale = s.time * s.time / s.film;
  }
  c.guard = film.guard;
  return c;
}

AlignedBytes write_film(const ReducedFilm& film, const FilmBakeOptions& options,
                        const SteadyFilmTable& steady, const GoldenTrace* golden) {
  return FilmWriter(film, options, steady).write(golden);
}

}  // namespace mortise::gen
