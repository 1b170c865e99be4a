// What films of an assembly have alike, however they are stepped: the running step, scratch,
// commit, and what is told.
#pragma once

#include "../substep_part.hpp"
#include "outputs.hpp"
#include "passage.hpp"

namespace mortise::MORTISE_ISA {

// The step of one film among others, in one attempt at it.
struct MemberRun : FilmRun {
  // arrays: of film_array_bytes each, `stride` bytes from one to the next
  MemberRun(const ModelView& m, State& s, unsigned char* arrays, std::ptrdiff_t stride)
      : FilmRun(m, s), scratch(arrays), scratch_stride(stride), to_modes(1 / (c.time * c.time)) {}

  FilmDrive at_stage(int stage) { return FilmInputs(*this).drive(stage == 0 ? kFilmGamma : 1); }
  unsigned char* array(int k) const { return scratch + scratch_stride * k; }

  Status begin() {
    progress = s_.film_;
    progress.halvings = 0;
    return FilmInputs(*this).read(false);
  }
  // From what is committed.
  void begin_attempt() {
    begin_trial();
    account = StepAccount{};
    report = FilmReport{};
    passes = 0;
  }
  int cap(bool again) const {
    return static_cast<int>(again ? basis().repeat_iterations : basis().iterations);
  }
  Real tolerance() const { return basis().tolerance; }
  // The film at the end of the step. False if any number of it is not finite.
  bool measure() {
    account.iterations = report.iterations;
    basis_told = progress.basis;
    measured = FilmMeasure(*this).take();
    return measured;
  }
  int active() const { return was_in_film ? 1 : 0; }
  // Commits a step, or a substep that the next one starts from.
  void commit(SubstepPart part) {
    if (part.last()) s_.current_ = 1 - s_.current_;
    FilmInputs(*this).keep();
    if (m_.substeps > 1) {
      const Real force = Real(0.5) * c.force * (s_.film_.force + progress.force);
      part.add_to_mean(&force, 1, at(m_.layout.step_forces));
    }
    FilmRun::commit();
    if (part.first()) s_.statistics_.last_active = static_cast<std::uint32_t>(active());
  }
  // outputs(): those of a film whose step has not been ended.
  template <class Outputs>
  Real output(const OutputRule& rule, const Outputs& outputs_of_state) {
    if (!measured) {
      progress = s_.film_;
      out = outputs_of_state();
      basis_told = progress.basis;
      measured = true;
    }
    if (rule.quantity == quantity::film_basis)
      return static_cast<Real>(basis_told);  // that of the step
    return FilmMeasure(*this).output(rule);
  }

  unsigned char* scratch;
  std::ptrdiff_t scratch_stride;
  Real to_modes;  // of forces, from the film's unit of time
  FilmReport report;
  Real change = 0;  // largest one of an unknown in the pass
  int passes = 0;
  std::int32_t basis_told = -1;
  bool measured = false, was_in_film = false;
};

}  // namespace mortise::MORTISE_ISA
