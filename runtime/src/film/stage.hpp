// One stage of the scheme for one basis: rows, Jacobian, factorisation and the linear solves,
//   T f(b, H0; start) = 0,  G b = load.
#pragma once

#include "system.hpp"

namespace mortise::MORTISE_ISA {

// T: scalar of the file; S: its stencil, 3 or 4. Works in place on the trial memory of the region.
template <class T, int S>
class FilmStage : protected FilmSystem<T> {
 protected:
  using System = FilmSystem<T>;
  using System::L;
  using System::W;
  using typename System::P;
  using Slopes = ShapeSlopes<P, S>;
  using System::anew_;
  using System::b_;
  using System::base_;
  using System::c_;
  using System::changed_;
  using System::factorise;
  using System::fail;
  using System::gap_shapes_;
  using System::held_;
  using System::kind_;
  using System::l_;
  using System::make_right_side;
  using System::measure;
  using System::memory_;
  using System::modes_;
  using System::n_;
  using System::number;
  using System::oil_;
  using System::region_;
  using System::rows_;
  using System::rows_padded_;
  using System::scalars_;
  using System::solve_kept;
  using System::solve_once;
  using System::solves_once;
  using System::System;
  using System::take;
  using System::unknowns;
  using System::up_;
  using System::upwards_;
  using typename System::Change;

  // Solves the stage whose gap without b and H0 stands at base_, from the unknowns as they are.
  //   start       (B L) start value of y
  //   iterations  largest number of linear solves, >= 1
  // Returns false if the step is not good, see FilmReport.
  bool solve_stage(const FilmDrive& d, const T* start, int iterations, FilmReport* report) {
    for (int k = 0; k < iterations; ++k) {
      if (!improve_stage(d, start, k > 0, report)) return false;
      if (report->change <= b_.tolerance) break;
    }
    if (report->damped) return fail(report);
    if (b_.tolerance > 0 && report->change > b_.tolerance) report->converged = false;
    return true;
  }
  // One linear solve of it. within_stage: after another one.
  bool improve_stage(const FilmDrive& d, const T* start, bool within_stage, FilmReport* report) {
    find_correction(d, start, within_stage, report);
    double share = 1;
    if (!allowed_share(&share, report)) return false;
    take_correction(share, report);
    return true;
  }
  // Its first half: the solution becomes what is to be taken off the unknowns.
  void find_correction(const FilmDrive& d, const T* start, bool within_stage, FilmReport* report) {
    const bool changed = linearise(d, start, within_stage);
    make_right_side(d);
    if (changed && solves_once()) {
      solve_once();
    } else {
      if (changed) factorise();
      solve_kept(array_at<T>(region_, l_.solution));
    }
    report->rebuilds += changed ? 1 : 0;
    ++report->iterations;
  }
  // Makes `share` the part of the correction that the step limit leaves, if that is less. False if
  // the correction is none.
  bool allowed_share(double* share, FilmReport* report) {
    const double limit = b_.step_limit;
    const Change change = measure();
    if (!change.finite || !(change.any <= c_.guard)) return fail(report);
    if (limit > 0 && *share * change.shape > limit) *share = limit / change.shape;
    report->change = change.any;
    return true;
  }
  void take_correction(double share, FilmReport* report) {
    report->damped = share < 1;
    take(static_cast<T>(share));
    evaluate();
  }
  // The solution becomes J^-1 T f; not under a prescribed load.
  void solve_linear(const T* f) {
    T* x = array_at<T>(region_, l_.solution);
    project_residual(number(b_.test), held_, up_, f, x);
    solve_kept(x);
  }
  // Change of y at the rows of a pack by changes of pressure and gap there.
  P content_change(int row, const P& pressure, const P& gap) const {
    return content_slope(oil_, place<T, W>(arrays(row, base_), scalars_, S - 2), pressure, gap);
  }

  // V b and C V b at the stencils.
  void evaluate() {
    const T* x = unknowns();
    const Sweep sweep = next_sweep();
    for (int i = sweep.start; i >= 0 && i < rows_padded_; i += sweep.step) {
      const std::ptrdiff_t from = in_blocks<T>(i, modes_ * S), to = in_blocks<T>(i, S);
      at_stencils<S>(number(b_.pressure_shapes) + from, number(gap_shapes_) + from, x, modes_,
                     array_at<T>(memory_, l_.pressures) + to, array_at<T>(memory_, l_.gaps) + to);
    }
    *array_at<std::int32_t>(memory_, l_.kind) = kind_;
  }

  P base_at(int row, int node) const { return P::load(base_ + in_blocks<T>(row, S) + node * L); }

  // y of the rows of a pack, which reads no start: any array stands for it.
  P content_at(int row) const {
    return content(oil_, place<T, W>(arrays(row, base_), scalars_, S - 2));
  }

  // film_residual: the rows nobody holds.
  double watched_residual(const T* start) {
    if (held_ == rows_) return 0;
    residual_by_law(held_ / W * W, start);
    const T* f = array_at<T>(region_, l_.residual);
    double sum = 0;
    for (int i = held_; i < rows_; ++i)
      sum += static_cast<double>(f[i]) * static_cast<double>(f[i]);
    return square_root(sum / (rows_ - held_)) / b_.residual_scale;
  }

 private:
  // Within a stage a kept Jacobian serves only next to where it was made.
  static constexpr double kNear = 0.1;
  // Updates of single rows pile up rounding errors in T J.
  static constexpr std::int32_t kMostUpdates = 256;

