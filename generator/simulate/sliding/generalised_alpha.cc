#include "generator/simulate/sliding/generalised_alpha.hpp"

#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {

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
