// The arrays that a basis of a film has in `numbers`: which, where, how long.
#pragma once

#include "mortise/model.hpp"

namespace mortise {

// Every array begins at a multiple of this many bytes.
inline constexpr std::uint64_t kFilmAlignment = 64;

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

// Sizes of basis k, and of what carries it or bears it, named as in the schema.
struct FilmSizes {
  std::uint64_t L, r, u, up, m, held, s, n, M, before, first, points, profile, row, shapes;
  std::uint64_t N = 0, F = 0, O = 0, seen = 0, steady = 0;

  FilmSizes(const ModelView& v, std::int32_t k)
      : FilmSizes(v, v.film.bases[k], k > 0 ? v.film.bases[k - 1].modes : 0, k == 0) {}

 private:
  FilmSizes(const ModelView& v, const FilmBasis& b, std::uint64_t modes_before, bool is_first)
      : L(kFilmAlignment / static_cast<std::uint64_t>(v.film.scalar)),
        r(b.modes),
        u(r + v.film.constants->loaded),
        up(whole_blocks(u, L)),
        m(b.rows),
        held(m - b.watched),
        s(v.film.constants->stencil),
        n(static_cast<std::uint64_t>(v.dims.modes)),
        M(b.minimum_nodes),
        before(modes_before),
        first(is_first ? 1 : 0),
        points(whole_blocks(v.film.constants->profile_points, L)),
        profile(points > 0 ? 1 : 0),
        row(v.film.transport ? 7 : 6),
        shapes(r) {
    if (const FilmTransport* t = v.film.transport) {
      N = t->samples;
      F = t->nearest;
      O = t->places;
      seen = t->seen;
      shapes += seen;
    }
    if (v.film.on_bodies) steady = v.film.on_bodies->steady;
  }
};

// Sizes of a moving edge.
struct FilmEdgeSizes {
  std::uint64_t L, m, Mp, free, f, K, t, C, G, last, n, nodes, profile;

  explicit FilmEdgeSizes(const ModelView& v)
      : L(kFilmAlignment / static_cast<std::uint64_t>(v.film.scalar)),
        m(v.film.edge->rows),
        Mp(whole_blocks(m + 4, L)),
        free(std::uint64_t{v.film.edge->zone} + v.film.edge->shapes),
        f(v.film.edge->films),
        K(2 + f + free),
        t(v.film.edge->tables),
        C(v.film.edge->centre),
        G(v.film.edge->seen),
        last(v.film.bases[v.film.count - 1].modes),
        n(static_cast<std::uint64_t>(v.dims.modes)),
        nodes(v.film.constants->profile_points),
        profile(nodes > 0 ? 1 : 0) {}
};

// Calls visit(array) for every array of basis k until it returns false.
template <class Visit>
bool each_film_array(const ModelView& v, std::int32_t k, const Visit& visit) {
  const FilmView& film = v.film;
  const FilmSizes z(v, k);
  if (!each_array<FilmArray>(film.bases[k], z, visit) ||
      (film.transport && !each_array<FilmArray>(*film.transport, z, visit)) ||
      (film.on_bodies && !each_array<FilmArray>(*film.on_bodies, z, visit)) ||
      (film.edge && k + 1 == film.count &&
       !each_array<FilmArray>(*film.edge, FilmEdgeSizes(v), visit)))
    return false;
  if (!film.paces) return true;
  const FilmPace& pace = film.paces[k];
  for (std::uint32_t i = 0; i < pace.lengths; ++i)
    if (!each_array<FilmArray>(film.lengths[pace.first_length + i], z, visit)) return false;
  return true;
}

}  // namespace mortise
