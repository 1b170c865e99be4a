// One reduced basis of a film as the step reads it: whole-grid arrays cut down to the sampled rows,
// and what a step with it costs.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "generator/bake/file/system_writer.hpp"
#include "generator/define/definition/film_contact.hpp"
#include "generator/ground/numbers/matrix.hpp"
#include "generator/reduce/film/reduced_film.hpp"
#include "mortise/view/film.hpp"

namespace mortise::gen {

// Value of a component at a row.
using LaneValue = std::function<double(Eigen::Index row, Eigen::Index component)>;

// `count` rows in blocks of L = `lanes`, each with all `width` components of its rows:
// (ceil(count/L) x width x L). Lanes beyond the last row repeat it.
std::vector<double> lane_blocks(Eigen::Index count, Eigen::Index width, int lanes,
                                const LaneValue& value);

// The bytes that a film's step reads (`numbers` of ReynoldsFilm in the schema).
class FilmNumbers {
 public:
  explicit FilmNumbers(FilmScalar scalar) : scalar_(scalar) {}

  int scalar_bytes() const { return scalar_ == FilmScalar::float32 ? 4 : 8; }
  int lanes() const { return 64 / scalar_bytes(); }  // L
  Eigen::Index padded(Eigen::Index n) const { return (n + lanes() - 1) / lanes() * lanes(); }

  // Appends values in the scalar of the file; returns their offset [byte], a multiple of 64.
  // Throws Error for a value that is not finite or that the scalar cannot hold, and beyond 2^31
  // bytes. what: names the array in messages.
  std::uint32_t add(const std::vector<double>& values, const char* what);
  // Appends values always as float64.
  std::uint32_t add_float64(const std::vector<double>& values, const char* what);

  // Rows of a matrix one after the other, each filled up with zeros to a multiple of L.
  std::uint32_t add_rows(const Matrix& rows, const char* what);

  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  template <class T>
  std::uint32_t append(const std::vector<double>& values, const char* what);

  FilmScalar scalar_;
  std::vector<std::uint8_t> bytes_;
};

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

// Packs the contact of a transported film. row_places: of every row and node of its stencil 0, or 1
// + its place in the outlet, as the schema's transport_places.
FilmTransport pack_transport(const ReducedFilm& film, FilmNumbers* numbers,
                             std::vector<std::uint32_t>* row_places);

// The bodies that bear a transported film. Throws Error if it was trained under no range of loads.
FilmOnBodies pack_on_bodies(const ReducedFilm& film, FilmNumbers* numbers);

// The arrays of a moving edge.
FilmEdge pack_edge(const ReducedFilm& film, FilmNumbers* numbers);

// Work of one step: flops as kernel_flops.hpp counts them, bytes of operators read once. Rows are
// counted as computed, filled up to whole blocks of lanes. The most expensive basis counts, of all
// its substeps:
//   free   one iteration per stage with a kept Jacobian
//   worst  every stage up to its cap of iterations, the Jacobian made anew in each of them; then
//          the whole step repeated with half steps up to their cap; then another basis takes over,
//          or the film is made anew
// film: constants, bases, count and scalar must be set.
StepCost count_film_cost(const Dims& dims, const FilmView& film);

}  // namespace mortise::gen
