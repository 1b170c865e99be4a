// The linear system of a stage on moving nodes: residuals of their rows, the Jacobian column by
// column (p, c, a, H0), and the correction.
#pragma once

#include "edge_data.hpp"
#include "eliminate_once.hpp"
#include "limits.hpp"
#include "products.hpp"

namespace mortise::MORTISE_ISA {

template <class T>
class EdgeSystem {
  using P = PackOf<T>;
  using Data = EdgeData<T>;
  static constexpr int L = kPaddingOf<T>, W = kLanesOf<T>;

 public:
  explicit EdgeSystem(EdgeData<T>& data) : s_(data) {}

  // Flows out of the cells.
  void make_faces() {
    const P half = P::all(T(0.5)), conductance = P::all(static_cast<T>(s_.e.conductance));
    const auto next = [this](int array, int i) { return P::load_anywhere(s_.node(array) + i + 1); };
    const auto here = [this](int array, int i) { return P::load(s_.node(array) + i); };
    for (int i = 0; i < s_.padded; i += W) {
      const P x = here(Data::kPlace, i), x_next = next(Data::kPlace, i),
              share = here(Data::kShare, i), share_next = next(Data::kShare, i);
      const P face = half * (x + x_next), width = x_next - x;
      const P inverse = P::all(1) / (face * width);
      const P g = conductance * (face * face) * inverse;  // face / width
      const P rise = next(Data::kPressure, i) - here(Data::kPressure, i);
      const P flow = here(Data::kFlow, i) + next(Data::kFlow, i);
      const P open = g * flow, steep = g * rise;
      const P out = open * rise;
      const P flow_h = here(Data::kFlowH, i), flow_h_next = next(Data::kFlowH, i);
      const P stretched = (half * (share + share_next)) * (width * inverse) -
                          (share_next - share) * (face * inverse);
      const P out_a = out * stretched +
                      steep * (flow_h * here(Data::kGapA, i) + flow_h_next * next(Data::kGapA, i));
      out.store(s_.node(Data::kOut) + i);
      out_a.store(s_.node(Data::kOutA) + i);
      (steep * here(Data::kFlowP, i) - open).store(s_.node(Data::kOutP) + i);
      (steep * next(Data::kFlowP, i) + open).store(s_.node(Data::kOutNextP) + i);
      (steep * flow_h).store(s_.node(Data::kOutH) + i);
      (steep * flow_h_next).store(s_.node(Data::kOutNextH) + i);
    }
  }

