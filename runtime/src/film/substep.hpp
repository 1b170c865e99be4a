// One step of Alexander's two-stage scheme (order two, stiffly accurate) of a reduced film, with
// one linear solve per stage or a few, each stage from the last computed value.
//
// A stage solves, with S the start value of y and s = 1/(gamma dT),
//   T f(b, H0; S) = 0,  G b = load       S_1 = y_n,  S_2 = y_n + (1-gamma)/gamma (y_1 - y_n).
#pragma once

#include "../film_scheme.hpp"
#include "elimination.hpp"
#include "modal.hpp"
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

struct FilmOutputs {
  double force;             // a^2 G b
  double central_pressure;  // at x = 0
  double central_gap;
  double minimum_gap;  // smallest of the candidates
};

// T: scalar of the file; S: its stencil, 3 or 4. Works in place on the trial memory of the region.
template <class T, int S>
class FilmSubstep {
 public:
  // model: of a film; region: of the film in a state of this model; basis: its index.
  FilmSubstep(const ModelView& model, unsigned char* region, int basis)
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

  // One step of the length the operators were made for, or of half of it.
  //   drive       at the two stages, gamma dT and dT after the start
  //   q, v        (np) modal coordinates and velocities, moved to the end
  //   iterations  largest number of linear solves per stage, >= 1
  FilmReport run(const FilmDrive (&drive)[2], double* q, double* v, bool half,
                 std::int32_t iterations) {
    FilmReport report;
    select(half);
    if (*at<std::int32_t>(memory_, l_.kind) != kind_) evaluate();
    const ModalStage modal = begin_modal(q, v);
    T* y = content_array();
    T* start = at<T>(region_, l_.start);
    begin_stage(drive[0], modal);
    if (!solve_stage(drive[0], y, iterations, &report)) return report;
    // start values of the second stage, from the content at the end of the first
    const P lead = P::all(static_cast<T>(kLead));
    for (int i = 0; i < rows_padded_; i += W) {
      const P before = P::load(y + i);
      (before + lead * (content_at(i) - before)).store(start + i);
    }
    end_modal(modal, true, q, v);
    advance_modal(modal, q, v);
    begin_stage(drive[1], modal);
    if (!solve_stage(drive[1], start, iterations, &report)) return report;
    for (int i = 0; i < rows_padded_; i += W) content_at(i).store(y + i);
    end_modal(modal, true, q, v);
    report.residual = watched_residual(start);
    return report;
  }

  // The modal coordinates alone over the same time, without pressure.
  void fly(const FilmDrive (&drive)[2], double* q, double* v, bool half) {
    select(half);
    const ModalStage modal = begin_modal(q, v);
    modal.begin(drive[0].acceleration);
    end_modal(modal, false, q, v);
    advance_modal(modal, q, v);
    modal.begin(drive[1].acceleration);
    end_modal(modal, false, q, v);
  }

  // State given by b and H0, y from them.
  //   initial  (u); null: those of the file (first basis)
  //   q        (np) modal coordinates
  //   at       the frame at this instant
  void start(const double* initial, const double* q, const FilmDrive& at_start) {
    T* x = unknowns();
    for (int k = 0; k < up_; ++k) x[k] = 0;
    for (int k = 0; k < unknowns_; ++k)
      x[k] = initial ? static_cast<T>(initial[k]) : number(b_.initial)[k];
    settle(q, at_start);
  }

  // Bodies meet the film: no pressure yet, the gap full of oil.
  void land(const double* q) {
    T* x = unknowns();
    for (int k = 0; k < up_; ++k) x[k] = 0;
    settle(q, FilmDrive{1, 0, 0, 0, 1, 0});
  }

