// A film that is not carried, as one interface of an assembly, whose step it shares: the bodies
// move in the assembly's modes (assembly/film_group.hpp).
#pragma once

#include "member.hpp"
#include "substep.hpp"

namespace mortise::MORTISE_ISA {

// The film in one attempt at a step. T, S: as FilmSubstep has them.
template <class T, int S>
class FilmMember {
 public:
  // arrays: b of both stages, then for every column b of both stages and what the first one carries
  // into the second
  FilmMember(const ModelView& m, State& s, unsigned char* arrays, std::ptrdiff_t stride)
      : run_(m, s, arrays, stride) {}

  Status begin() { return run_.begin(); }
  bool in_film() const { return run_.progress.basis >= 0; }
  int cap(bool again) const { return run_.cap(again); }
  Real tolerance() const { return run_.basis().tolerance; }

  // From what is committed. again: with a new Jacobian.
  void begin_attempt(bool again) {
    run_.begin_attempt();
    if (again && in_film()) film().forget_jacobian();
  }
  // Forces of the film as it is on the modes of its bodies.
  void add_force(Real* modal) const { add_force(b_now(), modal); }
  // One linear solve of a stage. Returns false if it has failed.
  bool solve_stage(int stage, const Real* free) {
    Substep f = film();
    begin_stage(stage, &f);
    if (!f.stage(run_.at_stage(stage), free, stage == 1, run_.passes > 0, &run_.report))
      return false;
    end_stage(stage, &f);
    return true;
  }

  // ---- the same of a film that shares bodies with others, all of which open as one

  void begin_stage(int stage) {
    Substep f = film();
    begin_stage(stage, &f);
    as_one_ = true;
  }
  // What this film would change by if the others stayed as they are, and its answer to a unit of
  // opening.
  void find_correction(int stage, const Real* free) {
    Substep f = film();
    f.find_correction(run_.at_stage(stage), free, stage == 1, run_.passes > 0, &run_.report,
                      b_of(stage));
    f.respond(Substep::opened(1), nullptr, answer(stage));
  }
  // Once the others open it by `opening`: makes `share` what may be taken of the whole, if that is
  // less. False if it is no correction.
  bool allowed_share(int stage, Real opening, Real* share) {
    return film().allowed_share(b_of(stage), opening, answer(stage), share, &run_.report);
  }
  void take_correction(Real share) { film().take_correction(share, &run_.report); }
  // At the coordinates that the forces of the others leave it. responds: to columns.
  void end_stage(int stage, const Real* free, bool responds) {
    Substep f = film();
    f.stand_at(run_.at_stage(stage), free);
    end_stage(stage, &f);
    if (responds) answer_later(stage, &f);
  }
  // How far `free` opens it.
  Real opening_of(const Real* free) const { return film().opening_of(free); }
  // Forces on the modes: of the correction that the others leave alone, of the answer to a unit of
  // opening, in the second stage also to one in the first stage.
  void add_correction(int stage, Real* modal) const { add_force(b_of(stage), modal); }
  void add_answer(int stage, Real* modal) const { add_force(answer(stage), modal); }
  void add_late_answer(Real* modal) const { add_force(late_answer(), modal); }
  // Opening of the first stage under a column.
  Real first_opening(int column) const { return static_cast<Real>(*first_of(column)); }

  // After a pass: the largest change of an unknown; infinite where it was cut.
  Real change() const { return damped_ ? Real(1e300) : run_.change; }
  // Passes go on until its bodies rest, too.
  static bool is_linear() { return false; }

