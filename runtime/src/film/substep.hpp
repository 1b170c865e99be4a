// One step of Alexander's two-stage scheme (order two, stiffly accurate) of a reduced film, with
// one linear solve per stage or a few, each stage from the last computed value.
//
// A stage solves, with S the start value of y and s = 1/(gamma dT),
//   T f(b, H0; S) = 0,  G b = load       S_1 = y_n,  S_2 = y_n + (1-gamma)/gamma (y_1 - y_n).
#pragma once

#include "limits.hpp"
#include "modal.hpp"
#include "scheme.hpp"
#include "stage.hpp"

namespace mortise::MORTISE_ISA {

// T: scalar of the file; S: its stencil, 3 or 4. Works in place on the trial memory of the region.
template <class T, int S>
class FilmSubstep : FilmStage<T, S> {
 public:
  // model: of a film; region: of the film in a state of this model; basis: its index.
  FilmSubstep(const ModelView& model, unsigned char* region, int basis)
      : Stage(model, region, basis) {}

  // Steps are 2^doublings as long from here on, of which the basis has operators.
  void lengthen(int doublings) { doublings_ = doublings; }

  // One step of the length the operators were made for, or of half of it.
  //   drive       at the two stages, gamma dT and dT after the start
  //   q, v        (np) modal coordinates and velocities, moved to the end
  //   iterations  largest number of linear solves per stage, >= 1
  FilmReport run(const FilmDrive (&drive)[2], double* q, double* v, bool half,
                 std::int32_t iterations) {
    FilmReport report;
    alone_ = true;
    select(half);
    if (*array_at<std::int32_t>(memory_, l_.kind) != kind_) evaluate();
    const ModalStage modal = begin_modal(q, v);
    T* y = content_array();
    const T* start = array_at<T>(region_, l_.start);
    begin_stage(drive[0], modal);
    if (!solve_stage(drive[0], y, iterations, &report)) return report;
    carry_content();
    end_modal(modal, true, q, v);
    modal.advance(n_, q, v);
    begin_stage(drive[1], modal);
    if (!solve_stage(drive[1], start, iterations, &report)) return report;
    for (int i = 0; i < rows_padded_; i += W) content_at(i).store(y + i);
    end_modal(modal, true, q, v);
    report.residual = watched_residual(start);
    if (c_.loaded && !(report.residual <= kNoSolution)) {
      forget();
      report.good = false;
    }
    return report;
  }

  // The modal coordinates alone over the same time, without pressure.
  void fly(const FilmDrive (&drive)[2], double* q, double* v, bool half) {
    select(half);
    const ModalStage modal = begin_modal(q, v);
    modal.begin(drive[0].acceleration);
    end_modal(modal, false, q, v);
    modal.advance(n_, q, v);
    modal.begin(drive[1].acceleration);
    end_modal(modal, false, q, v);
  }

  // ---- among others, in one Newton with them: stage by stage, one linear solve at a time. `free`
  // (n): modal coordinates of the stage without this film's pressure.

