// One stage of the scheme for one basis: rows, Jacobian, factorisation and the linear solves,
//   T f(b, H0; start) = 0,  G b = load.
#pragma once

#include "elimination.hpp"
#include "mortise/model.hpp"

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
};

template <class T>
MORTISE_INLINE T* array_at(unsigned char* from, std::uint32_t offset) {
  return reinterpret_cast<T*>(from + offset);
}

// T: scalar of the file; S: its stencil, 3 or 4. Works in place on the trial memory of the region.
template <class T, int S>
class FilmStage {
 protected:
  using P = PackOf<T>;
  static constexpr int L = kPaddingOf<T>, W = kLanesOf<T>;

  FilmStage(const ModelView& model, unsigned char* region, int basis)
      : c_(*model.film.constants),
        bases_(model.film.bases),
        b_(bases_[basis]),
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

  // The operators of full or half length.
  void select(bool half) {
    gap_shapes_ = half ? b_.gap_shapes_half : b_.gap_shapes;
    modal_ = half ? b_.modal_half : b_.modal;
    shift_ = half ? 2 * b_.shift : b_.shift;
    kind_ = 1 + 2 * basis_ + (half ? 1 : 0);
  }

  void set_scalars(const FilmDrive& d) {
    scalars_.frame = static_cast<T>(d.frame);
    scalars_.square = static_cast<T>(d.frame * d.frame);
    scalars_.inverse = static_cast<T>(1 / d.frame);
    scalars_.inverse_square = static_cast<T>(1 / (d.frame * d.frame));
    scalars_.frame_rate = static_cast<T>(d.frame_rate);
    scalars_.speed = static_cast<T>(d.speed);
    scalars_.shift = static_cast<T>(shift_);
    scalars_.inverse_viscosity = static_cast<T>(1 / d.viscosity_factor);
    scalars_.penalty = static_cast<T>(c_.penalty);
    scalars_.gap_floor = static_cast<T>(c_.gap_floor);
    take_approach();
  }

  void take_approach() { scalars_.approach = c_.loaded ? unknowns()[modes_] : T(0); }

  // Solves the stage whose gap without b and H0 stands at base_, from the unknowns as they are.
  //   start       (B L) start value of y
  //   iterations  largest number of linear solves, >= 1
  // Returns false if the step is not good, see FilmReport.
  bool solve_stage(const FilmDrive& d, const T* start, int iterations, FilmReport* report) {
    const double limit = b_.step_limit;
    bool damped = false;
    double last = 0;
    for (int k = 0; k < iterations; ++k) {
      if (aged(d, k > 0)) {
        rows_by_law<true>(0, start);
        factorise(d);
        ++report->rebuilds;
      } else {
        rows_by_law<false>(0, start);
      }
      correct(d);
      ++report->iterations;
      const Change change = measure();
      if (!change.finite || !(change.any <= c_.guard)) return fail(report);
      damped = limit > 0 && change.shape > limit;
      take(damped ? static_cast<T>(limit / change.shape) : T(1));
      last = change.any;
      evaluate();
      if (last <= b_.tolerance) break;
    }
    if (damped) return fail(report);
    if (b_.tolerance > 0 && last > b_.tolerance) report->converged = false;
    return true;
  }

  // V b and C V b at the stencils.
  void evaluate() {
    const T* x = unknowns();
    const Sweep sweep = next_sweep(0);
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
    rows_by_law<false>(held_ / W * W, start);
    const T* f = array_at<T>(region_, l_.residual);
    double sum = 0;
    for (int i = held_; i < rows_; ++i)
      sum += static_cast<double>(f[i]) * static_cast<double>(f[i]);
    return square_root(sum / (rows_ - held_)) / b_.residual_scale;
  }

  const FilmConstants& c_;
  const FilmBasis* bases_;
  const FilmBasis& b_;
  const FilmLayout& l_;
  const unsigned char* numbers_;
  unsigned char *region_, *memory_;
  Lubricant<T> oil_;
  int basis_, modes_, unknowns_, up_, rows_, held_, rows_padded_, n_, np_;
  std::uint32_t gap_shapes_ = 0, modal_ = 0;
  std::int32_t kind_ = 0;
  double shift_ = 0;
  bool upwards_ = false;
  const T* base_ = nullptr;
  StageScalars<T> scalars_{};

 private:
  // Within a stage a kept Jacobian serves only next to where it was made.
  static constexpr double kNear = 0.1;

  // The shapes fill the nearest cache: every pass over them goes back where the last one came from,
  // so that it begins with what is still there.
  struct Sweep {
    int start, step;
  };
  Sweep next_sweep(int first) {
    upwards_ = !upwards_;
    return upwards_ ? Sweep{first, W} : Sweep{rows_padded_ - W, -W};
  }

  RowArrays<T> arrays(int row, const T* start) const {
    const std::ptrdiff_t here = in_blocks<T>(row, S);
    return {number(b_.coefficients) + in_blocks<T>(row, 6), base_ + here,
            array_at<T>(memory_, l_.pressures) + here, array_at<T>(memory_, l_.gaps) + here,
            start + row};
  }

