#include "generator/simulate/structure/stepped_film.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "generator/contact/film/resting_film.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/integrate/tableau.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr int kMostParts = 1024;  // of the way to an opening
constexpr double kSecant = 1e-9;  // of the film's unit: smaller ways say nothing of a slope
constexpr double kProbe = 1e-6;   // of the film's unit

}  // namespace

class SteppedFilm::GivenGap final : public GapModel {
 public:
  explicit GivenGap(GapEquations equations) : e_(std::move(equations)) {}
  void open(double by) { base_ = e_.geometry.array() + by; }

  Eigen::Index points() const override { return e_.geometry.size(); }
  Eigen::Index states() const override { return 0; }
  Vector initial_states() const override { return Vector(); }
  void begin_stage(double, double, const Vector&) override {}
  const Vector& base() const override { return base_; }
  void add_compliance(const Vector& P, Vector* gap) const override {
    add_product(1.0, e_.compliance, P, gap);
  }
  const Matrix& compliance() override { return e_.compliance; }
  Vector end_states(const Vector&) const override { return Vector(); }
  double velocity(const Vector&) const override { return 0.0; }

 private:
  GapEquations e_;
  Vector base_;
};

SteppedFilm::SteppedFilm(const FullInterface& interface, double step)
    : SteppedInterface(interface, step),
      film_(*interface.as<FilmBetween>()),
      problem_(film_.film, nullptr),
      force_(Vector::Zero(1)) {
  unit_ = problem_.scales().film;
  demand(problem_.system().gap().equations().has_value(), film_.film.path,
         "its bodies are no half-spaces",
         "set structure.kind to half_space: the bodies are those of the assembly");
  gap_ = std::make_shared<GivenGap>(gap_of_bodies(film_.film, &problem_));
  for (auto& system : system_)
    system = std::make_unique<FilmSystem>(gap_.get(), problem_.reynolds(), FilmFrameMotion{},
                                          NewtonOptions{}, FilmTolerances{});
}

void SteppedFilm::start(const BodyState& state) {
  const double opening = film_.opening.dot(state.displacement);
  gap_->open((film_.clearance + opening) / unit_);
  FilmUnknowns x;
  x.U = Vector::Zero(gap_->points());
  x.H = gap_->base();
  std::optional<RestingFilm::Found> rolling;
  if (film_.film.balanced())
    rolling = RestingFilm(film_.film, film_.width, film_.clearance).at(opening);
  if (rolling) x = rolling->film;
  demand(x.H.minCoeff() > 0.0, film_.film.path, "the surfaces overlap at the start",
         "raise the clearance of the interface");
  state_ = system_[0]->state_of(x, Vector());
  forget();
  slope_ = mean_ = 0.0;
  at_ = opening;
  fresh_ = true;
  sample_ = sample_of(state_);
}

void SteppedFilm::begin(const BodyState& state, const Vector&) {
  start_ = film_.opening.dot(state.displacement);
  rate_ = film_.opening.dot(state.velocity);
  const auto driven = [&](int input, double otherwise) {
    return input >= 0 ? state.inputs[input] : otherwise;
  };
  const double speed = driven(film_.entrainment, film_.film.entrainment);
  Reynolds& reynolds = *problem_.reynolds();
  if (film_.film.reference_speed > 0.0) reynolds.set_speed(speed / film_.film.reference_speed);
  reynolds.set_lambda(problem_.scales().lambda *
                      driven(film_.viscosity, film_.film.lubricant.viscosity_factor));
  stages_ = {state_, state_};
  at_ = start_;
  fresh_ = true;
}

void SteppedFilm::forget() {
  for (auto& system : system_) system->newton().forget();
}

double SteppedFilm::opening_at(double share, double end) const {
  const double bend = end - start_ - h_ * rate_;
  return start_ + share * (h_ * rate_ + share * bend);
}

