#include "generator/simulate/bolted/modal_flow.hpp"

#include <cmath>

namespace mortise::gen {

ModalFlow::ModalFlow(const Vector& omega, const Vector& zeta, double h)
    : ee_(omega.size()), ev_(ee_), ve_(ee_), vv_(ee_) {
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    const double decay = zeta[k] * omega[k];
    const double damped = omega[k] * std::sqrt(1.0 - zeta[k] * zeta[k]);
    const double size = std::exp(-decay * h);
    const double cosine = size * std::cos(damped * h), sine = size * std::sin(damped * h) / damped;
    ee_[k] = cosine + decay * sine;
    ev_[k] = sine;
    ve_[k] = -omega[k] * omega[k] * sine;
    vv_[k] = cosine - decay * sine;
  }
  const Vector compliance = omega.cwiseAbs2().cwiseInverse();
  held_to_eta_ = compliance.cwiseProduct((1.0 - ee_.array()).matrix());
  held_to_velocity_ = -compliance.cwiseProduct(ve_);
}

void ModalFlow::advance(Vector* eta, Vector* velocity) const {
  const Vector moved = ee_.cwiseProduct(*eta) + ev_.cwiseProduct(*velocity);
  *velocity = ve_.cwiseProduct(*eta) + vv_.cwiseProduct(*velocity);
  *eta = moved;
}

}  // namespace mortise::gen
