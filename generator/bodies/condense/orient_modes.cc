#include "generator/bodies/condense/modes.hpp"

#include <cmath>

namespace mortise::gen {
namespace {

constexpr double kEqualHz = 1e-6;    // relative distance of frequencies that count as one
constexpr double kEqualSize = 1e-6;  // relative distance of magnitudes that count as one
constexpr double kSilent = 1e-8;     // rows this weak against the strongest do not guide

// Index of the first entry that is as large as the largest one, but for rounding.
Eigen::Index first_largest(const Vector& magnitudes) {
  const double limit = (1.0 - kEqualSize) * magnitudes.maxCoeff();
  Eigen::Index i = 0;
  while (magnitudes[i] < limit) ++i;
  return i;
}

// Rotates the columns [j, end) of a cluster so that the strongest row of `rows` moves column j
// only. Returns false if no row acts on them.
bool pivot(Eigen::Index j, const Matrix& rows, double scale, Matrix* rotation) {
  const Eigen::Index rest = rotation->cols() - j;
  if (rows.rows() == 0 || rest == 0) return false;
  const Matrix acting = rows * rotation->rightCols(rest);
  const Vector norms = acting.rowwise().norm();
  if (norms.maxCoeff() <= kSilent * scale) return false;
  const Vector row = acting.row(first_largest(norms)).transpose().normalized();
  // Householder reflection that takes e_1 to `row`
  Vector mirror = row;
  mirror[0] += row[0] >= 0.0 ? 1.0 : -1.0;
  mirror.normalize();
  const Matrix block = rotation->rightCols(rest);
  rotation->rightCols(rest) = block - 2.0 * (block * mirror) * mirror.transpose();
  return true;
}

void orient_cluster(const SparseMatrix& guide, Eigen::Ref<Matrix> shapes) {
  const Eigen::Index size = shapes.cols();
  const Matrix guided = guide.rows() > 0 ? Matrix(guide * shapes) : Matrix(0, size);
  const double guide_scale = guided.rows() > 0 ? guided.rowwise().norm().maxCoeff() : 0.0;
  const double shape_scale = shapes.rowwise().norm().maxCoeff();
  Matrix rotation = Matrix::Identity(size, size);
  for (Eigen::Index j = 0; j + 1 < size; ++j)
    if (guide_scale == 0.0 || !pivot(j, guided, guide_scale, &rotation))
      pivot(j, shapes, shape_scale, &rotation);
  shapes = Matrix(shapes * rotation);
}

}  // namespace

void orient_modes(Vector* omega, Matrix* shapes, const SparseMatrix& guide) {
  const Eigen::Index count = omega->size();
  for (Eigen::Index begin = 0, end = 0; begin < count; begin = end) {
    end = begin + 1;
    while (end < count && (*omega)[end] - (*omega)[end - 1] <= kEqualHz * (*omega)[end]) ++end;
    if (end - begin == 1) continue;
    omega->segment(begin, end - begin).setConstant(omega->segment(begin, end - begin).mean());
    orient_cluster(guide, shapes->middleCols(begin, end - begin));
  }
  for (Eigen::Index i = 0; i < count; ++i)
    if (shapes->col(i)[first_largest(shapes->col(i).cwiseAbs())] < 0.0) shapes->col(i) *= -1.0;
}

}  // namespace mortise::gen
