// One step of a rebound on nodes that move with the edge of the contact: two stages of Alexander's
// scheme, a few linear solves each, the Jacobian made anew in every one. Equations, sizes and
// layout stand in the schema, struct FilmEdge.
#pragma once

#include "elimination.hpp"
#include "limits.hpp"
#include "modal.hpp"
#include "scheme.hpp"
#include "substep.hpp"

namespace mortise::MORTISE_ISA {

// T: scalar of the file. Works in place on the trial memory of the region.
template <class T>
class EdgeSubstep {
 public:
  EdgeSubstep(const ModelView& model, unsigned char* region)
      : c_(*model.film.constants),
        e_(*model.film.edge),
        last_(model.film.bases[model.film.count - 1]),
        lengths_(model.film.lengths + model.film.paces[model.film.count - 1].first_length),
        l_(model.film_layout),
        numbers_(model.film.numbers),
        region_(region),
        memory_(region + model.film_layout.memory[1]),
        oil_(c_),
        rows_(static_cast<int>(e_.rows)),
        padded_(whole(rows_ + 4)),
        zone_(static_cast<int>(e_.zone)),
        free_(zone_ + static_cast<int>(e_.shapes)),
        unknowns_(free_ + 2),
        up_(whole(unknowns_)),
        films_(static_cast<int>(e_.films)),
        columns_(1 + films_ + 1 + free_),
        tables_(static_cast<int>(e_.tables)),
        n_(model.dims.modes),
        np_(model.dims.modes_padded) {}

  // Steps are 2^doublings ticks long from here on.
  void lengthen(int doublings) { doublings_ = doublings; }

  const FilmEdgeMemory& edge() const { return *array_at<FilmEdgeMemory>(memory_, l_.edge); }

  // Takes over from the last basis, whose b is in the trial memory. Returns false if the film does
  // not freeze, or its edge is none of the tables'; the memory is then as it was.
  bool take_over(const double* q, FilmReport* report) {
    const int r = static_cast<int>(last_.modes), seen = static_cast<int>(e_.seen), gp = whole(seen);
    T* b = array_at<T>(memory_, l_.unknowns);
    alignas(64) T kept[kMaxFilmModes];
    for (int k = 0; k < r; ++k) kept[k] = b[k];
    T *pressure = array_at<T>(region_, l_.sights), *film = pressure + gp;
    const P opening = P::all(static_cast<T>(opened(q)));
    for (int i = 0; i < gp; i += W) {
      P p = P::all(0), h = P::load(number(e_.seen_geometry) + i) + opening;
      for (int k = 0; k < r; ++k) {
        const P bk = P::all(b[k]);
        p = p + P::load(number(e_.seen_pressure) + k * gp + i) * bk;
        h = h + P::load(number(e_.seen_gap) + k * gp + i) * bk;
      }
      p.store(pressure + i);
      const Place<P> place{p, larger(h, P::all(static_cast<T>(c_.gap_floor)))};
      (content(oil_, place) - P::load(number(e_.seen_mean) + i)).store(film + i);
    }
    for (int i = seen; i < gp; ++i) pressure[i] = film[i] = 0;
    const double a = outermost(pressure, seen);
    if (!(static_cast<double>(pressure[0]) >= e_.least_pressure) || !(a > e_.first) ||
        !(a < last_table()))
      return false;
    const double residual = take_film(film, seen, gp);
    take_nodes(static_cast<T>(a), pressure, film, seen);
    T* last = array_at<T>(memory_, l_.pressures);
    if (!settle(a, opened(q), report)) {
      for (int k = 0; k < up_; ++k) b[k] = 0;
      for (int k = 0; k < r; ++k) b[k] = kept[k];
      return false;
    }
    for (int k = 0; k < r; ++k) last[k] = kept[k];
    FilmEdgeMemory& edge = *array_at<FilmEdgeMemory>(memory_, l_.edge);
    edge = {};
    edge.a = a_;
    edge.residual = residual;
    T *moved = array_at<T>(memory_, l_.content), *start = array_at<T>(region_, l_.start);
    for (int i = 0; i < padded_; i += W) P::load(start + i).store(moved + i);
    *array_at<std::int32_t>(memory_, l_.kind) = 0;
    return true;
  }
  // b of the last basis as it was when the edge took over.
  const T* last() const { return array_at<T>(memory_, l_.pressures); }