FilmSample SteppedFilm::sample_of(const Vector& z) const {
  const FilmLayout& layout = system_[0]->layout();
  FilmSample sample = problem_.fields(layout.unknowns(z), layout.gap(z));
  sample.force *= film_.width;
  return sample;
}

// share: of the way that the film goes from the start of the step.
bool SteppedFilm::solve(double end, double share, const Stages& guess, Stages* out) {
  const double gamma = alexander().diagonal(), carry = alexander().a(1, 0) / gamma;
  const double shift = problem_.scales().time / (gamma * h_);
  const auto open = [&](double opening) {
    gap_->open((film_.clearance + start_ + share * (opening - start_)) / unit_);
  };
  out->first = guess.first;
  open(opening_at(gamma, end));
  if (!system_[0]->solve_stage(0.0, shift, state_, &out->first)) return false;
  const Vector between = state_ + carry * (out->first - state_);
  out->second = guess.second;
  open(end);
  return system_[1]->solve_stage(0.0, shift, between, &out->second);
}

// From the stages solved last; else by parts of the way from where the step began: surfaces that
// close by more than their gap are kept apart by a pressure that the first guess does not have.
bool SteppedFilm::approach(double end) {
  Stages next;
  if (solve(end, 1.0, stages_, &next)) {
    stages_ = std::move(next);
    return true;
  }
  forget();
  Stages here{state_, state_};
  for (int parts = 2, done = 0; done < parts;) {
    if (solve(end, static_cast<double>(done + 1) / parts, here, &next)) {
      here = next;
      ++done;
      continue;
    }
    forget();
    parts *= 2;
    done *= 2;
    if (parts > kMostParts) return false;
  }
  stages_ = std::move(here);
  return true;
}

void SteppedFilm::evaluate(const Vector& motion, const Vector&, double, double) {
  const double end = motion[0];
  solved_ = approach(end);
  if (!solved_) {
    force_[0] = 2.0 * (mean_ + slope_ * (end - at_));
    return;
  }
  const double gamma = alexander().diagonal();
  const auto mean_of = [&](const Stages& s) {
    return (1.0 - gamma) * sample_of(s.first).force + gamma * sample_of(s.second).force;
  };
  const double mean = mean_of(stages_), way = end - at_;
  if (fresh_) {
    // the slope of the step before belongs to another film
    Stages beside;
    const double probe = kProbe * unit_;
    if (solve(end + probe, 1.0, stages_, &beside)) slope_ = (mean_of(beside) - mean) / probe;
  } else if (std::abs(way) > kSecant * unit_) {
    slope_ = (mean - mean_) / way;
  }
  slope_ = std::min(slope_, 0.0);  // a film never pulls harder as it opens
  fresh_ = false;
  mean_ = mean;
  at_ = end;
  force_[0] = 2.0 * mean;
}

SparseMatrix SteppedFilm::tangent() const { return sparse_matrix(1, 1, {{0, 0, 2.0 * slope_}}); }

void SteppedFilm::finish(const RowStep& step, const BodyState&) {
  const double impulse = h_ * (0.5 * force_[0]);
  state_ = stages_.second;
  sample_ = sample_of(state_);
  books_.friction -= impulse * step.mean_velocity()[0];
  normal_impulse_ += impulse;
}

void SteppedFilm::report(StepReport* report) const {
  report->solved &= solved_;
  report->touching |= sample_.force > 0.0;
}

std::optional<double> SteppedFilm::own_output(const OutputChannel& channel,
                                              const BodyState&) const {
  switch (channel.quantity) {
    case OutputQuantity::film_force:
      return sample_.force;
    case OutputQuantity::central_pressure:
      return sample_.p_central;
    case OutputQuantity::central_gap:
      return sample_.h_central;
    case OutputQuantity::minimum_gap:
      return sample_.h_min;
    case OutputQuantity::film_residual:  // what reductions have: none here
    case OutputQuantity::film_basis:
      return 0.0;
    default:
      return std::nullopt;
  }
}

}  // namespace mortise::gen
