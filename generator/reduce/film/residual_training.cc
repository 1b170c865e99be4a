#include "generator/reduce/film/residual_training.hpp"

#include <array>

#include "generator/ground/dense/dense_solver.hpp"
#include "generator/reduce/film/problem_data.hpp"

namespace mortise::gen {
namespace {

using Gathered = std::array<Matrix, 4>;

Matrix newton_answer(const FilmProblemData& problem, const Matrix& test, const Vector& load_row,
                     double frame, const FilmRowSet::Stencil& by_P, const FilmRowSet::Stencil& by_H,
                     const Gathered& shapes, const Gathered& gap_shapes) {
  const Eigen::Index r = test.cols(), u = r + (problem.loaded ? 1 : 0);
  Matrix by_b = Matrix::Zero(test.rows(), r);
  for (int k = 0; k < 4; ++k) {
    const auto s = static_cast<std::size_t>(k);
    by_b += (frame * by_P.col(k)).matrix().asDiagonal() * shapes[s];
    by_b += (frame * frame * by_H.col(k)).matrix().asDiagonal() * gap_shapes[s];
  }
  Matrix a = Matrix::Zero(u, u);
  a.topLeftCorner(r, r) = product(test.transpose(), by_b);
  if (problem.loaded) {
    a.col(r).head(r) = test.transpose() * by_H.rowwise().sum().matrix();
    a.row(r).head(r) = load_row.transpose();
  }
  Matrix answer = Matrix::Identity(u, r);
  DenseLu lu;
  if (!lu.factorise(a)) return Matrix::Zero(u, r);
  lu.solve(answer);
  return answer;
}

}  // namespace

Vector galerkin_weights(const FilmProblemData& problem) {
  const Eigen::Index n = problem.x.size();
  const double mean = (problem.x[n - 1] - problem.x[0]) / static_cast<double>(n - 1);
  Vector weights = problem.rows.cell;
  for (Eigen::Index i = 1; i + 1 < n; ++i) {
    weights[i] *= 0.5 * (problem.x[i + 1] - problem.x[i - 1]) / mean;
  }
  return weights;
}

Matrix galerkin_test(const FilmProblemData& problem, const Matrix& shapes) {
  const Matrix weighted = galerkin_weights(problem).asDiagonal() * shapes;
  return weighted.middleRows(problem.first, problem.unknowns);
}

FilmStage stage_of(const FilmSnapshots& s, Eigen::Index k, double shift) {
  return {{s.frame[k], s.frame_rate[k], s.speed[k], s.viscosity_factor[k]}, shift};
}

Matrix snapshot_gaps(const FilmProblemData& problem, const FilmSnapshots& snapshots,
                     const std::vector<int>& columns) {
  Matrix gap = product(problem.compliance, snapshots.pressure(Eigen::all, columns));
  gap.colwise() += problem.geometry;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const Eigen::Index at = columns[k];
    auto column = gap.col(static_cast<Eigen::Index>(k));
    column *= snapshots.frame[at] * snapshots.frame[at];
    column.array() += snapshots.approach[at];
    if (problem.modes.omega.size() > 0) column += problem.modes.shapes * snapshots.modal.col(at);
  }
  return gap;
}

ReducedStates project_states(const FilmProblemData& problem, const PressureBasis& basis,
                             const FilmSnapshots& snapshots, const std::vector<int>& columns,
                             double shift) {
  ReducedStates states;
  states.columns = columns;
  const Matrix pressure = snapshots.pressure(Eigen::all, columns);
  states.coefficients = project(basis, pressure);
  // the gap answers to the change of pressure as in a stage, bodies included
  const Matrix change = basis.shapes * states.coefficients - pressure;
  Matrix answer = stage_gap_shapes(problem, change, shift);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const double a = snapshots.frame[columns[k]];
    answer.col(static_cast<Eigen::Index>(k)) *= a * a;
  }
  states.gap = snapshot_gaps(problem, snapshots, columns) + answer;
  return states;
}

ResidualTraining train_residuals(const FilmProblemData& problem, const PressureBasis& basis,
                                 const FilmSnapshots& snapshots, const ReducedStates& states,
                                 double shift) {
  const FilmRowSet rows(problem, all_rows(problem));
  const auto count = static_cast<Eigen::Index>(states.columns.size());
  const Matrix true_gap = snapshot_gaps(problem, snapshots, states.columns);
  const Matrix gap_shapes = stage_gap_shapes(problem, basis.shapes, shift);
  const Matrix test = galerkin_test(problem, basis.shapes);
  const auto shapes = rows.gather(basis.shapes), gap_at = rows.gather(gap_shapes);
  const Vector load_row = basis.shapes.transpose() * problem.weights;
  ResidualTraining t;
  for (Matrix* m : {&t.residual, &t.carried, &t.tangent}) m->setZero(problem.unknowns, count);
  t.scale.resize(count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const Eigen::Index at = states.columns[static_cast<std::size_t>(k)];
    const double a = snapshots.frame[at];
    const FilmStage stage = stage_of(snapshots, at, shift);
    const auto true_P = rows.gather(Vector(a * snapshots.pressure.col(at)));
    const Vector rate = snapshots.content_rate.col(at).segment(problem.first, problem.unknowns);
    const Vector start = rows.content(true_P, rows.gather(Vector(true_gap.col(k)))) - rate / shift;
    const auto P = rows.gather(Vector(a * (basis.shapes * states.coefficients.col(k))));
    const auto H = rows.gather(Vector(states.gap.col(k)));
    FilmRowSet::Stencil by_P, by_H;
    Vector f, carried;
    rows.evaluate(P, H, stage, start, &f, &by_P, &by_H, &carried);
    t.residual.col(k) = f;
    t.carried.col(k) = carried;
    t.scale[k] = (test.transpose() * carried).norm();
    t.answer.push_back(newton_answer(problem, test, load_row, a, by_P, by_H, shapes, gap_at));
    if (k + 1 == count) continue;
    const Eigen::Index next = states.columns[static_cast<std::size_t>(k) + 1];
    if (snapshots.run[static_cast<std::size_t>(next)] !=
        snapshots.run[static_cast<std::size_t>(at)])
      continue;
    const Vector way = states.coefficients.col(k + 1) - states.coefficients.col(k);
    const double lift = snapshots.approach[next] - snapshots.approach[at];
    const auto dP = rows.gather(Vector(a * (basis.shapes * way)));
    const auto dH = rows.gather(Vector((a * a * (gap_shapes * way)).array() + lift));
    t.tangent.col(k) = (by_P * dP + by_H * dH).rowwise().sum().matrix();
  }
  return t;
}

}  // namespace mortise::gen
