// A reduced film before it is baked: bases over the whole grid and the choice of sampled rows.
// Everything dimensionless, see FilmScales; the equations stand in runtime/schema/mortise.fbs.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "generator/contact/film/gap_model.hpp"
#include "generator/contact/film/resting_film.hpp"
#include "generator/contact/film/scales.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/ground/numbers/matrix.hpp"
#include "generator/reduce/film/moving_edge.hpp"
#include "generator/reduce/film/transported_contact.hpp"

namespace mortise::gen {

// Reynolds' equation at every node of the grid, each row over its cell factor so that y' has the
// coefficient one. 0 where a node has no equation, no left face, no upwind neighbour.
struct FilmRows {
  Vector left, right;  // (points) half the face factor over lambda h^2 (and over the cell factor)
  Vector d0, d1, d2;   // (points) upwind weights of y_i, y_i-1, y_i-2
  Vector ahead;        // (points) and of y_i+1: third order, 0 in second
  Vector cell;         // (points) the factor divided out: a row of Reynolds::residual over this one
};

// The full problem as a reduction sees it.
struct FilmProblemData {
  FilmScales scales;
  bool loaded = true;           // prescribed load (line), or modal coordinates (point)
  bool load_scaled = true;      // frame
  int first = 0, unknowns = 0;  // nodes with unknown pressure
  Vector x;                     // (points) [length]
  Vector geometry;              // (points)
  Vector weights;               // (points) load = weights . P, or force
  Matrix compliance;            // (points x points) static C: H = a^2 (geometry + C P^) + ...
  FilmRows rows;
  FilmModes modes;
  double penalty = 0.0;          // of the reduced model (ehd.md 7.1: 1e3)
  double speed_reference = 0.0;  // [m/s], 0 without entrainment
  double force = 0.0;            // [N, N/m] per weights . P
  LubricantSpec lubricant;
};

struct ReducedBasis {
  Matrix pressure;        // (points x r) V
  std::vector<int> rows;  // sampled nodes; the last `watched` are only watched
  int watched = 0;
  Matrix test;                     // (r x (rows - watched)) T, for rows scaled as in FilmRows
  std::vector<int> minimum_nodes;  // candidates for the smallest gap
  int substeps = 1, iterations = 1, repeat_iterations = 4;
  bool pivoting = false;
  double age_limit = 0.05, row_limit = 0.01, step_limit = 0.5, tolerance = 0.0;
  double leave_fraction = 0.0;  // see the schema
  double leave_pressure = 0.0;  // of loading: left when the central P rises above; 0: not
  double gap_share = 0.0;       // of approach and loading, see longest_step(); 0: equal substeps
  double residual_scale = 1.0;  // rms over the watched rows, largest in training
};

// A transported film that bodies of an assembly bear.
struct FilmBearing {
  double clearance = 0.0;  // gap at its smallest of undeformed bodies at rest [film]
  double datum = 0.0;      // ln of the distance to where half-spaces rest, in half-widths
  std::vector<SteadyBearing> steady;  // the stiffest first
};

struct ReducedFilm {
  FilmProblemData problem;
  std::vector<ReducedBasis> bases;
  // What reduce.method = "transported" makes: one basis, whose shapes are
  // transport.pressure.by_unknowns, h0 the last of them.
  TransportedContact transport;
  // Follows the last basis in an impact whose rebound is on moving nodes; as an index of a basis
  // their number.
  MovingEdge edge;
  Vector initial;            // (u) b and H0 of the first basis under the default load; transported:
                             // u and the film that enters
  double step = 0.0;         // h of the model [s]
  bool every_stage = false;  // Jacobian in every stage
  double trust_limit = 2.0, landing_gap = 0.0, gap_floor = 1e-4, guard = 1e3;
  double load_slope = 0.0;  // [N/m/s]
  bool profile = true;      // whole profile in the file
  std::optional<FilmBearing> on_bodies;
  // inputs in the order of the file and the range seen in training
  struct Input {
    std::string name;  // load, entrainment, viscosity_factor, acceleration
    std::string unit;
    double minimum = 0.0, maximum = 0.0, default_value = 0.0;  // accepted
    double trained_minimum = 0.0, trained_maximum = 0.0;
  };
  std::vector<Input> inputs;
  bool transported() const { return transport.samples.size() > 0; }
  bool moving() const { return !edge.tables.empty(); }
  // Bases take turns within a step, which may be of several lengths: all of them have the same
  // number of substeps, a power of two, and their steps are such a number of these.
  bool graded() const {
    return std::any_of(bases.begin(), bases.end(), [](const ReducedBasis& basis) {
      return basis.gap_share > 0.0 || basis.leave_pressure > 0.0;
    });
  }
  const Input* find(const std::string& name) const {  // null if there is none
    const auto at = std::find_if(inputs.begin(), inputs.end(),
                                 [&](const Input& input) { return input.name == name; });
    return at == inputs.end() ? nullptr : &*at;
  }
  std::vector<std::string> findings;                          // one line each
  std::vector<std::pair<std::string, std::string>> settings;  // for the provenance
};

}  // namespace mortise::gen
