// What films of an assembly have alike, however they are stepped: scratch, commit, and what is
// told.
#pragma once

#include "member_functions.hpp"
#include "step.hpp"

namespace mortise::MORTISE_ISA {

// T: scalar of the file.
template <class T>
class MemberOfAssembly : public FilmStepper<AnyFilm> {
  using Base = FilmStepper<AnyFilm>;

 public:
  const FilmReport& report() const { return report_; }
  int active() const { return was_in_film_ ? 1 : 0; }
  // Commits a step, or a substep that the next one starts from.
  void commit(SubstepPart part) {
    if (part.last()) s_.current_ = 1 - s_.current_;
    commit_film_memory(m_.film_layout, region_);
    keep_signals();
    if (m_.substeps > 1) {
      const Real force = Real(0.5) * c_.force * (s_.film_.force + progress_.force);
      part.add_to_mean(&force, 1, at(m_.layout.step_forces));
    }
    s_.film_ = progress_;
    if (part.first()) s_.statistics_.last_active = static_cast<std::uint32_t>(active());
  }

 protected:
  // arrays: of film_array_bytes each, `stride` bytes from one to the next
  MemberOfAssembly(const ModelView& m, State& s, unsigned char* arrays, std::ptrdiff_t stride)
      : Base(m, s), arrays_(arrays), stride_(stride), to_modes_(1 / (c_.time * c_.time)) {}

  FilmDrive at_stage(int stage) const { return drive(stage == 0 ? kFilmGamma : Real(1)); }
  unsigned char* array(int k) const { return arrays_ + stride_ * k; }
  T* kept(int k) const { return reinterpret_cast<T*>(array(k)); }
  // The trial memory is that of t_n again.
  void begin_trial() {
    begin_film_trial(m_.film_layout, region_);
    account_ = StepAccount{};
    report_ = FilmReport{};
    passes_ = 0;
  }
  // measure(): of a film whose step has not been ended.
  template <class Measure>
  Real output(const OutputRule& rule, const Measure& measure) {
    if (!measured_) {
      progress_ = s_.film_;
      measure();
      basis_ = progress_.basis;
      measured_ = true;
    }
    if (rule.quantity == kOutputBasis) return static_cast<Real>(basis_);  // that of the step
    return Base::output(rule);
  }

  unsigned char* arrays_;
  std::ptrdiff_t stride_;
  Real to_modes_;  // of forces, from the film's unit of time
  FilmReport report_;
  Real change_ = 0;
  int passes_ = 0;
  std::int32_t basis_ = -1;
  bool measured_ = false, was_in_film_ = false;
};

}  // namespace mortise::MORTISE_ISA
