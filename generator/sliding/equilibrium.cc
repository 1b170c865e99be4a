#include "generator/sliding/equilibrium.hpp"

#include <cmath>
#include <string>

#include "generator/dense/dense_solver.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

constexpr int kIterations = 30;
constexpr double kTolerance = 1e-12;  // of the last change of the contact force

// [omega^2 - lambda db/dq, -b; c^T, 0]
Matrix newton_matrix(const ReducedSystem& system, const SlidingGeometryModel& geometry,
                     const SlidingEquilibrium& x, double friction, double direction) {
  const Eigen::Index n = system.size();
  Vector force, gap;
  geometry.force_row(x.place, friction, direction, &force);
  geometry.gap_row(x.place, &gap);
  const auto turning = geometry.force_derivative(x.place, friction, direction);
  Matrix a(n + 1, n + 1);
  a.topLeftCorner(n, n).noalias() = -x.force * turning.left * turning.right.transpose();
  a.topLeftCorner(n, n).diagonal() += system.omega.cwiseAbs2();
  a.col(n).head(n) = -force;
  a.row(n).head(n) = gap.transpose();
  a(n, n) = 0.0;
  return a;
}

}  // namespace

SlidingEquilibrium sliding_equilibrium(const ReducedSystem& system,
                                       const SlidingGeometryModel& geometry, double path,
                                       double friction) {
  if (!system.sliding)
    throw Error("sliding contact", "the system has none", "give contact.kind = \"sliding\"");
  const Eigen::Index n = system.size();
  const double direction = sliding_direction(system.sliding->law);
  SlidingEquilibrium x;
  x.q = Vector::Zero(n);
  x.place = geometry.undeformed(path);
  Vector force, rest(n + 1);
  DenseLu lu;
  while (x.iterations < kIterations) {
    ++x.iterations;
    geometry.force_row(x.place, friction, direction, &force);
    rest.head(n) =
        system.omega.cwiseAbs2().cwiseProduct(x.q) - system.constant_force - x.force * force;
    rest[n] = x.place.gap;
    if (!lu.factorise(newton_matrix(system, geometry, x, friction, direction))) break;
    lu.solve(rest);
    if (!rest.allFinite()) break;
    x.q -= rest.head(n);
    x.force -= rest[n];
    x.place = geometry.find(x.q, path);
    if (std::abs(rest[n]) <= kTolerance * std::abs(x.force)) return x;
  }
  throw Error("sliding contact",
              "there is no static sliding state at the position " + std::to_string(path) + " m",
              "see that the supports and the contact hold the bodies, and lower contact.friction");
}

}  // namespace mortise::gen
