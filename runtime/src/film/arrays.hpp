// The arrays that a basis of a film has in `numbers`: which, where, how long.
#pragma once

#include "mortise/model.hpp"

namespace mortise {

// Every array begins at a multiple of this many bytes.
inline constexpr std::uint64_t kFilmAlignment = 64;

inline std::uint64_t whole_blocks(std::uint64_t n, std::uint64_t block) {
  return (n + block - 1) / block * block;
}

// Sizes of one basis, named as in the schema.
struct FilmBasisSizes {
  std::uint64_t r, u, m, s, n, M, L, rp, up, B, BM, np, before, points;
  bool first, loaded;
};

inline FilmBasisSizes film_basis_sizes(const ModelView& v, std::int32_t k) {
  const FilmConstants& c = *v.film.constants;
  const FilmBasis& b = v.film.bases[k];
  FilmBasisSizes z{};
  z.L = kFilmAlignment / static_cast<std::uint64_t>(v.film.scalar);
  z.r = b.modes;
  z.u = z.r + c.loaded;
  z.m = b.rows;
  z.s = c.stencil;
  z.n = static_cast<std::uint64_t>(v.dims.modes);
  z.np = static_cast<std::uint64_t>(v.dims.modes_padded);
  z.M = b.minimum_nodes;
  z.rp = whole_blocks(z.r, z.L);
  z.up = whole_blocks(z.u, z.L);
  z.B = whole_blocks(z.m, z.L) / z.L;
  z.BM = whole_blocks(z.M, z.L) / z.L;
  z.before = k > 0 ? v.film.bases[k - 1].modes : 0;
  z.points = c.profile_points;
  z.first = k == 0;
  z.loaded = c.loaded != 0;
  return z;
}

// How an array of `numbers` is laid out.
struct FilmArray {
  const char* field;
  const std::uint32_t* at;  // offset in `numbers`, where the file has it
  std::uint64_t outer;      // rows of the array, or numbers per lane of a block
  std::uint64_t used;       // entries of a row, or lanes in all
  std::uint64_t ld;         // length of a row, or lanes of a block
  bool blocks;              // (used / ld blocks, outer, ld): further lanes repeat the last one
  bool real;                // float64 whatever the scalar