  // Residuals of the rows, and the Jacobian column by column: p, c, a, H0.
  void make_rows() {
    const T* start = s_.at.start();
    T *f = s_.at.residual(), *jacobian = s_.at.jacobian();
    const P half = P::all(T(0.5)), zero = P::all(0), shift = P::all(static_cast<T>(s_.shift)),
            penalty = P::all(static_cast<T>(s_.e.penalty)),
            gone = P::all(s_.still ? T(0) : static_cast<T>(s_.a - s_.start_a)),
            going = P::all(s_.still ? T(0) : T(1));
    const auto at = [this](int array, int i) { return P::load_anywhere(s_.node(array) + i); };
    for (int i = 0; i < s_.padded; i += W) {
      const P x = at(Data::kPlace, i), x_next = at(Data::kPlace, i + 1),
              x_in = at(Data::kPlace, i - 1), x_deep = at(Data::kPlace, i - 2),
              share = at(Data::kShare, i), share_in = at(Data::kShare, i - 1);
      const P height = half * (x_next - x_in);
      const P cell = x * height,
              cell_a = share * height + x * (half * (at(Data::kShare, i + 1) - share_in));
      const P h1 = x - x_in, h2 = x_in - x_deep, both = h1 + h2;
      const P inverse = P::all(1) / ((h1 * h2) * both);
      const P d0 = ((h1 + both) * h2) * inverse, d1 = zero - (both * both) * inverse,
              d2 = (h1 * h1) * inverse;
      const P moved = at(Data::kMoved, i), moved_a = at(Data::kMovedA, i);
      const P slope = d0 * moved + (d1 * at(Data::kMoved, i - 1) + d2 * at(Data::kMoved, i - 2));
      // of the widths alone, as if all of them changed alike
      const P widening = (share - share_in) * ((h2 * both) * inverse);
      const P slope_a = d0 * moved_a +
                        (d1 * at(Data::kMovedA, i - 1) + d2 * at(Data::kMovedA, i - 2)) -
                        slope * widening;
      const P way = share * gone;
      const P pressure = at(Data::kPressure, i);
      const P squeeze =
          shift * ((moved - P::load(start + i)) - way * slope) + penalty * smaller(pressure, zero);
      const P squeeze_a = shift * ((moved_a - way * slope_a) - (share * going) * slope);
      (((at(Data::kOut, i) - at(Data::kOut, i - 1)) - cell * squeeze)).store(f + i);
      (((at(Data::kOutA, i) - at(Data::kOutA, i - 1)) - cell * squeeze_a) - cell_a * squeeze)
          .store(jacobian + s_.free * s_.padded + i);
      const P held = cell * shift, own = held * (P::all(1) - way * d0), in = (held * way) * d1,
              deep = (held * way) * d2;
      const P cavity = where_above(zero, pressure, cell * penalty, zero);
      P by_p[4], by_h[4];  // of the nodes i-2 .. i+1
      by_p[0] = deep * at(Data::kContentP, i - 2);
      by_p[1] = in * at(Data::kContentP, i - 1) - at(Data::kOutP, i - 1);
      by_p[2] = ((at(Data::kOutP, i) - at(Data::kOutNextP, i - 1)) - own * at(Data::kContentP, i)) -
                cavity;
      by_p[3] = at(Data::kOutNextP, i);
      by_h[0] = deep * at(Data::kContentH, i - 2);
      by_h[1] = in * at(Data::kContentH, i - 1) - at(Data::kOutH, i - 1);
      by_h[2] = (at(Data::kOutH, i) - at(Data::kOutNextH, i - 1)) - own * at(Data::kContentH, i);
      by_h[3] = at(Data::kOutNextH, i);
      const auto by_gap = [&](const T* gaps) {
        return (by_h[0] * P::load_anywhere(gaps + i - 2) +
                by_h[1] * P::load_anywhere(gaps + i - 1)) +
               (by_h[2] * P::load_anywhere(gaps + i) + by_h[3] * P::load_anywhere(gaps + i + 1));
      };
      // rows of shapes end in zeros, which stand before the next one's
      const T* shape = s_.at.number(s_.e.pressure) + s_.padded + i;
      for (int k = 0; k < s_.free; ++k, shape += s_.padded) {
        const P by_pressure =
            (by_p[0] * P::load_anywhere(shape - 2) + by_p[1] * P::load_anywhere(shape - 1)) +
            (by_p[2] * P::load_anywhere(shape) + by_p[3] * P::load_anywhere(shape + 1));
        (by_pressure + by_gap(s_.column(k))).store(jacobian + k * s_.padded + i);
      }
      by_gap(s_.column(s_.free)).store(jacobian + (s_.free + 1) * s_.padded + i);
    }
  }

  // The correction of the unknowns.
  void correct() {
    T* jacobian = s_.at.jacobian();
    const int motion = s_.unknowns - 1,
              last = (s_.unknowns + kFilmPanel - 1) / kFilmPanel * kFilmPanel;
    for (int k = s_.unknowns; k < last; ++k)
      for (int i = 0; i < s_.padded; i += W) P::all(0).store(jacobian + k * s_.padded + i);
    // H0 = free + spring force
    alignas(64) T moves[kMaxFilmUnknowns + kFilmPanel];
    for (int k = 0; k < last; ++k) moves[k] = 0;
    const T spring = static_cast<T>(s_.spring);
    for (int k = 0; k < s_.free; ++k) moves[k] = -spring * s_.column(k)[s_.rows + 1];
    moves[s_.free] = -spring * s_.node(Data::kGapA)[s_.rows + 1];
    moves[motion] = T(1) - spring * s_.column(s_.free)[s_.rows + 1];
    const T* test = s_.at.number(s_.e.test);
    T* matrix = s_.at.matrix();
    for (int c0 = 0; c0 < s_.unknowns; c0 += kFilmPanel) {
      const T* m = moves + c0;
      const auto row = [=](int c, int j) { return unit_pack<T>(motion, j) * P::all(m[c]); };
      PanelProduct<T, decltype(row)>{
          test,  s_.rows, s_.up, jacobian + c0 * s_.padded, s_.padded, matrix + c0 * s_.up,
          s_.up, row}
          .run();
    }
    T* x = s_.at.solution();
    project_residual(test, s_.rows, s_.up, s_.at.residual(), x);
    x[motion] = static_cast<T>((s_.approach - s_.free_approach) - s_.spring * s_.force());
    eliminate_once<1>(matrix, s_.unknowns, s_.up, {x}, s_.at.scratch(s_.at.l.kept));
  }

 private:
  EdgeData<T>& s_;
};

}  // namespace mortise::MORTISE_ISA