  // Goes over to this basis from `before`: y is that of the old pressure at the new rows, b the
  // closest pressure in the new shapes. Only without prescribed load.
  void hand_over(int before, const double* q) {
    const int count = static_cast<int>(bases_[before].modes);
    T* x = unknowns();
    alignas(64) T last[kMaxModes];
    for (int k = 0; k < count; ++k) last[k] = x[k];
    FilmDrive still{1, 0, 0, 0, 1, 0};
    make_base(q);
    set_scalars(still);
    for (int i = 0; i < rows_padded_; i += W) {
      P pressure = P::all(0), gap = base_at(i, S - 2);
      const T* by_pressure = number(b_.hand_pressure) + in_blocks<T>(i, count);
      const T* by_gap = number(b_.hand_gap) + in_blocks<T>(i, count);
      for (int k = 0; k < count; ++k) {
        pressure = pressure + P::load(by_pressure + k * L) * P::all(last[k]);
        gap = gap + P::load(by_gap + k * L) * P::all(last[k]);
      }
      const Place<P> here{pressure, larger(gap, P::all(scalars_.gap_floor))};
      content(oil_, here).store(content_array() + i);
    }
    for (int j = 0; j < up_; j += W) {
      P sum = P::all(0);
      for (int k = 0; k < count; ++k)
        sum = sum + P::load(number(b_.hand_project) + k * up_ + j) * P::all(last[k]);
      sum.store(x + j);
    }
    select(false);
    evaluate();
  }

  // Of the trial memory. frame: a at this instant.
  FilmOutputs outputs(const double* q, double frame) const {
    const T* x = unknowns();
    const int rp = padded(modes_);
    // b alone: the lanes behind it hold H0
    const double approach = c_.loaded ? static_cast<double>(x[modes_]) : 0.0;
    const double square = frame * frame;
    const auto combine = [&](const T* row) {
      // rows of rp or up numbers have zeros behind the shapes
      return static_cast<double>(dot_padded(row, x, rp));
    };
    FilmOutputs out;
    out.force = square * combine(number(b_.load_row));
    out.central_pressure = frame * combine(number(b_.central));
    out.central_gap = square * (b_.central_geometry + combine(number(b_.central) + rp)) + approach;
    for (int i = 0; i < n_; ++i)
      out.central_gap += static_cast<double>(number(b_.central_modes)[i]) * q[i];
    out.minimum_gap = smallest_gap(q, frame, static_cast<T>(approach));
    return out;
  }

 private:
  using P = PackOf<T>;
  static constexpr int L = kPaddingOf<T>, W = kLanesOf<T>;
  static constexpr int kMaxModes = 128;  // as checked when the model is opened
  static constexpr double kLead = (1 - kFilmGamma) / kFilmGamma;
  // Within a stage a kept Jacobian serves only next to where it was made.
  static constexpr double kNear = 0.1;

  static int padded(int n) { return (n + L - 1) / L * L; }
  template <class U>
  static U* at(unsigned char* from, std::uint32_t offset) {
    return reinterpret_cast<U*>(from + offset);
  }
  const T* number(std::uint32_t offset) const {
    return reinterpret_cast<const T*>(numbers_ + offset);
  }
  const double* modal_numbers(std::uint32_t offset) const {
    return reinterpret_cast<const double*>(numbers_ + offset);
  }
  T* unknowns() const { return at<T>(memory_, l_.unknowns); }
  T* content_array() const { return at<T>(memory_, l_.content); }

  // The operators of full or half length.
  void select(bool half) {
    gap_shapes_ = half ? b_.gap_shapes_half : b_.gap_shapes;
    modal_ = half ? b_.modal_half : b_.modal;
    shift_ = half ? 2 * b_.shift : b_.shift;
    kind_ = 1 + 2 * basis_ + (half ? 1 : 0);
  }

  // Modal operators and arrays; start values those of the step.
  ModalStage begin_modal(const double* q, const double* v) {
    ModalStage m;
    const double* o = modal_numbers(modal_);
    double* memory = at<double>(region_, l_.modal);
    m.from_position = o;
    m.from_velocity = o + np_;
    m.constant = o + 2 * np_;
    m.spring = o + 3 * np_;
    m.force = modal_numbers(b_.modal_force);
    m.start = memory;
    m.rate = memory + np_;
    m.free = memory + 2 * np_;
    m.padded = np_;
    for (int i = 0; i < np_; ++i) {
      m.start[i] = q[i];
      m.rate[i] = v[i];
    }
    return m;
  }

