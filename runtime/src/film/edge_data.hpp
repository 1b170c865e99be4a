// What the numerics of a rebound on moving nodes work on. Equations, sizes and layout stand in the
// schema, struct FilmEdge.
#pragma once

#include "data.hpp"

namespace mortise::MORTISE_ISA {

template <class T>
struct EdgeData {
  static constexpr int L = kPaddingOf<T>;

  // Arrays over the moving nodes; by_a: derivatives for a alone.
  enum Array : int {
    kPlace,
    kShare,
    kPressure,
    kGap,
    kFlow,
    kFlowP,
    kFlowH,
    kContentP,
    kContentH,
    kMoved,   // y - Z
    kMovedA,  // by_a
    kGapA,    // by_a
    kOut,     // through the face to the next node, and its derivatives:
    kOutA,    // by_a
    kOutP,    // by the pressures of the node and of the next one
    kOutNextP,
    kOutH,  // by their gaps
    kOutNextH,
    kFilmA,  // by_a, of Z
    kArrays
  };
  static_assert(kArrays == static_cast<int>(kFilmEdgeArrays), "as they are laid out");

  EdgeData(const ModelView& model, unsigned char* region)
      : at(model, region),
        e(*model.film.edge),
        last(model.film.bases[model.film.count - 1]),
        rows(static_cast<int>(e.rows)),
        padded(at.padded(rows + 4)),
        zone(static_cast<int>(e.zone)),
        free(zone + static_cast<int>(e.shapes)),
        unknowns(free + 2),
        up(at.padded(unknowns)),
        films(static_cast<int>(e.films)),
        columns(1 + films + 1 + free),
        tables(static_cast<int>(e.tables)) {}

  FilmEdgeMemory& memory() const { return *at.template kept<FilmEdgeMemory>(at.l.edge); }
  // b of the last basis as it was when the edge took over.
  T* last_b() const { return at.pressures(); }
  // Node 0 of an array; L numbers stand before it, L behind the last one.
  T* node(int array) const { return at.scratch(at.l.nodes) + array * (padded + 2 * L) + L; }
  T* column(int k) const { return node(kArrays + k); }  // of the gap: p, c, then H0
  const T* gap() const { return node(kGap); }
  // Behind the gaps of the rows stand what the film as a whole is.
  double force() const { return static_cast<double>(gap()[rows + 1]); }
  double central_pressure() const { return static_cast<double>(gap()[rows + 2]); }
  double central_gap() const { return static_cast<double>(gap()[rows + 3]); }
  double last_table() const { return e.first + e.spacing * (tables - 1); }
  double opened(const double* q) const {
    double sum = 0;
    for (int i = 0; i < at.n; ++i) sum += at.real(e.opening)[i] * q[i];
    return sum;
  }

  FilmData<T> at;
  const FilmEdge& e;
  const FilmBasis& last;
  int rows, padded, zone, free, unknowns, up, films, columns, tables;
  double shift = 0, spring = 0;
  double settled = 0;  // largest change that ends the iterations
  // Of the stage: a and H0, the start value of a, H0 without pressure.
  double a = 0, approach = 0, start_a = 0, free_approach = 0;
  bool still = false;  // the film does not move against the nodes
  StageScalars<T> scalars{};
};

}  // namespace mortise::MORTISE_ISA
