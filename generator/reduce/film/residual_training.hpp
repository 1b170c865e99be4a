// What the sampled rows of a reduced film are chosen from: residuals of the Reynolds equation at
// states of the reduced space. Converged full-order states would not do: their residual is zero.
#pragma once

#include <vector>

#include "generator/reduce/film/basis.hpp"
#include "generator/reduce/film/reduced_film.hpp"
#include "generator/reduce/film/row_set.hpp"
#include "generator/reduce/film/snapshots.hpp"

namespace mortise::gen {

// States of a reduced space, one column per stage.
struct ReducedStates {
  Matrix coefficients;       // (r x states) b
  Matrix gap;                // (points x states) H with them
  std::vector<int> columns;  // of the snapshots, that they are projections of
};

// Rows as in FilmRows, all nodes with unknown pressure; a column per state.
struct ResidualTraining {
  Matrix residual;  // (unknowns x states) f, zero for the unreduced state
  Matrix carried;   // (unknowns x states) its entrainment and squeeze
  Matrix tangent;   // (unknowns x states) J times the way to the next state of the run
  // (u x r) per state: change of the unknowns b, H0 in answer to a change of V^T f, by Newton's
  // method on the whole grid
  std::vector<Matrix> answer;
  Vector scale;  // (states) |V^T carried|, by which residual and carried are comparable
};

// Projections of the columns of the snapshots named (all of one run stand together). The start
// value of a stage follows from the content of the unreduced state and its rate.
// shift: s of the stages of the reduced model.
ReducedStates project_states(const FilmProblemData& problem, const PressureBasis& basis,
                             const FilmSnapshots& snapshots, const std::vector<int>& columns,
                             double shift);

ResidualTraining train_residuals(const FilmProblemData& problem, const PressureBasis& basis,
                                 const FilmSnapshots& snapshots, const ReducedStates& states,
                                 double shift);

// Prescribed values of column k with a stage of shift s.
FilmStage stage_of(const FilmSnapshots& snapshots, Eigen::Index k, double shift);

// H of columns of the snapshots themselves (points x columns).
Matrix snapshot_gaps(const FilmProblemData& problem, const FilmSnapshots& snapshots,
                     const std::vector<int>& columns);

// (points) what a row of FilmRows counts in an integral over the film: radius factor and cell
// width, the latter over the mean spacing.
Vector galerkin_weights(const FilmProblemData& problem);
// (unknowns x r) W V of all nodes with unknown pressure. shapes: (points x r) V.
Matrix galerkin_test(const FilmProblemData& problem, const Matrix& shapes);

}  // namespace mortise::gen
