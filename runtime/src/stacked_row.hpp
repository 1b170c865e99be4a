// What an interface tells a Newton iteration over several interfaces: its unknown forces and its
// equations, linearised.
#pragma once

#include "mortise/types.hpp"

namespace mortise {

// What an interface sees of its rows: where they are at the end of the step, their velocities
// there, or 2/h times where they are.
enum class RowsSeen { positions, velocities, positions_per_half_step };

// value + forces . change of the interface's unknowns + rows . motion of its rows = 0.
struct StackedEquation {
  Real value = 0;
  int forces = 0, rows = 0;
  int force[3], row[4];
  Real by_force[3], by_row[4];

  void of_force(int unknown, Real by) {
    force[forces] = unknown;
    by_force[forces++] = by;
  }
  void of_row(int index, Real by) {
    row[rows] = index;
    by_row[rows++] = by;
  }
};

// Where a law point leaves the piece of its law along a path, while the coordinates of the point
// change at constant rates.
struct PieceChange {
  Real after = -1;             // how far away [lengths of the path]; < 0: nowhere
  int piece = 0;               // that it enters
  Real slip[2] = {1, 0};       // direction if it slips there
  Real inside[3] = {0, 0, 0};  // inside . change of the coordinates > 0: on into that piece

  void earlier(const PieceChange& other) {
    if (other.after >= 0 && (after < 0 || other.after < after)) *this = other;
  }
};

}  // namespace mortise
