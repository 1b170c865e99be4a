#include "generator/compare/pressure_manifold.hpp"

#include "generator/dense/dense_solver.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

// q(b), and its derivative for b (r (r + 1) / 2 x r).
Vector products(const Vector& b) {
  const Eigen::Index r = b.size();
  Vector q(r * (r + 1) / 2);
  Eigen::Index at = 0;
  for (Eigen::Index i = 0; i < r; ++i) {
    for (Eigen::Index j = i; j < r; ++j) q[at++] = b[i] * b[j];
  }
  return q;
}

Matrix products_slope(const Vector& b) {
  const Eigen::Index r = b.size();
  Matrix slope = Matrix::Zero(r * (r + 1) / 2, r);
  Eigen::Index at = 0;
  for (Eigen::Index i = 0; i < r; ++i) {
    for (Eigen::Index j = i; j < r; ++j) {
      slope(at, i) += b[j];
      slope(at++, j) += b[i];
    }
  }
  return slope;
}

}  // namespace

PressureManifold::PressureManifold(const PressureBasis& basis, const Matrix& compliance)
    : basis_(basis),
      compliance_(compliance),
      shapes_(basis.shapes),
      gap_shapes_(product(compliance, basis.shapes)) {}

void PressureManifold::bend(const Matrix& snapshots, double ridge) {
  const Matrix b = encode(snapshots);
  const Matrix left = snapshots - shapes_ * b;
  Matrix q(modes() * (modes() + 1) / 2, b.cols());
  for (Eigen::Index k = 0; k < b.cols(); ++k) q.col(k) = products(b.col(k));
  // every product counts alike, however small its coefficients
  const Vector size = (q.rowwise().norm() + Vector::Constant(q.rows(), 1e-300)).cwiseInverse();
  q = size.asDiagonal() * q;
  // W (q q^T + ridge) = left q^T: every node by itself, so its weight drops out
  Matrix square = product(q, q.transpose());
  square.diagonal().array() += ridge;
  DenseLu lu;
  if (!lu.factorise(square)) {
    throw Error("compare", "the quadratic correction cannot be fitted", "use fewer modes");
  }
  Matrix rhs = product(q, left.transpose());
  lu.solve(rhs);
  bent_ = rhs.transpose() * size.asDiagonal();
  gap_bent_ = product(compliance_, bent_);
}

Vector PressureManifold::pressure(const Vector& b) const {
  Vector p = shapes_ * b;
  if (bent_.size() > 0) p += bent_ * products(b);
  return p;
}

Vector PressureManifold::deformation(const Vector& b) const {
  Vector h = gap_shapes_ * b;
  if (bent_.size() > 0) h += gap_bent_ * products(b);
  return h;
}

Matrix PressureManifold::pressure_slope(const Vector& b) const {
  if (bent_.size() == 0) return shapes_;
  return shapes_ + product(bent_, products_slope(b));
}

Matrix PressureManifold::deformation_slope(const Vector& b) const {
  if (bent_.size() == 0) return gap_shapes_;
  return gap_shapes_ + product(gap_bent_, products_slope(b));
}

Matrix PressureManifold::encode(const Matrix& pressure) const { return project(basis_, pressure); }

Matrix PressureManifold::decoded(const Matrix& coefficients) const {
  Matrix p(shapes_.rows(), coefficients.cols());
  for (Eigen::Index k = 0; k < coefficients.cols(); ++k) p.col(k) = pressure(coefficients.col(k));
  return p;
}

double PressureManifold::pressure_error(const Matrix& snapshots) const {
  return (snapshots - decoded(encode(snapshots))).norm() / snapshots.norm();
}

double PressureManifold::deformation_error(const Matrix& snapshots) const {
  return product(compliance_, snapshots - decoded(encode(snapshots))).norm() /
         product(compliance_, snapshots).norm();
}

}  // namespace mortise::gen
