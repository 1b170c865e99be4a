// How a film follows changes of the stage solved last that come from elsewhere: of a film that
// shares its Newton with other unknowns. `free` (n): modal coordinates without this film's
// pressure.
#pragma once

#include "stage.hpp"

namespace mortise::MORTISE_ISA {

// T, S: as FilmSubstep has them.
template <class T, int S>
class FilmResponse {
 public:
  explicit FilmResponse(FilmSystem<T>& system) : s_(system) {}

  // Change of b.
  //   gap     of the stage: (row, node) -> pack; free_gaps(), or opened()
  //   carried (rows, padded) of the start value of y; null: none
  //   out     (up)
  template <class Gap>
  void respond(const Gap& gap, const T* carried, T* out) {
    T* f = s_.at.residual();
    const P shift = P::all(static_cast<T>(s_.shift));
    for (int i = 0; i < s_.rows_padded; i += W) {
      P sum = carried ? shift * P::load(carried + i) : P::all(0);
      for (int j = 0; j < S; ++j) sum = sum + gap_slope_at(i, j) * gap(i, j);
      sum.store(f + i);
    }
    FilmStage<T, S>(s_).solve_linear(f);
    const T* x = s_.at.solution();
    for (int j = 0; j < s_.up; j += W) (P::all(0) - P::load(x + j)).store(out + j);
  }
  // Change of the second stage's start value by one of b (up) and of the gap in the first stage.
  template <class Gap>
  void carry(const Gap& opened_gap, const T* b, T* out) {
    const P lead = P::all(static_cast<T>(kFilmLead));
    for (int i = 0; i < s_.rows_padded; i += W) {
      P pressure = P::all(0), gap = opened_gap(i, S - 2);
      const std::ptrdiff_t from = in_blocks<T>(i, s_.modes * S) + (S - 2) * L;
      const T *p = s_.at.number(s_.b.pressure_shapes) + from,
              *g = s_.at.number(s_.gap_shapes) + from;
      for (int k = 0; k < s_.modes; ++k) {
        pressure = pressure + P::load(p + k * S * L) * P::all(b[k]);
        gap = gap + P::load(g + k * S * L) * P::all(b[k]);
      }
      (lead * FilmStage<T, S>(s_).content_change(i, pressure, gap)).store(out + i);
    }
  }

  // Gaps under modal coordinates `free` (n), or opened everywhere by the same.
  auto free_gaps(const double* free) const {
    return [this, free](int row, int node) {
      const T* shapes = s_.at.number(s_.b.mode_shapes) + in_blocks<T>(row, s_.at.n * S);
      P sum = P::all(0);
      for (int k = 0; k < s_.at.n; ++k)
        sum = sum + P::load(shapes + (k * S + node) * L) * P::all(static_cast<T>(free[k]));
      return sum;
    };
  }
  static auto opened(double by) {
    return [opening = P::all(static_cast<T>(by))](int, int) { return opening; };
  }
  // How far coordinates (n) open a film that opens as one: at the own node of a row, which is on
  // the grid.
  double opening_of(const double* free) const {
    const T* shapes = s_.at.number(s_.b.mode_shapes) + (S - 2) * L;
    double sum = 0;
    for (int k = 0; k < s_.at.n; ++k) sum += static_cast<double>(shapes[k * S * L]) * free[k];
    return sum;
  }

 private:
  using P = PackOf<T>;
  static constexpr int L = kPaddingOf<T>, W = kLanesOf<T>;

  // Derivative of f at a row for the gap at node j of its stencil, as it is in the Jacobian.
  P gap_slope_at(int row, int j) const {
    return P::load(s_.at.scratch(s_.at.l.slopes) + in_blocks<T>(row, 2 * S + 1) + (S + j) * L);
  }

  FilmSystem<T>& s_;
};

}  // namespace mortise::MORTISE_ISA