  // One step, or one of half the length; as FilmSubstep::run().
  FilmReport run(const FilmDrive (&drive)[2], double* q, double* v, bool half,
                 std::int32_t iterations) {
    FilmReport report;
    const int doublings = doublings_ - (half ? 1 : 0);
    settle_within(doublings < 0 ? 0.5 : static_cast<double>(1 << doublings));
    const ModalStage modal = begin_modal(doublings, q, v);
    const double length = 1 / (kFilmGamma * shift_);
    FilmEdgeMemory& edge = *array_at<FilmEdgeMemory>(memory_, l_.edge);
    const double a_0 = edge.a;
    T *moved = array_at<T>(memory_, l_.content), *start = array_at<T>(region_, l_.start);
    for (int i = 0; i < padded_; i += W) P::load(moved + i).store(start + i);
    prepare();
    still_ = false;
    a_ = start_a_ = a_0;
    approach_ = opened(q);
    double rate = edge.rate, opening = opened(v);
    for (int k = 0; k < 2; ++k) {
      const double way = (k == 0 ? kFilmGamma : 1 - kFilmGamma) * length, before = a_;
      a_ += rate * way;
      approach_ += opening * way;
      modal.begin(drive[k].acceleration);
      free_approach_ = opened(modal.free);
      scalars_ = stage_scalars<T>(c_, drive[k], shift_);
      if (!solve(iterations, &report)) return report;
      conclude();
      const double force = static_cast<double>(gap()[rows_ + 1]);
      for (int i = 0; i < n_; ++i) {
        q[i] = modal.free[i] + modal.spring[i] * (real(e_.excitation)[i] * force);
        v[i] = shift_ * (q[i] - modal.start[i]);
      }
      rate = (a_ - before) / way;
      if (k == 1) break;
      const P lead = P::all(static_cast<T>(kFilmLead));
      for (int i = 0; i < padded_; i += W) {
        const P was = P::load(moved + i);
        (was + lead * (P::load(node(kMoved) + i) - was)).store(start + i);
      }
      start_a_ = a_0 + kFilmLead * (a_ - a_0);
      double sum = 0;
      for (int i = 0; i < n_; ++i) sum += real(e_.opening)[i] * (q[i] - modal.start[i]);
      modal.advance(n_, q, v);
      opening = sum / way;
    }
    for (int i = 0; i < padded_; i += W) P::load(node(kMoved) + i).store(moved + i);
    edge.a = a_;
    edge.rate = rate;
    edge.force = static_cast<double>(gap()[rows_ + 1]);
    edge.central_pressure = static_cast<double>(gap()[rows_ + 2]);
    edge.central_gap = static_cast<double>(gap()[rows_ + 3]);
    T least = gap()[0];
    for (int i = 1; i < rows_; ++i) least = gap()[i] < least ? gap()[i] : least;
    edge.minimum_gap = static_cast<double>(least);
    report.residual = edge.residual;
    return report;
  }

 private:
  using P = PackOf<T>;
  static constexpr int L = kPaddingOf<T>, W = kLanesOf<T>;
  static constexpr double kStill = 1e4;        // shift with which the film all but stays [1/time]
  static constexpr double kLargestWay = 0.03;  // of the edge in one iteration [length]
  static constexpr double kBelow = 0.8;        // share of the first table that an edge may fall to

  // Arrays over the moving nodes; by_a: derivatives for a alone.
  enum Array : int {
    kPlace,
    kShare,
    kPressure,
    kGap,
    kFlow,
    kFlowP,
    kFlowH,
    kContentP,
    kContentH,
    kMoved,   // y - Z
    kMovedA,  // by_a
    kGapA,    // by_a
    kOut,     // through the face to the next node, and its derivatives:
    kOutA,    // by_a
    kOutP,    // by the pressures of the node and of the next one
    kOutNextP,
    kOutH,  // by their gaps
    kOutNextH,
    kFilmA,  // by_a, of Z
    kArrays
  };
  static_assert(kArrays == static_cast<int>(kFilmEdgeArrays), "as they are laid out");

