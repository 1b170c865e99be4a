#include "generator/reduce/interpolation.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "generator/dense/decompositions.hpp"
#include "generator/error.hpp"
#include "generator/reduce/matrix_parts.hpp"

namespace mortise::gen {
namespace {

// Error of column k interpolated by the columns before it at the rows so far.
Vector interpolation_error(const Matrix& shapes, Eigen::Index k, const std::vector<int>& rows) {
  const Matrix at = rows_of(shapes, rows);
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
  if (count > rank) {
    throw Error("reduce.points",
                "the residuals of the training span " + std::to_string(rank) + " shapes, not " +
                    std::to_string(count),
                "lower reduce.points, or train with more runs");
  }
  return svd.left.leftCols(count);
}

Matrix scaled(const Matrix& columns, const Vector& scale) {
  return columns * scale.cwiseMax(1e-300).cwiseInverse().asDiagonal();
}

// Adds rows, one after the other, where the smallest singular value of the rows so far is raised
// most cheaply: the row with the largest share in the singular vector that belongs to it.
void oversample(const Matrix& shapes, std::size_t count, std::vector<int>* rows) {
  while (rows->size() < count) {
    const Vector weakest = thin_svd(rows_of(shapes, *rows)).right.rightCols(1);
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
  Eigen::ColPivHouseholderQR<Matrix> qr(shapes.transpose());
  std::vector<int> rows;
  for (Eigen::Index k = 0; k < shapes.cols(); ++k) {
    rows.push_back(static_cast<int>(qr.colsPermutation().indices()[k]));
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

SampledRows Interpolation::choose(const HyperReductionInput& input) const {
  const FilmProblemData& p = *input.problem;
  const ResidualTraining& t = *input.training;
  const Eigen::Index r = input.shapes->cols();
  const bool gappy = method_ == ReductionMethod::gappy;
  const Eigen::Index m =
      std::min<Eigen::Index>(points_ > 0 ? points_ : (gappy ? 4 : 2) * r, p.unknowns);
  if (m < r) {
    throw Error("reduce.points",
                std::to_string(m) + " rows cannot hold " + std::to_string(r) + " modes",
                "give at least as many points as modes, or 0");
  }
  const Matrix weighted = galerkin_weights(p).asDiagonal() * *input.shapes;
  const Matrix test = weighted.middleRows(p.first, p.unknowns);
  const Matrix residual = scaled(t.residual, t.scale), tangent = scaled(t.tangent, t.scale);

  std::vector<int> rows;
  Matrix shapes;  // of the residual, empty: rows with weight one
  if (method_ == ReductionMethod::points) {
    rows = joint_rows(leading_shapes(residual, m), leading_shapes(tangent, m));
  } else {
    shapes = leading_shapes(side_by_side(residual, tangent), gappy ? std::max(r, m / 2) : m);
    rows = method_ == ReductionMethod::qdeim ? qdeim_rows(shapes) : deim_rows(shapes);
    oversample(shapes, static_cast<std::size_t>(m), &rows);
  }
  std::sort(rows.begin(), rows.end());

  SampledRows out;
  std::ostringstream text;
  text.precision(3);
  text << m << " of " << p.unknowns << " rows";
  if (shapes.size() == 0) {
    out.test = rows_of(test, rows).transpose();
  } else {
    // T = (V^T W Phi) (Phi at the rows)^+
    const Matrix at = rows_of(shapes, rows);
    const ThinSvd svd = thin_svd(at);
    out.test = (test.transpose() * shapes) * pseudo_inverse(svd);
    text << ", " << shapes.cols() << " shapes of the residual, condition "
         << svd.values[0] / svd.values.tail(1)[0];
  }
  out.finding = text.str();
  for (const int row : rows) out.rows.push_back(p.first + row);
  return out;
}

}  // namespace mortise::gen
