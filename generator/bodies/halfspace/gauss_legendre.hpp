// Gauss-Legendre integration.
#pragma once

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// int_0^1 f(t) dt = sum weights_q f(abscissas_q), exact for polynomials of degree 2 points - 1.
struct GaussLegendre {
  Vector abscissas;  // (points) in (0, 1), increasing [-]
  Vector weights;    // (points) positive, sum 1 [-]
};

// points >= 1
GaussLegendre gauss_legendre(int points);

}  // namespace mortise::gen