  static int whole(int n) { return (n + L - 1) / L * L; }
  const T* number(std::uint32_t offset) const {
    return reinterpret_cast<const T*>(numbers_ + offset);
  }
  const double* real(std::uint32_t offset) const {
    return reinterpret_cast<const double*>(numbers_ + offset);
  }
  // Node 0 of an array; L numbers stand before it, L behind the last one.
  T* node(int array) const {
    return array_at<T>(region_, l_.nodes) + array * (padded_ + 2 * L) + L;
  }
  T* column(int k) const { return node(kArrays + k); }  // of the gap: p, c, then H0
  const T* gap() const { return node(kGap); }
  double last_table() const { return e_.first + e_.spacing * (tables_ - 1); }
  double opened(const double* q) const {
    double sum = 0;
    for (int i = 0; i < n_; ++i) sum += real(e_.opening)[i] * q[i];
    return sum;
  }

  // Where the pressure of the grid falls through that of the edge for the last time; 0: nowhere.
  double outermost(const T* pressure, int count) const {
    const T level = static_cast<T>(e_.edge_pressure);
    for (int k = count - 2; k >= 0; --k) {
      if (!(pressure[k] > level)) continue;
      const T share = (pressure[k] - level) / (pressure[k] - pressure[k + 1]);
      return e_.seen_spacing * (k + static_cast<double>(share));
    }
    return 0;
  }

  // z of what stands there; returns what it leaves.
  double take_film(T* film, int seen, int gp) {
    T* z = array_at<T>(memory_, l_.frozen);
    for (int j = 0; j < whole(films_); ++j)
      z[j] = j < films_ ? dot_padded(number(e_.seen_fit) + j * gp, film, gp) : T(0);
    for (int j = 0; j < films_; ++j) {
      const T* shape = number(e_.seen_films) + j * gp;
      for (int i = 0; i < gp; i += W)
        (P::load(film + i) - P::load(shape + i) * P::all(z[j])).store(film + i);
    }
    const double rest = static_cast<double>(dot_padded(film, film, gp));
    return square_root(rest / seen) / e_.film_scale;
  }

  // Where nodes stand: p and c closest to the pressures of the grid; y - Z of the film there, as
  // start value: what z does not hold must not be lost, it would be squeezed out in the first
  // steps.
  void take_nodes(T a, const T* pressure, const T* film, int seen) {
    const T inverse = static_cast<T>(1 / e_.seen_spacing);
    const T *place = number(e_.place) + L, *share = place + L + padded_,
            *base = number(e_.pressure);
    T *x = array_at<T>(memory_, l_.unknowns), *start = array_at<T>(region_, l_.start);
    for (int k = 0; k < up_; ++k) x[k] = 0;
    for (int i = 0; i < padded_; ++i) start[i] = 0;
    for (int i = 0; i < rows_; ++i) {
      T p = 0;
      const T at = (place[i] + share[i] * a) * inverse;
      if (at >= 0 && at < static_cast<T>(seen)) {
        const int k = static_cast<int>(at);
        const auto between = [&](const T* sight) {  // nothing is seen beyond the last one
          const T next = k + 1 < seen ? sight[k + 1] : T(0);
          return sight[k] + (at - static_cast<T>(k)) * (next - sight[k]);
        };
        p = between(pressure);
        start[i] = between(film);
      }
      if (i < zone_) {
        x[i] = p;
        continue;
      }
      const T off = p - base[i];
      for (int k = zone_; k < free_; ++k) x[k] += base[(1 + k) * padded_ + i] * off;
    }
  }

  // The film asks for a slightly other pressure here, at the same H0.
  bool settle(double a, double approach, FilmReport* report) {
    prepare();
    settle_within(1);
    still_ = true;
    shift_ = kStill;
    spring_ = 0;
    a_ = start_a_ = a;
    approach_ = free_approach_ = approach;
    scalars_ = stage_scalars<T>(c_, kNoDrive, shift_);
    return solve(static_cast<std::int32_t>(e_.iterations), report);
  }

  // What may be left of a stage is to the length of its step, in ticks, as `settled` to whole ones:
  // the first steps are short, and their rates carry a on into longer ones.
  void settle_within(double ticks) { settled_ = e_.settled * ticks / last_.substeps; }

