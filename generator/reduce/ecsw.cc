#include "generator/reduce/ecsw.hpp"

#include <algorithm>
#include <sstream>

#include "generator/dense/decompositions.hpp"
#include "generator/error.hpp"
#include "generator/reduce/nnls.hpp"

namespace mortise::gen {
namespace {

// Rows of the least squares problem, one column per node, folded into a triangle as they come: only
// |G x - G 1| counts, which the triangular factor of G gives as well.
class Triangle {
 public:
  explicit Triangle(Eigen::Index columns)
      : buffer_(Matrix::Zero(kRows * columns, columns)), columns_(columns) {}

  void add(const Matrix& rows) {
    if (filled_ + rows.rows() > buffer_.rows()) fold();
    buffer_.middleRows(filled_, rows.rows()) = rows;
    filled_ += rows.rows();
  }

  const Matrix& factor() {
    fold();
    factor_ = buffer_.topRows(columns_);
    return factor_;
  }

 private:
  static constexpr Eigen::Index kRows = 6;  // buffer, in heights of the triangle

  void fold() {
    buffer_.bottomRows(buffer_.rows() - filled_).setZero();
    buffer_.topRows(columns_) = triangular_factor(buffer_);
    filled_ = columns_;
  }

  Matrix buffer_, factor_;
  Eigen::Index columns_, filled_ = 0;
};

// V_i t_i of all nodes, over the larger of the projections |V^T t| and |V^T carried|: scaled by the
// latter alone, a few blocks would rule the fit.
void add_block(const Matrix& test, const Vector& t, double scale, Triangle* triangle) {
  const double own = (test.transpose() * t).norm();
  const double size = std::max(own, scale);
  if (!(size > 0.0)) return;
  triangle->add(test.transpose() * (t / size).asDiagonal());
}

}  // namespace

SampledRows Ecsw::choose(const HyperReductionInput& input) const {
  const FilmProblemData& p = *input.problem;
  const ResidualTraining& t = *input.training;
  const Matrix weighted = galerkin_weights(p).asDiagonal() * *input.shapes;
  const Matrix test = weighted.middleRows(p.first, p.unknowns);
  Triangle triangle(p.unknowns);
  for (Eigen::Index k = 0; k < t.residual.cols(); ++k) {
    add_block(test, t.residual.col(k), t.scale[k], &triangle);
    add_block(test, t.carried.col(k), t.scale[k], &triangle);
    add_block(test, t.tangent.col(k), t.scale[k], &triangle);
  }
  const Matrix& a = triangle.factor();
  const Vector all = a * Vector::Ones(p.unknowns);
  if (!(all.norm() > 0.0)) {
    throw Error("reduce", "the residuals of the training are all zero",
                "train with runs in which something moves");
  }
  const SparseSolution s = sparse_nnls(a, all, tolerance_);
  const Eigen::Index r = test.cols(), m = s.values.size();
  if (m < r) {
    throw Error("reduce.tolerance",
                std::to_string(m) + " rows suffice, fewer than the " + std::to_string(r) + " modes",
                "lower reduce.tolerance or reduce.modes");
  }
  SampledRows out;
  out.test.resize(r, m);
  for (Eigen::Index j = 0; j < m; ++j) {
    const int row = s.columns[static_cast<std::size_t>(j)];
    out.rows.push_back(p.first + row);
    out.test.col(j) = s.values[j] * test.row(row).transpose();
  }
  std::ostringstream text;
  text.precision(3);
  text << "ecsw: " << m << " of " << p.unknowns << " rows, error " << s.residual;
  out.finding = text.str();
  return out;
}

}  // namespace mortise::gen
