// A film that is carried, as one interface of an assembly whose bodies bear it: they open it as
// one, and what it holds against them is a single force. Its frame goes where that force is going;
// where the film is beyond what it was trained for, steady films stand in. See FilmOnBodies in the
// schema.
#pragma once

#include "member.hpp"
#include "transport.hpp"

namespace mortise::MORTISE_ISA {

// The film in one attempt at a step, as FilmMember.
template <class T>
class CarriedMember : public MemberOfAssembly<T> {
  using Base = MemberOfAssembly<T>;
  using Base::account_;
  using Base::array;
  using Base::at_stage;
  using Base::basis_;
  using Base::c_;
  using Base::change_;
  using Base::drive;
  using Base::kept;
  using Base::m_;
  using Base::measured_;
  using Base::outputs_;
  using Base::passes_;
  using Base::progress_;
  using Base::q;
  using Base::q_next;
  using Base::region_;
  using Base::report_;
  using Base::s_;
  using Base::to_modes_;
  using Base::was_in_film_;

 public:
  // arrays: unknowns and P* of both stages, the answers of both to a unit of opening, then for
  // every column its openings
  CarriedMember(const ModelView& m, State& s, unsigned char* arrays, std::ptrdiff_t stride)
      : Base(m, s, arrays, stride),
        film_(m, region_, 0),
        push_(this->body_row(m.film.on_bodies->push)),
        soft_(this->softness()) {}

  Status begin() {
    progress_ = s_.film_;
    progress_.halvings = 0;
    good_ = true;
    const Status st = this->read_signals();
    this->aim_frame();
    return this->out_of_training() ? st | status::kOUTSIDE_TRAINING : st;
  }
  // It always bears its bodies.
  static bool in_film() { return true; }
  int cap(bool again) const {
    return static_cast<int>(again ? basis().repeat_iterations : basis().iterations);
  }
  Real tolerance() const { return basis().tolerance; }

  // From what is committed; a film that has failed is not tried again.
  void begin_attempt(bool again) {
    this->begin_trial();
    if (again && !good_) leave(&progress_);
    good_ = true;
    force_ = progress_.force;
  }
  void add_force(Real* modal) const { add_push(force_, modal); }
  bool solve_stage(int stage, const Real* free) {
    open_stage(stage);
    find_correction(stage, free);
    Real share = 1;
    if (!allowed_share(stage, 0, &share)) return false;
    take_correction(share);
    end_stage(stage, free, false);
    return good_;
  }

  // ---- the same of a film that shares bodies with others

  void begin_stage(int stage) {
    open_stage(stage);
    if (passes_ > 0 && is_carried()) force_ = film_.load_anew();
  }
  void find_correction(int stage, const Real* free) {
    const Real opening = this->opening_of_bodies(free);
    if (is_carried()) {
      film_.follow(opening, soft_);
      film_.find_correction(&report_);
      copy_unknowns(film_.correction(), kept(stage));
      copy_unknowns(film_.answer(), answer(stage));
      correction_force_ = film_.load_by(kept(stage));
      answer_force_[stage] = film_.load_by(answer(stage));
    } else {
      const SteadyStandIn::Film film = this->stand_in().against(opening, soft_);
      correction_force_ = force_ - film.load;
      if (absolute(correction_force_) > kSameForce) change_ = kFar;
      answer_force_[stage] = film.slope / (1 - soft_ * film.slope);
    }
  }
  // The film takes what it finds as a whole, or has failed.
  bool allowed_share(int stage, Real opening, Real*) {
    if (!is_carried()) {
      correction_force_ -= opening * answer_force_[stage];
      return true;
    }
    T *x = film_.correction(), *own = kept(stage), *by = answer(stage);
    for (int k = 0; k < film_.padded_unknowns(); ++k)
      x[k] = own[k] - static_cast<T>(opening) * by[k];
    return true;
  }
  void take_correction(Real) {
    if (is_carried()) {
      good_ = good_ && film_.take_correction(&report_) && film_.is_film();
      force_ = film_.load();
    } else {
      force_ -= correction_force_;
    }
  }
  void end_stage(int stage, const Real*, bool) {
    stage_force_[stage] = force_;
    passes_ += stage;
    if (!good_) change_ = kFar;
    if (!is_carried()) return;
    film_.keep(kept(stage));
    change_ = larger(change_, report_.change);
    if (stage == 0) film_.carry_content();
  }
  // Opening by changes of coordinates.
  Real opening_of(const Real* change) const {
    return this->opening_of_bodies(change) - m_.film.on_bodies->clearance;
  }
  void add_correction(int, Real* modal) const { add_push(correction_force_, modal); }
  void add_answer(int stage, Real* modal) const { add_push(answer_force_[stage], modal); }
  // What the first stage leaves to the second is the film at a few rows of inlet and outlet: passes
  // find it.
  void add_late_answer(Real*) const {}
  Real first_opening(int) const { return 0; }

