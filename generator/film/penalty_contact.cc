#include "generator/film/penalty_contact.hpp"

namespace mortise::gen {

void PenaltyContact::pressure(const Vector& U, Vector* P, Vector* fill) const {
  *P = U;
  fill->setOnes(U.size());
}

Vector PenaltyContact::content(const Vector& U, const Vector& /*H*/) const {
  return Vector::Zero(U.size());
}

void PenaltyContact::residual(const Vector& U, const Vector& H, const StageTerms& /*terms*/,
                              Vector* f) const {
  *f = U.array() - penalty_ * H.array().min(0.0).square();
}

void PenaltyContact::jacobian(const Vector& U, const Vector& H, const StageTerms& /*terms*/,
                              Bands* by_U, Bands* by_H) const {
  by_U->setZero(U.size(), 5);
  by_H->setZero(U.size(), 5);
  by_U->col(2).setOnes();
  by_H->col(2) = -2.0 * penalty_ * H.array().min(0.0);
}

}  // namespace mortise::gen
