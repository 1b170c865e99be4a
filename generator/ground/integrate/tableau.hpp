// Butcher tableaus of singly diagonally implicit Runge-Kutta methods, all stiffly accurate: the
// last stage is the solution at the end of the step (Schmidt table 2.3, corrected).
#pragma once

#include <string>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

struct Tableau {
  std::string name;
  int order = 0;
  Matrix a;         // (s x s) lower triangular, constant diagonal; last row = b
  Vector c;         // (s) stage times, row sums of a
  Vector embedded;  // (s) weights of the embedded method; empty: none
  int embedded_order = 0;

  Eigen::Index stages() const { return c.size(); }
  double diagonal() const { return a(0, 0); }
};

// One stage, order 1.
const Tableau& backward_euler();

// Alexander, two stages, order 2, alpha = 1 - sqrt(2)/2, with Ellsiepen's embedded method of order
// 1, alpha^ = 2 - 5/4 sqrt(2). The thesis prints 5/2, which would make the estimate thirty times
// too large.
const Tableau& alexander();

// Hairer and Wanner, five stages, order 4, embedded order 3; a31 = 17/50 (printed 15/20, which
// contradicts c3 = 11/20).
const Tableau& hairer_wanner();

}  // namespace mortise::gen
