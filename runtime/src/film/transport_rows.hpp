// Reynolds' equation at the sampled rows of inlet and outlet of a carried film.
#pragma once

#include "limits.hpp"
#include "products.hpp"
#include "transport_data.hpp"

namespace mortise::MORTISE_ISA {

template <class T>
class TransportRows {
  using P = PackOf<T>;
  static constexpr int L = kPaddingOf<T>, W = kLanesOf<T>, S = TransportData<T>::S;

 public:
  explicit TransportRows(TransportData<T>& data) : s_(data) {}

  // Pressures and gaps at the stencils.
  void set_stencils() {
    T* combined = s_.at.scratch(s_.at.l.combined);
    const T *x = s_.at.unknowns(), *g = s_.samples();
    for (int k = 0; k < s_.modes; ++k) combined[k] = x[k];
    const int zp = s_.at.padded(s_.seen);
    alignas(64) T z[kMaxFilmSamples];
    for (int k = 0; k < zp; k += W) P::all(0).store(z + k);
    add_weighted(s_.at.number(s_.t.combine), zp, g, s_.samples_count, z);
    for (int k = 0; k < s_.seen; ++k) combined[s_.modes + k] = z[k];
    T* pressures = s_.at.pressures();
    T* gaps = s_.at.gaps();
    const int shapes = s_.modes + s_.seen;
    for (int i = 0; i < s_.rows_padded; i += W) {
      const std::ptrdiff_t to = in_blocks<T>(i, S), from = in_blocks<T>(i, shapes * S);
      for (int j = 0; j < S; ++j) {
        P::load(s_.at.number(s_.t.base_pressure) + to + j * L).store(pressures + to + j * L);
        P::all(0).store(gaps + to + j * L);
      }
      at_stencils<S, true>(s_.at.number(s_.b.pressure_shapes) + from,
                           s_.at.number(s_.b.gap_shapes) + from, combined, shapes, pressures + to,
                           gaps + to);
    }
  }
  // Pressures and gaps after the unknowns have changed by the solution, at the rows' own nodes
  // alone: what they hold is all that a stage asks for.
  void move_rows() {
    const T* change = s_.at.solution();
    const T* entering = s_.entering();
    T* pressures = s_.at.pressures();
    T* gaps = s_.at.gaps();
    constexpr int kOwn = (S - 2) * L;
    for (int i = 0; i < s_.rows_padded; i += W) {
      const std::ptrdiff_t to = in_blocks<T>(i, S) + kOwn;
      P p = P::load(pressures + to), h = P::load(gaps + to);
      const std::ptrdiff_t from = in_blocks<T>(i, (s_.modes + s_.seen) * S) + kOwn;
      const T *by_p = s_.at.number(s_.b.pressure_shapes) + from,
              *by_h = s_.at.number(s_.b.gap_shapes) + from;
      for (int k = 0; k < s_.modes; ++k) {
        const P off = P::all(change[k]);
        p = p - P::load(by_p + k * S * L) * off;
        h = h - P::load(by_h + k * S * L) * off;
      }
      const std::ptrdiff_t near = in_blocks<T>(i, s_.nearest * S) + kOwn;
      for (int j = 0; j < s_.fresh; ++j) {
        const P off = P::all(entering[j] * change[s_.modes]);
        p = p - P::load(s_.at.number(s_.t.sample_pressure) + near + j * S * L) * off;
        h = h - P::load(s_.at.number(s_.t.sample_gap) + near + j * S * L) * off;
      }
      p.store(pressures + to);
      h.store(gaps + to);
    }
  }
  // y of the rows of a pack.
  P content_at(int row) const {
    return content(s_.at.oil, place<T, W>(arrays(row), s_.scalars, S - 2));
  }
  // f, and its derivatives for all unknowns.
  void linearise() {
    with_viscosity_law(s_.at.c.viscosity_law, [&](auto law) { linearise_rows<decltype(law)>(); });
  }

  // y - Z of the rows becomes what is remembered.
  void take_content() {
    for (int i = 0; i < s_.rows_padded; i += W)
      (content_at(i) - P::load(s_.carried_film() + i)).store(s_.at.content() + i);
  }
  // Start value of the second stage, after the first.
  void carry_content() {
    lead_on(
        s_.at.content(), s_.rows_padded,
        [this](int i) { return content_at(i) - P::load(s_.carried_film() + i); }, s_.at.start());
  }

 private:
  RowArrays<T> arrays(int row) const {
    const std::ptrdiff_t here = in_blocks<T>(row, S);
    return {s_.at.number(s_.b.coefficients) + in_blocks<T>(row, 7),
            s_.at.number(s_.b.geometry) + here, s_.at.pressures() + here, s_.at.gaps() + here,
            s_.carried_start() + row};
  }
  template <class Viscosity>
  void linearise_rows() {
    T* f = s_.at.residual();
    T* jacobian = s_.at.jacobian();
    const T* entering = s_.entering();
    const Lubricant<T> oil = s_.at.oil;
    const StageScalars<T> scalars = s_.scalars;
    for (int i = 0; i < s_.rows_padded; i += W) {
      RowSlopes<P, S> slopes;
      row_residual<S, Viscosity, true, true>(oil, scalars, arrays(i), &slopes).store(f + i);
      const ShapeSlopes<P, S> by = shape_slopes<S>(slopes, scalars);
      const std::ptrdiff_t from = in_blocks<T>(i, (s_.modes + s_.seen) * S);
      jacobian_rows<S>(by, s_.at.number(s_.b.pressure_shapes) + from,
                       s_.at.number(s_.b.gap_shapes) + from, s_.modes, false, jacobian + i,
                       s_.rows_padded);
      // by the film that enters: of the samples that feel it
      const std::ptrdiff_t carried = in_blocks<T>(i, s_.nearest * S);
      P sum = P::all(0);
      for (int j = 0; j < s_.fresh; ++j) {
        const T *p = s_.at.number(s_.t.sample_pressure) + carried + j * S * L,
                *h = s_.at.number(s_.t.sample_gap) + carried + j * S * L;
        P each = by.by[0] * P::load(p) + by.by[S] * P::load(h);
        for (int node = 1; node < S; ++node)
          each = each +
                 (by.by[node] * P::load(p + node * L) + by.by[S + node] * P::load(h + node * L));
        sum = sum + each * P::all(entering[j]);
      }
      sum.store(jacobian + s_.modes * s_.rows_padded + i);
    }
  }

  TransportData<T>& s_;
};

}  // namespace mortise::MORTISE_ISA
