#include "tests/generator/contact/sliding/moreau_jean.hpp"

#include <algorithm>
#include <cmath>

namespace mortise::gen {

MoreauJeanSliding::MoreauJeanSliding(const ReducedSystem& system, double step)
    : SlidingStepper(system, step),
      denominator_(Vector::Ones(system.size()) + 0.5 * h_ * system.damping +
                   0.25 * h_ * h_ * stiffness_) {}

void MoreauJeanSliding::step(const SlidingInputs& inputs) {
  const Vector f = modal_force(inputs, time() + 0.5 * h_);
  const auto held = 2.0 - denominator_.array();  // 1 - h/2 d - h^2/4 omega^2
  free_velocity_ = (v_.array() * held + h_ * (f.array() - stiffness_.array() * q_.array())) /
                   denominator_.array();
  evaluate_geometry(q_ + h_ * v_, path(time() + h_));
  if (law_.kind == SlidingKind::bilateral) {
    bilateral();
  } else {
    unilateral();
  }
  const Vector v1 = free_velocity_ + impulse_.cwiseQuotient(denominator_);
  contact_work_ = 0.5 * impulse_.dot(v_ + v1);
  a_ = (v1 - v_) / h_;
  q_ += 0.5 * h_ * (v_ + v1);
  v_ = v1;
  ++count_;
}

void MoreauJeanSliding::bilateral() {
  const double frame = place_.normal().x() * law_.velocity;
  const double delassus = (gap_row_.array() * force_row_.array() / denominator_.array()).sum();
  const double impulse =
      (-law_.feedback * place_.gap / h_ - frame - gap_row_.dot(free_velocity_)) / delassus;
  impulse_ = impulse * force_row_;
  force_ = impulse / h_;
  friction_force_ = -law_.friction * direction_ * force_;
}

// One contact point, closed form: open, sticking, else sliding against the mean velocity.
void MoreauJeanSliding::unilateral() {
  impulse_.setZero(q_.size());
  force_ = friction_force_ = 0.0;
  if (place_.gap + 0.5 * h_ * gap_row_.dot(free_velocity_ - v_) > 0) return;
  geometry_.relative_rows(place_, &relative_);
  const Vector tangent_row = relative_ * place_.tangent();
  const auto product = [&](const Vector& x, const Vector& y) {
    return (x.array() * y.array() / denominator_.array()).sum();
  };
  const double nn = product(gap_row_, gap_row_), nt = product(gap_row_, tangent_row),
               tt = product(tangent_row, tangent_row);
  const double normal = gap_row_.dot(free_velocity_) + place_.normal().x() * law_.velocity +
                        law_.feedback * place_.gap / h_;
  // twice the mean: u_T + u_T1
  const double tangential =
      tangent_row.dot(v_ + free_velocity_) + 2 * place_.tangent().x() * law_.velocity;
  Vector2 p = Vector2::Zero();
  const double determinant = nn * tt - nt * nt;
  p.x() = (-tt * normal + nt * tangential) / determinant;
  p.y() = (nt * normal - nn * tangential) / determinant;
  if (p.x() < 0 || std::abs(p.y()) > law_.friction * p.x()) {
    p = Vector2(std::max(0.0, -normal / nn), 0.0);  // if friction leaves no solution (Painleve)
    for (const double sense : {1.0, -1.0}) {
      const double mu = -sense * law_.friction;  // P_T = mu P_N
      const double impulse = -normal / (nn + mu * nt);
      if (impulse >= 0 && sense * (tangential + impulse * (nt + mu * tt)) >= 0)
        p = Vector2(impulse, mu * impulse);
    }
  }
  impulse_ = p.x() * gap_row_ + p.y() * tangent_row;
  force_ = p.x() / h_;
  friction_force_ = p.y() / h_;
}

}  // namespace mortise::gen
