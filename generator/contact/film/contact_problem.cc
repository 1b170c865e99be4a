#include "generator/contact/film/contact_problem.hpp"
#include "generator/contact/film/make_body.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "generator/bodies/condense/condense_body.hpp"
#include "generator/bodies/mesh/bodies.hpp"
#include "generator/contact/film/body_gaps.hpp"
#include "generator/contact/film/coupling.hpp"
#include "generator/contact/film/half_space_gaps.hpp"
#include "generator/contact/film/penalty_contact.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

double young_of(const BodySpec& body) {
  return body.shape == BodyShape::rigid && body.young <= 0.0
             ? std::numeric_limits<double>::infinity()
             : body.young;
}

double modulus_of(const FilmCase& d) {
  return effective_modulus(young_of(d.lower), d.lower.poisson, young_of(d.upper), d.upper.poisson);
}

// Spacing of the contact nodes of the finer body (Schmidt 3.26) [m].
double smallest_spacing(const std::vector<CondensedBody>& bodies) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const CondensedBody& body : bodies) {
    const Eigen::Index n = body.position.size();
    smallest =
        std::min(smallest, (body.position.tail(n - 1) - body.position.head(n - 1)).minCoeff());
  }
  return smallest;
}

constexpr double kBefore = 1e-9;  // of the unit of time, wider than a step's end is rounded

// Mass that the scales are made of: as given, or that of the upper body's mesh [kg, kg/m].
double scale_mass(const FilmCase& d) {
  if (d.impact.mass > 0.0) return d.impact.mass;
  demand(d.upper.shape != BodyShape::import, d.path,
         "'impact.mass' is missing: the scales of an imported body need it",
         "give the mass of the upper body");
  return d.upper.density * mesh_volume(body_mesh(d.upper));
}

}  // namespace

FilmScales film_scales(const FilmCase& d) {
  const double modulus = modulus_of(d);
  const double velocity =
      d.impact.reference_velocity > 0.0 ? d.impact.reference_velocity : d.impact.velocity;
  if (d.film.kind == FilmKind::line) {
    return line_scales(d.load.reference, d.reduced_radius, modulus, d.reference_speed,
                       d.lubricant.viscosity);
  }
  if (d.film.kind == FilmKind::dry) {
    return plane_impact_scales(scale_mass(d), velocity, d.reduced_radius, modulus);
  }
  return impact_scales(scale_mass(d), velocity, d.reduced_radius, modulus, d.lubricant.viscosity);
}

ContactProblem::ContactProblem(const FilmCase& definition, std::vector<std::string>* warnings)
    : definition_(definition), load_(definition.load) {
  if (definition_.film.kind == FilmKind::line) {
    build_line();
  } else if (definition_.film.kind == FilmKind::point) {
    build_point(warnings);
  } else {
    build_dry(warnings);
  }
  FilmTolerances tolerances;
  tolerances.relative = definition_.step.relative_tolerance;
  tolerances.pressure = definition_.step.pressure_tolerance / scales_.pressure;
  tolerances.gap = definition_.step.gap_tolerance / scales_.film;
  system_ = std::make_unique<FilmSystem>(gap_.get(), law_.get(), frame_motion(), NewtonOptions{},
                                         tolerances);
}

FilmFrameMotion ContactProblem::frame_motion() const {
  const FilmCase& d = definition_;
  FilmFrameMotion motion;
  const auto over = [unit = scales_.time](const LoadHistory& history, double value) {
    return [=](double T) { return history.value(T * unit) / value; };
  };
  if (!d.entrainment_over_time.times.empty())
    motion.speed = over({d.entrainment, d.entrainment_over_time}, d.entrainment);
  if (!d.viscosity_over_time.times.empty())
    motion.viscosity = over({1.0, d.viscosity_over_time}, d.lubricant.viscosity_factor);
  if (d.grid.frame == FilmFrame::fixed) return motion;
  // a = sqrt(w): the Hertz half-width of the load follows it. A stage that ends at a corner of the
  // load belongs to what was before it: with the rate behind the corner, SDIRK2 falls to first
  // order.
  const LoadHistory load = load_;
  const double unit = scales_.time;
  motion.scale = [=](double T) { return std::sqrt(load.value(T * unit)); };
  motion.rate = [=](double T) {
    return 0.5 * unit * load.rate((T - kBefore) * unit) / std::sqrt(load.value(T * unit));
  };
  return motion;
}

