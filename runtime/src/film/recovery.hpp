// How a film gets back after a step that failed (failures.hpp says when it does what), and how it
// starts anew from steady films.
#pragma once

#include "limits.hpp"
#include "outputs.hpp"
#include "passage.hpp"
#include "steady_films.hpp"

namespace mortise::MORTISE_ISA {

class FilmRecovery {
 public:
  explicit FilmRecovery(FilmRun& run) : run_(run), table_(run.film().steady) {}

  // What the line of a carried film holds is right, whatever inlet and outlet have become: they
  // alone start anew.
  bool keeps_line() const {
    return is_carried(run_.kind) && !is_borne(run_.kind) && table_.load_count > 0;
  }

  // A step that failed: the next ones go a smaller share of the way. After some of them the film
  // is started anew; true if that was done, false: the step is rolled back.
  bool get_back() {
    FilmProgress& committed = run_.state().film_;
    run_.begin_trial();
    run_.account.residual = 0;
    committed.halvings = after_failure(committed.halvings);
    committed.passage = kPassage;
    if (keeps_line() && take_up([this] { start_beside_line(); })) return true;
    if (committed.halvings < kMostHalvings) return false;
    committed.halvings = kMostHalvings - 2;  // if this fails, too, the next step tries it again
    return take_up([this] {
      if (is_loaded(run_.kind)) {
        start_anew();
      } else {
        FilmPassage(run_).part();
      }
    });
  }

  // A step that went well while the film gets back: the next one goes further, and what is left of
  // the failure passes through the contact.
  void get_on() {
    FilmProgress& p = run_.progress;
    if (p.halvings > 0) {
      --p.halvings;
      p.passage = kPassage;
    } else if (is_loaded(run_.kind)) {
      const Real speed = absolute(FilmInputs(run_).drive(1).speed);
      p.passage -= larger(speed, kSlowestPassage) * run_.length();
      p.passage = larger(p.passage, 0);
    }
  }

  // Under a prescribed load: the steady film next to the inputs, or the initial one.
  void start_anew() {
    const Real* trial = run_.at(run_.model().layout.input_trial);
    const bool table = table_.load_count > 0;
    for (int k = 0; k < run_.inputs(); ++k) {
      const InputRange& range = run_.model().input_ranges[k];
      const int end = range.hold == kHoldZeroOrder ? k : run_.inputs() + k;
      FilmInputs(run_).stand_at(run_.film().roles[k], table ? trial[end] : range.default_value);
    }
    run_.progress.halvings = kHalvingsAnew;
    run_.account.active = 1;
    if (table) {
      take_steady_film();
    } else {
      start(nullptr);
    }
  }

  // The film of the table next to where the signals stand; they are moved into its range.
  void take_steady_film() {
    Signal& load = run_.signal[kInputLoad];
    const AxisPlace w =
        axis_place(table_.loads, table_.load_count, load.start / run_.c.load_reference);
    load.start = run_.c.load_reference * w.value;
    const FilmDrive now = FilmInputs(run_).drive(1);
    const Real pull = now.speed * now.viscosity_factor;
    const AxisPlace s = axis_place(table_.speeds, table_.speed_count, pull);
    if (run_.model().film_input[kInputEntrainment] >= 0 && s.value != pull)
      run_.signal[kInputEntrainment].start =
          run_.c.speed_reference * s.value / now.viscosity_factor;
    alignas(64) Real steady[kMaxFilmUnknowns] = {};
    interpolate_film(table_, w, s, run_.unknowns(), steady);
    start(steady);
  }

 private:
  // From where the last step ended. False, and nothing done, if that gives no finite numbers.
  template <class Start>
  bool take_up(Start start_it) {
    run_.progress = run_.state().film_;
    run_.begin_motion();
    start_it();
    if (!FilmMeasure(run_).take()) {
      run_.begin_trial();
      return false;
    }
    run_.progress.gap = run_.out.minimum_gap;
    return true;
  }

  void start(const Real* steady) {
    run_.numerics.start(run_.in_basis(0), steady, run_.q_next(), FilmInputs(run_).drive(1));
  }
  void start_beside_line() {
    const FilmDrive now = FilmInputs(run_).drive(1);
    alignas(64) Real steady[kMaxFilmUnknowns] = {};
    interpolate_film(table_, run_.signal[kInputLoad].end() / run_.c.load_reference,
                     now.speed * now.viscosity_factor, run_.unknowns(), steady);
    run_.numerics.start_beside_line(run_.in_basis(0), steady, now);
    run_.account.active = 1;
  }

  FilmRun& run_;
  const SteadyFilms& table_;
};

}  // namespace mortise::MORTISE_ISA
