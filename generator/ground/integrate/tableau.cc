#include "generator/ground/integrate/tableau.hpp"

#include <cmath>

namespace mortise::gen {

const Tableau& backward_euler() {
  static const Tableau tableau{"backward_euler", 1, Matrix::Ones(1, 1), Vector::Ones(1), {}, 0};
  return tableau;
}

const Tableau& alexander() {
  static const double alpha = 1.0 - std::sqrt(0.5), embedded = 2.0 - 1.25 * std::sqrt(2.0);
  static const Tableau tableau{"sdirk2",
                               2,
                               Matrix{{alpha, 0.0}, {1.0 - alpha, alpha}},
                               Vector{{alpha, 1.0}},
                               Vector{{1.0 - embedded, embedded}},
                               1};
  return tableau;
}

const Tableau& hairer_wanner() {
  static const Tableau tableau{
      "sdirk4",
      4,
      Matrix{{1.0 / 4.0, 0.0, 0.0, 0.0, 0.0},
             {1.0 / 2.0, 1.0 / 4.0, 0.0, 0.0, 0.0},
             {17.0 / 50.0, -1.0 / 25.0, 1.0 / 4.0, 0.0, 0.0},
             {371.0 / 1360.0, -137.0 / 2720.0, 15.0 / 544.0, 1.0 / 4.0, 0.0},
             {25.0 / 24.0, -49.0 / 48.0, 125.0 / 16.0, -85.0 / 12.0, 1.0 / 4.0}},
      Vector{{1.0 / 4.0, 3.0 / 4.0, 11.0 / 20.0, 1.0 / 2.0, 1.0}},
      Vector{{59.0 / 48.0, -17.0 / 96.0, 225.0 / 32.0, -85.0 / 12.0, 0.0}},
      3};
  return tableau;
}

}  // namespace mortise::gen
