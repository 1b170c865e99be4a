#include "generator/compare/test_spaces.hpp"

#include <cmath>

#include "generator/dense/dense_solver.hpp"
#include "generator/error.hpp"
#include "generator/reduce/basis_equations.hpp"
#include "generator/reduce/residual_training.hpp"
#include "generator/reduce/stage_model.hpp"

namespace mortise::gen {
namespace {

// V^T J^-1 with the Jacobian of all rows for all unknown pressures, load row and approach included.
Matrix inverse_test(const ReducedFilm& film) {
  const FilmProblemData& p = film.problem;
  const ReducedBasis& basis = film.bases.front();
  const Eigen::Index r = basis.pressure.cols(), n = p.unknowns;
  ReducedBasis nodes;  // every node its own shape
  nodes.pressure = Matrix::Zero(p.x.size(), n);
  nodes.pressure.middleRows(p.first, n).setIdentity();
  const BasisEquations e(&p, nodes, true, film.gap_floor);
  ReducedPoint at;
  at.b = (basis.pressure * film.initial.head(r)).segment(p.first, n);
  at.approach = film.initial[r];
  FilmStage stage;
  for (const ReducedFilm::Input& input : film.inputs) {
    if (input.name == "load") stage.frame = std::sqrt(input.default_value / p.scales.load);
    if (input.name == "entrainment") stage.speed = input.default_value / p.speed_reference;
  }
  stage.shift = stage_shift(film.step / p.scales.time);
  const Vector start = e.content(at, stage.frame);
  Vector f;
  Matrix jacobian;
  e.residual(at, stage, start, Vector(), &f, &jacobian);
  Matrix system = Matrix::Zero(n + 1, n + 1);
  system.topRows(n) = jacobian;
  system.row(n).head(n) = e.load_row().transpose();
  DenseLu lu;
  if (!lu.factorise(system.transpose())) {
    throw Error("compare", "the Jacobian of the reference film is singular", "use more nodes");
  }
  Matrix test = Matrix::Zero(n + 1, r);
  test.topRows(n) = basis.pressure.middleRows(p.first, n);
  lu.solve(test);
  return test.topRows(n).transpose();
}

}  // namespace

std::vector<TestSpace> test_spaces(const ReducedFilm& film) {
  const FilmProblemData& p = film.problem;
  const Eigen::Index r = film.bases.front().pressure.cols();
  std::vector<TestSpace> spaces;
  spaces.push_back({"galerkin", {}});
  spaces.push_back({"lspg", [r](const Matrix& J) { return Matrix(J.leftCols(r).transpose()); }});
  spaces.push_back({"lspg, scaled rows", [r](const Matrix& J) {
                      const Vector size = J.rowwise().squaredNorm().cwiseMax(1e-300);
                      return Matrix((size.cwiseInverse().asDiagonal() * J.leftCols(r)).transpose());
                    }});
  const Matrix bent = product(p.compliance, film.bases.front().pressure);
  const Matrix weighted = (galerkin_weights(p).asDiagonal() * bent).middleRows(p.first, p.unknowns);
  spaces.push_back(
      {"test C V", [weighted](const Matrix&) { return Matrix(weighted.transpose()); }});
  spaces.push_back(
      {"test J^-T V", [inverse = inverse_test(film)](const Matrix&) { return Matrix(inverse); }});
  return spaces;
}

}  // namespace mortise::gen
