// One step of a reduced film on its sampled rows (two_stages.hpp), how the film starts, passes from
// basis to basis, and what it is at its end.
#pragma once

#include "limits.hpp"
#include "modal.hpp"
#include "stage.hpp"
#include "two_stages.hpp"

namespace mortise::MORTISE_ISA {

// T: scalar of the file; S: its stencil, 3 or 4. Works in place on the trial memory of the region.
template <class T, int S>
class FilmSubstep {
 public:
  // model: of a film; region: of the film in a state of this model; basis: its index.
  FilmSubstep(const ModelView& model, unsigned char* region, int basis)
      : bases_(model.film.bases), s_(model, region, basis) {}

  // One step of the length the operators were made for, or of half of it.
  //   q, v  (np) modal coordinates and velocities, moved to the end
  FilmReport run(const FilmSpan& span, double* q, double* v) {
    FilmReport report;
    s_.alone = true;
    begin_step(span, q, v);
    rows().evaluate_anew();
    if (!solve_both_stages(this, span, &report)) return report;
    report.residual = rows().watched_residual(s_.at.start());
    if (s_.at.c.loaded && !(report.residual <= kNoSolution)) fail(&report);
    return report;
  }

  // ---- as solve_both_stages() asks

  void begin_stage(int k, const FilmDrive& d) {
    drive_ = &d;
    start_ = s_.start_of(k);
    modal_.begin(d.acceleration);
    rows().stand_at(d, modal_.free);
  }
  bool improve(bool again, FilmReport* report) {
    return rows().improve(*drive_, start_, again, report);
  }
  double settled() const { return s_.b.tolerance; }
  bool fail(FilmReport* report) { return s_.fail(report); }
  void end_stage(int k) {
    if (k == 0) {
      rows().carry_content();
    } else {
      rows().take_content();
    }
    modal_.end(s_.shift, [this](int i) { return s_.push(i); });
    if (k == 0) modal_.advance();
  }

  // The modal coordinates alone over the same time, without pressure.
  void fly(const FilmSpan& span, double* q, double* v) {
    begin_step(span, q, v);
    for (int k = 0; k < 2; ++k) {
      modal_.begin(span.stages[k].acceleration);
      modal_.end(s_.shift);
      if (k == 0) modal_.advance();
    }
  }

  // State given by b and H0, y from them.
  //   initial  (u); null: those of the file (first basis)
  //   q        (np) modal coordinates
  //   at       the frame at this instant
  void start(const double* initial, const double* q, const FilmDrive& at_start) {
    if (initial) {
      stand(initial, q, at_start);
    } else {
      stand(s_.at.number(s_.b.initial), q, at_start);
    }
  }

  // In a basis without prescribed load the film of b (u); null: bodies meet it, no pressure yet,
  // the gap full of oil.
  void return_to(const T* b, const double* q) { stand(b, q, kNoDrive); }

  // Goes over to this basis from `before`: y is that of the old pressure at the new rows, b the
  // closest pressure in the new shapes. Only without prescribed load.
  void hand_over(int before, const double* q) {
    const int count = static_cast<int>(bases_[before].modes);
    T* x = s_.at.unknowns();
    alignas(64) T last[kMaxFilmModes];
    for (int k = 0; k < count; ++k) last[k] = x[k];
    rows().stand_at(kNoDrive, q);
    const T floor = s_.scalars.gap_floor;
    for (int i = 0; i < s_.rows_padded; i += W) {
      P pressure = P::all(0), gap = rows().base_at(i, S - 2);
      const T* by_pressure = s_.at.number(s_.b.hand_pressure) + in_blocks<T>(i, count);
      const T* by_gap = s_.at.number(s_.b.hand_gap) + in_blocks<T>(i, count);
      for (int k = 0; k < count; ++k) {
        pressure = pressure + P::load(by_pressure + k * L) * P::all(last[k]);
        gap = gap + P::load(by_gap + k * L) * P::all(last[k]);
      }
      const Place<P> here{pressure, larger(gap, P::all(floor))};
      content(s_.at.oil, here).store(s_.at.content() + i);
    }
    for (int j = 0; j < s_.up; j += W) {
      P sum = P::all(0);
      for (int k = 0; k < count; ++k)
        sum = sum + P::load(s_.at.number(s_.b.hand_project) + k * s_.up + j) * P::all(last[k]);
      sum.store(x + j);
    }
    s_.select(false);
    rows().evaluate();
  }

