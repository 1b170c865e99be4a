// The film at the nodes that move with the edge of the contact.
#pragma once

#include "edge_data.hpp"

namespace mortise::MORTISE_ISA {

template <class T>
class EdgeNodes {
  using P = PackOf<T>;
  using Data = EdgeData<T>;
  static constexpr int L = kPaddingOf<T>, W = kLanesOf<T>;

 public:
  explicit EdgeNodes(EdgeData<T>& data) : s_(data) {}

  // What stays as it is during a step: lanes beside the nodes, where they go with the edge.
  void prepare() {
    for (int k = 0; k < static_cast<int>(Data::kArrays) + s_.free + 1; ++k)
      for (int i = 0; i < L; i += W) {
        P::all(0).store(s_.node(k) - L + i);
        P::all(0).store(s_.node(k) + s_.padded + i);
      }
    const T* share = s_.at.number(s_.e.place) + L + s_.padded;
    for (int i = 0; i < L + s_.padded; i += W)
      P::load(share + i).store(s_.node(Data::kShare) - L + i);
    // no width is zero
    for (int i = 0; i < L; ++i) s_.node(Data::kPlace)[s_.padded + i] = T(1e3) + static_cast<T>(i);
  }

  void evaluate() {
    look_up<true>();
    with_viscosity_law(s_.at.c.viscosity_law, [&](auto law) { evaluate_nodes<decltype(law)>(); });
  }

  // What a stage ends with: gaps, and y - Z.
  void conclude() {
    look_up<false>();
    const P floor = P::all(s_.scalars.gap_floor);
    for (int i = 0; i < s_.padded; i += W) {
      const Place<P> x{P::load(s_.node(Data::kPressure) + i),
                       larger(P::load(s_.node(Data::kGap) + i), floor)};
      (content(s_.at.oil, x) - P::load(s_.node(Data::kMoved) + i)).store(s_.node(Data::kMoved) + i);
    }
  }

 private:
  // Pressures, gaps and Z at all nodes, from the four tables next to a; with derivatives for a, and
  // columns of the gap.
  template <bool kDerivatives>
  void look_up() {
    const double place = (s_.a - s_.e.first) / s_.e.spacing;
    int at = 1;
    if (place > 1) at = place < s_.tables - 3 ? static_cast<int>(place) : s_.tables - 3;
    const double s = place - at, before = s + 1, next = s - 1, after = s - 2, square = 3 * s * s;
    const P weight[4] = {P::all(static_cast<T>(-s * next * after / 6)),
                         P::all(static_cast<T>(before * next * after / 2)),
                         P::all(static_cast<T>(-before * s * after / 2)),
                         P::all(static_cast<T>(before * s * next / 6))};
    const double by = 1 / s_.e.spacing;
    const P slope[4] = {P::all(static_cast<T>(-by * (square - 6 * s + 2) / 6)),
                        P::all(static_cast<T>(by * (square - 4 * s - 1) / 2)),
                        P::all(static_cast<T>(-by * (square - 2 * s - 2) / 2)),
                        P::all(static_cast<T>(by * (square - 1) / 6))};
    const auto mixed = [](const P(&w)[4], const P(&x)[4]) {
      return (w[0] * x[0] + w[1] * x[1]) + (w[2] * x[2] + w[3] * x[3]);
    };
    const T *x = s_.at.unknowns(), *z = s_.at.kept(s_.at.l.frozen);
    const std::ptrdiff_t table = static_cast<std::ptrdiff_t>(s_.columns) * s_.padded,
                         films = static_cast<std::ptrdiff_t>(1 + s_.films) * s_.padded;
    const T* a_place = s_.at.number(s_.e.place);
    const P a = P::all(static_cast<T>(s_.a));
    for (int i = -L; i < s_.padded; i += W)
      (P::load(a_place + L + i) + P::load(s_.node(Data::kShare) + i) * a)
          .store(s_.node(Data::kPlace) + i);
    for (int i = 0; i < s_.padded; i += W) {
      // each table sums up its columns: only their sums are mixed twice
      const T* from = s_.at.number(s_.e.gap) + (at - 1) * table + i;
      P sums[4];
      const auto read = [&](std::ptrdiff_t ld, P(&column)[4]) {
        for (int k = 0; k < 4; ++k) column[k] = P::load(from + k * ld);
      };
      const auto add = [&](std::ptrdiff_t ld, T u, T* keep) {
        from += s_.padded;
        P column[4];
        read(ld, column);
        const P factor = P::all(u);
        for (int k = 0; k < 4; ++k) sums[k] = sums[k] + column[k] * factor;
        if (kDerivatives && keep) mixed(weight, column).store(keep + i);
      };
      read(table, sums);
      for (int k = 0; k < s_.films; ++k) add(table, z[k], nullptr);
      add(table, static_cast<T>(s_.approach), s_.column(s_.free));
      for (int k = 0; k < s_.free; ++k) add(table, x[k], s_.column(k));
      mixed(weight, sums).store(s_.node(Data::kGap) + i);
      if (kDerivatives) mixed(slope, sums).store(s_.node(Data::kGapA) + i);
      from = s_.at.number(s_.e.film) + (at - 1) * films + i;
      read(films, sums);
      for (int k = 0; k < s_.films; ++k) add(films, z[k], nullptr);
      mixed(weight, sums).store(s_.node(Data::kMoved) + i);  // Z, until y is known
      if (kDerivatives) mixed(slope, sums).store(s_.node(Data::kFilmA) + i);
      const T* shape = s_.at.number(s_.e.pressure) + i;
      P pressure = P::load(shape);
      for (int k = 0; k < s_.free; ++k) {
        shape += s_.padded;
        pressure = pressure + P::load(shape) * P::all(x[k]);
      }
      pressure.store(s_.node(Data::kPressure) + i);
    }
  }

  // Everything at the nodes.
  template <class Viscosity>
  void evaluate_nodes() {
    const Lubricant<T> oil = s_.at.oil;
    const StageScalars<T> s = s_.scalars;
    for (int i = 0; i < s_.padded; i += W) {
      const Place<P> x{P::load(s_.node(Data::kPressure) + i),
                       larger(P::load(s_.node(Data::kGap) + i), P::all(s.gap_floor))};
      const P p = larger(x.pressure, P::all(0));
      const NodeTerms<P> n =
          node_terms<Viscosity, true>(oil, s, x, p, P::all(1) / density_denominator(oil, p));
      n.flow.store(s_.node(Data::kFlow) + i);
      n.flow_P.store(s_.node(Data::kFlowP) + i);
      n.flow_H.store(s_.node(Data::kFlowH) + i);
      n.content_P.store(s_.node(Data::kContentP) + i);
      n.content_H.store(s_.node(Data::kContentH) + i);
      (n.content - P::load(s_.node(Data::kMoved) + i)).store(s_.node(Data::kMoved) + i);
      (n.content_H * P::load(s_.node(Data::kGapA) + i) - P::load(s_.node(Data::kFilmA) + i))
          .store(s_.node(Data::kMovedA) + i);
    }
  }

  EdgeData<T>& s_;
};

}  // namespace mortise::MORTISE_ISA