void ContactProblem::build_reynolds(double speed) {
  auto reynolds = std::make_unique<Reynolds>(
      grid_, Lubricant(definition_.lubricant, scales_.pressure),
      scales_.lambda * definition_.lubricant.viscosity_factor, speed, definition_.film.cavitation,
      definition_.film.penalty, definition_.film.upwind);
  reynolds_ = reynolds.get();
  law_ = std::move(reynolds);
}

void ContactProblem::build_line() {
  const FilmCase& d = definition_;
  demand(!d.grid.automatic, d.path, "grid.extent = \"auto\" has not been chosen",
         "call choose_extents() behind read_definition()");
  scales_ = film_scales(d);
  grid_ =
      d.grid.refine.empty()
          ? make_grid(FilmShape::line, d.grid.points, d.grid.start, d.grid.end)
          : make_graded_grid(refined_nodes(d.grid.points, d.grid.start, d.grid.end, d.grid.refine));
  x_ = scales_.length * grid_.x;
  force_weights_ = (scales_.pressure * scales_.length) * grid_.weights();
  const LoadHistory load = load_;
  const double unit = scales_.time;
  const auto over_time = [=](double T) { return load.value(T * unit); };
  if (d.carried()) {
    gap_ = line_mass_gap(grid_, scales_, d.load.mass, d.load.rest_distance, 0.0, over_time);
  } else {
    gap_ = std::make_unique<LineGap>(grid_, over_time, frame_motion().scale);
  }
  build_reynolds(d.entrainment / d.reference_speed);
}

void ContactProblem::build_point(std::vector<std::string>* warnings) {
  FilmCase& d = definition_;
  Eigen::Index points = d.grid.points;
  std::vector<CondensedBody> bodies;
  if (d.structure == StructureKind::condensed) {
    for (const bool upper : {false, true}) {
      if ((upper ? d.upper : d.lower).shape == BodyShape::rigid) continue;
      bodies.push_back(make_body(d, upper, warnings));
      if (upper && d.impact.mass <= 0.0) d.impact.mass = bodies.back().mass;  // imported ones too
    }
  }
  scales_ = film_scales(d);
  if (d.grid.ratio && !bodies.empty()) {
    const double spacing = *d.grid.ratio * smallest_spacing(bodies);
    points = 1 + static_cast<Eigen::Index>(std::ceil(d.grid.end * scales_.length / spacing - 1e-6));
  }
  grid_ = make_grid(FilmShape::axis, points, 0.0, d.grid.end);
  x_ = scales_.length * grid_.x;
  force_weights_ =
      (2.0 * kPi * scales_.pressure * scales_.length * scales_.length) * grid_.weights();
  if (d.structure == StructureKind::condensed) {
    gap_ = std::make_unique<CondensedGap>(x_, bodies, scales_, d.impact.height, true);
  } else {
    gap_ = point_mass_gap(grid_, scales_, d.impact.mass, d.impact.height, d.impact.velocity,
                          d.impact.acceleration);
  }
  build_reynolds(0.0);
}

void ContactProblem::build_dry(std::vector<std::string>* warnings) {
  FilmCase& d = definition_;
  if (d.upper.method == "full") {
    const auto source = std::make_shared<const BodySource>(body_source(d, true, warnings));
    kept_.push_back(source);
    scales_ = film_scales(d);
    auto gap = std::make_unique<FullBodyGap>(source->model, source->setup, scales_, d.impact.height,
                                             false);
    x_ = gap->position();
    gap_ = std::move(gap);
  } else {
    const CondensedBody body = make_body(d, true, warnings);
    if (d.impact.mass <= 0.0) d.impact.mass = body.mass;
    scales_ = film_scales(d);
    x_ = body.position;
    gap_ = std::make_unique<CondensedGap>(x_, std::vector<CondensedBody>{body}, scales_,
                                          d.impact.height, false);
  }
  const SparseMatrix integrate = pressure_integration(x_, x_, false);
  force_weights_ = scales_.pressure * (integrate.transpose() * Vector::Ones(integrate.rows()));
  law_ = std::make_unique<PenaltyContact>(x_.size(), d.film.penalty);
}

FilmUnknowns ContactProblem::steady(double time) {
  return steady_state(system_.get(), reynolds_, time / scales_.time);
}

