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
  std::uint32_t FilmBasis::*offset;
  std::uint64_t outer;  // rows of the array, or numbers per lane of a block
  std::uint64_t used;   // entries of a row, or lanes in all
  std::uint64_t ld;     // length of a row, or lanes of a block
  bool blocks;          // (used / ld blocks, outer, ld): further lanes repeat the last one
  bool real;            // float64 whatever the scalar

  std::uint64_t count() const { return blocks ? whole_blocks(used, ld) * outer : outer * ld; }
  // scalar: bytes of one number of the film's arithmetic.
  std::uint64_t bytes(std::int32_t scalar) const {
    return count() * (real ? sizeof(double) : static_cast<std::uint64_t>(scalar));
  }
};

// Calls visit(array) for every array of basis k until it returns false.
template <class Visit>
bool each_film_array(const ModelView& v, std::int32_t k, Visit visit) {
  const FilmBasis& b = v.film.bases[k];
  const FilmBasisSizes z = film_basis_sizes(v, k);
  using Offset = std::uint32_t FilmBasis::*;
  const auto lanes = [](const char* field, Offset at, std::uint64_t each, std::uint64_t used,
                        std::uint64_t L) {
    return FilmArray{field, at, each, used, L, true, false};
  };
  const auto rows = [](const char* field, Offset at, std::uint64_t count, std::uint64_t used,
                       std::uint64_t ld) {
    return FilmArray{field, at, count, used, ld, false, false};
  };
  const std::uint64_t points = whole_blocks(z.points, z.L), profile = z.points > 0 ? z.r : 0;
  return visit(lanes("law.bases.coefficients", &FilmBasis::coefficients, 6, z.m, z.L)) &&
         visit(lanes("law.bases.geometry", &FilmBasis::geometry, z.s, z.m, z.L)) &&
         visit(lanes("law.bases.pressure_shapes", &FilmBasis::pressure_shapes, z.r * z.s, z.m,
                     z.L)) &&
         visit(lanes("law.bases.gap_shapes", &FilmBasis::gap_shapes, z.r * z.s, z.m, z.L)) &&
         visit(lanes("law.bases.gap_shapes_half", &FilmBasis::gap_shapes_half, z.r * z.s, z.m,
                     z.L)) &&
         visit(lanes("law.bases.mode_shapes", &FilmBasis::mode_shapes, z.n * z.s, z.m, z.L)) &&
         visit(rows("law.bases.test", &FilmBasis::test, z.m - b.watched, z.u, z.up)) &&
         visit(rows("law.bases.load_row", &FilmBasis::load_row, 1, z.r, z.up)) &&
         visit(rows("law.bases.excitation", &FilmBasis::excitation, z.n, z.r, z.rp)) &&
         visit(rows("law.bases.initial", &FilmBasis::initial, z.first ? 1 : 0, z.u, z.up)) &&
         visit(rows("law.bases.central", &FilmBasis::central, 2, z.r, z.rp)) &&
         visit(rows("law.bases.central_modes", &FilmBasis::central_modes, 1, z.n,
                    whole_blocks(z.n, z.L))) &&
         visit(lanes("law.bases.minimum_geometry", &FilmBasis::minimum_geometry, 1, z.M, z.L)) &&
         visit(lanes("law.bases.minimum_gap", &FilmBasis::minimum_gap, z.r, z.M, z.L)) &&
         visit(lanes("law.bases.minimum_modes", &FilmBasis::minimum_modes, z.n, z.M, z.L)) &&
         visit(lanes("law.bases.hand_pressure", &FilmBasis::hand_pressure, z.before, z.m, z.L)) &&
         visit(lanes("law.bases.hand_gap", &FilmBasis::hand_gap, z.before, z.m, z.L)) &&
         visit(rows("law.bases.hand_project", &FilmBasis::hand_project, z.before, z.u, z.up)) &&
         visit(rows("law.bases.profile_pressure", &FilmBasis::profile_pressure, profile, points,
                    points)) &&
         visit(rows("law.bases.profile_gap", &FilmBasis::profile_gap, profile, points, points)) &&
         visit(FilmArray{"law.bases.modal", &FilmBasis::modal, 4, z.n, z.np, false, true}) &&
         visit(FilmArray{"law.bases.modal_half", &FilmBasis::modal_half, 4, z.n, z.np, false,
                         true}) &&
         visit(FilmArray{"law.bases.modal_force", &FilmBasis::modal_force, 1, z.n, z.np, false,
                         true}) &&
         visit(FilmArray{"law.bases.rigid_row", &FilmBasis::rigid_row, 1, z.n, z.np, false, true});
}

}  // namespace mortise
