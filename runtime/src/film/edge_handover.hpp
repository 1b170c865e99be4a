// How the moving edge takes over from the last basis: what stands on the grid there becomes the
// film's z, its edge, and the pressures of the nodes.
#pragma once

#include "edge_data.hpp"
#include "products.hpp"

namespace mortise::MORTISE_ISA {

template <class T>
class EdgeHandover {
 public:
  explicit EdgeHandover(EdgeData<T>& data)
      : s_(data), seen_(static_cast<int>(data.e.seen)), padded_(data.at.padded(seen_)) {}

  // The grid under b of the last basis (r). Returns false if the film does not freeze, or its edge
  // is none of the tables'; nothing is changed then.
  //   residual  what z leaves of the film, over film_scale
  bool take(const T* b, const double* q, double* edge, double* residual) {
    T *pressure = s_.at.scratch(s_.at.l.sights), *film = pressure + padded_;
    const P opening = P::all(static_cast<T>(s_.opened(q)));
    const P floor = P::all(static_cast<T>(s_.at.c.gap_floor));
    const int r = static_cast<int>(s_.last.modes);
    for (int i = 0; i < padded_; i += W) {
      P p = P::all(0), h = P::load(s_.at.number(s_.e.seen_geometry) + i) + opening;
      for (int k = 0; k < r; ++k) {
        const P bk = P::all(b[k]);
        p = p + P::load(s_.at.number(s_.e.seen_pressure) + k * padded_ + i) * bk;
        h = h + P::load(s_.at.number(s_.e.seen_gap) + k * padded_ + i) * bk;
      }
      p.store(pressure + i);
      (content(s_.at.oil, Place<P>{p, larger(h, floor)}) -
       P::load(s_.at.number(s_.e.seen_mean) + i))
          .store(film + i);
    }
    for (int i = seen_; i < padded_; ++i) pressure[i] = film[i] = 0;
    *edge = outermost(pressure);
    if (!(static_cast<double>(pressure[0]) >= s_.e.least_pressure) || !(*edge > s_.e.first) ||
        !(*edge < s_.last_table()))
      return false;
    *residual = take_film(film);
    take_nodes(static_cast<T>(*edge), pressure, film);
    return true;
  }

 private:
  using P = PackOf<T>;
  static constexpr int L = kPaddingOf<T>, W = kLanesOf<T>;

  // Where the pressure of the grid falls through that of the edge for the last time; 0: nowhere.
  double outermost(const T* pressure) const {
    const T level = static_cast<T>(s_.e.edge_pressure);
    for (int k = seen_ - 2; k >= 0; --k) {
      if (!(pressure[k] > level)) continue;
      const T share = (pressure[k] - level) / (pressure[k] - pressure[k + 1]);
      return s_.e.seen_spacing * (k + static_cast<double>(share));
    }
    return 0;
  }

  // z of what stands there; returns what it leaves.
  double take_film(T* film) {
    T* z = s_.at.kept(s_.at.l.frozen);
    for (int j = 0; j < s_.at.padded(s_.films); ++j)
      z[j] = j < s_.films ? dot_padded(s_.at.number(s_.e.seen_fit) + j * padded_, film, padded_)
                          : T(0);
    for (int j = 0; j < s_.films; ++j) {
      const T* shape = s_.at.number(s_.e.seen_films) + j * padded_;
      for (int i = 0; i < padded_; i += W)
        (P::load(film + i) - P::load(shape + i) * P::all(z[j])).store(film + i);
    }
    const double rest = static_cast<double>(dot_padded(film, film, padded_));
    return square_root(rest / seen_) / s_.e.film_scale;
  }

  // Where nodes stand: p and c closest to the pressures of the grid; y - Z of the film there, as
  // start value: what z does not hold must not be lost, it would be squeezed out in the first
  // steps.
  void take_nodes(T a, const T* pressure, const T* film) {
    const T inverse = static_cast<T>(1 / s_.e.seen_spacing);
    const T *place = s_.at.number(s_.e.place) + L, *share = place + L + s_.padded,
            *base = s_.at.number(s_.e.pressure);
    T *x = s_.at.unknowns(), *start = s_.at.start();
    for (int k = 0; k < s_.up; ++k) x[k] = 0;
    for (int i = 0; i < s_.padded; ++i) start[i] = 0;
    for (int i = 0; i < s_.rows; ++i) {
      T p = 0;
      const T at = (place[i] + share[i] * a) * inverse;
      if (at >= 0 && at < static_cast<T>(seen_)) {
        const int k = static_cast<int>(at);
        const auto between = [&](const T* sight) {  // nothing is seen beyond the last one
          const T next = k + 1 < seen_ ? sight[k + 1] : T(0);
          return sight[k] + (at - static_cast<T>(k)) * (next - sight[k]);
        };
        p = between(pressure);
        start[i] = between(film);
      }
      if (i < s_.zone) {
        x[i] = p;
        continue;
      }
      const T off = p - base[i];
      for (int k = s_.zone; k < s_.free; ++k) x[k] += base[(1 + k) * s_.padded + i] * off;
    }
  }

  EdgeData<T>& s_;
  int seen_, padded_;  // nodes of the grid
};

}  // namespace mortise::MORTISE_ISA