  Real change() const { return change_ + moved_; }
  // It is not solved any better than one linear solve does that moves it less than the tolerance;
  // steady films are, their force has corners.
  bool is_linear() const { return is_carried(); }

  void prepare_response(int, int) {}
  void respond(int stage, int column, const Real* free, Real* modal) {
    respond_as_one(stage, column, opening_of(free), modal);
  }
  void respond_as_one(int stage, int column, Real opening, Real* modal) {
    openings(column)[stage] = opening;
    add_push(opening * answer_force_[stage], modal);
  }
  void carry(int, const Real*) {}
  void follow(int column, Real force) {
    for (int stage = 0; stage < 2; ++stage) {
      const Real opening = force * openings(column)[stage];
      stage_force_[stage] += opening * answer_force_[stage];
      moved_ += is_carried() ? move(stage, static_cast<T>(opening)) : Real(0);
    }
    followed_ = true;
  }

  // The motion has been found. Returns zero if all is finite.
  Real end() {
    account_.active = 1;
    was_in_film_ = true;
    if (is_carried()) {
      if (!good_) return 1;
      if (followed_) film_.move_to(kept(1));
      account_.residual = film_.end_step(drive(1));
    }
    account_.iterations = report_.iterations;
    basis_ = progress_.basis;
    good_ = this->measure();
    if (!good_) return 1;
    measured_ = true;
    const bool was_carried = is_carried();
    this->end_on_bodies();
    untrusted_ = account_.residual > c_.trust_limit || !was_carried || progress_.passage > 0 ||
                 this->off_frame();
    return 0;
  }
  bool untrusted() const { return untrusted_; }
  // The bodies stay where they were. A film that has failed is not tried from there again.
  void stop() {
    begin_film_trial(m_.film_layout, region_);
    if (!good_) leave(&s_.film_);
    progress_ = s_.film_;
  }
  Real output(const OutputRule& rule) {
    return Base::output(rule, [this] {
      progress_.frame_end = progress_.frame;
      outputs_ = this->outputs_on_bodies(q());
    });
  }

 private:
  static constexpr Real kFar = 1e300;       // change of a film that is not there yet
  static constexpr Real kSameForce = 1e-9;  // of steady films from pass to pass, over a^2 G b

  bool is_carried() const { return progress_.basis >= 0; }
  const FilmBasis& basis() const { return m_.film.bases[0]; }
  // Steady films stand in from here on.
  static void leave(FilmProgress* progress) {
    progress->basis = -1;
    progress->rest = 0;
  }

  void open_stage(int stage) {
    if (stage == 0) {
      change_ = moved_ = 0;
      followed_ = false;
    }
    if (!is_carried()) {
      if (passes_ > 0) force_ = stage_force_[stage];
      return;
    }
    film_.begin_stage(stage, at_stage(stage));
    if (passes_ > 0) film_.take_up(kept(stage));
  }
  // The unknowns of a stage follow an opening. Returns by how much at most.
  Real move(int stage, T opening) {
    T *x = kept(stage), *by = answer(stage), most = 0;
    for (int k = 0; k < film_.padded_unknowns(); ++k) {
      const T way = opening * by[k], size = way < 0 ? -way : way;
      x[k] += way;
      most = size > most ? size : most;
    }
    return static_cast<Real>(most);
  }
  void add_push(Real load, Real* modal) const {
    const Real scale = load * to_modes_;
    for (int k = 0; k < m_.dims.modes; ++k) modal[k] += scale * push_[k];
  }
  void copy_unknowns(const T* from, T* to) const {
    for (int k = 0; k < film_.padded_unknowns(); ++k) to[k] = from[k];
  }
  T* answer(int stage) const { return kept(2 + stage); }
  Real* openings(int column) const { return reinterpret_cast<Real*>(array(4 + column)); }

  TransportSubstep<T> film_;
  const Real* push_;
  Real soft_;
  // L: now, of the stages, of a correction, per opening
  Real force_ = 0, stage_force_[2] = {}, correction_force_ = 0, answer_force_[2] = {};
  Real moved_ = 0;
  bool good_ = true, followed_ = false, untrusted_ = false;
};

}  // namespace mortise::MORTISE_ISA
