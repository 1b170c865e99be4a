// What a film's step reads: two structures mapped in place from the file, and its numbers. Meaning,
// sizes and layout of everything stand in the schema (mortise.fbs, table ReynoldsFilm); that fields
// lie where the schema has them is asserted in src/records.cc.
#pragma once

#include "mortise/types.hpp"

namespace mortise {

struct FilmConstants {
  std::uint32_t stencil, loaded, frame, viscosity_law, density_law, every_stage, profile_points,
      reserved;
  double film, pressure, length, time, load_reference, force, speed_reference, penalty, barus,
      roelands_log, roelands_pole, roelands_index, density, gap_floor, load_slope, landing_gap,
      trust_limit, acceleration, acceleration_scale, guard;
};

struct FilmBasis {
  std::uint32_t modes, rows, watched, minimum_nodes, substeps, iterations, repeat_iterations,
      pivoting;
  std::uint32_t coefficients, geometry, pressure_shapes, gap_shapes, gap_shapes_half, mode_shapes,
      test, load_row, excitation, initial, central, central_modes, minimum_geometry, minimum_gap,
      minimum_modes, hand_pressure, hand_gap, hand_project, profile_pressure, profile_gap, modal,
      modal_half, modal_force, rigid_row;
  double central_geometry, shift, age_limit, row_limit, step_limit, tolerance, leave_fraction,
      residual_scale;
};

struct FilmPace {
  double leave_pressure, gap_share;
  std::uint32_t first_length, lengths;
};

struct FilmLength {
  std::uint32_t gap_shapes, modal;
  double shift;
};

struct FilmTransport {
  std::uint32_t samples, deposits, places, seen, nearest;
  std::uint32_t softness, density_base, density_shapes, density_samples, base_pressure, combine,
      sample_pressure, sample_gap, place_x, entry_shapes, entry_samples, load_samples,
      central_samples, minimum_samples, middle, inverse_reach, profile_samples_pressure,
      profile_samples_gap, profile_base;
  double entry, first, spacing, entry_pressure, entry_gap, load_base, central_pressure;
};

struct FilmEdge {
  std::uint32_t rows, zone, shapes, films, tables, centre, seen, iterations, repeat_iterations;
  std::uint32_t place, pressure, test, gap, film, seen_geometry, seen_pressure, seen_gap, seen_mean,
      seen_fit, seen_films, profile_centre, profile_place, profile_film, opening, excitation,
      reserved;
  double edge_pressure, first, spacing, seen_spacing, least_pressure, leave_fraction, edge_share,
      penalty, step_limit, settled, conductance, film_scale;
};

struct FilmOnBodies {
  std::uint32_t open, push, steady, steady_films;
  double clearance, datum, least, most, trained_least, trained_most;
};

inline constexpr std::uint32_t kViscosityConstant = 0, kViscosityBarus = 1, kViscosityRoelands = 2;
inline constexpr std::uint32_t kDensityIncompressible = 0, kDensityDowsonHigginson = 1;
inline constexpr std::uint32_t kFrameFixed = 0, kFrameLoadScaled = 1;
inline constexpr std::uint32_t kInputLoad = 0, kInputEntrainment = 1, kInputViscosity = 2,
                               kInputAcceleration = 3, kInputNone = 4;

// Steady films over load and speed, from which a film that found no solution starts anew.
struct SteadyFilms {
  const double* loads = nullptr;   // (load_count) ascending, over load_reference
  const double* speeds = nullptr;  // (speed_count) ascending, u times viscosity factor
  const double* films = nullptr;   // (load_count x speed_count x u) b and H0
  std::int32_t load_count = 0, speed_count = 0;  // 0: none in the file
};

// Part of the ModelView; null pointers in a model without film.
struct FilmView {
  const FilmConstants* constants = nullptr;
  const FilmBasis* bases = nullptr;
  std::int32_t count = 0;   // bases
  std::int32_t scalar = 0;  // bytes of one scalar of the arithmetic: 8 or 4
  const unsigned char* numbers = nullptr;
  const std::uint32_t* roles = nullptr;  // (nu)
  SteadyFilms steady;
  const FilmTransport* transport = nullptr;         // null: every row is stepped
  const std::uint32_t* transport_places = nullptr;  // (m x s)
  const FilmPace* paces = nullptr;                  // (count); null: a step is equal substeps
  const FilmLength* lengths = nullptr;              // those of all bases
  const FilmEdge* edge = nullptr;                   // null: the rebound has bases
  const FilmOnBodies* on_bodies = nullptr;          // null: no bodies press what is carried
  double front_limit = 0;  // change of the load's rate that leaves a front [N/m/s], 0: none does
  // Every modal coordinate opens the whole gap alike, in every basis; known of films among others.
  bool opens_as_one = false;

  // Is basis `index` the moving edge?
  bool at_edge(std::int32_t index) const { return edge && index == count; }
};

}  // namespace mortise