Vector ContactProblem::initial_state() {
  if (definition_.balanced()) return system_->state_of(steady(0.0), Vector());
  if (definition_.carried()) return carried_state();
  const Vector states = gap_->initial_states();
  // the limit of a vanishing step: the gap of the start states
  gap_->begin_stage(0.0, 1e12, states);
  FilmUnknowns x;
  x.U = Vector::Zero(gap_->points());
  x.H = gap_->base();
  demand(!law_->needs_gap() || x.H.minCoeff() > 0.0, definition_.path,
         "the surfaces overlap at the start", "raise impact.height");
  return system_->state_of(x, states);
}

// At rest in balance with the load, or with one nearby: at some loads Newton's method does not
// settle on which nodes cavitate, and the mass finds its place by itself.
Vector ContactProblem::carried_state() {
  FilmCase still = definition_;
  still.load = {};
  still.load.reference = definition_.load.reference;
  FilmUnknowns x;
  constexpr double kNearby[] = {1.0, 1.02, 0.98, 1.05, 0.95, 1.1, 0.9, 1.2};
  for (const double share : kNearby) {
    still.load.base = share * load_.value(0.0);
    try {
      x = ContactProblem(still, nullptr).steady(0.0);
      break;
    } catch (const Error&) {
      if (share == *std::rbegin(kNearby)) throw;
    }
  }
  Vector states = Vector::Zero(2), gap = 0.5 * grid_.x.array().square();
  gap += line_kernel(grid_, definition_.load.rest_distance / scales_.length) * x.P;
  states[0] = (x.H - gap).mean();
  x.approach = 0.0;
  return system_->state_of(x, states);
}

FilmSample ContactProblem::fields(const Vector& U, const Vector& H) const {
  Vector P, fill;
  law_->pressure(U, &P, &fill);
  FilmSample s;
  s.force = force_weights_.dot(P);
  s.p_max = scales_.pressure * P.maxCoeff();
  s.h_min = scales_.film * H.minCoeff();
  if (grid_.points() > 0) {
    s.p_central = scales_.pressure * grid_.central(P);
    s.h_central = scales_.film * grid_.central(H);
  } else {
    Eigen::Index centre = 0;
    x_.cwiseAbs().minCoeff(&centre);
    s.p_central = scales_.pressure * P[centre];
    s.h_central = scales_.film * H[centre];
  }
  return s;
}

FilmSample ContactProblem::sample(double time, const Vector& z, const Vector* previous,
                                  double dt) const {
  const FilmLayout& layout = system_->layout();
  FilmSample s = fields(layout.unknowns(z), layout.gap(z));
  s.time = time;
  if (definition_.balanced()) {
    s.force = definition_.load.reference * load_.value(time);
    if (previous != nullptr && dt > 0.0) {
      s.velocity =
          (layout.approach(z) - layout.approach(*previous)) / dt * scales_.film / scales_.time;
    }
  } else {
    s.velocity = gap_->velocity(layout.states(z)) * scales_.film / scales_.time;
  }
  return s;
}

FilmProfile ContactProblem::profile(double time, const Vector& z) const {
  const FilmLayout& layout = system_->layout();
  FilmProfile p;
  p.time = time;
  p.x = frame_at(time) * x_;
  Vector P, fill;
  law_->pressure(layout.unknowns(z), &P, &fill);
  p.pressure = scales_.pressure * P;
  p.gap = scales_.film * layout.gap(z);
  if (definition_.film.cavitation == Cavitation::mass_conserving) p.fill = fill;
  return p;
}

double ContactProblem::frame_at(double time) const {
  const auto& scale = system_->frame().scale;
  return scale ? scale(time / scales_.time) : 1.0;
}

double ContactProblem::speed(double time) const {
  if (definition_.film.kind != FilmKind::line) return 0.0;
  const auto& factor = system_->frame().speed;
  return reynolds_->speed() * (factor ? factor(time / scales_.time) : 1.0);
}

NeededExtent ContactProblem::needed(double time, const Vector& z) const {
  const double along = speed(time);
  if (along == 0.0) return {};
  return needed_extent(profile(time, z), scales_.radius, frame_at(time) * scales_.length, along);
}

std::string ContactProblem::starved(double time, const Vector& z) const {
  return starved_inlet(needed(time, z), speed(time));
}

}  // namespace mortise::gen
