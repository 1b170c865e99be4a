// A rebound on nodes that move with the edge of the contact. Behind the edge the film is frozen, so
// that the elastic centre answers linearly and is condensed; the edge a(T) is an unknown, and the
// pressure there a given one. Dimensionless, see FilmScales; lengths in b.
//
//   centre   H - Z/rho(P*) + c (P - P*) = 0,  c = mean of Z rho'/rho^2 at P*:  H = Z/rho(P)
//   zone, outside   (1/X) d_X(X xi d_X P) - d_T(y - Z)|_X - penalty min(P, 0) = 0,  P(a) = given
//
// with Z(X) the film rho H at the hand-over, which stays where it is. Pressure, gap and outputs are
// affine in u = (1, z, H0, p, c): z coefficients of Z, p pressures of the zone's nodes, c of shapes
// outside; matrices of it depend on a alone.
#pragma once

#include <vector>

#include "generator/ground/numbers/matrix.hpp"
#include "generator/reduce/film/edge_mesh.hpp"

namespace mortise::gen {

// At one a. K columns of u.
struct EdgeTable {
  Matrix gap;     // (rows + 1 x K) H of the rows, and of the end of the film
  Matrix output;  // (3 x K) force, central pressure, central gap
  Matrix centre;  // (centre x K) P of the frozen nodes
  Matrix film;    // (rows x (1 + z)) Z at the rows
};

struct MovingEdge {
  EdgeMesh mesh;
  double pressure = 0.0;  // P at the edge
  Vector base;            // (outside) P = pressure base + shapes c
  Matrix shapes;          // (outside x r), orthonormal columns, zero at the edge
  Vector film_mean;       // (points) Z = film_mean + films z on the grid
  Matrix films;           // (points x z)
  // The hand-over looks at the first nodes of the grid: z = film_fit (y - film_mean).
  Eigen::Index seen = 0;
  Matrix film_fit;                    // (z x seen)
  double film_scale = 1.0;            // rms of what z leaves of y there, largest in training
  double first = 0.0, spacing = 0.0;  // a of the tables
  std::vector<EdgeTable> tables;      // at least 4; empty: the rebound has other bases

  double least_pressure = 0.0;  // at x = 0: below it the film does not freeze
  double leave_fraction = 0.0;  // of the peak force, below which the bodies fly freely
  double edge_share = 0.0;      // steps take at most this share of the time until a = 0
  double penalty = 0.0, step_limit = 0.0, settled = 0.0;
  int iterations = 1, repeat_iterations = 1;

  Eigen::Index columns() const { return 2 + films.cols() + mesh.zone + shapes.cols(); }
  double last() const { return first + spacing * static_cast<double>(tables.size() - 1); }
};

}  // namespace mortise::gen
