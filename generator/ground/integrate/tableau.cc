#include "generator/ground/integrate/tableau.hpp"

#include <cmath>

namespace mortise::gen {
namespace {

Tableau make_backward_euler() {
  Tableau t;
  t.name = "backward_euler";
  t.order = 1;
  t.a = Matrix::Ones(1, 1);
  t.c = Vector::Ones(1);
  return t;
}

Tableau make_alexander() {
  const double alpha = 1.0 - std::sqrt(0.5), embedded = 2.0 - 1.25 * std::sqrt(2.0);
  Tableau t;
  t.name = "sdirk2";
  t.order = 2;
  t.a = Matrix::Zero(2, 2);
  t.a << alpha, 0.0, 1.0 - alpha, alpha;
  t.c = Vector(2);
  t.c << alpha, 1.0;
  t.embedded = Vector(2);
  t.embedded << 1.0 - embedded, embedded;
  t.embedded_order = 1;
  return t;
}

Tableau make_hairer_wanner() {
  Tableau t;
  t.name = "sdirk4";
  t.order = 4;
  t.a = Matrix::Zero(5, 5);
  t.a.diagonal().setConstant(1.0 / 4.0);
  t.a(1, 0) = 1.0 / 2.0;
  t.a(2, 0) = 17.0 / 50.0;
  t.a(2, 1) = -1.0 / 25.0;
  t.a(3, 0) = 371.0 / 1360.0;
  t.a(3, 1) = -137.0 / 2720.0;
  t.a(3, 2) = 15.0 / 544.0;
  t.a(4, 0) = 25.0 / 24.0;
  t.a(4, 1) = -49.0 / 48.0;
  t.a(4, 2) = 125.0 / 16.0;
  t.a(4, 3) = -85.0 / 12.0;
  t.c = Vector(5);
  t.c << 1.0 / 4.0, 3.0 / 4.0, 11.0 / 20.0, 1.0 / 2.0, 1.0;
  t.embedded = Vector(5);
  t.embedded << 59.0 / 48.0, -17.0 / 96.0, 225.0 / 32.0, -85.0 / 12.0, 0.0;
  t.embedded_order = 3;
  return t;
}

}  // namespace

const Tableau& backward_euler() {
  static const Tableau tableau = make_backward_euler();
  return tableau;
}

const Tableau& alexander() {
  static const Tableau tableau = make_alexander();
  return tableau;
}

const Tableau& hairer_wanner() {
  static const Tableau tableau = make_hairer_wanner();
  return tableau;
}

}  // namespace mortise::gen
