// The arrays of a reduced film as the step reads them: whole-grid arrays cut down to the rows of
// the bases. One source for files, for training and for tests.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "generator/reduce/film/film_numbers.hpp"
#include "generator/reduce/film/reduced_film.hpp"
#include "mortise/model.hpp"

namespace mortise::gen {

// Nodes of a row's stencil: 4 (i-2 .. i+1) with entrainment, 3 (i-1 .. i+1) without. A node beyond
// an end of the grid is replaced by the last one; its coefficient is zero.
int stencil_size(const FilmProblemData& problem);

// Appends every array of basis `index` to `numbers`; the result holds their offsets.
// Throws Error for sizes that disagree or numbers that the scalar cannot hold.
FilmBasis pack_basis(const ReducedFilm& film, std::size_t index, FilmNumbers* numbers);

// Steps of several lengths, as the schema has them; empty where a step is equal substeps. Appends
// their operators to `numbers`.
struct FilmPaces {
  std::vector<FilmPace> paces;
  std::vector<FilmLength> lengths;
};
FilmPaces pack_paces(const ReducedFilm& film, FilmNumbers* numbers);

// (samples x z) orthonormal Z: the rows of a transported film see Z^T g of the samples g.
Matrix seen_samples(const ReducedFilm& film);

// Packs the contact of a transported film. row_places: of every row and node of its stencil 0, or 1
// + its place in the outlet, as the schema's transport_places.
FilmTransport pack_transport(const ReducedFilm& film, FilmNumbers* numbers,
                             std::vector<std::uint32_t>* row_places);

// The bodies that bear a transported film. Throws Error if it was trained under no range of loads.
FilmOnBodies pack_on_bodies(const ReducedFilm& film, FilmNumbers* numbers);

// The arrays of a moving edge.
FilmEdge pack_edge(const ReducedFilm& film, FilmNumbers* numbers);

// Scales, laws and limits.
FilmConstants film_constants(const ReducedFilm& film);

// All of it; view() refers to the object and lacks what a file says of inputs and steady films.
struct PackedFilm {
  // Throws Error as the functions above.
  PackedFilm(const ReducedFilm& film, FilmScalar scalar);
  FilmView view() const;

  FilmNumbers numbers;
  FilmConstants constants;
  std::vector<FilmBasis> bases;
  FilmPaces paces;
  std::optional<FilmEdge> edge;
  std::optional<FilmTransport> transport;
  std::vector<std::uint32_t> transport_places;
  std::optional<FilmOnBodies> on_bodies;
};

// b and H0 of the first basis as they stand in a state (u).
Vector film_unknowns(const ModelView& model, const State& state);

}  // namespace mortise::gen
