// What systems ask of the law of an interface; every law answers in its room.
#pragma once

#include <string>
#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// What an interface has for others that move the same bodies: the rows on which its forces stand,
// and the forces themselves as unknowns of a solve.
struct RowUnknowns {
  Matrix rows;        // (m x n) on the modes of the bodies; none: it takes no part in the solve
  Matrix shares;      // (m x unknowns) of the rows
  Vector compliance;  // of the law (unknowns), in the unit of the rows; infinite: no force
  // Forces follow from displacements of the rows, those of others from velocities.
  bool by_displacement = false;
  // What the solve of its group in a step keeps for it; none: it has a solve of its own.
  Eigen::Index step_rows = 0, step_unknowns = 0;
};

// One rigid unknown per row (m x n).
inline RowUnknowns rigid_unknowns(const Matrix& rows) {
  const Eigen::Index m = rows.rows();
  return {rows, Matrix::Identity(m, m), Vector::Zero(m), false, m, m};
}

// Full: the law over the dofs of a model (n). Reduced: the same seen by its modes (r).
//   rows_of(Full*)      functionals (n) by which it is attached
//   fault_of(Full)      what is wrong beside sizes of rows, "has no ..."; empty: nothing
//   project             by the shapes of modes (n x r); friction: with rows of it, if it has any
//   rows_of(Reduced*)   every matrix with a column for each mode
//   fits                whether its arrays fit each other and r modes
#define MORTISE_LAW_ANSWERS(Full, Reduced)                               \
  std::vector<SparseRow*> rows_of(Full* law);                            \
  std::string fault_of(const Full& law);                                 \
  Reduced project(const Full& law, const Matrix& shapes, bool friction); \
  std::vector<Matrix*> rows_of(Reduced* law);                            \
  bool fits(const Reduced& law, Eigen::Index r);                         \
  RowUnknowns unknowns_of(const Reduced& law);

}  // namespace mortise::gen