  void begin_pass() {
    select(false);
    if (*array_at<std::int32_t>(memory_, l_.kind) != kind_) evaluate();
  }
  // again: the Jacobian is to be one next to here. Returns false if it has failed.
  bool stage(const FilmDrive& d, const double* free, bool second, bool again, FilmReport* report) {
    stand_at(d, free);
    return improve_stage(d, start_of(second), again, report);
  }
  // A stage in three parts, for films that share bodies: the correction that others leave alone,
  // what they make of it, and the stage at its end.
  //   out  (up) to be taken off b
  void find_correction(const FilmDrive& d, const double* free, bool second, bool again,
                       FilmReport* report, T* out) {
    stand_at(d, free);
    Stage::find_correction(d, start_of(second), again, report);
    copy_unknowns(array_at<T>(region_, l_.solution), out);
  }
  // The correction `own` less `by` of the answer to a unit of opening; as FilmStage::allowed_share.
  bool allowed_share(const T* own, double by, const T* answer, double* share, FilmReport* report) {
    combine(1, own, -by, answer, array_at<T>(region_, l_.solution));
    return Stage::allowed_share(share, report);
  }
  void take_correction(double share, FilmReport* report) {
    select(false);
    Stage::take_correction(share, report);
  }
  void stand_at(const FilmDrive& d, const double* free) {
    select(false);
    make_base(free);
    set_scalars(d);
  }
  // At the stage solved last again.
  void resume(const FilmDrive& d) {
    select(false);
    base_ = array_at<T>(region_, l_.base);
    set_scalars(d);
  }
  // Start value of the second stage, after the first.
  void carry_content() const {
    const T* y = content_array();
    T* start = array_at<T>(region_, l_.start);
    const P lead = P::all(static_cast<T>(kFilmLead));
    for (int i = 0; i < rows_padded_; i += W) {
      const P before = P::load(y + i);
      (before + lead * (content_at(i) - before)).store(start + i);
    }
  }
  // How b follows changes of the stage solved last.
  //   gap     of it: (row, node) -> pack; free_gaps(), or opened()
  //   carried (rows, padded) of the start value of y; null: none
  //   out     (up)
  template <class Gap>
  void respond(const Gap& gap, const T* carried, T* out) {
    T* f = array_at<T>(region_, l_.residual);
    const P shift = P::all(static_cast<T>(shift_));
    for (int i = 0; i < rows_padded_; i += W) {
      P sum = carried ? shift * P::load(carried + i) : P::all(0);
      for (int j = 0; j < S; ++j) sum = sum + gap_slope_at(i, j) * gap(i, j);
      sum.store(f + i);
    }
    this->solve_linear(f);
    const T* x = array_at<T>(region_, l_.solution);
    for (int j = 0; j < up_; j += W) (P::all(0) - P::load(x + j)).store(out + j);
  }
  // Gaps under modal coordinates `free` (n), or opened everywhere by the same.
  auto free_gaps(const double* free) const {
    return [this, free](int row, int node) { return free_gap(row, node, free); };
  }
  static auto opened(double by) {
    return [opening = P::all(static_cast<T>(by))](int, int) { return opening; };
  }
  // How far coordinates (n) open a film that opens as one: at the own node of a row, which is on
  // the grid.
  double opening_of(const double* free) const {
    const T* shapes = number(b_.mode_shapes) + (S - 2) * L;
    double sum = 0;
    for (int k = 0; k < n_; ++k) sum += static_cast<double>(shapes[k * S * L]) * free[k];
    return sum;
  }
  // Change of the second stage's start value by one of b (up) and of the gap in the first stage.
  template <class Gap>
  void carry(const Gap& opened_gap, const T* b, T* out) const {
    const P lead = P::all(static_cast<T>(kFilmLead));
    for (int i = 0; i < rows_padded_; i += W) {
      P pressure = P::all(0), gap = opened_gap(i, S - 2);
      const std::ptrdiff_t from = in_blocks<T>(i, modes_ * S) + (S - 2) * L;
      const T *p = number(b_.pressure_shapes) + from, *g = number(this->gap_shapes_) + from;
      for (int k = 0; k < modes_; ++k) {
        pressure = pressure + P::load(p + k * S * L) * P::all(b[k]);
        gap = gap + P::load(g + k * S * L) * P::all(b[k]);
      }
      (lead * this->content_change(i, pressure, gap)).store(out + i);
    }
  }
  // out (up) = x a + y b; b may be null.
  void combine(double x, const T* a, double y, const T* b, T* out) const {
    const P px = P::all(static_cast<T>(x)), py = P::all(static_cast<T>(y));
    for (int j = 0; j < up_; j += W) {
      P sum = px * P::load(a + j);
      if (b) sum = sum + py * P::load(b + j);
      sum.store(out + j);
    }
  }
  // b as it is (up), and another one.
  void keep(T* out) const { copy_unknowns(unknowns(), out); }
  void take_up(const T* b) {
    select(false);
    copy_unknowns(b, unknowns());
    evaluate();
  }
  // out (n) += scale E b.
  void add_force(const T* b, double scale, double* out) const {
    const int rp = padded(modes_);
    for (int i = 0; i < n_; ++i)
      out[i] += scale * static_cast<double>(dot_padded(number(b_.excitation) + i * rp, b, rp));
  }
  // The film at the end of a step: y of b for the modal coordinates q. Returns film_residual.
  double finish(const double* q, const FilmDrive& d) {
    resume(d);
    const double residual = watched_residual(array_at<T>(region_, l_.start));
    settle(q, d);
    return residual;
  }
  void forget_jacobian() { forget(); }

  // State given by b and H0, y from them.
  //   initial  (u); null: those of the file (first basis)
  //   q        (np) modal coordinates
  //   at       the frame at this instant
  void start(const double* initial, const double* q, const FilmDrive& at_start) {
    if (initial) {
      stand(initial, q, at_start);
    } else {
      stand(number(b_.initial), q, at_start);
    }
  }

  // In a basis without prescribed load the film of b (u); null: bodies meet it, no pressure yet,
  // the gap full of oil.
  void return_to(const T* b, const double* q) { stand(b, q, kNoDrive); }

