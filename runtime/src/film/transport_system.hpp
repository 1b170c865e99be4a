// The linear system of a stage of a carried film: its sampled rows, the row of h0 and the entry.
#pragma once

#include "eliminate_once.hpp"
#include "limits.hpp"
#include "transport_line.hpp"

namespace mortise::MORTISE_ISA {

template <class T>
class TransportSystem {
  using P = PackOf<T>;
  static constexpr int L = kPaddingOf<T>, W = kLanesOf<T>, S = TransportData<T>::S;
  static constexpr double kPi = 3.1415926535897932384626433832795;

 public:
  explicit TransportSystem(TransportData<T>& data) : s_(data) {}

  // h0 such that the pressure carries a load, dimensionless and over a^2.
  void bear(double load) { s_.approach = {0, 1, s_.t.load_base - load}; }
  // h0 as bodies leave it open: by `free` without the film, and `soft` more per a^2 G b.
  void follow(double free, double soft) {
    const double a = static_cast<double>(s_.scalars.frame), by_load = soft - kernel_datum(a);
    s_.approach = {1, static_cast<T>(-by_load), -free / (a * a) - by_load * s_.t.load_base};
    s_.answer = static_cast<T>(1 / (a * a));
  }
  // The opening that the film as it is would have, and its a^2 G b.
  double opening() const {
    const double a = static_cast<double>(s_.scalars.frame);
    return a * a * static_cast<double>(s_.at.unknowns()[s_.modes - 1]) + kernel_datum(a) * load();
  }
  double load() const {
    const double a = static_cast<double>(s_.scalars.frame);
    return a * a * (s_.t.load_base + load_of(s_.at.unknowns(), s_.samples()));
  }
  // h0 that its row asks for, the other unknowns as they are.
  void balance() {
    T* x = s_.at.unknowns();
    const T by = s_.approach.own + s_.approach.press * s_.at.number(s_.b.load_row)[s_.modes - 1];
    x[s_.modes - 1] = x[s_.modes - 1] - off_approach() / by;
  }
  // The linear system, column by column: T J, then the row of h0 and the entry; and its solution.
  // The row of h0 holds already, see balance().
  void correct() {
    const Entry e = entry();
    // both rows, by column
    alignas(64) T load[kMaxFilmUnknowns], enters[kMaxFilmUnknowns];
    const P by_p = P::all(e.by_pressure), by_h = P::all(e.by_gap);
    const T *entry_p = s_.at.number(s_.t.entry_shapes), *entry_h = entry_p + s_.up;
    for (int j = 0; j < s_.up; j += W) {
      (P::all(s_.approach.press) * P::load(s_.at.number(s_.b.load_row) + j) +
       P::all(s_.approach.own) * unit_pack<T>(s_.modes - 1, j))
          .store(load + j);
      (P::all(0) - (by_p * P::load(entry_p + j) + by_h * P::load(entry_h + j))).store(enters + j);
    }
    load[s_.modes] = s_.approach.press * TransportLine<T>(s_).of_entering(s_.t.load_samples, 0);
    enters[s_.modes] =
        1 - (e.by_pressure * TransportLine<T>(s_).of_entering(s_.t.entry_samples, 0) +
             e.by_gap * TransportLine<T>(s_).of_entering(s_.t.entry_samples, 1));
    const T *test = s_.at.number(s_.b.test), *jacobian = s_.at.jacobian();
    const int of_load = s_.modes - 1, of_entry = s_.modes;
    T* matrix = s_.at.matrix();
    for (int c0 = 0; c0 <= s_.modes; c0 += kFilmPanel) {
      const T *l = load + c0, *n = enters + c0;
      const auto rows = [=](int c, int j) {
        return unit_pack<T>(of_load, j) * P::all(l[c]) + unit_pack<T>(of_entry, j) * P::all(n[c]);
      };
      PanelProduct<T, decltype(rows)>{test,           s_.rows,
                                      s_.up,          jacobian + c0 * s_.rows_padded,
                                      s_.rows_padded, matrix + c0 * s_.up,
                                      s_.up,          rows}
          .run();
    }
    T* x = s_.at.solution();
    project_residual(test, s_.rows, s_.up, s_.at.residual(), x);
    const P off = P::all(s_.at.unknowns()[s_.modes] - e.film);
    for (int j = 0; j < s_.up; j += W)
      (P::load(x + j) + unit_pack<T>(of_entry, j) * off).store(x + j);
    T* inverse = s_.at.scratch(s_.at.l.kept);
    if (s_.approach.own != 0) {
      T* answer = s_.at.linearised();
      for (int j = 0; j < s_.up; j += W)
        (unit_pack<T>(s_.modes - 1, j) * P::all(s_.answer)).store(answer + j);
      eliminate_once<2>(matrix, s_.modes + 1, s_.up, {x, answer}, inverse);
    } else {
      eliminate_once<1>(matrix, s_.modes + 1, s_.up, {x}, inverse);
    }
  }
  bool take(FilmReport* report) {
    T* x = s_.at.unknowns();
    const T* change = s_.at.solution();
    P most = P::all(0), finite = P::all(0);
    for (int j = 0; j < s_.up; j += W) {
      const P d = P::load(change + j);
      most = larger(most, larger(d, P::all(0) - d));
      finite = finite + d * P::all(0);
      (P::load(x + j) - d).store(x + j);
    }
    report->change = static_cast<double>(largest(most));
    if (sum(finite) != 0 || !(report->change <= s_.at.c.guard)) {
      report->good = false;
      return false;
    }
    T* g = s_.samples();
    const P entered = P::all(T(0) - change[s_.modes]);
    const T* entering = s_.entering();
    for (int j = 0; j < s_.samples_padded; j += W)
      (P::load(g + j) + entered * P::load(entering + j)).store(g + j);
    s_.ask.entering = x[s_.modes];
    return true;
  }
  // Change of a^2 G b by one of the unknowns (up).
  double load_by(const T* change) const {
    const double square =
        static_cast<double>(s_.scalars.frame) * static_cast<double>(s_.scalars.frame);
    return square * static_cast<double>(dot_padded(s_.at.number(s_.b.load_row), change, s_.up) +
                                        TransportLine<T>(s_).of_entering(s_.t.load_samples, 0) *
                                            change[s_.modes]);
  }
  // The stage solved last with other unknowns (up), and what follows of them.
  void move_to(const T* unknown) {
    T *x = s_.at.unknowns(), *g = s_.samples(), *change = s_.at.solution();
    const T* entering = s_.entering();
    const P entered = P::all(unknown[s_.modes] - x[s_.modes]);
    for (int j = 0; j < s_.samples_padded; j += W)
      (P::load(g + j) + entered * P::load(entering + j)).store(g + j);
    for (int j = 0; j < s_.up; j += W) {
      const P to = P::load(unknown + j);
      (P::load(change + j) - (to - P::load(x + j))).store(change + j);
      to.store(x + j);
    }
    s_.ask.entering = x[s_.modes];
  }

