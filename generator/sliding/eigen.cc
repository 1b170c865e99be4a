#include "generator/sliding/eigen.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "generator/constants.hpp"
#include "generator/dense/decompositions.hpp"
#include "generator/dense/dense_solver.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kLocked = 1e-9;  // c . b of c . c below which friction locks the contact

// Orthonormal columns orthogonal to c: a reflection that takes c to a coordinate, without that one.
Matrix orthogonal_complement(const Vector& c) {
  const Eigen::Index n = c.size();
  Vector u = c;
  u[0] += std::copysign(c.norm(), c[0]);
  const Matrix reflected = Matrix::Identity(n, n) - (2.0 / u.squaredNorm()) * u * u.transpose();
  return reflected.rightCols(n - 1);
}

std::vector<ComplexMode> modes_of(const Eigen::VectorXcd& values) {
  std::vector<ComplexMode> modes;
  for (const std::complex<double>& s : values)
    if (s.imag() >= 0) modes.push_back({s.imag() / kTwoPi, s.real()});
  std::sort(modes.begin(), modes.end(), [](const ComplexMode& a, const ComplexMode& b) {
    return a.frequency_hz != b.frequency_hz ? a.frequency_hz < b.frequency_hz : a.growth < b.growth;
  });
  return modes;
}

}  // namespace

FrozenSystem freeze_sliding(const ReducedSystem& system, const SlidingGeometryModel& geometry,
                            double position, double friction, const SlidingEigenOptions& options) {
  const Eigen::Index n = system.size();
  const double direction = sliding_direction(system.sliding->law);
  ContactPlace place;
  Matrix stiffness = system.omega.cwiseAbs2().asDiagonal();
  if (options.deformed) {
    const SlidingEquilibrium state = sliding_equilibrium(system, geometry, position, friction);
    place = state.place;
    if (options.turning_force) {
      const auto turning = geometry.force_derivative(place, friction, direction);
      stiffness -= state.force * turning.left * turning.right.transpose();
    }
  } else {
    place = geometry.undeformed(position);
  }
  Vector b, c;
  geometry.force_row(place, friction, direction, &b);
  geometry.gap_row(place, &c);
  const double coupling = c.dot(b);
  if (!(coupling > kLocked * c.squaredNorm()))
    throw Error("sliding contact",
                "friction locks the contact at the position " + std::to_string(position) + " m",
                "lower contact.friction");
  FrozenSystem frozen;
  frozen.basis = orthogonal_complement(c);
  // N^T (I - b c^T / (c . b)), on the left of what accelerates
  Matrix left = frozen.basis.transpose();
  left -= (left * b) * (c / coupling).transpose();
  frozen.state_matrix = Matrix::Zero(2 * n - 2, 2 * n - 2);
  frozen.state_matrix.topRightCorner(n - 1, n - 1).setIdentity();
  frozen.state_matrix.bottomLeftCorner(n - 1, n - 1) =
      -product(product(left, stiffness), frozen.basis);
  frozen.state_matrix.bottomRightCorner(n - 1, n - 1) =
      -product(left * system.damping.asDiagonal(), frozen.basis);
  return frozen;
}

std::vector<SlidingEigenPoint> sliding_eigenvalues(const ReducedSystem& system,
                                                   const std::vector<double>& positions,
                                                   const SlidingEigenOptions& options) {
  if (!system.sliding)
    throw Error("analyze eig", "the definition has no sliding contact",
                "give contact.kind = \"sliding\"");
  const SlidingGeometryModel geometry(*system.sliding, system.size());
  const double friction = system.sliding->law.friction;
  std::vector<SlidingEigenPoint> points;
  points.reserve(positions.size());
  for (const double position : positions) {
    SlidingEigenPoint point;
    point.position = position;
    if (options.deformed)
      point.force = sliding_equilibrium(system, geometry, position, friction).force;
    point.modes = modes_of(
        general_eigen(freeze_sliding(system, geometry, position, friction, options).state_matrix,
                      false)
            .values);
    points.push_back(std::move(point));
  }
  return points;
}

}  // namespace mortise::gen
