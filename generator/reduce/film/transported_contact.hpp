// The contact of a rolling film that carries what has entered, between an inlet and an outlet that
// hold Reynolds' equation: what has entered stands in a line of deposits, and linear elasticity
// gives pressure and gap. Dimensionless, in the frame that moves with the load (x = a X, P = a P^,
// H = a^2 H^), see FilmScales.
#pragma once

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// Nodes that divide the grid: the inlet 0 .. inlet, the outlet from `outlet` on, the contact
// between. entry: node inside of the inlet at which the film is taken into the line; there, and not
// at the inlet's end, where the gap is continuous and would fix what enters by what lies behind it.
struct TransportZones {
  int entry = 0, inlet = 0, outlet = 0;
};

// What all nodes make of the unknowns u = (q, r, h0), h0 = H0 / a^2, and of the line's samples
//   g_j = y_j / (a^2 rho(a P*_j)) + c_j P*_j:
//   base + by_unknowns u + by_samples g.
// It is the answer of the elastic contact to a film that it cannot change, whose density is linear
// in the pressure about P*.
struct AffineField {
  Vector base;         // (points)
  Matrix by_unknowns;  // (points x (q + r + 1))
  Matrix by_samples;   // (points x samples)

  Vector at(const Vector& u, const Vector& samples) const {
    return base + by_unknowns * u + by_samples * samples;
  }
};

struct TransportedContact {
  TransportZones zones;
  Matrix inlet, outlet;  // (points x q), (points x r) shapes of P^, zero beyond their zone
  Vector samples;        // (samples) X of the line's samples, equidistant over the contact; empty:
                         // no such contact
  Vector softness;       // (samples) c, mean of a H^ rho'/rho over the training
  int deposits = 0;      // that the line keeps
  double gap_scale = 1.0;  // of the smallest gap, see hold_gap_against_finer()
  Vector middle, reach;  // (q + r) of the coefficients in training; reach > 0: half of their width

  AffineField pressure, gap;  // P^, H^; from the above and the problem, see set_fields()
};

struct FilmProblemData;

// The elastic answer of the contact: (K_CC + diag c) P_C = B g - geometry_C - K_CI P_I - K_CO P_O
// - h0, from H^ = y / (a^2 rho) with 1/rho linear about P*; positive definite as K_CC is.
void set_fields(const FilmProblemData& problem, TransportedContact* contact);

}  // namespace mortise::gen
