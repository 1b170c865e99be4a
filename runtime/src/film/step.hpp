// One step of a film, readable aloud: inputs -> attempt -> (repeat) -> measure -> follow the fluid
// -> pass on -> commit; where that fails: get back.
//
// The numerics of a substep stand behind numerics.hpp; the rooms that surround them work on
// run.hpp. Compiled once per instruction set (pipeline.cc).
#pragma once

#include "fluid.hpp"
#include "pace.hpp"

namespace mortise::MORTISE_ISA {

class FilmStepper {
 public:
  FilmStepper(const ModelView& m, State& s) : run_(m, s) {}

  Status run(const Real* u, Real* y) {
    Status st = run_.take_inputs(u);
    run_.progress = run_.state().film_;
    FilmRecovery recovery(run_);
    st |= FilmInputs(run_).read(run_.progress.halvings > 0 && !recovery.keeps_line());
    bool good = FilmPacing(run_).attempt(false);
    if (!good) {
      st |= status::kREPEATED;
      run_.begin_trial();
      // an edge that is not ready is left to the last basis for one step more
      run_.waits = run_.taken_over;
      good = FilmPacing(run_).attempt(!run_.waits);
    }
    good = good && FilmMeasure(run_).take() && (!is_loaded(run_.kind) || FilmFluid(run_).follow());
    if (good) {
      FilmProgress& p = run_.progress;
      if (run_.capped) st |= status::kCAPPED;
      if (run_.account.residual > run_.c.trust_limit || (p.fronts & kFrontAtCentre) != 0)
        st |= status::kUNTRUSTED;
      if (p.passage > 0) recovery.get_on();
      FilmPassage(run_).pass_on();
      if (run_.astray) st |= status::kUNTRUSTED;
    } else {
      good = recovery.get_back();
    }
    if ((good ? run_.progress : run_.state().film_).passage > 0) st |= status::kRECOVERING;
    return run_.end_step(
        good, st, run_.account, y,
        [this] {
          run_.commit();
          FilmInputs(run_).keep();
        },
        [](Real*) {});
  }

  // The state at t_n anew, from its modal coordinates and the inputs where they stand.
  //   initial  b and H0 of the first basis; null: those of the file
  void start(const Real* initial) {
    begin_at_rest();
    FilmProgress& p = run_.progress;
    if (is_borne(run_.kind)) {
      FilmBodies bodies(run_);
      bodies.aim_frame_at(bodies.stand_in().at(bodies.opening(run_.q_next())).load);
    }
    run_.numerics.start(run_.in_basis(0), initial, run_.q_next(), FilmInputs(run_).drive(1));
    if (is_borne(run_.kind)) FilmBodies(run_).settle();
    FilmMeasure(run_).take();
    p.gap = run_.out.minimum_gap;
    if (!is_loaded(run_.kind) && !initial && p.gap > run_.c.landing_gap) FilmPassage(run_).fly_on();
    end_at_rest();
  }

  // The steady film of the last inputs, if it has one in the file.
  void settle() {
    if (!is_loaded(run_.kind) || run_.film().steady.load_count == 0) return;
    begin_at_rest();
    FilmRecovery(run_).take_steady_film();
    if (!FilmMeasure(run_).take()) return;
    run_.progress.gap = run_.out.minimum_gap;
    end_at_rest();
    FilmInputs(run_).keep();
  }

 private:
  void begin_at_rest() {
    run_.begin_trial();
    run_.begin_motion();
    FilmInputs(run_).stand();
    run_.progress = FilmProgress{};
  }
  // What is given out belongs to the end of a step.
  void end_at_rest() {
    for (int k = 0; k < run_.outputs(); ++k) run_.at(run_.model().layout.outputs)[k] = 0;
    run_.commit();
  }

  FilmRun run_;
};

}  // namespace mortise::MORTISE_ISA
