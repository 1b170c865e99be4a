// Methods that hold the Reynolds equation at a few rows only: which rows, and the matrix T that
// stands for the projection V^T f of all of them (Schmidt 3.67-3.73).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "generator/define/film_reduction.hpp"
#include "generator/reduce/residual_training.hpp"

namespace mortise::gen {

struct SampledRows {
  std::vector<int> rows;  // nodes, ascending
  Matrix test;            // (r x rows) T: T f(rows) in place of V^T W f, f as in FilmRows
  std::string finding;    // one line on how good it is
};

struct HyperReductionInput {
  const FilmProblemData* problem = nullptr;
  const Matrix* shapes = nullptr;  // (points x r) V
  const ResidualTraining* training = nullptr;
};

class HyperReduction {
 public:
  virtual ~HyperReduction() = default;
  // Throws Error if the training does not allow the rows asked for.
  virtual SampledRows choose(const HyperReductionInput& input) const = 0;
};

// points: sampled rows, at least r; 0: 2 r, gappy 4 r, ecsw as its tolerance says. With r rows
// every one of these methods but ecsw is collocation. tolerance: of ecsw without points, error of
// the projection over the training [-].
//   ecsw    energy-conserving sampling and weighting: T = V_I^T W xi, xi > 0 from non-negative
//           least squares over residual, carried content and tangent of every state, each judged
//           by the change of the unknowns that answers to it; at least 1.2 r of them. Symmetric
//           parts of the equation stay symmetric.
//   deim    interpolation in the POD of the residuals, rows where the interpolation of the next
//           shape errs most
//   qdeim   the same with rows from a QR factorisation with column pivoting
//   gappy   rows as deim, least squares over twice as many rows as shapes of the residual
//   points  rows by the joint greedy of Schmidt figure 3.3, all with weight one (3.72)
// growth: ecsw with points first takes this many times as many rows (> 1), then leaves those out
// that matter least.
struct Sampling {
  ReductionMethod method = ReductionMethod::ecsw;
  int points = 0;
  double tolerance = 1e-2, growth = 1.3;
};
std::unique_ptr<HyperReduction> make_hyper_reduction(const Sampling& sampling);

// Rows whose residual is only watched: `count` of those the projection feels most in training, none
// of them sampled or next to another one.
std::vector<int> watched_rows(const HyperReductionInput& input, const std::vector<int>& sampled,
                              int count);

}  // namespace mortise::gen
