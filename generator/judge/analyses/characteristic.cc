#include "generator/judge/analyses/characteristic.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

namespace mortise::gen {
namespace {

using Complex = std::complex<double>;

constexpr double kMargin = 1.5;       // roots up to so many times the maximum are followed
constexpr double kUncoupled = 1e-24;  // share of c . c of a mode that the contact does not see
constexpr int kRootIterations = 100;
constexpr double kRootTolerance = 1e-13;

// Undamped frequencies squared without friction: zeros of sum c_i^2 / (omega_i^2 - x), one between
// any two neighbouring omega_i^2 that the contact sees; the others stay.

class Interlacing {
 public:
  Interlacing(const Vector& omega, const Vector& damping, const Vector& gap)
      : stiffness_(omega.cwiseAbs2()), damping_(damping), weight_(gap.cwiseAbs2()) {}

  std::vector<Complex> starts(double limit) const {
    std::vector<Eigen::Index> seen;
    std::vector<Complex> roots;
    for (Eigen::Index i = 0; i < stiffness_.size(); ++i) {
      if (weight_[i] > kUncoupled * weight_.sum()) {
        seen.push_back(i);
      } else if (stiffness_[i] <= limit * limit) {
        roots.push_back(root(stiffness_[i], damping_[i]));
      }
    }
    std::sort(seen.begin(), seen.end(),
              [&](Eigen::Index a, Eigen::Index b) { return stiffness_[a] < stiffness_[b]; });
    for (std::size_t k = 0; k + 1 < seen.size(); ++k) {
      if (stiffness_[seen[k]] > limit * limit) break;
      const double x = zero_between(stiffness_[seen[k]], stiffness_[seen[k + 1]]);
      roots.push_back(root(x, mean_damping(x, seen[k])));
    }
    return roots;
  }

 private:
  static Complex root(double x, double d) {
    return {-0.5 * d, std::sqrt(std::max(x - 0.25 * d * d, 1e-6 * x))};
  }

  double zero_between(double low, double high) const {
    for (int k = 0; k < 60; ++k) {
      const double x = 0.5 * (low + high);
      const double f = (weight_.array() / (stiffness_.array() - x)).sum();
      (f > 0 ? high : low) = x;
    }
    return 0.5 * (low + high);
  }

  // Of the undamped shape c_i / (omega_i^2 - x); next to a mode, that mode's own.
  double mean_damping(double x, Eigen::Index neighbour) const {
    const Vector shape = (weight_.array() / (stiffness_.array() - x).square()).matrix();
    const double mean = shape.dot(damping_) / shape.sum();
    return std::isfinite(mean) ? mean : damping_[neighbour];
  }

  Vector stiffness_, damping_, weight_;
};

class Characteristic {
 public:
  Characteristic(const Vector& omega, const Vector& damping, const Vector& force, const Vector& gap,
                 double limit)
      : stiffness_(omega.cwiseAbs2()),
        damping_(damping),
        residue_(gap.cwiseProduct(force)),
        low_(omega.array() <= limit) {}

  // p'/p of F with the poles below the limit multiplied out.
  Complex logarithmic_derivative(Complex s) const {
    Complex f = 0, derivative = 0, poles = 0;
    for (Eigen::Index i = 0; i < stiffness_.size(); ++i) {
      const Complex inverse = 1.0 / (s * s + damping_[i] * s + stiffness_[i]);
      const Complex slope = 2.0 * s + damping_[i];
      const Complex part = residue_[i] * inverse;
      f += part;
      derivative -= part * inverse * slope;
      if (low_[i]) poles += inverse * slope;
    }
    return derivative / f + poles;
  }

 private:
  Vector stiffness_, damping_, residue_;
  Eigen::Array<bool, Eigen::Dynamic, 1> low_;
};

}  // namespace

std::optional<Eigen::VectorXcd> contact_roots(const Vector& omega, const Vector& damping,
                                              const Vector& force, const Vector& gap,
                                              double maximum) {
  const double limit = kMargin * maximum;
  std::vector<Complex> s = Interlacing(omega, damping, gap).starts(limit);
  const Characteristic characteristic(omega, damping, force, gap, limit);
  std::vector<bool> settled(s.size(), false);
  std::size_t open = s.size();
  for (int k = 0; k < kRootIterations && open > 0; ++k) {
    for (std::size_t i = 0; i < s.size(); ++i) {
      if (settled[i]) continue;
      Complex others = 1.0 / (s[i] - std::conj(s[i]));
      for (std::size_t j = 0; j < s.size(); ++j)
        if (j != i) others += 1.0 / (s[i] - s[j]) + 1.0 / (s[i] - std::conj(s[j]));
      const Complex step = 1.0 / (characteristic.logarithmic_derivative(s[i]) - others);
      if (!std::isfinite(step.real()) || !std::isfinite(step.imag())) return std::nullopt;
      s[i] -= step;
      if (std::abs(step) > kRootTolerance * std::abs(s[i])) continue;
      settled[i] = true;
      --open;
    }
  }
  // a root of negative imaginary part would stand for its mirror twice
  for (const Complex& root : s)
    if (!(root.imag() > 0)) return std::nullopt;
  std::sort(s.begin(), s.end(), [](Complex a, Complex b) { return a.imag() < b.imag(); });
  std::vector<Complex> kept;
  for (std::size_t i = 0; i < s.size(); ++i)
    if (s[i].imag() <= maximum) kept.push_back(s[i]);
  if (open > 0) return std::nullopt;
  return Eigen::Map<Eigen::VectorXcd>(kept.data(), static_cast<Eigen::Index>(kept.size()));
}

}  // namespace mortise::gen