  // f at the rows from `first` on; with kSlopes also the Jacobian's columns.
  template <bool kRoelands, bool kSlopes>
  void rows(int first, const T* start) {
    T* f = array_at<T>(region_, l_.residual);
    T* jacobian = array_at<T>(region_, l_.jacobian);
    // Copies: stores of numbers cannot change them.
    const Lubricant<T> oil = oil_;
    const StageScalars<T> scalars = scalars_;
    const Sweep sweep = kSlopes ? next_sweep(first) : Sweep{first, W};
    for (int i = sweep.start; i >= first && i < rows_padded_; i += sweep.step) {
      RowSlopes<P, S> slopes;
      row_residual<S, kRoelands, kSlopes>(oil, scalars, arrays(i, start), &slopes).store(f + i);
      if constexpr (kSlopes) {
        const std::ptrdiff_t from = in_blocks<T>(i, modes_ * S);
        jacobian_rows<S>(slopes, scalars.frame, number(b_.pressure_shapes) + from,
                         number(gap_shapes_) + from, modes_, c_.loaded != 0, jacobian + i,
                         rows_padded_);
      }
    }
  }

  template <bool kSlopes>
  void rows_by_law(int first, const T* start) {
    if (c_.viscosity_law == kViscosityRoelands) {
      rows<true, kSlopes>(first, start);
    } else {
      rows<false, kSlopes>(first, start);
    }
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

  // The kept factorisation serves while it belongs to the same operators and no b has moved far.
  bool aged(const FilmDrive& d, bool within_stage) {
    const FilmFactorKind& made = *array_at<FilmFactorKind>(region_, l_.factor_kind);
    if (c_.every_stage || made.kind != kind_) return true;
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

  // Columns c0 .. of the matrix [T J; G 0].
  template <class Aside>
  void project(const Elimination<T>& e, int c0, Aside* aside) const {
    const auto zero = [](int, int) { return P::all(0); };
    const T* jacobian =
        array_at<T>(region_, l_.jacobian) + static_cast<std::ptrdiff_t>(c0) * rows_padded_;
    PanelProduct<T, decltype(zero)>{number(b_.test), held_,        up_, jacobian,
                                    rows_padded_,    e.matrix(c0), up_, zero}
        .run(aside);
    if (!c_.loaded) return;
    for (int c = c0; c < c0 + kFilmPanel; ++c)
      e.matrix(c)[modes_] = c < modes_ ? number(b_.load_row)[c] : T(0);
  }

  template <bool kChoose>
  void eliminate() const {
    const Elimination<T> e = elimination();
    NothingAside nothing;
    project(e, 0, &nothing);
    for (int c0 = 0; c0 < unknowns_; c0 += kFilmPanel) {
      const int next = c0 + kFilmPanel;
      e.complete(c0);
      if (c0 > 0) e.template apply<kChoose>(c0 - kFilmPanel, c0);
      // the next product fills the time that the divisions of the inverse take
      DiagonalInverse<T> block;
      if constexpr (kChoose) {
        e.finish_choosing(c0);
        if (next < unknowns_) project(e, next, &nothing);
      } else {
        block.begin(e.matrix(c0) + c0, up_);
        if (next < unknowns_) {
          project(e, next, &block);
        } else {
          block.finish();
        }
      }
      if (next < unknowns_)
        for (int before = 0; before < c0; before += kFilmPanel)
          e.template apply<kChoose>(before, next);
      if constexpr (!kChoose) {
        alignas(64) T minus_inverse[kFilmPanel * kFilmPanel];
        block.end(minus_inverse);
        e.finish(c0, minus_inverse);
      }
    }
  }

  void factorise(const FilmDrive& d) {
    if (b_.pivoting) {
      eliminate<true>();
    } else {
      eliminate<false>();
    }
    const T* x = unknowns();
    T* linearised = array_at<T>(region_, l_.linearised);
    for (int j = 0; j < up_; j += W) P::load(x + j).store(linearised + j);
    *array_at<FilmFactorKind>(region_, l_.factor_kind) = {kind_, 0, d.speed, d.viscosity_factor,
                                                          n_ > 0 ? lowest_row() : 1.0};
  }

  // One linear solve: -[T f; G b - load] becomes the correction.
  void correct(const FilmDrive& d) {
    T* x = array_at<T>(region_, l_.solution);
    project_residual(number(b_.test), held_, up_, array_at<T>(region_, l_.residual), x);
    if (c_.loaded)
      x[modes_] = dot_padded(number(b_.load_row), unknowns(), up_) - static_cast<T>(d.load);
    if (b_.pivoting) {
      elimination().template solve<true>(x);
    } else {
      elimination().template solve<false>(x);
    }
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
    array_at<FilmFactorKind>(region_, l_.factor_kind)->kind = 0;
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
