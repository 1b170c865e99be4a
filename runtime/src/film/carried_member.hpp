// A film that is carried, as one interface of an assembly whose bodies bear it: they open it as
// one, and what it holds against them is a single force. Its frame goes where that force is going;
// where the film is beyond what it was trained for, steady films stand in. See FilmOnBodies in the
// schema.
#pragma once

#include "member_functions.hpp"
#include "transport.hpp"

namespace mortise::MORTISE_ISA {

// The film in one attempt at a step, as FilmMember.
template <class T>
class CarriedMember {
 public:
  // arrays: unknowns and P* of both stages, the answers of both to a unit of opening, then for
  // every column its openings
  explicit CarriedMember(MemberRun& run)
      : run_(run), film_(run.model(), run.region, 0), soft_(bodies().softness()) {}

  Status begin() {
    good_ = true;
    const Status st = run_.begin();
    bodies().aim_frame();
    return bodies().out_of_training() ? st | status::kOUTSIDE_TRAINING : st;
  }
  // It always bears its bodies.
  static bool in_film() { return true; }

  // From what is committed; a film that has failed is not tried again.
  void begin_attempt(bool again) {
    run_.begin_attempt();
    if (again && !good_) leave(&run_.progress);
    good_ = true;
    force_ = run_.progress.force;
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
    if (run_.passes > 0 && is_film()) force_ = film_.load_anew();
  }
  void find_correction(int stage, const Real* free) {
    const Real opening = bodies().opening(free);
    if (is_film()) {
      film_.system().follow(opening, soft_);
      film_.find_correction(&run_.report);
      copy_packs<T>(film_.correction(), film_.padded_unknowns(), film_of(stage));
      copy_packs<T>(film_.answer(), film_.padded_unknowns(), answer(stage));
      correction_force_ = film_.system().load_by(film_of(stage));
      answer_force_[stage] = film_.system().load_by(answer(stage));
    } else {
      const SteadyStandIn::Film film = bodies().stand_in().against(opening, soft_);
      correction_force_ = force_ - film.load;
      if (absolute(correction_force_) > kSameForce) run_.change = kFar;
      answer_force_[stage] = film.slope / (1 - soft_ * film.slope);
    }
  }
  // The film takes what it finds as a whole, or has failed.
  bool allowed_share(int stage, Real opening, Real*) {
    if (!is_film()) {
      correction_force_ -= opening * answer_force_[stage];
      return true;
    }
    T *x = film_.correction(), *own = film_of(stage), *by = answer(stage);
    for (int k = 0; k < film_.padded_unknowns(); ++k)
      x[k] = own[k] - static_cast<T>(opening) * by[k];
    return true;
  }
  void take_correction(Real) {
    if (is_film()) {
      good_ = good_ && film_.take_correction(&run_.report) && film_.is_film();
      force_ = film_.system().load();
    } else {
      force_ -= correction_force_;
    }
  }
  void end_stage(int stage, const Real*, bool) {
    stage_force_[stage] = force_;
    run_.passes += stage;
    if (!good_) run_.change = kFar;
    if (!is_film()) return;
    film_.keep(film_of(stage));
    run_.change = larger(run_.change, run_.report.change);
    film_.end_stage(stage);
  }
  // Opening by changes of coordinates.
  Real opening_of(const Real* change) const { return bodies().opening_by(change); }
  void add_correction(int, Real* modal) const { add_push(correction_force_, modal); }
  void add_answer(int stage, Real* modal) const { add_push(answer_force_[stage], modal); }
  // What the first stage leaves to the second is the film at a few rows of inlet and outlet: passes
  // find it.
  void add_late_answer(Real*) const {}
  Real first_opening(int) const { return 0; }

  Real change() const { return run_.change + moved_; }
  // It is not solved any better than one linear solve does that moves it less than the tolerance;
  // steady films are, their force has corners.
  bool is_linear() const { return is_film(); }

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
      moved_ += is_film() ? move(stage, static_cast<T>(opening)) : Real(0);
    }
    followed_ = true;
  }

  // The motion has been found. Returns zero if all is finite.
  Real end() {
    run_.account.active = 1;
    run_.was_in_film = true;
    const bool was_film = is_film();
    if (was_film) {
      if (!good_) return 1;
      if (followed_) film_.system().move_to(film_of(1));
      run_.account.residual = film_.end_step(FilmInputs(run_).drive(1));
    }
    good_ = run_.measure();
    if (!good_) return 1;
    bodies().end_step();
    untrusted_ = run_.account.residual > run_.c.trust_limit || !was_film ||
                 run_.progress.passage > 0 || bodies().off_frame();
    return 0;
  }
  bool untrusted() const { return untrusted_; }
  // The bodies stay where they were. A film that has failed is not tried from there again.
  void stop() {
    run_.begin_trial();
    if (!good_) leave(&run_.state().film_);
    run_.progress = run_.state().film_;
  }
  Real output(const OutputRule& rule) {
    return run_.output(rule, [this] {
      run_.progress.frame_end = run_.progress.frame;
      return bodies().outputs(run_.q());
    });
  }

 private:
  static constexpr Real kFar = 1e300;       // change of a film that is not there yet
  static constexpr Real kSameForce = 1e-9;  // of steady films from pass to pass, over a^2 G b

  FilmBodies bodies() const { return FilmBodies(run_); }
  // Otherwise steady ones stand in.
  bool is_film() const { return run_.progress.basis >= 0; }
  static void leave(FilmProgress* progress) {
    progress->basis = -1;
    progress->rest = 0;
  }

  void open_stage(int stage) {
    if (stage == 0) {
      run_.change = moved_ = 0;
      followed_ = false;
    }
    if (!is_film()) {
      if (run_.passes > 0) force_ = stage_force_[stage];
      return;
    }
    film_.begin_stage(stage, run_.at_stage(stage));
    if (run_.passes > 0) film_.take_up(film_of(stage));
  }
  // The unknowns of a stage follow an opening. Returns by how much at most.
  Real move(int stage, T opening) {
    T *x = film_of(stage), *by = answer(stage), most = 0;
    for (int k = 0; k < film_.padded_unknowns(); ++k) {
      const T way = opening * by[k], size = way < 0 ? -way : way;
      x[k] += way;
      most = size > most ? size : most;
    }
    return static_cast<Real>(most);
  }
  void add_push(Real load, Real* modal) const {
    const Real* push = bodies().push();
    const Real scale = load * run_.to_modes;
    for (int k = 0; k < run_.model().dims.modes; ++k) modal[k] += scale * push[k];
  }
  // Unknowns and P* of a stage; between finding and taking, its correction.
  T* film_of(int stage) const { return reinterpret_cast<T*>(run_.array(stage)); }
  T* answer(int stage) const { return reinterpret_cast<T*>(run_.array(2 + stage)); }
  Real* openings(int column) const { return reinterpret_cast<Real*>(run_.array(4 + column)); }

  MemberRun& run_;
  TransportSubstep<T> film_;
  Real soft_;
  // L: now, of the stages, of a correction, per opening
  Real force_ = 0, stage_force_[2] = {}, correction_force_ = 0, answer_force_[2] = {};
  Real moved_ = 0;
  bool good_ = true, followed_ = false, untrusted_ = false;
};

}  // namespace mortise::MORTISE_ISA
