// Energy-conserving sampling and weighting: T = V_I^T W xi, xi > 0 from non-negative least squares
// over residual, carried content and tangent of every state, each judged by the change of the
// unknowns that answers to it; at least 1.2 r rows.
#include <fmt/format.h>

#include <algorithm>

#include "generator/ground/dense/nnls.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/folded_rows.hpp"
#include "generator/reduce/film/hyper_reduction.hpp"

namespace mortise::gen {
namespace {

constexpr Eigen::Index kSpare = 5;  // at least one row beyond the shapes for every five of them

// What every node adds to what is felt of t, over the larger of the whole and that of the carried
// content: scaled by the latter alone, a few blocks would rule the fit. Impacts feel t by the
// change of the unknowns that answers to it: judged by V^T t itself, places that count little in it
// go unsampled, an axis above all, although pressures depend on them. felt: (rows x unknowns of the
// model)
void add_block(const Matrix& felt, const Vector& t, double scale, FoldedRows* folded) {
  const double own = (felt.transpose() * t).norm();
  const double size = std::max(own, scale);
  if (!(size > 0.0)) return;
  folded->add(felt.transpose() * (t / size).asDiagonal());
}

SampledRows choose_weights(const Sampling& sampling, const HyperReductionInput& input) {
  const FilmProblemData& p = *input.problem;
  const ResidualTraining& t = *input.training;
  const Matrix test = galerkin_test(p, *input.shapes);
  FoldedRows folded(p.unknowns);
  for (Eigen::Index k = 0; k < t.residual.cols(); ++k) {
    // the loads of a line contact keep all of its film in view: there V^T t does, with fewer rows
    const Matrix felt =
        p.loaded ? test : Matrix(test * t.answer[static_cast<std::size_t>(k)].transpose());
    const double scale = (felt.transpose() * t.carried.col(k)).norm();
    add_block(felt, t.residual.col(k), scale, &folded);
    add_block(felt, t.carried.col(k), scale, &folded);
    add_block(felt, t.tangent.col(k), scale, &folded);
  }
  const Matrix& a = folded.factor();
  const Vector all = a * Vector::Ones(p.unknowns);
  demand(all.norm() > 0.0, "reduce", "the residuals of the training are all zero",
         "train with runs in which something moves");
  const Eigen::Index r = test.cols();
  const SparseSolution s = sampling.points > 0
                               ? sparse_nnls_of(a, all, sampling.points, sampling.growth)
                               : sparse_nnls(a, all, sampling.tolerance, r + r / kSpare);
  const Eigen::Index m = s.values.size();
  demand(m >= r, "reduce.tolerance",
         fmt::format("{} rows were found, fewer than the {} modes", m, r),
         "lower reduce.modes, or train with more runs");
  SampledRows out;
  out.test.resize(r, m);
  for (Eigen::Index j = 0; j < m; ++j) {
    const int row = s.columns[static_cast<std::size_t>(j)];
    out.rows.push_back(p.first + row);
    out.test.col(j) = s.values[j] * test.row(row).transpose();
  }
  out.finding = fmt::format("ecsw: {} of {} rows, error {:.3g}", m, p.unknowns, s.residual);
  return out;
}

}  // namespace

// Chosen by reduce_transported().
Reduction transported_reduction() { return {choose_weights, true, 0.0, {0.0}}; }

Reduction ecsw_reduction() { return {choose_weights, true, 0.0, {0.0, 1.5}}; }

}  // namespace mortise::gen
