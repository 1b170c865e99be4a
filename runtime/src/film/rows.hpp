// Reynolds' equation at the sampled rows: residual and derivatives, one pack of rows at a time.
// Equations, sizes and layout stand in the schema, table ReynoldsFilm.
#pragma once

#include "lubricant_laws.hpp"

namespace mortise::MORTISE_ISA {

// What is the same for all rows of a stage.
template <class T>
struct StageScalars {
  T frame, square;            // a, a^2
  T inverse, inverse_square;  // 1/a, 1/a^2
  T frame_rate;               // da/dT
  T speed;                    // u
  T shift;                    // s
  T inverse_viscosity;        // 1 / viscosity factor
  T penalty, gap_floor;
  T approach;  // H0
};

// Arrays at the first row of a pack; stencil node j stands at + j L, coefficient k at + k L.
template <class T>
struct RowArrays {
  const T *coefficients, *base, *pressures, *gaps, *start;
};

// Pressure and gap of a stencil node.
template <class P>
struct Place {
  P pressure, gap;
};

template <class T, int W>
MORTISE_INLINE Place<Lanes<T, W>> place(const RowArrays<T>& a, const StageScalars<T>& s, int node) {
  using P = Lanes<T, W>;
  const int at = node * kPaddingOf<T>;
  const P gap = P::all(s.square) * (P::load(a.base + at) + P::load(a.gaps + at));
  return {P::all(s.frame) * P::load(a.pressures + at),
          larger(gap + P::all(s.approach), P::all(s.gap_floor))};
}

// y = rho(P) H of a stencil node.
template <class T, int W>
MORTISE_INLINE Lanes<T, W> content(const Lubricant<T>& oil, const Place<Lanes<T, W>>& x) {
  using P = Lanes<T, W>;
  const P p = larger(x.pressure, P::all(0));
  return density(oil, p, P::all(1) / density_denominator(oil, p)).value * x.gap;
}

// Its change by those of pressure and gap there.
template <class T, int W>
MORTISE_INLINE Lanes<T, W> content_slope(const Lubricant<T>& oil, const Place<Lanes<T, W>>& x,
                                         const Lanes<T, W>& pressure, const Lanes<T, W>& gap) {
  using P = Lanes<T, W>;
  const P zero = P::all(0), p = larger(x.pressure, zero);
  const Density<P> rho = density(oil, p, P::all(1) / density_denominator(oil, p));
  return rho.value * gap + where_above(x.pressure, zero, rho.slope * x.gap * pressure, zero);
}

// 1 / d of every d of a stencil with a single division.
template <class P>
MORTISE_INLINE void invert_all(P (&d)[4]) {
  const P first = d[0] * d[1], last = d[2] * d[3], inverse = P::all(1) / (first * last);
  const P of_first = inverse * last, of_last = inverse * first, d0 = d[0], d2 = d[2];
  d[0] = of_first * d[1];
  d[1] = of_first * d0;
  d[2] = of_last * d[3];
  d[3] = of_last * d2;
}
template <class P>
MORTISE_INLINE void invert_all(P (&d)[3]) {
  const P first = d[0] * d[1], inverse = P::all(1) / (first * d[2]);
  const P of_first = inverse * d[2], d0 = d[0];
  d[2] = inverse * first;
  d[0] = of_first * d[1];
  d[1] = of_first * d0;
}

// Values at a stencil node and their derivatives for P and H.
template <class P>
struct NodeTerms {
  P pressure;
  P content, content_P, content_H;  // y = rho H
  P flow, flow_P, flow_H;           // xi
};

template <class Viscosity, bool kFlow, class T, int W>
MORTISE_INLINE NodeTerms<Lanes<T, W>> node_terms(const Lubricant<T>& oil, const StageScalars<T>& s,
                                                 const Place<Lanes<T, W>>& x, const Lanes<T, W>& p,
                                                 const Lanes<T, W>& inverse) {
  using P = Lanes<T, W>;
  const P zero = P::all(0), h = x.gap;
  const Density<P> rho = density(oil, p, inverse);
  NodeTerms<P> n;
  n.pressure = x.pressure;
  n.content = rho.value * h;
  n.content_P = where_above(x.pressure, zero, rho.slope * h, zero);
  n.content_H = rho.value;
  if constexpr (kFlow) {
    const Fluidity<P> thin = Viscosity::fluidity(oil, p);
    const P square = thin.value * (h * h) * P::all(s.inverse_viscosity);
    const P cube = square * h;
    n.flow = rho.value * cube;
    n.flow_P = where_above(x.pressure, zero, cube * (rho.slope - rho.value * thin.log_slope), zero);
    n.flow_H = P::all(3) * (rho.value * square);
  } else {
    n.flow = n.flow_P = n.flow_H = zero;
  }
  return n;
}

// Derivatives of f for P and H at the stencil nodes.
template <class P, int S>
struct RowSlopes {
  P by_P[S], by_H[S];
};

// Derivatives for V b, C V b and H0, which pressure and gap are made of.
template <class P, int S>
struct ShapeSlopes {
  static constexpr int kCount = 2 * S + 1;
  P by[kCount];  // S of V b, S of C V b, H0
};

template <int S, class T, int W>
MORTISE_INLINE ShapeSlopes<Lanes<T, W>, S> shape_slopes(const RowSlopes<Lanes<T, W>, S>& d,
                                                        const StageScalars<T>& s) {
  using P = Lanes<T, W>;
  ShapeSlopes<P, S> out;
  P sum = d.by_H[0];
  for (int j = 0; j < S; ++j) {
    out.by[j] = d.by_P[j] * P::all(s.frame);
    out.by[S + j] = d.by_H[j] * P::all(s.square);
    if (j > 0) sum = sum + d.by_H[j];
  }
  out.by[2 * S] = sum;
  return out;
}

// Excess of two sets of slopes: > 0 where they differ by more than `limit` of their size. A change
// of the gap counts as much as one of the pressure does in an elastic contact.
template <int S, class T, int W>
MORTISE_INLINE Lanes<T, W> excess(const ShapeSlopes<Lanes<T, W>, S>& now,
                                  const ShapeSlopes<Lanes<T, W>, S>& kept, T limit) {
  using P = Lanes<T, W>;
  const auto size_of = [](const P& x) { return larger(x, P::all(0) - x); };
  P change = size_of(now.by[0] - kept.by[0]), size = size_of(kept.by[0]);
  for (int j = 1; j < 2 * S; ++j) {
    change = change + size_of(now.by[j] - kept.by[j]);
    size = size + size_of(kept.by[j]);
  }
  return change - P::all(limit) * size;
}

// f of a pack of rows; with kSlopes also its derivatives. Node S-2 is the row itself. kAhead: the
// differences against the wind take the node downstream, too.
template <int S, class Viscosity, bool kSlopes, bool kAhead = false, class T, int W>
MORTISE_INLINE Lanes<T, W> row_residual(const Lubricant<T>& oil, const StageScalars<T>& s,
                                        const RowArrays<T>& a, RowSlopes<Lanes<T, W>, S>* slopes) {
  using P = Lanes<T, W>;
  constexpr int L = kPaddingOf<T>, kHere = S - 2;
  Place<P> x[S];
  P p[S], inverse[S];
#pragma GCC unroll 4
  for (int j = 0; j < S; ++j) {
    x[j] = place<T, W>(a, s, j);
    p[j] = larger(x[j].pressure, P::all(0));
    inverse[j] = density_denominator(oil, p[j]);
  }
  invert_all(inverse);
  NodeTerms<P> n[S];
  if constexpr (S == 4) n[0] = node_terms<Viscosity, false>(oil, s, x[0], p[0], inverse[0]);
#pragma GCC unroll 4
  for (int j = S - 3; j < S; ++j)
    n[j] = node_terms<Viscosity, true>(oil, s, x[j], p[j], inverse[j]);
  const NodeTerms<P>&left = n[S - 3], &here = n[kHere], &right = n[S - 1];
  const P scale = P::all(s.inverse_square), zero = P::all(0);
  const P from_left = P::load(a.coefficients) * scale;
  const P from_right = P::load(a.coefficients + L) * scale;
  const P rise_right = right.pressure - here.pressure, rise_left = here.pressure - left.pressure;
  const P flow_right = here.flow + right.flow, flow_left = left.flow + here.flow;
  const P shift = P::all(s.shift), penalty = P::all(s.penalty);
  P f = from_right * flow_right * rise_right - from_left * flow_left * rise_left;
  f = f - shift * (here.content - P::load(a.start));
  f = f - penalty * smaller(here.pressure, zero);
  P wind[3] = {zero, zero, zero}, ahead = zero;
  if constexpr (S == 4) {
    const P speed = (P::all(s.speed) - P::all(s.frame_rate) * P::load(a.coefficients + 5 * L)) *
                    P::all(s.inverse);
    for (int k = 0; k < 3; ++k) wind[k] = speed * P::load(a.coefficients + (2 + k) * L);
    f = f - (wind[0] * here.content + wind[1] * left.content + wind[2] * n[0].content);
    if constexpr (kAhead) {
      ahead = speed * P::load(a.coefficients + 6 * L);
      f = f - ahead * right.content;
    }
  }
  if constexpr (kSlopes) {
    const P up = from_right * rise_right, down = from_left * rise_left;
    const P open = from_right * flow_right, close = from_left * flow_left;
    const P held = wind[0] + shift;
    const P cavity = where_above(zero, here.pressure, penalty, zero);
    RowSlopes<P, S>& d = *slopes;
    d.by_P[S - 1] = up * right.flow_P + open;
    d.by_H[S - 1] = up * right.flow_H;
    d.by_P[kHere] = (up - down) * here.flow_P - (open + close) - held * here.content_P - cavity;
    d.by_H[kHere] = (up - down) * here.flow_H - held * here.content_H;
    d.by_P[S - 3] = close - down * left.flow_P - wind[1] * left.content_P;
    d.by_H[S - 3] = zero - down * left.flow_H - wind[1] * left.content_H;
    if constexpr (kAhead) {
      d.by_P[S - 1] = d.by_P[S - 1] - ahead * right.content_P;
      d.by_H[S - 1] = d.by_H[S - 1] - ahead * right.content_H;
    }
    if constexpr (S == 4) {
      d.by_P[0] = zero - wind[2] * n[0].content_P;
      d.by_H[0] = zero - wind[2] * n[0].content_H;
    }
  }
  return f;
}

}  // namespace mortise::MORTISE_ISA
