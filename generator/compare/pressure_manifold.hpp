// Pressures a reduced film can have: combinations of shapes, bent by a quadratic correction that
// the coefficients themselves decide,
//   P / a = V b + W q(b),   q = (b_1^2, b_1 b_2, ..., b_r^2).
// W is fitted to what V leaves of the snapshots. Without W the usual linear space.
#pragma once

#include "generator/reduce/basis.hpp"

namespace mortise::gen {

class PressureManifold {
 public:
  // basis: V and the nodal weights. compliance: (points x points) C; outlives the object.
  PressureManifold(const PressureBasis& basis, const Matrix& compliance);

  // Fits W by least squares over products scaled to one size, `ridge` > 0 on the diagonal of their
  // unit one. snapshots: (points x count) P / a.
  void bend(const Matrix& snapshots, double ridge);

  Eigen::Index modes() const { return shapes_.cols(); }
  Vector pressure(const Vector& b) const;        // (points) P / a
  Vector deformation(const Vector& b) const;     // (points) C P / a
  Matrix pressure_slope(const Vector& b) const;  // (points x r) d/db
  Matrix deformation_slope(const Vector& b) const;
  // b of pressures (points x count) in the weighted norm: least squares in V. W is fitted to what
  // that leaves.
  Matrix encode(const Matrix& pressure) const;

  // Relative errors of the snapshots' projections (Frobenius): pressure, deformation.
  double pressure_error(const Matrix& snapshots) const;
  double deformation_error(const Matrix& snapshots) const;

 private:
  Matrix decoded(const Matrix& coefficients) const;

  PressureBasis basis_;
  const Matrix& compliance_;
  Matrix shapes_, gap_shapes_;  // (points x r) V, C V
  Matrix bent_, gap_bent_;      // (points x r (r + 1) / 2) W, C W; empty: linear
};

}  // namespace mortise::gen
