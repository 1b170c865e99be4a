// A reduced film in memory, as the step sees it, without a file around it.
#pragma once

#include <cstring>
#include <vector>

#include "generator/ground/numbers/aligned_bytes.hpp"
#include "generator/reduce/film/film_arrays.hpp"
#include "tests/runtime/film_kernel.hpp"

namespace mortise::film_test {

class FilmCase {
 public:
  FilmCase(const gen::ReducedFilm& film, gen::FilmScalar scalar)
      : packed_(film, scalar),
        numbers_(packed_.numbers.bytes().data(), packed_.numbers.bytes().size()) {
    const auto n = static_cast<std::int32_t>(film.problem.modes.omega.size());
    model_.dims.modes = n;
    model_.dims.modes_padded = (n + 7) / 8 * 8;
    model_.film = packed_.view();
    model_.film.numbers = numbers_.data();
    model_.film_layout = lay_out_film(model_.film, model_.dims.modes_padded);
    region_ = gen::AlignedBytes(model_.film_layout.bytes);
    q.assign(static_cast<std::size_t>(model_.dims.modes_padded), 0.0);
    v = q;
    for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
      q[i] = film.problem.modes.initial_q[static_cast<Eigen::Index>(i)];
      v[i] = film.problem.modes.initial_v[static_cast<Eigen::Index>(i)];
    }
  }
  FilmCase(const FilmCase&) = delete;
  FilmCase& operator=(const FilmCase&) = delete;

  Run run(int basis = 0) { return {&model_, region_.data(), basis}; }
  FilmConstants& constants() { return packed_.constants; }
  FilmBasis& basis(int k = 0) { return packed_.bases[static_cast<std::size_t>(k)]; }

  // Unknown k of the trial memory: b, then H0.
  double unknown(int k) const { return number(model_.film_layout.unknowns, k); }
  // y of a sampled row.
  double content(int row) const { return number(model_.film_layout.content, row); }
  // Everything the film remembers of the trial, for comparisons of bits.
  std::vector<unsigned char> memory() const {
    const unsigned char* from = region_.data() + model_.film_layout.memory[1];
    return {from, from + model_.film_layout.memory_bytes};
  }

  std::vector<double> q, v;

 private:
  double number(std::uint32_t array, int k) const {
    const unsigned char* at = region_.data() + model_.film_layout.memory[1] + array;
    if (model_.film.scalar == 4) {
      float x;
      std::memcpy(&x, at + 4 * k, 4);
      return static_cast<double>(x);
    }
    double x;
    std::memcpy(&x, at + 8 * k, 8);
    return x;
  }

  gen::PackedFilm packed_;
  gen::AlignedBytes numbers_, region_;
  ModelView model_;
};

}  // namespace mortise::film_test
