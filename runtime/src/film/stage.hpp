// One stage of the scheme for one basis: rows, Jacobian, factorisation and the linear solves,
//   T f(b, H0; start) = 0,  G b = load.
#pragma once

#include "elimination.hpp"
#include "mortise/model.hpp"
#include "operator_set.hpp"

namespace mortise::MORTISE_ISA {

// What is prescribed at the time of a stage, dimensionless.
struct FilmDrive {
  double frame, frame_rate;  // a > 0, da/dT; 1 and 0 in a fixed frame
  double load;               // right side of G b = load, over a^2 already; unused if not loaded
  double speed;              // u
  double viscosity_factor;   // > 0
  double acceleration;       // against the one contained in the modal operators
};

struct FilmReport {
  bool good = true;       // false: not finite, beyond the guard, or still damped at the cap
  bool converged = true;  // false: the cap of iterations was met before the tolerance
  std::int32_t iterations = 0, rebuilds = 0;
  double residual = 0;  // film_residual at the end of the step
  double change = 0;    // largest one of an unknown in the last linear solve
  bool damped = false;  // that solve
};

// What is the same for all rows of a stage; H0 = 0.
template <class T>
MORTISE_INLINE StageScalars<T> stage_scalars(const FilmConstants& c, const FilmDrive& d,
                                             double shift) {
  StageScalars<T> s{};
  s.frame = static_cast<T>(d.frame);
  s.square = static_cast<T>(d.frame * d.frame);
  s.inverse = static_cast<T>(1 / d.frame);
  s.inverse_square = static_cast<T>(1 / (d.frame * d.frame));
  s.frame_rate = static_cast<T>(d.frame_rate);
  s.speed = static_cast<T>(d.speed);
  s.shift = static_cast<T>(shift);
  s.inverse_viscosity = static_cast<T>(1 / d.viscosity_factor);
  s.penalty = static_cast<T>(c.penalty);
  s.gap_floor = static_cast<T>(c.gap_floor);
  return s;
}

template <class T>
MORTISE_INLINE T* array_at(unsigned char* from, std::uint32_t offset) {
  return reinterpret_cast<T*>(from + offset);
}

// T: scalar of the file; S: its stencil, 3 or 4. Works in place on the trial memory of the region.
template <class T, int S>
class FilmStage {
 protected:
  using P = PackOf<T>;
  using Slopes = ShapeSlopes<P, S>;
  static constexpr int L = kPaddingOf<T>, W = kLanesOf<T>;

  FilmStage(const ModelView& model, unsigned char* region, int basis)
      : c_(*model.film.constants),
        bases_(model.film.bases),
        b_(bases_[basis]),
        lengths_(model.film.paces ? model.film.lengths + model.film.paces[basis].first_length
                                  : nullptr),
        l_(model.film_layout),
        numbers_(model.film.numbers),
        region_(region),
        memory_(region + model.film_layout.memory[1]),
        oil_(c_),
        basis_(basis),
        modes_(static_cast<int>(b_.modes)),
        unknowns_(modes_ + static_cast<int>(c_.loaded)),
        up_(padded(unknowns_)),
        rows_(static_cast<int>(b_.rows)),
        held_(rows_ - static_cast<int>(b_.watched)),
        rows_padded_(padded(rows_)),
        n_(model.dims.modes),
        np_(model.dims.modes_padded) {}

  static int padded(int n) { return (n + L - 1) / L * L; }
  const T* number(std::uint32_t offset) const {
    return reinterpret_cast<const T*>(numbers_ + offset);
  }
  const double* modal_numbers(std::uint32_t offset) const {
    return reinterpret_cast<const double*>(numbers_ + offset);
  }
  T* unknowns() const { return array_at<T>(memory_, l_.unknowns); }
  T* content_array() const { return array_at<T>(memory_, l_.content); }

  // The operators of a step of 2^doublings_ substeps, or of half of it.
  void select(bool half) {
    const int doublings = doublings_ - (half ? 1 : 0);
    kind_ = operator_set(basis_, doublings);
    if (doublings > 0) {
      const FilmLength& length = lengths_[doublings - 1];
      gap_shapes_ = length.gap_shapes;
      modal_ = length.modal;
      shift_ = length.shift;
      return;
    }
    gap_shapes_ = doublings < 0 ? b_.gap_shapes_half : b_.gap_shapes;
    modal_ = doublings < 0 ? b_.modal_half : b_.modal;
    shift_ = doublings < 0 ? 2 * b_.shift : b_.shift;
  }

