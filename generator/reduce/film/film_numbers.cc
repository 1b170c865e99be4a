#include "generator/reduce/film/film_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr std::size_t kAlignment = 64, kMostBytes = std::size_t{1} << 31;

}  // namespace

std::vector<double> lane_blocks(Eigen::Index count, Eigen::Index width, int lanes,
                                const LaneValue& value) {
  std::vector<double> out;
  for (Eigen::Index start = 0; start < count; start += lanes) {
    for (Eigen::Index component = 0; component < width; ++component) {
      for (Eigen::Index lane = 0; lane < lanes; ++lane) {
        out.push_back(value(std::min(start + lane, count - 1), component));
      }
    }
  }
  return out;
}

template <class T>
std::uint32_t FilmNumbers::append(const std::vector<double>& values, const char* what) {
  const std::size_t offset = bytes_.size(), size = values.size() * sizeof(T);
  const std::size_t end = (offset + size + kAlignment - 1) / kAlignment * kAlignment;
  if (end >= kMostBytes) {
    throw Error(std::string("film.") + what, "the film's numbers would take 2^31 bytes or more",
                "ask for fewer modes or set reduce.profile = false");
  }
  bytes_.resize(end, 0);
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!(std::abs(values[k]) <= static_cast<double>(std::numeric_limits<T>::max()))) {
      throw Error(std::string("film.") + what,
                  "entry " + std::to_string(k) + " = " + std::to_string(values[k]) +
                      " does not fit the scalar of the file",
                  "build with --scalar double, or report a defect of the reduction");
    }
    const T number = static_cast<T>(values[k]);
    std::memcpy(bytes_.data() + offset + k * sizeof(T), &number, sizeof(T));
  }
  return static_cast<std::uint32_t>(offset);
}

std::uint32_t FilmNumbers::add(const std::vector<double>& values, const char* what) {
  return scalar_ == FilmScalar::float32 ? append<float>(values, what)
                                        : append<double>(values, what);
}

std::uint32_t FilmNumbers::add_rows(const Matrix& rows, const char* what) {
  std::vector<double> values;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    for (Eigen::Index k = 0; k < padded(rows.cols()); ++k) {
      values.push_back(k < rows.cols() ? rows(i, k) : 0.0);
    }
  }
  return add(values, what);
}

std::uint32_t FilmNumbers::add_modal(const std::vector<Vector>& rows, const char* what) {
  std::vector<double> values;
  for (const Vector& row : rows) {
    values.insert(values.end(), row.begin(), row.end());
    values.resize((values.size() + 7) / 8 * 8, 0.0);
  }
  return append<double>(values, what);
}

}  // namespace mortise::gen
