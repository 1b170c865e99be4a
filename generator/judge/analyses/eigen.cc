#include "generator/judge/analyses/eigen.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "generator/ground/dense/decompositions.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

// Low eigenvalues of modes that one contact couples, from their characteristic equation
//
//   F(s) = sum_i c_i b_i / (s^2 + d_i s + omega_i^2) = 0,
//
// exact, with a work of a few hundred n per root instead of n^3: all unknowns but s are eliminated.
using Complex = std::complex<double>;

constexpr double kRootsUpTo = 1.5;    // roots up to so many times the maximum are followed
constexpr double kUncoupled = 1e-24;  // share of c . c of a mode that the contact does not see
constexpr int kRootIterations = 100;
constexpr double kRootTolerance = 1e-13;
constexpr double kUnitRoundoff = 0.5 * std::numeric_limits<double>::epsilon();

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

  // Damping of the undamped shape c_i / (omega_i^2 - x); next to a mode, that mode's own.
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

  // Error of a root s, to first order: what relative errors of one unit roundoff in every term make
  // of it. The right vector is b / p_i, the left one c / p_i with p_i = s^2 + d_i s + omega_i^2.
  double rounding(Complex s) const {
    Complex slope = 0;
    double terms = 0;
    for (Eigen::Index i = 0; i < stiffness_.size(); ++i) {
      const Complex inverse = 1.0 / (s * s + damping_[i] * s + stiffness_[i]);
      const double size = std::norm(s) + std::abs(s) * damping_[i] + stiffness_[i];
      const double weight = std::abs(residue_[i] * inverse);
      terms += weight * (1.0 + size * std::abs(inverse));
      slope += residue_[i] * inverse * inverse * (2.0 * s + damping_[i]);
    }
    const auto count = static_cast<double>(stiffness_.size());
    const double of_terms = count * kUnitRoundoff * terms / std::abs(slope);
    const double of_stop = kRootTolerance * std::abs(s);
    return std::isfinite(of_terms) ? of_terms + of_stop : of_stop;  // not: no contact sees the mode
  }

 private:
  Vector stiffness_, damping_, residue_;
  Eigen::Array<bool, Eigen::Dynamic, 1> low_;
};

// omega [rad/s], damping d [1/s], force b, gap c: (n). Every pair with |Im s| <= maximum [rad/s]
// (Im s > 0), ascending. Starts from the undamped contact without friction, whose frequencies lie
// between those of the modes, and follows all roots at once (Ehrlich, Aberth).
// Empty if the iteration does not settle or a pair is overdamped: take the dense matrix then.
std::optional<std::vector<ComplexMode>> contact_roots(const Vector& omega, const Vector& damping,
                                                      const Vector& force, const Vector& gap,
                                                      double maximum) {
  const double limit = kRootsUpTo * maximum;
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
  if (open > 0) return std::nullopt;
  std::vector<ComplexMode> modes;
  for (const Complex& root : s)
    if (root.imag() <= maximum)
      modes.push_back({root.imag() / kTwoPi, root.real(), characteristic.rounding(root)});
  return modes;
}

constexpr double kLocked = 1e-9;  // c . b of c . c below which friction locks the contact

// Orthonormal columns orthogonal to c: a reflection that takes c to a coordinate, without that one.
Matrix orthogonal_complement(const Vector& c) {
  const Eigen::Index n = c.size();
  Vector u = c;
  u[0] += std::copysign(c.norm(), c[0]);
  const Matrix reflected = Matrix::Identity(n, n) - (2.0 / u.squaredNorm()) * u * u.transpose();
  return reflected.rightCols(n - 1);
}

std::vector<ComplexMode> by_frequency(std::vector<ComplexMode> modes) {
  std::sort(modes.begin(), modes.end(), [](const ComplexMode& a, const ComplexMode& b) {
    return a.frequency_hz != b.frequency_hz ? a.frequency_hz < b.frequency_hz : a.growth < b.growth;
  });
  return modes;
}

// Condition of every eigenvalue: product of the lengths of its left and right vector, whose own
// product is 1. Pairs are inverted as their real and imaginary parts. 1 where that cannot be told.
Vector conditions_of(const GeneralEigen& eigen) {
  const Eigen::Index n = eigen.values.size();
  Matrix parts(n, n), left = Matrix::Identity(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const bool second = eigen.values[i].imag() < 0;  // stands behind the first of its pair
    parts.col(i) = second ? Vector(-eigen.vectors.col(i).imag()) : eigen.vectors.col(i).real();
  }
  Vector conditions = Vector::Ones(n);
  DenseLu lu;
  if (!lu.factorise(parts)) return conditions;
  lu.solve(left);
  for (Eigen::Index i = 0; i < n; ++i) {
    const double length = eigen.vectors.col(i).norm();
    if (eigen.values[i].imag() == 0.0) {
      conditions[i] = left.row(i).norm() * length;
    } else if (eigen.values[i].imag() > 0.0) {
      conditions[i] = 0.5 * std::hypot(left.row(i).norm(), left.row(i + 1).norm()) * length;
    }
  }
  return conditions;
}

