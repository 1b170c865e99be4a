#include "generator/bodies/halfspace/gauss_legendre.hpp"

#include <cmath>

#include "generator/ground/numbers/constants.hpp"

namespace mortise::gen {
namespace {

struct Legendre {
  double value, slope;
};

// P_n and its derivative at |x| < 1, by the three-term recurrence.
Legendre legendre(int n, double x) {
  double before = 1.0;
  double value = x;
  for (int k = 2; k <= n; ++k) {
    const double next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
    before = value;
    value = next;
  }
  return {value, n * (before - x * value) / (1.0 - x * x)};
}

}  // namespace

GaussLegendre gauss_legendre(int points) {
  GaussLegendre rule{Vector(points), Vector(points)};
  for (int q = 0; q < points; ++q) {
    double x = -std::cos(kPi * (q + 0.75) / (points + 0.5));
    for (int sweep = 0; sweep < 5; ++sweep) {  // Newton from a start good to 1e-2 at worst
      const Legendre p = legendre(points, x);
      x -= p.value / p.slope;
    }
    const double slope = legendre(points, x).slope;
    rule.abscissas[q] = 0.5 * (1.0 + x);
    rule.weights[q] = 1.0 / ((1.0 - x * x) * slope * slope);
  }
  return rule;
}

}  // namespace mortise::gen
