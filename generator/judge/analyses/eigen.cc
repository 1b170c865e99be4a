#include "generator/judge/analyses/eigen.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "generator/ground/dense/decompositions.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/judge/analyses/characteristic.hpp"

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
  geometry.force_row(rows.place, friction, sliding_direction(system.sliding->law), &rows.force);
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
        geometry.force_derivative(rows.place, friction, sliding_direction(system.sliding->law));
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
    const auto roots = contact_roots(system.omega, system.damping, rows.force, rows.gap,
                                     kTwoPi * options.maximum_hz);
    if (roots) {
      point.modes = modes_of(*roots);
      return point;
    }
  }
  point.modes = modes_of(
      general_eigen(freeze_sliding(system, geometry, position, friction, options).state_matrix,
                    false)
          .values);
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
  if (!system.sliding)
    throw Error("analyze eig", "the definition has no sliding contact",
                "give contact.kind = \"sliding\"");
  const SlidingGeometryModel geometry(*system.sliding, system.size());
  const std::vector<double> own = {system.sliding->law.friction};
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
