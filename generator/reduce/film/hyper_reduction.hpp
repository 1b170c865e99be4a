// Methods that hold the Reynolds equation at a few rows only: which rows, and the matrix T that
// stands for the projection V^T f of all of them (Schmidt 3.67-3.73).
#pragma once

#include <string>
#include <vector>

#include "generator/define/keys/reduction_methods.hpp"
#include "generator/ground/numbers/matrix.hpp"
#include "generator/reduce/film/residual_training.hpp"

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

// points: sampled rows, at least r; 0: the method's own number. With r rows every method without
// weights is collocation.
// tolerance: of weights without points, error of the projection over the training [-].
// growth: weights with points first take this many times as many rows (> 1), then leave those out
// that matter least.
struct Sampling {
  ReductionMethod method = ReductionMethod::ecsw;
  int points = 0;
  double tolerance = 1e-2, growth = 1.3;
};

// A method of `reduce.method`.
struct Reduction {
  // Throws Error if the training does not allow the rows asked for.
  SampledRows (*choose)(const Sampling& sampling, const HyperReductionInput& input);
  // Positive weights: symmetric parts of the equation stay symmetric, and as many rows are taken as
  // the tolerance says, or the best of several choices of as many as are asked for.
  bool weighted;
  double rows_per_shape;         // of its own accord; 0: by the tolerance
  std::vector<double> compared;  // rows per shape that a comparison tries; 0: its own number
};

// Every method's own, in a file of its own or of its family.
#define MORTISE_DECLARED(name, meaning) Reduction name##_reduction();
MORTISE_REDUCTION_METHODS(MORTISE_DECLARED)
#undef MORTISE_DECLARED

Reduction reduction_of(ReductionMethod method);
SampledRows choose_rows(const Sampling& sampling, const HyperReductionInput& input);

// Rows whose residual is only watched: `count` of those the projection feels most in training, none
// of them sampled or next to another one.
std::vector<int> watched_rows(const HyperReductionInput& input, const std::vector<int>& sampled,
                              int count);

// A small set of nodes, ascending, whose smallest gap is that of all nodes within the relative
// tolerance (> 0) in every state: greedy cover, each node the one that serves most of the states
// still open. gaps: (points x states) > 0.
std::vector<int> minimum_nodes(const Matrix& gaps, double tolerance = 1e-3);

// Rows of orthonormal columns `shapes` (n x k), one per column, in the order found: the largest
// entry of the first, then where interpolating the next column at the rows so far errs most.
std::vector<int> deim_rows(const Matrix& shapes);

// k rows by the first pivots of a QR factorisation of the transpose.
std::vector<int> qdeim_rows(const Matrix& shapes);

// Schmidt figure 3.3 for two sets of columns (n x k each): k rows, where the squared errors of both
// interpolations add up to the most.
std::vector<int> joint_rows(const Matrix& first, const Matrix& second);

}  // namespace mortise::gen