  std::uint64_t count() const { return blocks ? whole_blocks(used, ld) * outer : outer * ld; }
  // scalar: bytes of one number of the film's arithmetic.
  std::uint64_t bytes(std::int32_t scalar) const {
    return count() * (real ? sizeof(double) : static_cast<std::uint64_t>(scalar));
  }
};

// Those of a contact that carries the film.
template <class Visit>
bool each_transport_array(const ModelView& v, const FilmBasisSizes& z, Visit visit) {
  const FilmTransport& t = *v.film.transport;
  const std::uint64_t N = t.samples, Np = whole_blocks(N, z.L), O = t.places,
                      Op = whole_blocks(O, z.L), points = whole_blocks(z.points, z.L);
  const auto lanes = [&](const char* field, const std::uint32_t* at, std::uint64_t each,
                         std::uint64_t used) {
    return visit(FilmArray{field, at, each, used, z.L, true, false});
  };
  const auto rows = [&](const char* field, const std::uint32_t* at, std::uint64_t count,
                        std::uint64_t used, std::uint64_t ld) {
    return visit(FilmArray{field, at, count, used, ld, false, false});
  };
  const bool profile = z.points > 0;
  return rows("law.transport.softness", &t.softness, 1, N, Np) &&
         rows("law.transport.density_base", &t.density_base, 1, N, Np) &&
         rows("law.transport.density_shapes", &t.density_shapes, z.r, N, Np) &&
         rows("law.transport.density_samples", &t.density_samples, N, N, Np) &&
         lanes("law.transport.base_pressure", &t.base_pressure, z.s, z.m) &&
         rows("law.transport.combine", &t.combine, N, t.seen, whole_blocks(t.seen, z.L)) &&
         lanes("law.transport.sample_pressure", &t.sample_pressure, t.nearest * z.s, z.m) &&
         lanes("law.transport.sample_gap", &t.sample_gap, t.nearest * z.s, z.m) &&
         rows("law.transport.place_x", &t.place_x, O > 0 ? 1 : 0, O, Op) &&
         rows("law.transport.entry_shapes", &t.entry_shapes, 2, z.r, z.up) &&
         rows("law.transport.entry_samples", &t.entry_samples, 2, N, Np) &&
         rows("law.transport.load_samples", &t.load_samples, 1, N, Np) &&
         rows("law.transport.central_samples", &t.central_samples, 2, N, Np) &&
         lanes("law.transport.minimum_samples", &t.minimum_samples, N, z.M) &&
         rows("law.transport.middle", &t.middle, 1, z.u, z.up) &&
         rows("law.transport.inverse_reach", &t.inverse_reach, 1, z.u, z.up) &&
         rows("law.transport.profile_samples_pressure", &t.profile_samples_pressure,
              profile ? N : 0, points, points) &&
         rows("law.transport.profile_samples_gap", &t.profile_samples_gap, profile ? N : 0, points,
              points) &&
         rows("law.transport.profile_base", &t.profile_base, profile ? 1 : 0, points, points);
}

// Those of a moving edge.
template <class Visit>
bool each_edge_array(const ModelView& v, Visit visit) {
  const FilmEdge& e = *v.film.edge;
  const std::uint64_t L = kFilmAlignment / static_cast<std::uint64_t>(v.film.scalar), m = e.rows,
                      Mp = whole_blocks(m + 4, L), free = std::uint64_t{e.zone} + e.shapes,
                      f = e.films, K = 2 + f + free, t = e.tables, G = e.seen,
                      Gp = whole_blocks(G, L), r = v.film.bases[v.film.count - 1].modes,
                      np = static_cast<std::uint64_t>(v.dims.modes_padded),
                      n = static_cast<std::uint64_t>(v.dims.modes),
                      points = v.film.constants->profile_points, Cp = whole_blocks(e.centre, L);
  const auto rows = [&](const char* field, const std::uint32_t* at, std::uint64_t count,
                        std::uint64_t used, std::uint64_t ld) {
    return visit(FilmArray{field, at, count, used, ld, false, false});
  };
  const bool profile = points > 0;
  return rows("law.edge.place", &e.place, 2, L + Mp, L + Mp) &&
         rows("law.edge.pressure", &e.pressure, 2 + free, m, Mp) &&
         rows("law.edge.test", &e.test, m, free + 2, whole_blocks(free + 2, L)) &&
         rows("law.edge.gap", &e.gap, t * K, m + 4, Mp) &&
         rows("law.edge.film", &e.film, t * (1 + f), m, Mp) &&
         rows("law.edge.seen_geometry", &e.seen_geometry, 1, G, Gp) &&
         rows("law.edge.seen_pressure", &e.seen_pressure, r, G, Gp) &&
         rows("law.edge.seen_gap", &e.seen_gap, r, G, Gp) &&
         rows("law.edge.seen_mean", &e.seen_mean, 1, G, Gp) &&
         rows("law.edge.seen_fit", &e.seen_fit, f, G, Gp) &&
         rows("law.edge.seen_films", &e.seen_films, f, G, Gp) &&
         rows("law.edge.profile_centre", &e.profile_centre, profile ? t * K : 0, e.centre, Cp) &&
         rows("law.edge.profile_place", &e.profile_place, profile ? 2 : 0, e.centre, Cp) &&
         rows("law.edge.profile_film", &e.profile_film, profile ? 1 + f : 0, points,
              whole_blocks(points, L)) &&
         visit(FilmArray{"law.edge.opening", &e.opening, 1, n, np, false, true}) &&
         visit(FilmArray{"law.edge.excitation", &e.excitation, 1, n, np, false, true});
}

// Those of bodies that press a carried film.
template <class Visit>
bool each_body_array(const ModelView& v, const FilmBasisSizes& z, Visit visit) {
  const FilmOnBodies& b = *v.film.on_bodies;
  return visit(FilmArray{"law.on_bodies.open", &b.open, 1, z.n, z.np, false, true}) &&
         visit(FilmArray{"law.on_bodies.push", &b.push, 1, z.n, z.np, false, true}) &&
         visit(FilmArray{"law.on_bodies.steady_films", &b.steady_films, 5, b.steady,
                         whole_blocks(b.steady, 8), false, true});
}

// Those of the steps of basis k that are longer than a tick.
template <class Visit>
bool each_length_array(const ModelView& v, std::int32_t k, const FilmBasisSizes& z, Visit visit) {
  if (!v.film.paces) return true;
  const FilmPace& pace = v.film.paces[k];
  for (std::uint32_t i = 0; i < pace.lengths; ++i) {
    const FilmLength& length = v.film.lengths[pace.first_length + i];
    if (!visit(FilmArray{"law.lengths.gap_shapes", &length.gap_shapes, z.r * z.s, z.m, z.L, true,
                         false}) ||
        !visit(FilmArray{"law.lengths.modal", &length.modal, 4, z.n, z.np, false, true}))
      return false;
  }
  return true;
}

// Calls visit(array) for every array of basis k until it returns false.
template <class Visit>
bool each_film_array(const ModelView& v, std::int32_t k, Visit visit) {
  const FilmBasis& b = v.film.bases[k];
  const FilmBasisSizes z = film_basis_sizes(v, k);
  using Offset = const std::uint32_t*;
  const auto lanes = [](const char* field, Offset at, std::uint64_t each, std::uint64_t used,
                        std::uint64_t L) {
    return FilmArray{field, at, each, used, L, true, false};
  };
  const auto rows = [](const char* field, Offset at, std::uint64_t count, std::uint64_t used,
                       std::uint64_t ld) {
    return FilmArray{field, at, count, used, ld, false, false};
  };
  const std::uint64_t points = whole_blocks(z.points, z.L), profile = z.points > 0 ? z.r : 0;
  const std::uint64_t shapes = z.r + (v.film.transport ? v.film.transport->seen : 0);
  return visit(lanes("law.bases.coefficients", &b.coefficients, v.film.transport ? 7 : 6, z.m,
                     z.L)) &&
         visit(lanes("law.bases.geometry", &b.geometry, z.s, z.m, z.L)) &&
         visit(lanes("law.bases.pressure_shapes", &b.pressure_shapes, shapes * z.s, z.m, z.L)) &&
         visit(lanes("law.bases.gap_shapes", &b.gap_shapes, shapes * z.s, z.m, z.L)) &&
         visit(lanes("law.bases.gap_shapes_half", &b.gap_shapes_half, shapes * z.s, z.m, z.L)) &&
         visit(lanes("law.bases.mode_shapes", &b.mode_shapes, z.n * z.s, z.m, z.L)) &&
         visit(rows("law.bases.test", &b.test, z.m - b.watched, z.u, z.up)) &&
         visit(rows("law.bases.load_row", &b.load_row, 1, z.r, z.up)) &&
         visit(rows("law.bases.excitation", &b.excitation, z.n, z.r, z.rp)) &&
         visit(rows("law.bases.initial", &b.initial, z.first ? 1 : 0, z.u, z.up)) &&
         visit(rows("law.bases.central", &b.central, 2, z.r, z.rp)) &&
         visit(rows("law.bases.central_modes", &b.central_modes, 1, z.n, whole_blocks(z.n, z.L))) &&
         visit(lanes("law.bases.minimum_geometry", &b.minimum_geometry, 1, z.M, z.L)) &&
         visit(lanes("law.bases.minimum_gap", &b.minimum_gap, z.r, z.M, z.L)) &&
         visit(lanes("law.bases.minimum_modes", &b.minimum_modes, z.n, z.M, z.L)) &&
         visit(lanes("law.bases.hand_pressure", &b.hand_pressure, z.before, z.m, z.L)) &&
         visit(lanes("law.bases.hand_gap", &b.hand_gap, z.before, z.m, z.L)) &&
         visit(rows("law.bases.hand_project", &b.hand_project, z.before, z.u, z.up)) &&
         visit(rows("law.bases.profile_pressure", &b.profile_pressure, profile, points, points)) &&
         visit(rows("law.bases.profile_gap", &b.profile_gap, profile, points, points)) &&
         visit(FilmArray{"law.bases.modal", &b.modal, 4, z.n, z.np, false, true}) &&
         visit(FilmArray{"law.bases.modal_half", &b.modal_half, 4, z.n, z.np, false, true}) &&
         visit(FilmArray{"law.bases.modal_force", &b.modal_force, 1, z.n, z.np, false, true}) &&
         visit(FilmArray{"law.bases.rigid_row", &b.rigid_row, 1, z.n, z.np, false, true}) &&
         (!v.film.transport || each_transport_array(v, z, visit)) &&
         (!v.film.on_bodies || each_body_array(v, z, visit)) &&
         (!v.film.edge || k + 1 < v.film.count || each_edge_array(v, visit)) &&
         each_length_array(v, k, z, visit);
}

}  // namespace mortise
