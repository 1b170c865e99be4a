#include "generator/contact/film/film_system.hpp"

#include <algorithm>
#include <cmath>

namespace mortise::gen {

bool FilmSystem::solve_stage(double time, double shift, const Vector& start, Vector* z) {
  StageTerms terms;
  terms.shift = shift;
  const Vector content_start = layout_.content(start);
  terms.start = &content_start;
  if (frame_.scale) {
    terms.frame = frame_.scale(time);
    terms.frame_rate = frame_.rate(time);
  }
  if (frame_.speed) terms.speed_factor = frame_.speed(time);
  if (frame_.viscosity) terms.viscosity_factor = frame_.viscosity(time);
  gap_->begin_stage(time, shift, layout_.states(start));
  FilmUnknowns x;
  x.U = layout_.unknowns(*z);
  x.approach = gap_->load_weights().size() > 0 ? layout_.approach(*z) : 0.0;
  if (!newton_.solve(gap_, terms, gap_->load(time), &x)) {
    failure_ = newton_.failure();
    return false;
  }
  *z = state_of(x, gap_->end_states(x.P));
  if (z->allFinite()) return true;
  failure_ = "the states of the bodies are not finite";
  return false;
}

Vector FilmSystem::state_of(const FilmUnknowns& x, const Vector& gap_states) const {
  return layout_.pack(newton_.law().content(x.U, x.H), gap_states, x.U, x.H, x.approach);
}

double FilmSystem::error_measure(const Vector& error, const Vector& z) const {
  const auto measure = [&](const Vector& e, const Vector& value, double absolute) {
    const Eigen::ArrayXd scaled =
        e.array() / (tolerances_.relative * value.array().abs() + absolute);
    return std::sqrt(scaled.square().mean());
  };
  const double pressure =
      measure(layout_.unknowns(error), layout_.unknowns(z), tolerances_.pressure);
  const double gap = measure(layout_.gap(error), layout_.gap(z), tolerances_.gap);
  // std::max would drop a NaN in second place
  return std::isnan(gap) ? gap : std::max(pressure, gap);
}

}  // namespace mortise::gen
