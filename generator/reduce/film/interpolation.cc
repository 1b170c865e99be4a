// Rows that interpolate the residual, or fit it by least squares (Schmidt 3.67-3.73):
//   deim    interpolation in the POD of the residuals, rows where the interpolation of the next
//           shape errs most
//   qdeim   the same with rows from a QR factorisation with column pivoting
//   gappy   rows as deim, least squares over twice as many rows as shapes of the residual
//   points  rows by the joint greedy of Schmidt figure 3.3, all with weight one (3.72)

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/ground/dense/decompositions.hpp"
#include "generator/ground/dense/orthogonal.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/hyper_reduction.hpp"

namespace mortise::gen {
namespace {

// Error of column k interpolated by the columns before it at the rows so far.
Vector interpolation_error(const Matrix& shapes, Eigen::Index k, const std::vector<int>& rows) {
  const Matrix at = shapes(rows, Eigen::all);
  const Vector share = least_squares(at.leftCols(k), at.col(k));
  return shapes.col(k) - shapes.leftCols(k) * share;
}

int largest_free(Vector squares, const std::vector<int>& taken) {
  for (const int row : taken) squares[row] = -1.0;
  Eigen::Index at = 0;
  squares.maxCoeff(&at);
  return static_cast<int>(at);
}

// First `count` left singular vectors of columns of comparable size.
Matrix leading_shapes(const Matrix& columns, Eigen::Index count) {
  const ThinSvd svd = thin_svd(columns);
  const Vector& values = svd.values;
  const Eigen::Index rank = (values.array() > 1e-10 * values[0]).count();
  demand(count <= rank, "reduce.points",
         fmt::format("the residuals of the training span {} shapes, not {}", rank, count),
         "lower reduce.points, or train with more runs");
  return svd.left.leftCols(count);
}

Matrix scaled(const Matrix& columns, const Vector& scale) {
  return columns * scale.cwiseMax(1e-300).cwiseInverse().asDiagonal();
}

// Adds rows, one after the other, where the smallest singular value of the rows so far is raised
// most cheaply: the row with the largest share in the singular vector that belongs to it.
void oversample(const Matrix& shapes, std::size_t count, std::vector<int>* rows) {
  while (rows->size() < count) {
    const Vector weakest = thin_svd(shapes(*rows, Eigen::all)).right.rightCols(1);
    rows->push_back(largest_free((shapes * weakest).cwiseAbs2(), *rows));
  }
}

}  // namespace

std::vector<int> deim_rows(const Matrix& shapes) {
  std::vector<int> rows{largest_free(shapes.col(0).cwiseAbs2(), {})};
  for (Eigen::Index k = 1; k < shapes.cols(); ++k) {
    rows.push_back(largest_free(interpolation_error(shapes, k, rows).cwiseAbs2(), rows));
  }
  return rows;
}

std::vector<int> qdeim_rows(const Matrix& shapes) {
  const PivotedColumns columns = pivoted_columns(shapes.transpose());
  std::vector<int> rows;
  for (Eigen::Index k = 0; k < shapes.cols(); ++k) {
    rows.push_back(static_cast<int>(columns.order[static_cast<std::size_t>(k)]));
  }
  return rows;
}

std::vector<int> joint_rows(const Matrix& first, const Matrix& second) {
  std::vector<int> rows{largest_free(first.col(0).cwiseAbs2() + second.col(0).cwiseAbs2(), {})};
  for (Eigen::Index k = 1; k < first.cols(); ++k) {
    rows.push_back(largest_free(interpolation_error(first, k, rows).cwiseAbs2() +
                                    interpolation_error(second, k, rows).cwiseAbs2(),
                                rows));
  }
  return rows;
}

namespace {

constexpr int kRowsPerShape = 2, kGappyRowsPerShape = 4;  // per shape, unless told otherwise

SampledRows interpolation(const Sampling& sampling, const HyperReductionInput& input) {
  const FilmProblemData& p = *input.problem;
  const ResidualTraining& t = *input.training;
  const Eigen::Index r = input.shapes->cols();
  const bool gappy = sampling.method == ReductionMethod::gappy;
  const Eigen::Index m = std::min<Eigen::Index>(
      sampling.points > 0 ? sampling.points : (gappy ? kGappyRowsPerShape : kRowsPerShape) * r,
      p.unknowns);
  demand(m >= r, "reduce.points", fmt::format("{} rows cannot hold {} modes", m, r),
         "give at least as many points as modes, or 0");
  const Matrix test = galerkin_test(p, *input.shapes);
  const Matrix residual = scaled(t.residual, t.scale), tangent = scaled(t.tangent, t.scale);

  std::vector<int> rows;
  Matrix shapes;  // of the residual, empty: rows with weight one
  if (sampling.method == ReductionMethod::points) {
    rows = joint_rows(leading_shapes(residual, m), leading_shapes(tangent, m));
  } else {
    Matrix both(residual.rows(), 2 * residual.cols());
    both << residual, tangent;
    shapes = leading_shapes(both, gappy ? std::max(r, m / 2) : m);
    rows = sampling.method == ReductionMethod::qdeim ? qdeim_rows(shapes) : deim_rows(shapes);
    oversample(shapes, static_cast<std::size_t>(m), &rows);
  }
  std::sort(rows.begin(), rows.end());

  SampledRows out;
  out.finding = fmt::format("{} of {} rows", m, p.unknowns);
  if (shapes.size() == 0) {
    out.test = test(rows, Eigen::all).transpose();
  } else {
    // T = (V^T W Phi) (Phi at the rows)^+
    const Matrix at = shapes(rows, Eigen::all);
    const ThinSvd svd = thin_svd(at);
    out.test = (test.transpose() * shapes) * pseudo_inverse(svd);
    out.finding += fmt::format(", {} shapes of the residual, condition {:.3g}", shapes.cols(),
                               svd.values[0] / svd.values.tail(1)[0]);
  }
  for (const int row : rows) out.rows.push_back(p.first + row);
  return out;
}

}  // namespace

Reduction deim_reduction() { return {interpolation, false, kRowsPerShape, {2.0, 4.0}}; }
Reduction qdeim_reduction() { return {interpolation, false, kRowsPerShape, {2.0, 4.0}}; }
Reduction gappy_reduction() { return {interpolation, false, kGappyRowsPerShape, {4.0}}; }
Reduction points_reduction() { return {interpolation, false, kRowsPerShape, {1.0, 2.0, 3.0, 4.0}}; }

}  // namespace mortise::gen