  void end_modal(const ModalStage& m, bool pressure, double* q, double* v) const {
    m.end(number(b_.excitation), pressure ? unknowns() : nullptr, padded(modes_), n_, shift_, q, v);
  }

  // Start values of the second stage from those of the first and its result.
  void advance_modal(const ModalStage& m, const double* q, const double* v) const {
    for (int i = 0; i < n_; ++i) {
      m.start[i] += kLead * (q[i] - m.start[i]);
      m.rate[i] += kLead * (v[i] - m.rate[i]);
    }
  }

  void begin_stage(const FilmDrive& d, const ModalStage& m) {
    m.begin(d.acceleration);
    make_base(m.free);
    set_scalars(d);
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

  // Gap at a stencil node without b and H0, from the modal coordinates `free`.
  void make_base(const double* free) {
    base_ = number(b_.geometry);
    if (n_ == 0) return;
    T* base = at<T>(region_, l_.base);
    for (int i = 0; i < rows_padded_; i += W) {
      const T* shapes = number(b_.mode_shapes) + in_blocks<T>(i, n_ * S);
      const std::ptrdiff_t here = in_blocks<T>(i, S);
      for (int j = 0; j < S; ++j) {
        P sum = P::load(number(b_.geometry) + here + j * L);
        for (int k = 0; k < n_; ++k)
          sum = sum + P::load(shapes + (k * S + j) * L) * P::all(static_cast<T>(free[k]));
        sum.store(base + here + j * L);
      }
    }
    base_ = base;
  }
  P base_at(int row, int node) const { return P::load(base_ + in_blocks<T>(row, S) + node * L); }

  // The shapes fill the nearest cache: every pass over them goes back where the last one came from,
  // so that it begins with what is still there.
  struct Sweep {
    int start, step;
  };
  Sweep next_sweep(int first) {
    upwards_ = !upwards_;
    return upwards_ ? Sweep{first, W} : Sweep{rows_padded_ - W, -W};
  }

  // V b and C V b at the stencils.
  void evaluate() {
    const T* x = unknowns();
    const Sweep sweep = next_sweep(0);
    for (int i = sweep.start; i >= 0 && i < rows_padded_; i += sweep.step) {
      const std::ptrdiff_t from = in_blocks<T>(i, modes_ * S), to = in_blocks<T>(i, S);
      at_stencils<S>(number(b_.pressure_shapes) + from, number(gap_shapes_) + from, x, modes_,
                     at<T>(memory_, l_.pressures) + to, at<T>(memory_, l_.gaps) + to);
    }
    *at<std::int32_t>(memory_, l_.kind) = kind_;
  }

  RowArrays<T> arrays(int row, const T* start) const {
    const std::ptrdiff_t here = in_blocks<T>(row, S);
    return {number(b_.coefficients) + in_blocks<T>(row, 6), base_ + here,
            at<T>(memory_, l_.pressures) + here, at<T>(memory_, l_.gaps) + here, start + row};
  }

  P content_at(int row) const {
    return content(oil_, place<T, W>(arrays(row, nullptr), scalars_, S - 2));
  }

  // f at the rows from `first` on; with kSlopes also the Jacobian's columns.
  template <bool kRoelands, bool kSlopes>
  void rows(int first, const T* start) {
    T* f = at<T>(region_, l_.residual);
    T* jacobian = at<T>(region_, l_.jacobian);
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
    return Elimination<T>(at<T>(region_, l_.matrix), at<T>(region_, l_.factor),
                          at<T>(region_, l_.kept), at<std::int32_t>(region_, l_.pivots), unknowns_,
                          up_);
  }

  // The kept factorisation serves while it belongs to the same operators and no b has moved far.
  bool aged(const FilmDrive& d, bool within_stage) {
    const FilmFactorKind& made = *at<FilmFactorKind>(region_, l_.factor_kind);
    if (c_.every_stage || made.kind != kind_) return true;
    const double far = b_.age_limit * (within_stage ? kNear : 1.0);
    const double thinner = d.viscosity_factor - made.viscosity_factor,
                 faster = d.speed - made.speed;
    const auto beyond = [far](double x) { return !(x <= far && x >= -far); };
    if (beyond(faster) || beyond(thinner / made.viscosity_factor)) return true;
    const T* x = unknowns();
    T* at_factor = at<T>(region_, l_.linearised);
    if (c_.loaded) at_factor[modes_] = x[modes_];  // H0 enters linearly
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
        at<T>(region_, l_.jacobian) + static_cast<std::ptrdiff_t>(c0) * rows_padded_;
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
    T* linearised = at<T>(region_, l_.linearised);
    for (int j = 0; j < up_; j += W) P::load(x + j).store(linearised + j);
    *at<FilmFactorKind>(region_, l_.factor_kind) = {kind_, 0, d.speed, d.viscosity_factor};
  }

  // One linear solve: -[T f; G b - load] becomes the correction. Returns its largest entry.
  void correct(const FilmDrive& d) {
    T* x = at<T>(region_, l_.solution);
    project_residual(number(b_.test), held_, up_, at<T>(region_, l_.residual), x);
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
    const T* x = at<T>(region_, l_.solution);
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

  bool fail(FilmReport* report) {
    at<FilmFactorKind>(region_, l_.factor_kind)->kind = 0;
    report->good = false;
    return false;
  }

  // b, H0 -= share of the solution.
  void take(T share) {
    T* x = unknowns();
    const T* d = at<T>(region_, l_.solution);
    for (int j = 0; j < up_; j += W) (P::load(x + j) - P::all(share) * P::load(d + j)).store(x + j);
    take_approach();
  }

  // film_residual: the rows nobody holds.
  double watched_residual(const T* start) {
    if (held_ == rows_) return 0;
    rows_by_law<false>(held_ / W * W, start);
    const T* f = at<T>(region_, l_.residual);
    double sum = 0;
    for (int i = held_; i < rows_; ++i)
      sum += static_cast<double>(f[i]) * static_cast<double>(f[i]);
    return square_root(sum / (rows_ - held_)) / b_.residual_scale;
  }

  // y from the unknowns, and everything kept at the stencils.
  void settle(const double* q, const FilmDrive& d) {
    select(false);
    double* free = at<double>(region_, l_.modal);
    // q has answered to b already; the gap shapes contain that answer
    const double* spring = modal_numbers(modal_) + 3 * np_;
    const int rp = padded(modes_);
    for (int i = 0; i < n_; ++i) {
      const T* row = number(b_.excitation) + i * rp;
      free[i] = q[i] - spring[i] * static_cast<double>(dot_padded(row, unknowns(), rp));
    }
    make_base(free);
    set_scalars(d);
    evaluate();
    for (int i = 0; i < rows_padded_; i += W) content_at(i).store(content_array() + i);
  }

  double smallest_gap(const double* q, double frame, T approach) const {
    const int count = padded(static_cast<int>(b_.minimum_nodes));
    const T* x = unknowns();
    P least = P::all(0);
    for (int i = 0; i < count; i += W) {
      const T* shapes = number(b_.minimum_gap) + in_blocks<T>(i, modes_);
      const T* modes = number(b_.minimum_modes) + in_blocks<T>(i, n_);
      P gap = P::load(number(b_.minimum_geometry) + i);
      for (int k = 0; k < modes_; ++k) gap = gap + P::load(shapes + k * L) * P::all(x[k]);
      gap = gap * P::all(static_cast<T>(frame * frame)) + P::all(approach);
      for (int k = 0; k < n_; ++k)
        gap = gap + P::load(modes + k * L) * P::all(static_cast<T>(q[k]));
      least = i == 0 ? gap : smaller(gap, least);
    }
    return static_cast<double>(smallest(least));
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
};

}  // namespace mortise::MORTISE_ISA
