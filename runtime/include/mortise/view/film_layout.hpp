// Where the memory of a film lies inside of a state; from the sizes in the file alone.
#pragma once

#include "mortise/view/carver.hpp"
#include "mortise/view/film.hpp"

namespace mortise {

// Byte offsets from the start of the film's region, multiples of 64. Arrays are as large as the
// largest basis needs; sizes as in the schema, table ReynoldsFilm.
//
// What a film remembers exists twice: [0] committed, [1] the trial of the running step. A step
// works in place on the trial and leaves both equal: commit_film_memory(), or begin_film_trial()
// after a failure.
struct FilmLayout {
  std::uint32_t memory[2];
  std::uint32_t memory_bytes;  // of one copy
  // within a copy
  std::uint32_t unknowns;   // (up) scalar: b and H0
  std::uint32_t content;    // (B L) scalar: y at the sampled rows
  std::uint32_t pressures;  // (B s L) scalar: V b at the stencils; at a moving edge (up): b of the
                            // last basis when it took over
  std::uint32_t gaps;       // (B s L) scalar: C V b of the operator set in `kind`
  std::uint32_t kind;       // int32: operator set of `gaps`, 0: none
  // of films that are carried
  std::uint32_t line;       // (5 x Kp) scalar: places [b] of the deposits, cubics between them
  std::uint32_t densities;  // (Np) scalar: P* of the last stage
  std::uint32_t samples;    // (Np) scalar: g of the last stage
  std::uint32_t speed;      // float64: u at the end of the last step
  // of films with a moving edge
  std::uint32_t frozen;  // (f, padded) scalar: z
  std::uint32_t edge;    // (FilmEdgeMemory)
  // scratch that survives: the kept factorisation
  std::uint32_t factor;       // (u rounded up to a panel, up) scalar
  std::uint32_t pivots;       // (u rounded up to a panel) int32
  std::uint32_t kept;         // (panels, up) scalar: 0 where a panel has its pivots, else 1
  std::uint32_t projected;    // (u rounded up to a panel, up) scalar: T J before elimination
  std::uint32_t linearised;   // (up) scalar: b of the factorisation
  std::uint32_t slopes;       // (B (2 s + 1) L) scalar: derivatives of the rows that it contains
  std::uint32_t factor_kind;  // FilmFactorKind
  // scratch
  std::uint32_t base;       // (B s L) scalar: gap of the stage without b and H0
  std::uint32_t start;      // (B L) scalar: start value of y of the second stage
  std::uint32_t residual;   // (B L) scalar
  std::uint32_t jacobian;   // (u rounded up to a panel, B L) scalar: change of J
  std::uint32_t changed;    // (B L) int32: rows whose derivatives changed
  std::uint32_t matrix;     // (u rounded up to a panel, up) scalar
  std::uint32_t solution;   // (up) scalar
  std::uint32_t looked;     // (Np) scalar: film of the line at the samples
  std::uint32_t intervals;  // (Np + O) int32: of the line, in which samples and places were last
  std::uint32_t entering;   // (Np) scalar: derivative of g for y_D
  std::uint32_t combined;   // (r + z, padded) scalar: b and z
  std::uint32_t found;      // (1 + O) scalar: 0 and Z at the places
  std::uint32_t carried;    // (2 + s, B L) scalar: Z at the rows, the start value with what Z adds,
                            // Z at the nodes of the stencils
  std::uint32_t nodes;      // (kFilmEdgeArrays + Z + r + 1, L + Mp + L) scalar: of the moving nodes
  std::uint32_t sights;     // (2 x Gp) scalar: pressure and film that the hand-over sees
  std::uint32_t modal;      // (4 np) float64: start values and free motion of a stage
  std::uint32_t bytes;      // whole region
};

// What the kept factorisation was made for.
struct FilmFactorKind {
  std::int32_t kind;     // operator set as FilmLayout::kind, 0: no factorisation
  std::int32_t updates;  // of some rows since all of them were made
  double speed, viscosity_factor;
  double gap;  // smallest one of the sampled rows, if the bodies move
};

// A moving edge at the end of its last step, dimensionless.
struct FilmEdgeMemory {
  double a, rate;   // dA/dT, 0: not known yet
  double residual;  // what z leaves of the film at the hand-over, over film_scale
  double force, central_pressure, central_gap, minimum_gap, reserved;
};

// Arrays over moving nodes besides the columns of the gap.
inline constexpr std::uint32_t kFilmEdgeArrays = 19;

// Columns are factored by panels of this many; part of the result's bits.
inline constexpr std::int32_t kFilmPanel = 8;

// film: constants, bases and scalar must be set. modes_padded: np. copy, region: carvers of one
// copy of the memory and of the whole region.
template <class AnyCarver = Carver>
FilmLayout lay_out_film(const FilmView& film, std::int32_t modes_padded,
                        AnyCarver copy = AnyCarver(), AnyCarver region = AnyCarver()) noexcept {
  const std::uint32_t scalar = static_cast<std::uint32_t>(film.scalar), lanes = 64 / scalar;
  const std::uint32_t np = static_cast<std::uint32_t>(modes_padded);
  const auto round_up = [](std::uint32_t n, std::uint32_t to) { return (n + to - 1) / to * to; };
  std::uint32_t rows = 0, unknowns = 0, columns = 0;
  for (std::int32_t k = 0; k < film.count; ++k) {
    const std::uint32_t u = film.bases[k].modes + film.constants->loaded;
    const std::uint32_t m = round_up(film.bases[k].rows, lanes);
    const std::uint32_t up = round_up(u, lanes);
    const std::uint32_t panels = round_up(u, static_cast<std::uint32_t>(kFilmPanel));
    rows = m > rows ? m : rows;
    unknowns = up > unknowns ? up : unknowns;
    columns = panels > columns ? panels : columns;
  }
  const FilmEdge still{};
  const FilmEdge& e = film.edge ? *film.edge : still;
  const std::uint32_t nodes = film.edge ? round_up(e.rows + 4, lanes) : 0;
  if (film.edge) {
    const std::uint32_t u = e.zone + e.shapes + 2;
    const std::uint32_t up = round_up(u, lanes);
    const std::uint32_t panels = round_up(u, static_cast<std::uint32_t>(kFilmPanel));
    rows = nodes > rows ? nodes : rows;
    unknowns = up > unknowns ? up : unknowns;
    columns = panels > columns ? panels : columns;
  }
  const std::uint32_t stencils = rows * film.constants->stencil;
  FilmLayout l{};
  l.unknowns = copy.take(unknowns, scalar);
  l.content = copy.take(rows, scalar);
  l.pressures = copy.take(stencils > unknowns ? stencils : unknowns, scalar);
  l.gaps = copy.take(stencils, scalar);
  l.kind = copy.take(1, sizeof(std::int32_t));
  const FilmTransport none{};
  const FilmTransport& t = film.transport ? *film.transport : none;
  const std::uint32_t samples = round_up(t.samples, lanes);
  l.line = copy.take(5 * round_up(t.deposits, lanes), scalar);
  l.densities = copy.take(samples, scalar);
  l.samples = copy.take(samples, scalar);
  l.speed = copy.take(film.transport ? 1 : 0, sizeof(double));
  l.frozen = copy.take(round_up(e.films, lanes), scalar);
  l.edge = copy.take(film.edge ? 1 : 0, sizeof(FilmEdgeMemory));
  l.memory_bytes = static_cast<std::uint32_t>(copy.bytes());
  l.memory[0] = region.take(1, l.memory_bytes);
  l.memory[1] = region.take(1, l.memory_bytes);
  l.factor = region.take(columns * unknowns, scalar);
  l.pivots = region.take(columns, sizeof(std::int32_t));
  l.kept = region.take(columns / kFilmPanel * unknowns, scalar);
  l.projected = region.take(columns * unknowns, scalar);
  l.linearised = region.take(unknowns, scalar);
  l.slopes = region.take(rows * (2 * film.constants->stencil + 1), scalar);
  l.factor_kind = region.take(1, sizeof(FilmFactorKind));
  l.base = region.take(stencils, scalar);
  l.start = region.take(rows, scalar);
  l.residual = region.take(rows, scalar);
  l.jacobian = region.take(columns * rows, scalar);
  l.changed = region.take(rows, sizeof(std::int32_t));
  l.matrix = region.take(columns * unknowns, scalar);
  l.solution = region.take(unknowns, scalar);
  l.looked = region.take(samples, scalar);
  l.intervals = region.take(film.transport ? samples + t.places : 0, sizeof(std::int32_t));
  l.entering = region.take(samples, scalar);
  l.combined =
      region.take(film.transport ? round_up(film.bases[0].modes + t.seen, lanes) : 0, scalar);
  l.found = region.take(film.transport ? t.places + 1 : 0, scalar);
  l.carried = region.take(film.transport ? (2 + film.constants->stencil) * rows : 0, scalar);
  l.nodes = region.take(
      film.edge ? (kFilmEdgeArrays + e.zone + e.shapes + 1) * (nodes + 2 * lanes) : 0, scalar);
  l.sights = region.take(2 * round_up(e.seen, lanes), scalar);
  l.modal = region.take(4 * np, 8);
  l.bytes = static_cast<std::uint32_t>(region.bytes());
  return l;
}

// Bytes of an array that holds a number for every row or every unknown of any basis; of a film that
// is carried also P* behind the unknowns.
inline std::uint64_t film_array_bytes(const FilmView& film) noexcept {
  const std::uint64_t lanes = 64 / static_cast<std::uint64_t>(film.scalar);
  const auto padded = [lanes](std::uint64_t n) { return (n + lanes - 1) / lanes * lanes; };
  std::uint64_t most = 0;
  if (film.transport)
    most = padded(std::uint64_t{film.bases[0].modes} + 1) + padded(film.transport->samples);
  for (std::int32_t k = 0; k < film.count; ++k) {
    const std::uint64_t unknowns = film.bases[k].modes + film.constants->loaded;
    const std::uint64_t n = unknowns > film.bases[k].rows ? unknowns : film.bases[k].rows;
    most = n > most ? n : most;
  }
  const std::uint64_t bytes = most * static_cast<std::uint64_t>(film.scalar);
  return (bytes + 63) & ~std::uint64_t{63};
}

// A step begins with the committed memory as its trial; the trial becomes the committed memory.
// region: start of the film's region. Forced inlining as in sizes.hpp.
inline __attribute__((always_inline)) void begin_film_trial(const FilmLayout& layout,
                                                            unsigned char* region) noexcept {
  __builtin_memcpy(region + layout.memory[1], region + layout.memory[0], layout.memory_bytes);
}
inline __attribute__((always_inline)) void commit_film_memory(const FilmLayout& layout,
                                                              unsigned char* region) noexcept {
  __builtin_memcpy(region + layout.memory[0], region + layout.memory[1], layout.memory_bytes);
}

}  // namespace mortise
