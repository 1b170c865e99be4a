#include "generator/ground/integrate/modal_flow.hpp"

#include <cmath>

namespace mortise::gen {
namespace {

constexpr double kStill = 1e-7;      // omega h of a rigid mode
constexpr double kOverflows = 20.0;  // from there on cosh is half of an exponential

// Displacement by a force: (1 - qq) / omega^2 with its digits, less = 1 - qq.
double by_force(double omega, double decay, double h, double less, double qv) {
  constexpr double kBraked = 1e-4;  // decay h from which a damper alone brakes it
  if (omega * h >= kStill) return less / (omega * omega);
  return decay * h < kBraked ? 0.5 * h * h * (1.0 - 2.0 / 3.0 * decay * h) : 0.5 * (h - qv) / decay;
}

}  // namespace

ModalFlow::ModalFlow(const Vector& omega, const Vector& decays, double h)
    : qq_(omega.size()), qv_(qq_), vq_(qq_), vv_(qq_), qf_(qq_) {
  for (Eigen::Index i = 0; i < omega.size(); ++i) {
    const double w = omega[i], decay = decays[i], square = w * w - decay * decay;
    const double rate = std::sqrt(std::abs(square)), x = rate * h;
    // cos and sin / rate, or their twins, and 1 - cos
    double e = std::exp(-decay * h), c = 1.0, s = h, rest = 0.0;
    if (square > 0.0) {
      c = std::cos(x);
      s = std::sin(x) / rate;
      rest = 2.0 * std::pow(std::sin(0.5 * x), 2);
    } else if (square < 0.0 && x < kOverflows) {
      c = std::cosh(x);
      s = std::sinh(x) / rate;
      rest = -2.0 * std::pow(std::sinh(0.5 * x), 2);
    } else if (square < 0.0) {
      e = 0.5 * std::exp(x - decay * h);
      s = 1.0 / rate;
    }
    const double less = x < kOverflows || square > 0.0
                            ? -std::expm1(-decay * h) + e * rest - e * decay * s
                            : 1.0 - e * (c + decay * s);
    qq_[i] = e * (c + decay * s);
    qv_[i] = e * s;
    vq_[i] = -e * w * w * s;
    vv_[i] = e * (c - decay * s);
    qf_[i] = by_force(w, decay, h, less, qv_[i]);
  }
}

void ModalFlow::advance(Vector* q, Vector* velocity) const {
  const Vector moved = qq_.cwiseProduct(*q) + qv_.cwiseProduct(*velocity);
  *velocity = vq_.cwiseProduct(*q) + vv_.cwiseProduct(*velocity);
  *q = moved;
}

}  // namespace mortise::gen