// Modes of y'' = -K y - D y' by the matrix of its states: positions count omega times, omega^2 =
// |K|, so that both halves of the matrix are of one size. K may be 0: free bodies.
std::vector<ComplexMode> modes_of(const Matrix& states) {
  const Eigen::Index half = states.rows() / 2;
  const double stiffness = states.bottomLeftCorner(half, half).norm();
  const double omega = stiffness > 0.0 ? std::sqrt(stiffness) : 1.0;
  GeneralEigen eigen = general_eigen(states, true);
  eigen.vectors.topRows(half) *= omega;
  const Vector conditions = conditions_of(eigen);
  const double size = std::hypot(omega * std::sqrt(static_cast<double>(half)), stiffness / omega,
                                 states.bottomRightCorner(half, half).norm());
  std::vector<ComplexMode> modes;
  for (Eigen::Index i = 0; i < eigen.values.size(); ++i) {
    const std::complex<double> s = eigen.values[i];
    if (s.imag() >= 0)
      modes.push_back({s.imag() / kTwoPi, s.real(), kUnitRoundoff * size * conditions[i]});
  }
  return by_frequency(std::move(modes));
}

}  // namespace

FrozenRows frozen_rows(const ReducedSystem& system, const SlidingGeometryModel& geometry,
                       double position, double friction, bool deformed) {
  FrozenRows rows;
  if (deformed) {
    const SlidingEquilibrium state = sliding_equilibrium(system, geometry, position, friction);
    rows.place = state.place;
    rows.lambda = state.force;
  } else {
    rows.place = geometry.undeformed(position);
  }
  geometry.force_row(rows.place, friction, sliding_direction(sliding_of(system).law), &rows.force);
  geometry.gap_row(rows.place, &rows.gap);
  if (!(rows.gap.dot(rows.force) > kLocked * rows.gap.squaredNorm()))
    throw Error("sliding contact",
                "friction locks the contact at the position " + number_text(position) + " m",
                "lower contact.friction");
  return rows;
}

FrozenSystem freeze_sliding(const ReducedSystem& system, const SlidingGeometryModel& geometry,
                            double position, double friction, const SlidingEigenOptions& options) {
  const Eigen::Index n = system.size();
  const FrozenRows rows = frozen_rows(system, geometry, position, friction, options.deformed);
  Matrix stiffness = system.omega.cwiseAbs2().asDiagonal();
  if (options.turning_force) {
    const auto turning =
        geometry.force_derivative(rows.place, friction, sliding_direction(sliding_of(system).law));
    stiffness -= rows.lambda * turning.left * turning.right.transpose();
  }
  FrozenSystem frozen;
  frozen.basis = orthogonal_complement(rows.gap);
  // N^T (I - b c^T / (c . b)), on the left of what accelerates
  Matrix left = frozen.basis.transpose();
  left -= (left * rows.force) * (rows.gap / rows.gap.dot(rows.force)).transpose();
  frozen.state_matrix = Matrix::Zero(2 * n - 2, 2 * n - 2);
  frozen.state_matrix.topRightCorner(n - 1, n - 1).setIdentity();
  frozen.state_matrix.bottomLeftCorner(n - 1, n - 1) =
      -product(product(left, stiffness), frozen.basis);
  frozen.state_matrix.bottomRightCorner(n - 1, n - 1) =
      -product(left * system.damping.asDiagonal(), frozen.basis);
  return frozen;
}

SlidingEigenPoint sliding_eigenvalues_at(const ReducedSystem& system,
                                         const SlidingGeometryModel& geometry, double position,
                                         double friction, const SlidingEigenOptions& options) {
  SlidingEigenPoint point;
  point.friction = friction;
  point.position = position;
  const FrozenRows rows = frozen_rows(system, geometry, position, friction, options.deformed);
  point.force = rows.lambda;
  if (options.maximum_hz > 0 && !options.turning_force) {
    auto roots = contact_roots(system.omega, system.damping, rows.force, rows.gap,
                               kTwoPi * options.maximum_hz);
    if (roots) {
      point.modes = by_frequency(*std::move(roots));
      return point;
    }
  }
  point.modes =
      modes_of(freeze_sliding(system, geometry, position, friction, options).state_matrix);
  if (options.maximum_hz > 0) {
    const auto above = [&](const ComplexMode& m) { return m.frequency_hz > options.maximum_hz; };
    point.modes.erase(std::find_if(point.modes.begin(), point.modes.end(), above),
                      point.modes.end());
  }
  return point;
}

std::vector<SlidingEigenPoint> sliding_eigenvalues(const ReducedSystem& system,
                                                   const std::vector<double>& positions,
                                                   const std::vector<double>& frictions,
                                                   const SlidingEigenOptions& options,
                                                   const Progress& progress) {
  const SlidingGeometryModel geometry(sliding_of(system), system.size());
  const std::vector<double> own = {sliding_of(system).law.friction};
  const std::vector<double>& list = frictions.empty() ? own : frictions;
  std::vector<SlidingEigenPoint> points;
  points.reserve(list.size() * positions.size());
  for (const double friction : list) {
    for (const double position : positions) {
      points.push_back(sliding_eigenvalues_at(system, geometry, position, friction, options));
      if (progress)
        progress(static_cast<double>(points.size()) /
                 static_cast<double>(list.size() * positions.size()));
    }
  }
  return points;
}

}  // namespace mortise::gen