  // The shapes fill the nearest cache: every pass over them goes back where the last one came from,
  // so that it begins with what is still there.
  struct Sweep {
    int start, step;
  };
  Sweep next_sweep() {
    upwards_ = !upwards_;
    return upwards_ ? Sweep{0, W} : Sweep{rows_padded_ - W, -W};
  }

  RowArrays<T> arrays(int row, const T* start) const {
    const std::ptrdiff_t here = in_blocks<T>(row, S);
    return {number(b_.coefficients) + in_blocks<T>(row, 6), base_ + here,
            array_at<T>(memory_, l_.pressures) + here, array_at<T>(memory_, l_.gaps) + here,
            start + row};
  }

  // f at the rows from `first` on.
  template <class Viscosity>
  void residual(int first, const T* start) {
    T* f = array_at<T>(region_, l_.residual);
    // Copies: stores of numbers cannot change them.
    const Lubricant<T> oil = oil_;
    const StageScalars<T> scalars = scalars_;
    RowSlopes<P, S> none;
    for (int i = first; i < rows_padded_; i += W)
      row_residual<S, Viscosity, false>(oil, scalars, arrays(i, start), &none).store(f + i);
  }

  void residual_by_law(int first, const T* start) {
    with_viscosity_law(c_.viscosity_law, [&](auto law) { residual<decltype(law)>(first, start); });
  }

  // f at all rows, and the change of J at those whose slopes have changed by more than row_limit of
  // their size since they last entered T J; with `all` at all rows, from zero. Returns how many.
  template <class Viscosity>
  int change_rows(bool all, const T* start) {
    const T limit = static_cast<T>(b_.row_limit);
    T* f = array_at<T>(region_, l_.residual);
    std::int32_t* changed = array_at<std::int32_t>(region_, l_.changed);
    const Lubricant<T> oil = oil_;
    const StageScalars<T> scalars = scalars_;
    int count = 0;
    for (int i = 0; i < rows_padded_; i += W) {
      RowSlopes<P, S> slopes;
      row_residual<S, Viscosity, true>(oil, scalars, arrays(i, start), &slopes).store(f + i);
      const Slopes now = shape_slopes<S>(slopes, scalars);
      T* at = array_at<T>(region_, l_.slopes) + in_blocks<T>(i, Slopes::kCount);
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
      const std::ptrdiff_t from = in_blocks<T>(i, modes_ * S);
      jacobian_rows<S>(change, number(b_.pressure_shapes) + from, number(gap_shapes_) + from,
                       modes_, c_.loaded != 0, array_at<T>(region_, l_.jacobian) + i, rows_padded_);
      for (int k = 0; k < W && i + k < held_; ++k)
        if (over[k] > T(0)) changed[count++] = i + k;
      upwards_ = true;
    }
    return count;
  }

  int change_rows_by_law(bool all, const T* start) {
    return with_viscosity_law(c_.viscosity_law,
                              [&](auto law) { return change_rows<decltype(law)>(all, start); });
  }

  // Smallest gap of the sampled rows, at least the floor.
  double lowest_row() const {
    P least = place<T, W>(arrays(0, base_), scalars_, S - 2).gap;
    for (int i = W; i < rows_padded_; i += W)
      least = smaller(least, place<T, W>(arrays(i, base_), scalars_, S - 2).gap);
    return static_cast<double>(smallest(least));
  }

  // The kept factorisation serves while nothing has moved far.
  bool aged(const FilmDrive& d, const FilmFactorKind& made, bool within_stage) {
    const double far = b_.age_limit * (within_stage ? kNear : 1.0);
    const double thinner = d.viscosity_factor - made.viscosity_factor,
                 faster = d.speed - made.speed;
    const auto beyond = [far](double x) { return !(x <= far && x >= -far); };
    if (beyond(faster) || beyond(thinner / made.viscosity_factor)) return true;
    // bodies that approach an unloaded film close the gap while b hardly moves
    if (n_ > 0 && !within_stage && beyond(lowest_row() / made.gap - 1)) return true;
    const T* x = unknowns();
    T* at_factor = array_at<T>(region_, l_.linearised);
    if (c_.loaded) at_factor[modes_] = x[modes_];  // H0 does not count, it follows b
    P most = P::all(0);
    for (int j = 0; j < up_; j += W) {
      const P moved = P::load(x + j) - P::load(at_factor + j);
      most = larger(most, larger(moved, P::all(0) - moved));
    }
    return beyond(static_cast<double>(largest(most)));
  }

  // f, and the rows of the Jacobian that are to be made anew. Returns true if there may be any.
  bool linearise(const FilmDrive& d, const T* start, bool within_stage) {
    FilmFactorKind& made = *array_at<FilmFactorKind>(region_, l_.factor_kind);
    anew_ = c_.every_stage || made.kind != kind_ || made.updates >= kMostUpdates;
    if (!anew_ && !aged(d, made, within_stage)) {
      residual_by_law(0, start);
      return false;
    }
    anew_ = anew_ || !(b_.row_limit > 0);
    changed_ = change_rows_by_law(anew_, start);
    made = {kind_, anew_ ? 0 : made.updates + 1, d.speed, d.viscosity_factor,
            n_ > 0 ? lowest_row() : 1.0};
    const T* x = unknowns();
    T* linearised = array_at<T>(region_, l_.linearised);
    for (int j = 0; j < up_; j += W) P::load(x + j).store(linearised + j);
    return changed_ > 0;
  }
};

}  // namespace mortise::MORTISE_ISA