  // Before respond() of a stage. rows: of all that may push; a film that opens as one then answers
  // to a unit of opening, once for all of them, and needs the room of four.
  void prepare_response(int stage, int rows) {
    as_one_ = run_.film().opens_as_one && rows >= 4;
    if (!as_one_) return;
    Substep f = film();
    f.resume(run_.at_stage(stage));
    f.respond(Substep::opened(1), nullptr, answer(stage));
    answer_later(stage, &f);
  }
  // How the film follows a force whose motion moves its modes by `free`; adds its own force on
  // them.
  void respond(int stage, int column, const Real* free, Real* modal) {
    if (as_one_) return respond_as_one(stage, column, opening_of(free), modal);
    Substep f = film();
    T* by = b_by(column, stage);
    f.resume(run_.at_stage(stage));
    f.respond(f.free_gaps(free), stage == 1 ? start_by(column) : nullptr, by);
    f.add_force(by, run_.to_modes, modal);
  }
  // The same if that opens the film by `opening`.
  void respond_as_one(int stage, int column, Real opening, Real* modal) {
    T *by = b_by(column, stage), *first = first_of(column);
    const Real before = stage == 0 ? 0 : static_cast<Real>(*first);
    film().combine(opening, answer(stage), before, stage == 0 ? nullptr : late_answer(), by);
    if (stage == 0) *first = static_cast<T>(opening);
    add_force(by, modal);
  }
  void carry(int column, const Real* free) {
    if (as_one_) return;
    Substep f = film();
    f.resume(run_.at_stage(0));
    f.carry(f.free_gaps(free), b_by(column, 0), start_by(column));
  }
  // The force of a column changes by `force`.
  void follow(int column, Real force) {
    const T share = static_cast<T>(force);
    const int count = static_cast<int>(run_.basis().modes);
    for (int stage = 0; stage < 2; ++stage) {
      T* b = b_of(stage);
      const T* by = b_by(column, stage);
      for (int k = 0; k < count; ++k) b[k] += share * by[k];
    }
  }

  // The motion has been found. Returns zero if all is finite.
  Real end() {
    if (in_film()) {
      Substep f = film();
      f.take_up(b_of(1));
      run_.account.residual = f.finish(run_.q_next(), FilmInputs(run_).drive(1));
      run_.account.active = 1;
    }
    if (!run_.measure()) return 1;
    run_.was_in_film = in_film();
    FilmPassage(run_).pass_on();
    return 0;
  }
  bool untrusted() const { return run_.account.residual > run_.c.trust_limit; }
  // The bodies stay where they were.
  void stop() {
    run_.begin_trial();
    run_.progress = run_.state().film_;
  }
  void commit(SubstepPart part) { run_.commit(part); }
  Real output(const OutputRule& rule) {
    return run_.output(rule, [this] { return film().outputs(run_.q(), 1); });
  }
  int active() const { return run_.active(); }
  const FilmReport& report() const { return run_.report; }

 private:
  using Substep = FilmSubstep<T, S>;

  Substep film() const {
    return Substep(run_.model(), run_.region, in_film() ? run_.progress.basis : 0);
  }
  void begin_stage(int stage, Substep* f) {
    if (stage == 0) {
      f->begin_pass();
      run_.change = 0;
      damped_ = false;
    }
    if (run_.passes > 0) f->take_up(b_of(stage));
  }
  void end_stage(int stage, Substep* f) {
    f->keep(b_of(stage));
    run_.change = larger(run_.change, run_.report.change);
    damped_ = damped_ || run_.report.damped;
    if (stage == 0) f->carry_content();
    run_.passes += stage;
  }
  // What the second stage carries on of an opening in the first one.
  void answer_later(int stage, Substep* f) {
    if (stage == 0) {
      f->carry(Substep::opened(1), answer(0), late_start());
    } else {
      f->respond(Substep::opened(0), late_start(), late_answer());
    }
  }
  void add_force(const T* b, Real* modal) const { film().add_force(b, run_.to_modes, modal); }

  T* kept(int k) const { return reinterpret_cast<T*>(run_.array(k)); }
  // b of a stage; its change by a column, and that of what the second stage starts from.
  T* b_of(int stage) const { return kept(stage); }
  T* b_by(int column, int stage) const { return kept(2 + 3 * column + stage); }
  T* start_by(int column) const { return kept(4 + 3 * column); }
  // A film that opens as one keeps no start values by columns. Its answers to a unit of opening in
  // both stages, what the second one starts from by that of the first, and its answer to it:
  T* answer(int stage) const { return start_by(stage); }
  T* late_start() const { return start_by(2); }
  T* late_answer() const { return start_by(3); }
  // Keeps the opening of the first stage for the second.
  T* first_of(int column) const { return b_by(column, 1); }
  const T* b_now() const {
    return reinterpret_cast<const T*>(run_.trial(run_.model().film_layout.unknowns));
  }

  mutable MemberRun run_;
  bool damped_ = false, as_one_ = false;
};

}  // namespace mortise::MORTISE_ISA
