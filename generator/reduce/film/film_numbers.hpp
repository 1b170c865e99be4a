// The numbers that a film's step reads, in the scalar of its file and in whole blocks of lanes.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "generator/define/definition/film_contact.hpp"
#include "generator/ground/numbers/matrix.hpp"

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

  // Rows of a matrix one after the other, each filled up with zeros to a multiple of L.
  std::uint32_t add_rows(const Matrix& rows, const char* what);
  // Rows over modal coordinates, always float64, each filled up with zeros to a multiple of 8.
  std::uint32_t add_modal(const std::vector<Vector>& rows, const char* what);

  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  template <class T>
  std::uint32_t append(const std::vector<double>& values, const char* what);

  FilmScalar scalar_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace mortise::gen
