#include "generator/reduce/film/basis.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generator/ground/dense/decompositions.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kRankTolerance = 1e-12;  // singular values below are rounding, over the largest

Vector nodal_weights(const Matrix& snapshots, const BasisOptions& options) {
  const Eigen::ArrayXd rms =
      (snapshots.rowwise().squaredNorm() / static_cast<double>(snapshots.cols())).array().sqrt();
  const double unit = options.relative_floor ? rms.maxCoeff() : 1.0;
  return (rms > 0.0).select(1.0 / (rms + options.weight_floor * unit).max(1e-300), 0.0);
}

struct Decomposition {
  Matrix left;    // (points x k)
  Vector values;  // (k) descending
};

Decomposition decompose(const Matrix& weighted) {
  // of many columns the triangular factor of the transpose: same left vectors, few columns
  const bool wide = weighted.cols() > 2 * weighted.rows();
  const ThinSvd svd =
      thin_svd(wide ? Matrix(triangular_factor(weighted.transpose()).transpose()) : weighted);
  return {svd.left, svd.values};
}

// Orthonormal columns that span shapes / weights; signs such that the largest entry is positive.
Matrix unweighted(const Matrix& shapes, const Vector& weights) {
  const Matrix plain = (weights.array() > 0.0)
                           .select(weights.cwiseInverse(), Vector::Zero(weights.size()))
                           .asDiagonal() *
                       shapes;
  Matrix q = orthonormal(plain);
  for (Eigen::Index k = 0; k < q.cols(); ++k) {
    Eigen::Index at = 0;
    q.col(k).cwiseAbs().maxCoeff(&at);
    if (q(at, k) < 0.0) q.col(k) *= -1.0;
  }
  return q;
}

double relative(const Matrix& error, const Matrix& of) {
  const double size = of.norm();
  return size > 0.0 ? error.norm() / size : 0.0;
}

struct SnapshotSet {
  Matrix pressure, gap;
};

void take_shapes(const Decomposition& d, Eigen::Index modes, const SnapshotSet& set,
                 const Matrix& compliance, PressureBasis* basis) {
  basis->shapes = unweighted(d.left.leftCols(modes), basis->weights);
  const Matrix error = set.pressure - basis->shapes * project(*basis, set.pressure);
  basis->pressure_error = relative(error, set.pressure);
  basis->gap_error = relative(product(compliance, error), set.gap);
}

bool reached(const PressureBasis& basis, const BasisOptions& options) {
  return std::max(basis.pressure_error, basis.gap_error) <= options.error;
}

// The error falls with the number, near enough: bisection.
void take_fewest(const Decomposition& d, Eigen::Index enough, const SnapshotSet& set,
                 const Matrix& compliance, const BasisOptions& options, PressureBasis* basis) {
  Eigen::Index low = 0, high = enough;
  while (high - low > 1) {
    const Eigen::Index middle = (low + high) / 2;
    take_shapes(d, middle, set, compliance, basis);
    (reached(*basis, options) ? high : low) = middle;
  }
  take_shapes(d, high, set, compliance, basis);
}

}  // namespace

Matrix project(const PressureBasis& basis, const Matrix& snapshots) {
  return least_squares(basis.weights.asDiagonal() * basis.shapes,
                       basis.weights.asDiagonal() * snapshots);
}

PressureBasis pressure_basis(const Matrix& snapshots, const Matrix& compliance,
                             const BasisOptions& options) {
  Matrix clipped = options.clip ? Matrix(snapshots.cwiseMax(0.0)) : snapshots;
  if (options.levelled > 0.0) {
    const Vector largest = clipped.cwiseAbs().colwise().maxCoeff();
    clipped *= (largest.array() > 0.0)
                   .select(largest.array().max(1e-300).pow(-options.levelled), 1.0)
                   .matrix()
                   .asDiagonal();
  }
  const SnapshotSet set{clipped, product(compliance, clipped)};
  PressureBasis basis;
  basis.weights = nodal_weights(clipped, options);
  const Decomposition d = decompose(basis.weights.asDiagonal() * clipped);
  basis.singular_values = d.values;
  const double largest = d.values.size() > 0 ? d.values[0] : 0.0;
  const Eigen::Index rank = (d.values.array() > kRankTolerance * largest).count();
  const bool by_error = options.error > 0.0;
  demand(rank > 0 && (by_error || options.modes <= rank), "reduce.modes",
         fmt::format("the snapshots span {} shapes, not {}", rank, std::max(options.modes, 1)),
         "ask for fewer modes, or train with more runs");
  const Eigen::Index most = options.modes > 0 ? std::min<Eigen::Index>(options.modes, rank) : rank;
  take_shapes(d, most, set, compliance, &basis);
  if (by_error && reached(basis, options)) {
    take_fewest(d, most, set, compliance, options, &basis);
  }
  return basis;
}

}  // namespace mortise::gen