  // Modal operators of a stage and arrays; start values those of the step.
  ModalStage begin_modal(int doublings, const double* q, const double* v) {
    const FilmLength length = operators_of(last_, lengths_, doublings);
    shift_ = length.shift;
    const ModalStage m{real(length.modal),
                       real(last_.modal_force),
                       array_at<double>(region_, l_.modal),
                       np_,
                       q,
                       v};
    spring_ = 0;
    for (int i = 0; i < n_; ++i)
      spring_ += real(e_.opening)[i] * (m.spring[i] * real(e_.excitation)[i]);
    return m;
  }

  // What stays as it is during a step: lanes beside the nodes, where they go with the edge.
  void prepare() {
    for (int k = 0; k < static_cast<int>(kArrays) + free_ + 1; ++k)
      for (int i = 0; i < L; i += W) {
        P::all(0).store(node(k) - L + i);
        P::all(0).store(node(k) + padded_ + i);
      }
    const T* share = number(e_.place) + L + padded_;
    for (int i = 0; i < L + padded_; i += W) P::load(share + i).store(node(kShare) - L + i);
    // no width is zero
    for (int i = 0; i < L; ++i) node(kPlace)[padded_ + i] = T(1e3) + static_cast<T>(i);
  }

  // Pressures, gaps and Z at all nodes, from the four tables next to a; with derivatives for a, and
  // columns of the gap.
  template <bool kDerivatives>
  void look_up() {
    const double place = (a_ - e_.first) / e_.spacing;
    int at = 1;
    if (place > 1) at = place < tables_ - 3 ? static_cast<int>(place) : tables_ - 3;
    const double s = place - at, before = s + 1, next = s - 1, after = s - 2, square = 3 * s * s;
    const P weight[4] = {P::all(static_cast<T>(-s * next * after / 6)),
                         P::all(static_cast<T>(before * next * after / 2)),
                         P::all(static_cast<T>(-before * s * after / 2)),
                         P::all(static_cast<T>(before * s * next / 6))};
    const double by = 1 / e_.spacing;
    const P slope[4] = {P::all(static_cast<T>(-by * (square - 6 * s + 2) / 6)),
                        P::all(static_cast<T>(by * (square - 4 * s - 1) / 2)),
                        P::all(static_cast<T>(-by * (square - 2 * s - 2) / 2)),
                        P::all(static_cast<T>(by * (square - 1) / 6))};
    const auto mixed = [](const P(&w)[4], const P(&x)[4]) {
      return (w[0] * x[0] + w[1] * x[1]) + (w[2] * x[2] + w[3] * x[3]);
    };
    const T *x = array_at<T>(memory_, l_.unknowns), *z = array_at<T>(memory_, l_.frozen);
    const std::ptrdiff_t table = static_cast<std::ptrdiff_t>(columns_) * padded_,
                         films = static_cast<std::ptrdiff_t>(1 + films_) * padded_;
    const T* a_place = number(e_.place);
    const P a = P::all(static_cast<T>(a_));
    for (int i = -L; i < padded_; i += W)
      (P::load(a_place + L + i) + P::load(node(kShare) + i) * a).store(node(kPlace) + i);
    for (int i = 0; i < padded_; i += W) {
      // each table sums up its columns: only their sums are mixed twice
      const T* from = number(e_.gap) + (at - 1) * table + i;
      P sums[4];
      const auto read = [&](std::ptrdiff_t ld, P(&column)[4]) {
        for (int k = 0; k < 4; ++k) column[k] = P::load(from + k * ld);
      };
      const auto add = [&](std::ptrdiff_t ld, T u, T* keep) {
        from += padded_;
        P column[4];
        read(ld, column);
        const P factor = P::all(u);
        for (int k = 0; k < 4; ++k) sums[k] = sums[k] + column[k] * factor;
        if (kDerivatives && keep) mixed(weight, column).store(keep + i);
      };
      read(table, sums);
      for (int k = 0; k < films_; ++k) add(table, z[k], nullptr);
      add(table, static_cast<T>(approach_), column(free_));
      for (int k = 0; k < free_; ++k) add(table, x[k], column(k));
      mixed(weight, sums).store(node(kGap) + i);
      if (kDerivatives) mixed(slope, sums).store(node(kGapA) + i);
      from = number(e_.film) + (at - 1) * films + i;
      read(films, sums);
      for (int k = 0; k < films_; ++k) add(films, z[k], nullptr);
      mixed(weight, sums).store(node(kMoved) + i);  // Z, until y is known
      if (kDerivatives) mixed(slope, sums).store(node(kFilmA) + i);
      const T* shape = number(e_.pressure) + i;
      P pressure = P::load(shape);
      for (int k = 0; k < free_; ++k) {
        shape += padded_;
        pressure = pressure + P::load(shape) * P::all(x[k]);
      }
      pressure.store(node(kPressure) + i);
    }
  }

