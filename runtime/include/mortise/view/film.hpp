// What a film's step reads: structures mapped in place from the file (mortise_records.h), and its
// numbers. Meaning, sizes and layout of everything stand in the schema (mortise.fbs, table
// ReynoldsFilm).
#pragma once

#include "mortise/types.hpp"
#include "mortise_records.h"

namespace mortise {

// The others: src/film/lubricant_laws.hpp.
inline constexpr std::uint32_t kViscosityConstant = 0, kDensityIncompressible = 0;
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

// What the step of a film depends on besides its numbers; told by the file when it is opened.
enum class FilmStepKind : std::uint8_t {
  kLoaded,   // by a prescribed load
  kCarried,  // so, and carried through the contact by the fluid
  kBorne,    // carried, between bodies of an assembly
  kMet,      // between bodies that meet, in equal substeps
  kPaced,    // so, in steps of several lengths
  kEdge      // paced, and its rebound is followed by a moving edge
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
  FilmStepKind kind = FilmStepKind::kLoaded;

  // Is basis `index` the moving edge?
  bool at_edge(std::int32_t index) const { return edge && index == count; }
};

}  // namespace mortise
