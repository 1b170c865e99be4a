#include "generator/contact/film/penalty_contact.hpp"

#include <algorithm>
#include <cmath>

namespace mortise::gen {
namespace {

constexpr double kSmallestPressure = 1e-12;  // keeps the slope of the root finite

}  // namespace

void PenaltyContact::pressure(const Vector& U, Vector* P, Vector* fill) const {
  *P = U.cwiseMax(0.0);
  *fill = (U.array() >= 0.0).cast<double>();
}

Vector PenaltyContact::content(const Vector& U, const Vector& /*H*/) const {
  return Vector::Zero(U.size());
}

void PenaltyContact::residual(const Vector& U, const Vector& H, const StageTerms& /*terms*/,
                              Vector* f) const {
  f->resize(U.size());
  for (Eigen::Index i = 0; i < U.size(); ++i) {
    (*f)[i] = H[i] + (U[i] > 0.0 ? std::sqrt(U[i] / penalty_) : U[i]);
  }
}

void PenaltyContact::jacobian(const Vector& U, const Vector& /*H*/, const StageTerms& /*terms*/,
                              Bands* by_U, Bands* by_H) const {
  by_U->setZero(U.size(), 5);
  by_H->setZero(U.size(), 5);
  by_H->col(2).setOnes();
  for (Eigen::Index i = 0; i < U.size(); ++i) {
    (*by_U)(i, 2) =
        U[i] >= 0.0 ? 0.5 / std::sqrt(penalty_ * std::max(U[i], kSmallestPressure)) : 1.0;
  }
}

}  // namespace mortise::gen