 private:
  T off_approach() const {
    return s_.approach.own * s_.at.unknowns()[s_.modes - 1] +
           (s_.approach.press * dot_padded(s_.at.number(s_.b.load_row), s_.at.unknowns(), s_.up) +
            (s_.approach.press *
                 dot_padded(s_.at.number(s_.t.load_samples), s_.samples(), s_.samples_padded) +
             static_cast<T>(s_.approach.base)));
  }
  double load_of(const T* x, const T* g) const {
    return static_cast<double>(dot_padded(s_.at.number(s_.b.load_row), x, s_.up) +
                               dot_padded(s_.at.number(s_.t.load_samples), g, s_.samples_padded));
  }
  // What of h0 a unit of a^2 G b takes in a frame: half-spaces deflect from where they rest.
  double kernel_datum(double frame) const {
    return (logarithm(Lanes<double, 1>::all(frame)).x - s_.datum) / kPi;
  }
  // y_D = rho(P_D) H_D and its derivatives for pressure and gap at the entry.
  struct Entry {
    T film, by_pressure, by_gap;
  };
  Entry entry() const {
    const auto value = [&](int row, double base) {
      return static_cast<T>(base) +
             (dot_padded(s_.at.number(s_.t.entry_shapes) + row * s_.up, s_.at.unknowns(), s_.up) +
              dot_padded(s_.at.number(s_.t.entry_samples) + row * s_.samples_padded, s_.samples(),
                         s_.samples_padded));
    };
    using One = Lanes<T, 1>;
    const T pressure = s_.scalars.frame * value(0, s_.t.entry_pressure),
            gap = s_.scalars.square * value(1, s_.t.entry_gap);
    const One p = One::all(pressure > 0 ? pressure : T(0));
    const Density<One> rho = density(s_.at.oil, p, One::all(1) / density_denominator(s_.at.oil, p));
    return {rho.value.x * gap, pressure > 0 ? s_.scalars.frame * rho.slope.x * gap : T(0),
            s_.scalars.square * rho.value.x};
  }

  TransportData<T>& s_;
};

}  // namespace mortise::MORTISE_ISA
