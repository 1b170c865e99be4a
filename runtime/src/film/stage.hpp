// One stage of the scheme for one basis: rows, Jacobian, factorisation and the linear solves,
//   T f(b, H0; start) = 0,  G b = load.
#pragma once

#include "scheme.hpp"
#include "system.hpp"

namespace mortise::MORTISE_ISA {

// T: scalar of the file; S: its stencil, 3 or 4.
template <class T, int S>
class FilmStage {
 public:
  using P = PackOf<T>;
  static constexpr int L = kPaddingOf<T>, W = kLanesOf<T>;

  explicit FilmStage(FilmSystem<T>& system) : s_(system) {}

  // The gap without b and H0, from the modal coordinates `free` (n) without this film's pressure,
  // and what else a stage prescribes.
  void stand_at(const FilmDrive& d, const double* free) {
    make_base(free);
    s_.set_scalars(d);
  }
  // At the stage solved last again.
  void resume(const FilmDrive& d) {
    s_.base = s_.at.scratch(s_.at.l.base);
    s_.set_scalars(d);
  }

  // One linear solve of it, from the unknowns as they are. Returns false if the step is not good,
  // see FilmReport.
  //   start         (B L) start value of y
  //   within_stage  after another one of this stage
  bool improve(const FilmDrive& d, const T* start, bool within_stage, FilmReport* report) {
    find_correction(d, start, within_stage, report);
    double share = 1;
    if (!allowed_share(&share, report)) return false;
    take_correction(share, report);
    return true;
  }
  // Its first half: the solution becomes what is to be taken off the unknowns.
  void find_correction(const FilmDrive& d, const T* start, bool within_stage, FilmReport* report) {
    const bool changed = linearise(d, start, within_stage);
    s_.make_right_side(d);
    if (changed && s_.solves_once()) {
      s_.solve_once();
    } else {
      if (changed) s_.factorise();
      s_.solve_kept(s_.at.solution());
    }
    report->rebuilds += changed ? 1 : 0;
    ++report->iterations;
  }
  // Makes `share` the part of the correction that the step limit leaves, if that is less. False if
  // the correction is none.
  bool allowed_share(double* share, FilmReport* report) {
    const double limit = s_.b.step_limit;
    const auto change = s_.measure();
    if (!change.finite || !(change.any <= s_.at.c.guard)) return s_.fail(report);
    if (limit > 0 && *share * change.shape > limit) *share = limit / change.shape;
    report->change = change.any;
    return true;
  }
  void take_correction(double share, FilmReport* report) {
    report->damped = share < 1;
    s_.take(static_cast<T>(share));
    evaluate();
  }
  // The solution becomes J^-1 T f; not under a prescribed load.
  void solve_linear(const T* f) {
    T* x = s_.at.solution();
    project_residual(s_.at.number(s_.b.test), s_.held, s_.up, f, x);
    s_.solve_kept(x);
  }
  // Change of y at the rows of a pack by changes of pressure and gap there.
  P content_change(int row, const P& pressure, const P& gap) const {
    return content_slope(s_.at.oil, place<T, W>(arrays(row, s_.base), s_.scalars, S - 2), pressure,
                         gap);
  }

  // V b and C V b at the stencils; or only if they are those of other operators.
  void evaluate_anew() {
    if (*s_.at.template kept<std::int32_t>(s_.at.l.kind) != s_.kind) evaluate();
  }
  void evaluate() {
    const T* x = s_.at.unknowns();
    const Sweep sweep = next_sweep();
    for (int i = sweep.start; i >= 0 && i < s_.rows_padded; i += sweep.step) {
      const std::ptrdiff_t from = in_blocks<T>(i, s_.modes * S), to = in_blocks<T>(i, S);
      at_stencils<S>(s_.at.number(s_.b.pressure_shapes) + from, s_.at.number(s_.gap_shapes) + from,
                     x, s_.modes, s_.at.pressures() + to, s_.at.gaps() + to);
    }
    *s_.at.template kept<std::int32_t>(s_.at.l.kind) = s_.kind;
  }

  P base_at(int row, int node) const { return P::load(s_.base + in_blocks<T>(row, S) + node * L); }

