// A film that is carried, as one interface of an assembly whose bodies bear it: they open it as one,
// and what it holds against them is a single force. Its frame goes where that force is going.
#pragma once

#include "mortise/kernel/substep_part.hpp"
#include "scheme.hpp"
#include "step.hpp"

namespace mortise::MORTISE_ISA {

// The film in one attempt at a step, as FilmMember.
template <class T>
class CarriedMember : public FilmStepper<T, 4, TransportSubstep<T>> {
  using Base = FilmStepper<T, 4, TransportSubstep<T>>;
  using Base::account_;
  using Base::c_;
  using Base::drive;
  using Base::m_;
  using Base::outputs_;
  using Base::progress_;
  using Base::q;
  using Base::q_next;
  using Base::region_;
  using Base::s_;

 public:
  // arrays: scratch of film_array_bytes each, `stride` bytes from one to the next: unknowns and P*
  // of both stages, the answers of both to a unit of opening, then for every column its openings
  CarriedMember(const ModelView& m, State& s, unsigned char* arrays, std::ptrdiff_t stride)
      : Base(m, s),
        film_(m, s.at<unsigned char>(m.layout.film_history), 0),
        arrays_(arrays),
        stride_(stride),
        to_modes_(1 / (c_.time * c_.time)),
        push_(this->body_row(m.film.on_bodies->push)),
        soft_(this->softness()) {}

  // Where the film's frame goes, and whether bodies that had left it come back.
  Status begin() {
    progress_ = s_.film_;
    progress_.halvings = 0;
    const Status st = this->read_signals();
    if (!in_film() && this->opening_of_bodies(q()) <= progress_.left_at) {
      progress_.basis = 0;
      progress_.passage = kPassage;
    }
    if (in_film()) this->aim_frame();
    return this->out_of_training() ? st | status::kOUTSIDE_TRAINING : st;
  }
  bool in_film() const { return progress_.basis >= 0; }
  int cap(bool again) const {
    return static_cast<int>(again ? basis().repeat_iterations : basis().iterations);
  }
  Real tolerance() const { return basis().tolerance; }

  // From what is committed.
  void begin_attempt(bool) {
    begin_film_trial(m_.film_layout, region_);
    account_ = StepAccount{};
    report_ = FilmReport{};
    force_ = progress_.force;
    passes_ = 0;
    followed_ = false;
  }
  void add_force(Real* modal) const { add_push(force_, modal); }
  bool solve_stage(int stage, const Real* free) {
    open_stage(stage);
    find_correction(stage, free);
    Real share = 1;
    if (!allowed_share(stage, 0, &share)) return false;
    take_correction(share);
    end_stage(stage, free, false);
    return true;
  }

  // ---- the same of a film that shares bodies with others

  void begin_stage(int stage) {
    open_stage(stage);
    if (passes_ > 0) force_ = film_.load_anew();
  }
  void find_correction(int stage, const Real* free) {
    film_.follow(this->opening_of_bodies(free), soft_);
    film_.find_correction(&report_);
    copy_unknowns(film_.correction(), kept(stage));
    film_.answer(answer(stage));
  }
  // The film takes what it finds as a whole, or has failed.
  bool allowed_share(int stage, Real opening, Real*) {
    T *x = film_.correction(), *own = kept(stage), *by = answer(stage);
    for (int k = 0; k < film_.padded_unknowns(); ++k)
      x[k] = own[k] - static_cast<T>(opening) * by[k];
    return true;
  }
  void take_correction(Real) { good_ = film_.take_correction(&report_) && good_; }
  void end_stage(int stage, const Real*, bool) {
    film_.keep(kept(stage));
    force_ = film_.load();
    change_ = good_ ? larger(change_, report_.change) : Real(1e300);
    if (stage == 0) film_.carry_content();
    passes_ += stage;
  }
  // Of changes of coordinates.
  Real opening_of(const Real* change) const {
    return this->opening_of_bodies(change) - m_.film.on_bodies->clearance;
  }
  void add_correction(int stage, Real* modal) const { add_push(film_.load_by(kept(stage)), modal); }
  void add_answer(int stage, Real* modal) const { add_push(film_.load_by(answer(stage)), modal); }
  // What the first stage leaves to the second is the film at a few rows of inlet and outlet: passes
  // find it.
  void add_late_answer(Real*) const {}
  Real first_opening(int) const { return 0; }

  Real change() const { return change_; }
  const FilmReport& report() const { return report_; }