  // Everything at the nodes.
  template <class Viscosity>
  void evaluate_nodes() {
    const Lubricant<T> oil = oil_;
    const StageScalars<T> s = scalars_;
    for (int i = 0; i < padded_; i += W) {
      const Place<P> x{P::load(node(kPressure) + i),
                       larger(P::load(node(kGap) + i), P::all(s.gap_floor))};
      const P p = larger(x.pressure, P::all(0));
      const NodeTerms<P> n =
          node_terms<Viscosity, true>(oil, s, x, p, P::all(1) / density_denominator(oil, p));
      n.flow.store(node(kFlow) + i);
      n.flow_P.store(node(kFlowP) + i);
      n.flow_H.store(node(kFlowH) + i);
      n.content_P.store(node(kContentP) + i);
      n.content_H.store(node(kContentH) + i);
      (n.content - P::load(node(kMoved) + i)).store(node(kMoved) + i);
      (n.content_H * P::load(node(kGapA) + i) - P::load(node(kFilmA) + i)).store(node(kMovedA) + i);
    }
  }
  void evaluate() {
    look_up<true>();
    with_viscosity_law(c_.viscosity_law, [&](auto law) { evaluate_nodes<decltype(law)>(); });
  }

  // What a stage ends with: gaps, and y - Z.
  void conclude() {
    look_up<false>();
    const P floor = P::all(scalars_.gap_floor);
    for (int i = 0; i < padded_; i += W) {
      const Place<P> x{P::load(node(kPressure) + i), larger(P::load(node(kGap) + i), floor)};
      (content(oil_, x) - P::load(node(kMoved) + i)).store(node(kMoved) + i);
    }
  }

  // Flows out of the cells.
  void make_faces() {
    const P half = P::all(T(0.5)), conductance = P::all(static_cast<T>(e_.conductance));
    const auto next = [this](int array, int i) { return P::load_anywhere(node(array) + i + 1); };
    const auto here = [this](int array, int i) { return P::load(node(array) + i); };
    for (int i = 0; i < padded_; i += W) {
      const P x = here(kPlace, i), x_next = next(kPlace, i), share = here(kShare, i),
              share_next = next(kShare, i);
      const P face = half * (x + x_next), width = x_next - x;
      const P inverse = P::all(1) / (face * width);
      const P g = conductance * (face * face) * inverse;  // face / width
      const P rise = next(kPressure, i) - here(kPressure, i);
      const P flow = here(kFlow, i) + next(kFlow, i);
      const P open = g * flow, steep = g * rise;
      const P out = open * rise;
      const P flow_h = here(kFlowH, i), flow_h_next = next(kFlowH, i);
      const P stretched = (half * (share + share_next)) * (width * inverse) -
                          (share_next - share) * (face * inverse);
      const P out_a =
          out * stretched + steep * (flow_h * here(kGapA, i) + flow_h_next * next(kGapA, i));
      out.store(node(kOut) + i);
      out_a.store(node(kOutA) + i);
      (steep * here(kFlowP, i) - open).store(node(kOutP) + i);
      (steep * next(kFlowP, i) + open).store(node(kOutNextP) + i);
      (steep * flow_h).store(node(kOutH) + i);
      (steep * flow_h_next).store(node(kOutNextH) + i);
    }
  }