  // y from the unknowns, which q (n) have answered to, and everything kept at the stencils.
  void settle(const double* q, const FilmDrive& d) {
    s_.select(false);
    double* free = s_.at.modal();
    // the gap shapes contain that answer
    const double* spring = s_.at.real(s_.modal) + 3 * s_.at.np;
    for (int i = 0; i < s_.at.n; ++i) free[i] = q[i] - spring[i] * s_.push(i);
    stand_at(d, free);
    evaluate();
    take_content();
  }
  // y of the rows becomes what is remembered.
  void take_content() {
    for (int i = 0; i < s_.rows_padded; i += W) content_at(i).store(s_.at.content() + i);
  }
  // Start value of y in the second stage, after the first.
  void carry_content() const {
    lead_on(
        s_.at.content(), s_.rows_padded, [this](int i) { return content_at(i); }, s_.at.start());
  }
  // The film at the end of a step whose second stage was solved with other q: y of b for them.
  // Returns film_residual.
  double finish(const double* q, const FilmDrive& d) {
    resume(d);
    const double residual = watched_residual(s_.at.start());
    settle(q, d);
    return residual;
  }

  // y of the rows of a pack, which reads no start: any array stands for it.
  P content_at(int row) const {
    return content(s_.at.oil, place<T, W>(arrays(row, s_.base), s_.scalars, S - 2));
  }

  // film_residual: the rows nobody holds.
  double watched_residual(const T* start) {
    if (s_.held == s_.rows) return 0;
    residual_by_law(s_.held / W * W, start);
    const T* f = s_.at.residual();
    double sum = 0;
    for (int i = s_.held; i < s_.rows; ++i)
      sum += static_cast<double>(f[i]) * static_cast<double>(f[i]);
    return square_root(sum / (s_.rows - s_.held)) / s_.b.residual_scale;
  }

 private:
  using Slopes = ShapeSlopes<P, S>;

  // Within a stage a kept Jacobian serves only next to where it was made.
  static constexpr double kNear = 0.1;
  // Updates of single rows pile up rounding errors in T J.
  static constexpr std::int32_t kMostUpdates = 256;

  // Gap at a stencil node without b and H0, from the modal coordinates `free`.
  void make_base(const double* free) {
    const T* geometry = s_.at.number(s_.b.geometry);
    s_.base = geometry;
    if (s_.at.n == 0) return;
    T* base = s_.at.scratch(s_.at.l.base);
    for (int i = 0; i < s_.rows_padded; i += W) {
      const T* shapes = s_.at.number(s_.b.mode_shapes) + in_blocks<T>(i, s_.at.n * S);
      const std::ptrdiff_t here = in_blocks<T>(i, S);
      for (int j = 0; j < S; ++j) {
        P sum = P::load(geometry + here + j * L);
        for (int k = 0; k < s_.at.n; ++k)
          sum = sum + P::load(shapes + (k * S + j) * L) * P::all(static_cast<T>(free[k]));
        sum.store(base + here + j * L);
      }
    }
    s_.base = base;
  }

  // The shapes fill the nearest cache: every pass over them goes back where the last one came from,
  // so that it begins with what is still there.
  struct Sweep {
    int start, step;
  };
  Sweep next_sweep() {
    s_.upwards = !s_.upwards;
    return s_.upwards ? Sweep{0, W} : Sweep{s_.rows_padded - W, -W};
  }

  RowArrays<T> arrays(int row, const T* start) const {
    const std::ptrdiff_t here = in_blocks<T>(row, S);
    return {s_.at.number(s_.b.coefficients) + in_blocks<T>(row, 6), s_.base + here,
            s_.at.pressures() + here, s_.at.gaps() + here, start + row};
  }

  // f at the rows from `first` on.
  template <class Viscosity>
  void residual(int first, const T* start) {
    T* f = s_.at.residual();
    // Copies: stores of numbers cannot change them.
    const Lubricant<T> oil = s_.at.oil;
    const StageScalars<T> scalars = s_.scalars;
    RowSlopes<P, S> none;
    for (int i = first; i < s_.rows_padded; i += W)
      row_residual<S, Viscosity, false>(oil, scalars, arrays(i, start), &none).store(f + i);
  }

  void residual_by_law(int first, const T* start) {
    with_viscosity_law(s_.at.c.viscosity_law,
                       [&](auto law) { residual<decltype(law)>(first, start); });
  }

