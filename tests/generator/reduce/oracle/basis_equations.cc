#include "tests/generator/reduce/oracle/basis_equations.hpp"

#include <cmath>

#include "generator/ground/dense/dense_solver.hpp"

namespace mortise::gen {

BasisEquations::BasisEquations(const FilmProblemData* problem, const ReducedBasis& basis,
                               double gap_floor)
    : problem_(problem),
      rows_(*problem, basis.rows, gap_floor),
      geometry_(rows_.gather(problem->geometry)),
      shapes_(rows_.gather(basis.pressure)),
      gap_shapes_(rows_.gather(product(problem->compliance, basis.pressure))),
      test_(basis.test),
      load_row_(basis.pressure.transpose() * problem->weights) {
  if (problem->modes.omega.size() > 0) {
    mode_shapes_ = rows_.gather(problem->modes.shapes);
    excitation_ = problem->modes.excitation * basis.pressure;
  }
}

FilmRowSet::Stencil BasisEquations::stencil_pressure(const Vector& b, double frame) const {
  FilmRowSet::Stencil P(rows_.size(), 4);
  for (int k = 0; k < 4; ++k) P.col(k) = frame * (shapes_[static_cast<std::size_t>(k)] * b).array();
  return P;
}

FilmRowSet::Stencil BasisEquations::stencil_gap(const ReducedPoint& at, double frame) const {
  FilmRowSet::Stencil H = frame * frame * geometry_ + at.approach;
  for (int k = 0; k < 4; ++k) {
    const auto s = static_cast<std::size_t>(k);
    H.col(k) += frame * frame * (gap_shapes_[s] * at.b).array();
    if (at.q.size() > 0) H.col(k) += (mode_shapes_[s] * at.q).array();
  }
  return H;
}

void BasisEquations::residual(const ReducedPoint& at, const FilmStage& stage, const Vector& start,
                              const Vector& spring, Vector* f, Matrix* jacobian) const {
  const auto P = stencil_pressure(at.b, stage.frame), H = stencil_gap(at, stage.frame);
  if (jacobian == nullptr) {
    rows_.evaluate(P, H, stage, start, f, nullptr, nullptr);
    return;
  }
  FilmRowSet::Stencil by_P, by_H;
  rows_.evaluate(P, H, stage, start, f, &by_P, &by_H);
  jacobian->setZero(rows_.size(), unknowns());
  auto by_b = jacobian->leftCols(modes());
  const double a = stage.frame;
  for (int k = 0; k < 4; ++k) {
    const auto s = static_cast<std::size_t>(k);
    by_b += (a * by_P.col(k)).matrix().asDiagonal() * shapes_[s];
    by_b += (a * a * by_H.col(k)).matrix().asDiagonal() * gap_shapes_[s];
    if (spring.size() > 0) {
      by_b += by_H.col(k).matrix().asDiagonal() *
              (mode_shapes_[s] * (spring.asDiagonal() * excitation_));
    }
  }
  if (problem_->loaded) jacobian->col(modes()) = by_H.rowwise().sum();
}

Matrix BasisEquations::project(const Matrix& jacobian) const {
  Matrix a = Matrix::Zero(unknowns(), unknowns());
  a.topRows(modes()) = test_ * jacobian.topRows(test_.cols());
  if (problem_->loaded) a.row(modes()).head(modes()) = load_row_.transpose();
  return a;
}

Vector BasisEquations::project(const Vector& f, const Vector& b, double load) const {
  Vector rest(unknowns());
  rest.head(modes()) = test_ * f.head(test_.cols());
  if (problem_->loaded) rest[modes()] = load_row_.dot(b) - load;
  return rest;
}

}  // namespace mortise::gen