  // Outputs of the trial memory. frame: a at this instant.
  FilmOutputs outputs(const double* q, double frame) const {
    const FilmBasis& b = s_.b;
    const T *x = s_.at.unknowns(), *central = s_.at.number(b.central);
    const int rp = s_.padded(s_.modes);
    // b alone: the lanes behind it hold H0
    const double approach = s_.at.c.loaded ? static_cast<double>(x[s_.modes]) : 0.0;
    const double square = frame * frame;
    const auto combine = [&](const T* row) {
      // rows of rp or up numbers have zeros behind the shapes
      return static_cast<double>(dot_padded(row, x, rp));
    };
    FilmOutputs out;
    out.force = square * combine(s_.at.number(b.load_row));
    out.central_pressure = frame * combine(central);
    out.central_gap = square * (b.central_geometry + combine(central + rp)) + approach;
    for (int i = 0; i < s_.at.n; ++i)
      out.central_gap += static_cast<double>(s_.at.number(b.central_modes)[i]) * q[i];
    out.minimum_gap = smallest_gap(q, frame, static_cast<T>(approach));
    return out;
  }

  // Outputs of another film, given by b and H0 (u); trial memory and film end as they were, but
  // for the film's rounding to T.
  FilmOutputs outputs_of(double* film, const double* q, double frame) {
    exchange(film);
    const FilmOutputs out = outputs(q, frame);
    exchange(film);
    return out;
  }

 private:
  using P = PackOf<T>;
  static constexpr int L = kPaddingOf<T>, W = kLanesOf<T>;
  // Under a prescribed load a watched residual this many times the largest of training is that of
  // no solution: rows that hold may be solved by films that are none in between.
  static constexpr double kNoSolution = 10;

  FilmStage<T, S> rows() { return FilmStage<T, S>(s_); }

  void begin_step(const FilmSpan& span, double* q, double* v) {
    s_.doublings = span.doublings;
    s_.select(span.half);
    modal_.begin_step(s_.at.real(s_.modal), s_.at.real(s_.b.modal_force), s_.at.modal(), s_.at.n,
                      s_.at.np, q, v);
  }
  // x: (u); null: zeros
  template <class Number>
  void stand(const Number* x, const double* q, const FilmDrive& d) {
    T* own = s_.at.unknowns();
    for (int k = 0; k < s_.up; ++k) own[k] = x && k < s_.unknowns ? static_cast<T>(x[k]) : T(0);
    rows().settle(q, d);
  }
  void exchange(double* film) {
    T* x = s_.at.unknowns();
    for (int k = 0; k < s_.unknowns; ++k) {
      const T here = x[k];
      x[k] = static_cast<T>(film[k]);
      film[k] = static_cast<double>(here);
    }
  }

  double smallest_gap(const double* q, double frame, T approach) const {
    const FilmBasis& b = s_.b;
    const int count = s_.padded(static_cast<int>(b.minimum_nodes)), n = s_.at.n;
    const T* x = s_.at.unknowns();
    P least = P::all(0);
    for (int i = 0; i < count; i += W) {
      const T* shapes = s_.at.number(b.minimum_gap) + in_blocks<T>(i, s_.modes);
      const T* modes = s_.at.number(b.minimum_modes) + in_blocks<T>(i, n);
      P gap = P::load(s_.at.number(b.minimum_geometry) + i);
      for (int k = 0; k < s_.modes; ++k) gap = gap + P::load(shapes + k * L) * P::all(x[k]);
      gap = gap * P::all(static_cast<T>(frame * frame)) + P::all(approach);
      for (int k = 0; k < n; ++k) gap = gap + P::load(modes + k * L) * P::all(static_cast<T>(q[k]));
      least = i == 0 ? gap : smaller(gap, least);
    }
    return static_cast<double>(smallest(least));
  }

  const FilmBasis* bases_;
  FilmSystem<T> s_;
  ModalStage modal_{};
  const FilmDrive* drive_ = nullptr;  // of the stage, and the start value of its y
  const T* start_ = nullptr;
};

}  // namespace mortise::MORTISE_ISA