  // Goes over to this basis from `before`: y is that of the old pressure at the new rows, b the
  // closest pressure in the new shapes. Only without prescribed load.
  void hand_over(int before, const double* q) {
    const int count = static_cast<int>(bases_[before].modes);
    T* x = unknowns();
    alignas(64) T last[kMaxFilmModes];
    for (int k = 0; k < count; ++k) last[k] = x[k];
    make_base(q);
    set_scalars(kNoDrive);
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

  // Outputs of the trial memory. frame: a at this instant.
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

  // Outputs of another film, given by b and H0 (u); trial memory and film end as they were, but for
  // the film's rounding to T.
  FilmOutputs outputs_of(double* film, const double* q, double frame) {
    exchange(film);
    const FilmOutputs out = outputs(q, frame);
    exchange(film);
    return out;
  }

 private:
  void exchange(double* film) {
    T* x = unknowns();
    for (int k = 0; k < modes_ + static_cast<int>(c_.loaded); ++k) {
      const T here = x[k];
      x[k] = static_cast<T>(film[k]);
      film[k] = static_cast<double>(here);
    }
  }

  void copy_unknowns(const T* from, T* to) const {
    for (int j = 0; j < up_; j += W) P::load(from + j).store(to + j);
  }
  // Start values of y.
  const T* start_of(bool second) const {
    return second ? array_at<T>(region_, l_.start) : content_array();
  }

  using Stage = FilmStage<T, S>;
  using Stage::alone_;
  using Stage::b_;
  using Stage::base_;
  using Stage::base_at;
  using Stage::bases_;
  using Stage::c_;
  using Stage::content_array;
  using Stage::content_at;
  using Stage::doublings_;
  using Stage::evaluate;
  using Stage::forget;
  using Stage::improve_stage;
  using Stage::kind_;
  using Stage::L;
  using Stage::l_;
  using Stage::memory_;
  using Stage::modal_;
  using Stage::modal_numbers;
  using Stage::modes_;
  using Stage::n_;
  using Stage::np_;
  using Stage::number;
  using Stage::oil_;
  using Stage::padded;
  using Stage::region_;
  using Stage::rows_padded_;
  using Stage::scalars_;
  using Stage::select;
  using Stage::set_scalars;
  using Stage::shift_;
  using Stage::solve_stage;
  using Stage::unknowns;
  using Stage::unknowns_;
  using Stage::up_;
  using Stage::W;
  using Stage::watched_residual;
  using typename Stage::P;

  // Under a prescribed load a watched residual this many times the largest of training is that of
  // no solution: rows that hold may be solved by films that are none in between.
  static constexpr double kNoSolution = 10;

  // Derivative of f at a row for the gap at node j of its stencil, as it is in the Jacobian.
  P gap_slope_at(int row, int j) const {
    return P::load(array_at<T>(region_, l_.slopes) + in_blocks<T>(row, 2 * S + 1) + (S + j) * L);
  }
  P free_gap(int row, int j, const double* free) const {
    const T* shapes = number(b_.mode_shapes) + in_blocks<T>(row, n_ * S);
    P sum = P::all(0);
    for (int k = 0; k < n_; ++k)
      sum = sum + P::load(shapes + (k * S + j) * L) * P::all(static_cast<T>(free[k]));
    return sum;
  }

  ModalStage begin_modal(const double* q, const double* v) {
    return {modal_numbers(modal_),
            modal_numbers(b_.modal_force),
            array_at<double>(region_, l_.modal),
            np_,
            q,
            v};
  }

  void end_modal(const ModalStage& m, bool pressure, double* q, double* v) const {
    m.end(number(b_.excitation), pressure ? unknowns() : nullptr, padded(modes_), n_, shift_, q, v);
  }

  void begin_stage(const FilmDrive& d, const ModalStage& m) {
    m.begin(d.acceleration);
    make_base(m.free);
    set_scalars(d);
  }

  // Gap at a stencil node without b and H0, from the modal coordinates `free`.
  void make_base(const double* free) {
    base_ = number(b_.geometry);
    if (n_ == 0) return;
    T* base = array_at<T>(region_, l_.base);
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
  // x: (u); null: zeros
  template <class Number>
  void stand(const Number* x, const double* q, const FilmDrive& d) {
    T* own = unknowns();
    for (int k = 0; k < up_; ++k) own[k] = x && k < unknowns_ ? static_cast<T>(x[k]) : T(0);
    settle(q, d);
  }
  // y from the unknowns, and everything kept at the stencils.
  void settle(const double* q, const FilmDrive& d) {
    select(false);
    double* free = array_at<double>(region_, l_.modal);
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
};

}  // namespace mortise::MORTISE_ISA
