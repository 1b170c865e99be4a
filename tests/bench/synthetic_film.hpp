// Numbers of a film of given sizes, for timing: shapes, rows and operators as smooth as real ones,
// but of no particular contact.
#pragma once

#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "mortise/model.hpp"
#include "mortise_generated.h"

namespace mortise::bench {

struct FilmSizes {
  int modes, rows, watched;
  bool pivoting = false;
};

// A loaded line contact: stencil of four nodes, Barus, Dowson-Higginson.
template <class T>
class SyntheticFilm {
 public:
  explicit SyntheticFilm(const FilmSizes& s) : modes_(s.modes), rows_(s.rows) {
    constants_.stencil = 4;
    constants_.loaded = 1;
    constants_.viscosity_law = static_cast<std::uint32_t>(schema::ViscosityLaw::barus);
    constants_.density_law = static_cast<std::uint32_t>(schema::DensityLaw::dowson_higginson);
    constants_.penalty = 1e3;
    constants_.barus = 23.2;
    constants_.density = 0.5596;
    constants_.gap_floor = 1e-4;
    constants_.guard = 1e12;
    basis_.modes = static_cast<std::uint32_t>(s.modes);
    basis_.rows = static_cast<std::uint32_t>(s.rows);
    basis_.watched = static_cast<std::uint32_t>(s.watched);
    basis_.minimum_nodes = kLanes;
    basis_.pivoting = s.pivoting ? 1 : 0;
    basis_.shift = 1 / (0.2928932188 * 0.025);
    basis_.residual_scale = 1e20;  // of random numbers it tells nothing
    fill_rows();
    fill_unknowns();
    model_.film.constants = &constants_;
    model_.film.bases = &basis_;
    model_.film.count = 1;
    model_.film.scalar = sizeof(T);
    bytes_ = std::make_unique<Line[]>(numbers_.size() / sizeof(Line) + 1);
    std::memcpy(bytes_.get(), numbers_.data(), numbers_.size());
    model_.film.numbers = bytes_[0].bytes;
    model_.film_layout = lay_out_film(model_.film, 0);
    region_ = std::make_unique<Line[]>(model_.film_layout.bytes / sizeof(Line));
    std::memset(region_.get(), 0, model_.film_layout.bytes);
  }

  const ModelView& model() const { return model_; }
  unsigned char* region() { return region_[0].bytes; }
  // Makes the Jacobian anew in every stage, or never again once it is there.
  void rebuild(bool always) {
    constants_.every_stage = always ? 1 : 0;
    basis_.age_limit = 1e30;
  }

 private:
  static constexpr int kLanes = 64 / sizeof(T);
  struct alignas(64) Line {
    unsigned char bytes[64];
  };

  static double shape(int k, double x) { return 0.3 * std::cos((k + 0.5) * 1.5707963 * x); }
  double node(int row, int j) const {
    const double x = -1 + 2 * (row + 0.5) / rows_;
    return x + (j - 2) * 0.005;
  }

  // value(row, component), in blocks of lanes; padding repeats the last row.
  template <class Value>
  std::uint32_t blocks(int count, int components, Value value) {
    std::vector<T> all;
    for (int from = 0; from < count; from += kLanes)
      for (int k = 0; k < components; ++k)
        for (int lane = 0; lane < kLanes; ++lane)
          all.push_back(static_cast<T>(value(std::min(from + lane, count - 1), k)));
    return add(all);
  }
  // value(row, column), rows padded with zeros.
  template <class Value>
  std::uint32_t matrix(int count, int columns, Value value) {
    std::vector<T> all;
    for (int i = 0; i < count; ++i)
      for (int k = 0; k < (columns + kLanes - 1) / kLanes * kLanes; ++k)
        all.push_back(k < columns ? static_cast<T>(value(i, k)) : T(0));
    return add(all);
  }
  std::uint32_t add(const std::vector<T>& all) {
    const std::size_t offset = numbers_.size();
    numbers_.resize((offset + all.size() * sizeof(T) + 63) / 64 * 64);
    std::memcpy(numbers_.data() + offset, all.data(), all.size() * sizeof(T));
    return static_cast<std::uint32_t>(offset);
  }

  void fill_rows() {
    basis_.coefficients = blocks(rows_, 6, [&](int row, int k) {
      const double values[] = {2e4, 2e4, 150, -200, 50, node(row, 2)};
      return values[k];
    });
    basis_.geometry = blocks(rows_, 4, [&](int row, int j) {
      const double x = node(row, j);
      return 0.05 + 0.01 * x * x;
    });
    basis_.pressure_shapes =
        blocks(rows_, 4 * modes_, [&](int row, int k) { return shape(k / 4, node(row, k % 4)); });
    basis_.gap_shapes = basis_.gap_shapes_half = blocks(rows_, 4 * modes_, [&](int row, int k) {
      return 0.02 / (1 + k / 4) * shape(k / 4, node(row, k % 4));
    });
  }

  void fill_unknowns() {
    const int held = rows_ - static_cast<int>(basis_.watched);
    basis_.test = matrix(held, modes_ + 1,
                         [&](int i, int k) { return k < modes_ ? shape(k, node(i, 2)) : 0.0; });
    basis_.load_row = matrix(1, modes_ + 1, [&](int, int k) {
      return k < modes_ ? 0.6 / (k + 0.5) * std::sin((k + 0.5) * 1.5707963) : 0.0;
    });
    basis_.initial = matrix(1, modes_ + 1, [&](int, int k) {
      return k == 0 ? 2.5 : k == modes_ ? 0.05 : 0.0;
    });
    basis_.central = matrix(2, modes_, [&](int i, int k) { return i == 0 ? shape(k, 0) : 0.0; });
    basis_.minimum_geometry = blocks(kLanes, 1, [](int, int) { return 0.05; });
    basis_.minimum_gap =
        blocks(kLanes, modes_, [](int row, int k) { return 1e-3 * row / (1 + k); });
  }

  int modes_, rows_;
  FilmConstants constants_{};
  FilmBasis basis_{};
  ModelView model_;
  std::vector<unsigned char> numbers_;
  std::unique_ptr<Line[]> bytes_, region_;
};

}  // namespace mortise::bench