  // f at all rows, and the change of J at those whose slopes have changed by more than row_limit of
  // their size since they last entered T J; with `all` at all rows, from zero. Returns how many.
  template <class Viscosity>
  int change_rows(bool all, const T* start) {
    const T limit = static_cast<T>(s_.b.row_limit);
    T* f = s_.at.residual();
    std::int32_t* changed = s_.at.template scratch<std::int32_t>(s_.at.l.changed);
    const Lubricant<T> oil = s_.at.oil;
    const StageScalars<T> scalars = s_.scalars;
    int count = 0;
    for (int i = 0; i < s_.rows_padded; i += W) {
      RowSlopes<P, S> slopes;
      row_residual<S, Viscosity, true>(oil, scalars, arrays(i, start), &slopes).store(f + i);
      const Slopes now = shape_slopes<S>(slopes, scalars);
      T* at = s_.at.scratch(s_.at.l.slopes) + in_blocks<T>(i, Slopes::kCount);
      Slopes change = now;
      alignas(64) T over[W];
      if (all) {
        for (int j = 0; j < Slopes::kCount; ++j) now.by[j].store(at + j * L);
        P::all(1).store(over);
      } else {
        Slopes kept;
        for (int j = 0; j < Slopes::kCount; ++j) kept.by[j] = P::load(at + j * L);
        const P beyond = excess<S>(now, kept, limit), zero = P::all(0);
        if (!(largest(beyond) > T(0))) continue;
        for (int j = 0; j < Slopes::kCount; ++j) {
          change.by[j] = where_above(beyond, zero, now.by[j] - kept.by[j], zero);
          where_above(beyond, zero, now.by[j], kept.by[j]).store(at + j * L);
        }
        beyond.store(over);
      }
      const std::ptrdiff_t from = in_blocks<T>(i, s_.modes * S);
      jacobian_rows<S>(change, s_.at.number(s_.b.pressure_shapes) + from,
                       s_.at.number(s_.gap_shapes) + from, s_.modes, s_.at.c.loaded != 0,
                       s_.at.jacobian() + i, s_.rows_padded);
      for (int k = 0; k < W && i + k < s_.held; ++k)
        if (over[k] > T(0)) changed[count++] = i + k;
      s_.upwards = true;
    }
    return count;
  }

  int change_rows_by_law(bool all, const T* start) {
    return with_viscosity_law(s_.at.c.viscosity_law,
                              [&](auto law) { return change_rows<decltype(law)>(all, start); });
  }

  // Smallest gap of the sampled rows, at least the floor.
  double lowest_row() const {
    P least = place<T, W>(arrays(0, s_.base), s_.scalars, S - 2).gap;
    for (int i = W; i < s_.rows_padded; i += W)
      least = smaller(least, place<T, W>(arrays(i, s_.base), s_.scalars, S - 2).gap);
    return static_cast<double>(smallest(least));
  }

  // The kept factorisation serves while nothing has moved far.
  bool aged(const FilmDrive& d, const FilmFactorKind& made, bool within_stage) {
    const double far = s_.b.age_limit * (within_stage ? kNear : 1.0);
    const double thinner = d.viscosity_factor - made.viscosity_factor,
                 faster = d.speed - made.speed;
    const auto beyond = [far](double x) { return !(x <= far && x >= -far); };
    if (beyond(faster) || beyond(thinner / made.viscosity_factor)) return true;
    // bodies that approach an unloaded film close the gap while b hardly moves
    if (s_.at.n > 0 && !within_stage && beyond(lowest_row() / made.gap - 1)) return true;
    const T* x = s_.at.unknowns();
    T* at_factor = s_.at.linearised();
    if (s_.at.c.loaded) at_factor[s_.modes] = x[s_.modes];  // H0 does not count, it follows b
    P most = P::all(0);
    for (int j = 0; j < s_.up; j += W) {
      const P moved = P::load(x + j) - P::load(at_factor + j);
      most = larger(most, larger(moved, P::all(0) - moved));
    }
    return beyond(static_cast<double>(largest(most)));
  }

  // f, and the rows of the Jacobian that are to be made anew. Returns true if there may be any.
  bool linearise(const FilmDrive& d, const T* start, bool within_stage) {
    FilmFactorKind& made = *s_.at.template scratch<FilmFactorKind>(s_.at.l.factor_kind);
    s_.anew = s_.at.c.every_stage || made.kind != s_.kind || made.updates >= kMostUpdates;
    if (!s_.anew && !aged(d, made, within_stage)) {
      residual_by_law(0, start);
      return false;
    }
    s_.anew = s_.anew || !(s_.b.row_limit > 0);
    s_.changed = change_rows_by_law(s_.anew, start);
    made = {s_.kind, s_.anew ? 0 : made.updates + 1, d.speed, d.viscosity_factor,
            s_.at.n > 0 ? lowest_row() : 1.0};
    copy_packs(s_.at.unknowns(), s_.up, s_.at.linearised());
    return s_.changed > 0;
  }

  FilmSystem<T>& s_;
};

}  // namespace mortise::MORTISE_ISA