  // Residuals of the rows, and the Jacobian column by column: p, c, a, H0.
  void make_rows() {
    const T* start = array_at<T>(region_, l_.start);
    T *f = array_at<T>(region_, l_.residual), *jacobian = array_at<T>(region_, l_.jacobian);
    const P half = P::all(T(0.5)), zero = P::all(0), shift = P::all(static_cast<T>(shift_)),
            penalty = P::all(static_cast<T>(e_.penalty)),
            gone = P::all(still_ ? T(0) : static_cast<T>(a_ - start_a_)),
            going = P::all(still_ ? T(0) : T(1));
    const auto at = [this](int array, int i) { return P::load_anywhere(node(array) + i); };
    for (int i = 0; i < padded_; i += W) {
      const P x = at(kPlace, i), x_next = at(kPlace, i + 1), x_in = at(kPlace, i - 1),
              x_deep = at(kPlace, i - 2), share = at(kShare, i), share_in = at(kShare, i - 1);
      const P height = half * (x_next - x_in);
      const P cell = x * height,
              cell_a = share * height + x * (half * (at(kShare, i + 1) - share_in));
      const P h1 = x - x_in, h2 = x_in - x_deep, both = h1 + h2;
      const P inverse = P::all(1) / ((h1 * h2) * both);
      const P d0 = ((h1 + both) * h2) * inverse, d1 = zero - (both * both) * inverse,
              d2 = (h1 * h1) * inverse;
      const P moved = at(kMoved, i), moved_a = at(kMovedA, i);
      const P slope = d0 * moved + (d1 * at(kMoved, i - 1) + d2 * at(kMoved, i - 2));
      // of the widths alone, as if all of them changed alike
      const P widening = (share - share_in) * ((h2 * both) * inverse);
      const P slope_a =
          d0 * moved_a + (d1 * at(kMovedA, i - 1) + d2 * at(kMovedA, i - 2)) - slope * widening;
      const P way = share * gone;
      const P pressure = at(kPressure, i);
      const P squeeze =
          shift * ((moved - P::load(start + i)) - way * slope) + penalty * smaller(pressure, zero);
      const P squeeze_a = shift * ((moved_a - way * slope_a) - (share * going) * slope);
      (((at(kOut, i) - at(kOut, i - 1)) - cell * squeeze)).store(f + i);
      (((at(kOutA, i) - at(kOutA, i - 1)) - cell * squeeze_a) - cell_a * squeeze)
          .store(jacobian + free_ * padded_ + i);
      const P held = cell * shift, own = held * (P::all(1) - way * d0), in = (held * way) * d1,
              deep = (held * way) * d2;
      const P cavity = where_above(zero, pressure, cell * penalty, zero);
      P by_p[4], by_h[4];  // of the nodes i-2 .. i+1
      by_p[0] = deep * at(kContentP, i - 2);
      by_p[1] = in * at(kContentP, i - 1) - at(kOutP, i - 1);
      by_p[2] = ((at(kOutP, i) - at(kOutNextP, i - 1)) - own * at(kContentP, i)) - cavity;
      by_p[3] = at(kOutNextP, i);
      by_h[0] = deep * at(kContentH, i - 2);
      by_h[1] = in * at(kContentH, i - 1) - at(kOutH, i - 1);
      by_h[2] = (at(kOutH, i) - at(kOutNextH, i - 1)) - own * at(kContentH, i);
      by_h[3] = at(kOutNextH, i);
      const auto by_gap = [&](const T* gaps) {
        return (by_h[0] * P::load_anywhere(gaps + i - 2) +
                by_h[1] * P::load_anywhere(gaps + i - 1)) +
               (by_h[2] * P::load_anywhere(gaps + i) + by_h[3] * P::load_anywhere(gaps + i + 1));
      };
      // rows of shapes end in zeros, which stand before the next one's
      const T* shape = number(e_.pressure) + padded_ + i;
      for (int k = 0; k < free_; ++k, shape += padded_) {
        const P by_pressure =
            (by_p[0] * P::load_anywhere(shape - 2) + by_p[1] * P::load_anywhere(shape - 1)) +
            (by_p[2] * P::load_anywhere(shape) + by_p[3] * P::load_anywhere(shape + 1));
        (by_pressure + by_gap(column(k))).store(jacobian + k * padded_ + i);
      }
      by_gap(column(free_)).store(jacobian + (free_ + 1) * padded_ + i);
    }
  }