  void prepare_response(int, int) {}
  void respond(int stage, int column, const Real* free, Real* modal) {
    respond_as_one(stage, column, opening_of(free), modal);
  }
  void respond_as_one(int stage, int column, Real opening, Real* modal) {
    openings(column)[stage] = static_cast<T>(opening);
    add_push(opening * film_.load_by(answer(stage)), modal);
  }
  void carry(int, const Real*) {}
  void follow(int column, Real force) {
    for (int stage = 0; stage < 2; ++stage) {
      const T share = static_cast<T>(force) * openings(column)[stage];
      T *x = kept(stage), *by = answer(stage);
      for (int k = 0; k < film_.padded_unknowns(); ++k) x[k] += share * by[k];
    }
    followed_ = true;
  }

  // The motion has been found. Returns zero if all is finite.
  Real end() {
    if (in_film()) {
      if (!good_) return 1;
      account_.residual =
          followed_ ? film_.end_step_of(kept(1), drive(1)) : film_.end_step(drive(1));
      account_.active = 1;
    }
    account_.iterations = report_.iterations;
    was_in_film_ = in_film();
    basis_ = progress_.basis;
    if (!this->measure()) return 1;
    measured_ = true;
    this->end_on_bodies(this->opening_of_bodies(q_next()));
    return 0;
  }
  bool untrusted() const {
    return account_.residual > c_.trust_limit || !in_film() || progress_.passage > 0 ||
           this->off_frame();
  }
  int active() const { return was_in_film_ ? 1 : 0; }
  void commit(SubstepPart part) {
    if (part.last()) s_.current_ = 1 - s_.current_;
    commit_film_memory(m_.film_layout, region_);
    this->keep_signals();
    if (m_.substeps > 1) {
      const Real force = Real(0.5) * c_.force * (s_.film_.force + progress_.force);
      part.add_to_mean(&force, 1, this->at(m_.layout.step_forces));
    }
    s_.film_ = progress_;
    if (part.first()) s_.statistics_.last_active = was_in_film_ ? 1 : 0;
  }
  // The bodies stay where they were; a film that no longer follows them leaves them, and is back
  // where they have come closer.
  void stop() {
    begin_film_trial(m_.film_layout, region_);
    if (s_.film_.basis >= 0 && !good_) {
      s_.film_.basis = -1;
      s_.film_.left_at = this->opening_of_bodies(q()) - kCloser;
      s_.film_.force = s_.film_.trend = 0;
    }
    progress_ = s_.film_;
  }
  Real output(const OutputRule& rule) {
    if (!measured_) {
      progress_ = s_.film_;
      progress_.frame_end = progress_.frame;
      outputs_ = this->outputs_on_bodies(q());
      basis_ = progress_.basis;
      measured_ = true;
    }
    if (rule.quantity == kOutputBasis) return static_cast<Real>(basis_);
    return Base::output(rule);
  }

 private:
  void open_stage(int stage) {
    if (stage == 0) {
      change_ = 0;
      good_ = true;
      followed_ = false;
    }
    film_.begin_stage(stage, at_stage(stage));
    if (passes_ > 0) film_.take_up(kept(stage));
  }

  static constexpr Real kCloser = 0.02;  // [film]

  const FilmBasis& basis() const { return m_.film.bases[0]; }
  FilmDrive at_stage(int stage) const { return this->drive(stage == 0 ? kFilmGamma : Real(1)); }
  void add_push(Real load, Real* modal) const {
    const Real scale = load * to_modes_;
    for (int k = 0; k < m_.dims.modes; ++k) modal[k] += scale * push_[k];
  }
  void copy_unknowns(const T* from, T* to) const {
    for (int k = 0; k < film_.padded_unknowns(); ++k) to[k] = from[k];
  }
  T* kept(int k) const { return reinterpret_cast<T*>(arrays_ + stride_ * k); }
  T* answer(int stage) const { return kept(2 + stage); }
  T* openings(int column) const { return kept(4 + column); }

  TransportSubstep<T> film_;
  unsigned char* arrays_;
  std::ptrdiff_t stride_;
  Real to_modes_;  // of forces, from the film's unit of time
  const Real* push_;
  Real soft_;
  FilmReport report_;
  Real force_ = 0, change_ = 0;
  int passes_ = 0;
  std::int32_t basis_ = -1;
  bool good_ = true, followed_ = false, measured_ = false, was_in_film_ = false;
};

}  // namespace mortise::MORTISE_ISA