  void set_scalars(const FilmDrive& d) {
    scalars_ = stage_scalars<T>(c_, d, shift_);
    take_approach();
  }

  void take_approach() { scalars_.approach = c_.loaded ? unknowns()[modes_] : T(0); }

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
    return content_slope(oil_, place<T, W>(arrays(row, nullptr), scalars_, S - 2), pressure, gap);
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

  // y of the rows of a pack.
  P content_at(int row) const {
    return content(oil_, place<T, W>(arrays(row, nullptr), scalars_, S - 2));
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

  // Drops the kept factorisation.
  void forget() { array_at<FilmFactorKind>(region_, l_.factor_kind)->kind = 0; }

  const FilmConstants& c_;
  const FilmBasis* bases_;
  const FilmBasis& b_;
  const FilmLength* lengths_;  // of this basis
  const FilmLayout& l_;
  const unsigned char* numbers_;
  unsigned char *region_, *memory_;
  Lubricant<T> oil_;
  int basis_, modes_, unknowns_, up_, rows_, held_, rows_padded_, n_, np_;
  std::uint32_t gap_shapes_ = 0, modal_ = 0;
  int doublings_ = 0;
  std::int32_t kind_ = 0;
  double shift_ = 0;
  bool upwards_ = false;  // the last pass over the shapes
  bool anew_ = true;      // T J from zero
  bool alone_ = false;    // nobody asks for the factorisation of a stage again
  int changed_ = 0;       // rows in the list
  const T* base_ = nullptr;
  StageScalars<T> scalars_{};

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
  template <bool kRoelands>
  void residual(int first, const T* start) {
    T* f = array_at<T>(region_, l_.residual);
    // Copies: stores of numbers cannot change them.
    const Lubricant<T> oil = oil_;
    const StageScalars<T> scalars = scalars_;
    RowSlopes<P, S> none;
    for (int i = first; i < rows_padded_; i += W)
      row_residual<S, kRoelands, false>(oil, scalars, arrays(i, start), &none).store(f + i);
  }

  void residual_by_law(int first, const T* start) {
    if (c_.viscosity_law == kViscosityRoelands) {
      residual<true>(first, start);
    } else {
      residual<false>(first, start);
    }
  }

  // f at all rows, and the change of J at those whose slopes have changed by more than row_limit of
  // their size since they last entered T J; with kAll at all rows, from zero. Returns how many.
  template <bool kRoelands, bool kAll>
  int change_rows(const T* start) {
    const T limit = static_cast<T>(b_.row_limit);
    T* f = array_at<T>(region_, l_.residual);
    std::int32_t* changed = array_at<std::int32_t>(region_, l_.changed);
    const Lubricant<T> oil = oil_;
    const StageScalars<T> scalars = scalars_;
    int count = 0;
    for (int i = 0; i < rows_padded_; i += W) {
      RowSlopes<P, S> slopes;
      row_residual<S, kRoelands, true>(oil, scalars, arrays(i, start), &slopes).store(f + i);
      const Slopes now = shape_slopes<S>(slopes, scalars);
      T* at = array_at<T>(region_, l_.slopes) + in_blocks<T>(i, Slopes::kCount);
      Slopes change = now;
      alignas(64) T over[W];
      if constexpr (kAll) {
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

  template <bool kAll>
  int change_rows_by_law(const T* start) {
    return c_.viscosity_law == kViscosityRoelands ? change_rows<true, kAll>(start)
                                                  : change_rows<false, kAll>(start);
  }

  Elimination<T> elimination() const {
    return Elimination<T>(array_at<T>(region_, l_.matrix), array_at<T>(region_, l_.factor),
                          array_at<T>(region_, l_.kept), array_at<std::int32_t>(region_, l_.pivots),
                          unknowns_, up_);
  }

  // Smallest gap of the sampled rows, at least the floor.
  double lowest_row() const {
    P least = place<T, W>(arrays(0, nullptr), scalars_, S - 2).gap;
    for (int i = W; i < rows_padded_; i += W)
      least = smaller(least, place<T, W>(arrays(i, nullptr), scalars_, S - 2).gap);
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
    changed_ = anew_ ? change_rows_by_law<true>(start) : change_rows_by_law<false>(start);
    made = {kind_, anew_ ? 0 : made.updates + 1, d.speed, d.viscosity_factor,
            n_ > 0 ? lowest_row() : 1.0};
    const T* x = unknowns();
    T* linearised = array_at<T>(region_, l_.linearised);
    for (int j = 0; j < up_; j += W) P::load(x + j).store(linearised + j);
    return changed_ > 0;
  }

  // Columns c0 .. of the matrix [T J; G 0], T J being kept apart and the changed rows added to it.
  template <class Aside>
  void project(const Elimination<T>& e, int c0, Aside* aside) const {
    T* kept = array_at<T>(region_, l_.projected) + c0 * up_;
    const int up = up_;
    const bool anew = anew_;
    const auto start = [=](int c, int j) { return anew ? P::all(0) : P::load(kept + c * up + j); };
    const T* jacobian =
        array_at<T>(region_, l_.jacobian) + static_cast<std::ptrdiff_t>(c0) * rows_padded_;
    PanelProduct<T, decltype(start), ListedRow>{
        number(b_.test),
        changed_,
        up_,
        jacobian,
        rows_padded_,
        kept,
        up_,
        start,
        ListedRow{array_at<std::int32_t>(region_, l_.changed)}}
        .run(aside);
    T* out = e.matrix(c0);
    for (int j = 0; j < kFilmPanel * up; j += W) P::load(kept + j).store(out + j);
    if (!c_.loaded) return;
    for (int c = c0; c < c0 + kFilmPanel; ++c)
      e.matrix(c)[modes_] = c < modes_ ? number(b_.load_row)[c] : T(0);
  }

  void factorise() const {
    const Elimination<T> e = elimination();
    const auto columns = [&](int c0, auto* aside) { project(e, c0, aside); };
    if (b_.pivoting) {
      eliminate_panels<true>(e, unknowns_, up_, columns);
    } else {
      eliminate_panels<false>(e, unknowns_, up_, columns);
    }
  }

  // Of [T f; G b - load] the correction is what the matrix makes of it.
  void make_right_side(const FilmDrive& d) {
    T* x = array_at<T>(region_, l_.solution);
    project_residual(number(b_.test), held_, up_, array_at<T>(region_, l_.residual), x);
    if (c_.loaded)
      x[modes_] = dot_padded(number(b_.load_row), unknowns(), up_) - static_cast<T>(d.load);
  }

  [[gnu::noinline]] void solve_kept(T* x) const {
    if (b_.pivoting) {
      elimination().template solve<true>(x);
    } else {
      elimination().template solve<false>(x);
    }
  }

  // A Jacobian that serves one solve alone is not worth keeping, if its columns are short. (Ways to
  // solve are not inlined: the stage would need the stack of all of them.)
  bool solves_once() const { return alone_ && c_.every_stage && !b_.pivoting && up_ == L; }
  [[gnu::noinline]] void solve_once() const {
    const Elimination<T> e = elimination();
    NothingAside nothing;
    for (int c0 = 0; c0 < unknowns_; c0 += kFilmPanel) project(e, c0, &nothing);
    eliminate_once<1>(e.matrix(0), unknowns_, up_, {array_at<T>(region_, l_.solution)},
                      array_at<T>(region_, l_.kept));
  }

  struct Change {
    double shape, any;  // largest correction of a b, of any unknown
    bool finite;
  };

  // Largest entries of the correction.
  Change measure() const {
    const T* x = array_at<T>(region_, l_.solution);
    const P zero = P::all(0);
    P shape = zero, any = zero, finite = zero;
    for (int j = 0; j < up_; j += W) {
      const P d = P::load(x + j), size = larger(d, zero - d);
      const P approach = c_.loaded ? unit_pack<T>(modes_, j) : zero;
      shape = larger(shape, where_above(approach, zero, zero, size));
      any = larger(any, size);
      finite = finite + d * zero;
    }
    return {static_cast<double>(largest(shape)), static_cast<double>(largest(any)),
            sum(finite) == 0};
  }

  bool fail(FilmReport* report) {
    forget();
    report->good = false;
    return false;
  }

  // b, H0 -= share of the solution.
  void take(T share) {
    T* x = unknowns();
    const T* d = array_at<T>(region_, l_.solution);
    for (int j = 0; j < up_; j += W) (P::load(x + j) - P::all(share) * P::load(d + j)).store(x + j);
    take_approach();
  }
};

}  // namespace mortise::MORTISE_ISA