  // The correction of the unknowns.
  void correct() {
    T* jacobian = array_at<T>(region_, l_.jacobian);
    const int motion = unknowns_ - 1, last = (unknowns_ + kFilmPanel - 1) / kFilmPanel * kFilmPanel;
    for (int k = unknowns_; k < last; ++k)
      for (int i = 0; i < padded_; i += W) P::all(0).store(jacobian + k * padded_ + i);
    // H0 = free + spring force
    alignas(64) T moves[kMaxFilmUnknowns + kFilmPanel];
    for (int k = 0; k < last; ++k) moves[k] = 0;
    const T spring = static_cast<T>(spring_);
    for (int k = 0; k < free_; ++k) moves[k] = -spring * column(k)[rows_ + 1];
    moves[free_] = -spring * node(kGapA)[rows_ + 1];
    moves[motion] = T(1) - spring * column(free_)[rows_ + 1];
    const T* test = number(e_.test);
    T* matrix = array_at<T>(region_, l_.matrix);
    for (int c0 = 0; c0 < unknowns_; c0 += kFilmPanel) {
      const T* m = moves + c0;
      const auto row = [=](int c, int j) { return unit_pack<T>(motion, j) * P::all(m[c]); };
      PanelProduct<T, decltype(row)>{
          test, rows_, up_, jacobian + c0 * padded_, padded_, matrix + c0 * up_, up_, row}
          .run();
    }
    T* x = array_at<T>(region_, l_.solution);
    project_residual(test, rows_, up_, array_at<T>(region_, l_.residual), x);
    x[motion] = static_cast<T>((approach_ - free_approach_) -
                               spring_ * static_cast<double>(gap()[rows_ + 1]));
    eliminate_once<1>(matrix, unknowns_, up_, {x}, array_at<T>(region_, l_.kept));
  }

  // Takes the correction, as much of it as the limits leave. False if it is none.
  bool take(FilmReport* report) {
    T* x = array_at<T>(memory_, l_.unknowns);
    const T* d = array_at<T>(region_, l_.solution);
    double most = 0, sum = 0;
    for (int k = 0; k < free_; ++k) {
      const auto size = static_cast<double>(d[k] < 0 ? -d[k] : d[k]);
      most = size > most ? size : most;
      sum += static_cast<double>(d[k]);
    }
    const auto way = static_cast<double>(d[free_]), up = static_cast<double>(d[free_ + 1]);
    if (!((sum + way + up) * 0 == 0) || !(most <= c_.guard)) return false;
    double share = 1;
    if (most > e_.step_limit) share = e_.step_limit / most;
    if (absolute(way) * share > kLargestWay) share = kLargestWay / absolute(way);
    report->damped = share < 1;
    report->change = most;
    for (int k = 0; k < free_; ++k) x[k] -= static_cast<T>(share) * d[k];
    a_ -= share * way;
    approach_ -= share * up;
    return a_ > kBelow * e_.first && a_ < last_table();
  }

  bool solve(std::int32_t iterations, FilmReport* report) {
    for (std::int32_t k = 0; k < iterations; ++k) {
      evaluate();
      make_faces();
      make_rows();
      correct();
      ++report->iterations;
      ++report->rebuilds;
      if (!take(report)) {
        report->good = false;
        return false;
      }
      if (!report->damped && report->change <= settled_) return true;
    }
    report->good = !report->damped;
    report->converged = false;
    return report->good;
  }

  const FilmConstants& c_;
  const FilmEdge& e_;
  const FilmBasis& last_;
  const FilmLength* lengths_;
  const FilmLayout& l_;
  const unsigned char* numbers_;
  unsigned char *region_, *memory_;
  Lubricant<T> oil_;
  int rows_, padded_, zone_, free_, unknowns_, up_, films_, columns_, tables_, n_, np_;
  int doublings_ = 0;
  double shift_ = 0, spring_ = 0;
  double settled_ = 0;  // largest change that ends the iterations
  // Of the stage: a and H0, the start value of a, H0 without pressure.
  double a_ = 0, approach_ = 0, start_a_ = 0, free_approach_ = 0;
  bool still_ = false;  // the film does not move against the nodes
  StageScalars<T> scalars_{};
};

}  // namespace mortise::MORTISE_ISA
