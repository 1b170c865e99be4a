#include "generator/simulate/sliding/schemes.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

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

GeneralisedAlphaSliding::GeneralisedAlphaSliding(const ReducedSystem& system, double step,
                                                 double radius)
    : SlidingStepper(system, step) {
  if (!(radius >= 0 && radius <= 1))
    throw Error("generalised alpha", "a spectral radius of " + number_text(radius),
                "give a number from 0 to 1, e.g. 0.9");
  if (law_.kind != SlidingKind::bilateral)
    throw Error("generalised alpha", "a unilateral contact", "give contact.law = \"bilateral\"");
  alpha_m_ = (2 * radius - 1) / (radius + 1);
  alpha_f_ = radius / (radius + 1);
  gamma_ = 0.5 + alpha_f_ - alpha_m_;
  beta_ = 0.25 * (gamma_ + 0.5) * (gamma_ + 0.5);
  const double share = (1 - alpha_f_) / (1 - alpha_m_);
  denominator_ = Vector::Ones(system.size()) +
                 share * h_ * (gamma_ * system.damping + h_ * beta_ * stiffness_);
}

void GeneralisedAlphaSliding::begin() { started_ = false; }

void GeneralisedAlphaSliding::step(const SlidingInputs& inputs) {
  if (!started_) {  // a = z'' at the start, with the force that keeps the gap acceleration at zero
    evaluate_geometry(q_, path(0.0));
    const Vector free =
        modal_force(inputs, 0.0) - system_.damping.cwiseProduct(v_) - stiffness_.cwiseProduct(q_);
    a_ = free - gap_row_.dot(free) / gap_row_.dot(force_row_) * force_row_;
    auxiliary_ = a_;
    started_ = true;
  }
  const double share = (1 - alpha_f_) / (1 - alpha_m_), h2 = h_ * h_;
  const Vector explicit_q = q_ + h_ * v_;
  evaluate_geometry(explicit_q, path(time() + h_));
  const Vector f = modal_force(inputs, time() + h_);
  const Vector q_rest = explicit_q + h2 * (0.5 - beta_) * auxiliary_,
               v_rest = v_ + h_ * (1 - gamma_) * auxiliary_;
  const Vector free =
      ((share * (f - system_.damping.cwiseProduct(v_rest) - stiffness_.cwiseProduct(q_rest)) +
        (alpha_f_ * a_ - alpha_m_ * auxiliary_) / (1 - alpha_m_))
           .array() /
       denominator_.array())
          .matrix();
  const Vector response = share * force_row_.cwiseQuotient(denominator_);
  const double gap = place_.gap + gap_row_.dot(q_rest + h2 * beta_ * free - explicit_q);
  force_ = -gap / (h2 * beta_ * gap_row_.dot(response));
  auxiliary_ = free + force_ * response;
  q_ = q_rest + h2 * beta_ * auxiliary_;
  v_ = v_rest + h_ * gamma_ * auxiliary_;
  a_ = f + force_ * force_row_ - system_.damping.cwiseProduct(v_) - stiffness_.cwiseProduct(q_);
  ++count_;
}

}  // namespace mortise::gen
