// A film that is not carried, as one interface of an assembly, whose step it shares: the bodies
// move in the assembly's modes (assembly/film_group.hpp).
#pragma once

#include "member_functions.hpp"
#include "response.hpp"
#include "substep.hpp"

namespace mortise::MORTISE_ISA {

// The film in one attempt at a step. T, S: as FilmSubstep has them.
template <class T, int S>
class FilmMember {
 public:
  // arrays: b of both stages, then for every column b of both stages and what the first one carries
  // into the second
  explicit FilmMember(MemberRun& run) : run_(run) {}

  Status begin() { return run_.begin(); }
  bool in_film() const { return run_.progress.basis >= 0; }

  // From what is committed. again: with a new Jacobian.
  void begin_attempt(bool again) {
    run_.begin_attempt();
    if (again && in_film()) basis_system().forget();
  }
  // Forces of the film as it is on the modes of its bodies.
  void add_force(Real* modal) const { add_force(basis_system().at.unknowns(), modal); }
  // One linear solve of a stage. Returns false if it has failed.
  bool solve_stage(int stage, const Real* free) {
    System s = system();
    begin_stage(stage, &s);
    const FilmDrive d = run_.at_stage(stage);
    Rows(s).stand_at(d, free);
    if (!Rows(s).improve(d, s.start_of(stage), run_.passes > 0, &run_.report)) return false;
    end_stage(stage, &s);
    return true;
  }

  // ---- the same of a film that shares bodies with others, all of which open as one

  void begin_stage(int stage) {
    System s = system();
    begin_stage(stage, &s);
    as_one_ = true;
  }
  // What this film would change by if the others stayed as they are, and its answer to a unit of
  // opening.
  void find_correction(int stage, const Real* free) {
    System s = system();
    const FilmDrive d = run_.at_stage(stage);
    Rows(s).stand_at(d, free);
    Rows(s).find_correction(d, s.start_of(stage), run_.passes > 0, &run_.report);
    copy_packs(s.at.solution(), s.up, b_of(stage));
    Response(s).respond(Response::opened(1), nullptr, answer(stage));
  }
  // Once the others open it by `opening`: makes `share` what may be taken of the whole, if that is
  // less. False if it is no correction.
  bool allowed_share(int stage, Real opening, Real* share) {
    System s = basis_system();
    combine_packs(1, b_of(stage), -opening, answer(stage), s.up, s.at.solution());
    return Rows(s).allowed_share(share, &run_.report);
  }
  void take_correction(Real share) {
    System s = system();
    Rows(s).take_correction(share, &run_.report);
  }
  // At the coordinates that the forces of the others leave it. responds: to columns.
  void end_stage(int stage, const Real* free, bool responds) {
    System s = system();
    Rows(s).stand_at(run_.at_stage(stage), free);
    end_stage(stage, &s);
    if (responds) answer_later(stage, &s);
  }
  // How far `free` opens it.
  Real opening_of(const Real* free) const {
    System s = basis_system();
    return Response(s).opening_of(free);
  }
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
    System s = system();
    Rows(s).resume(run_.at_stage(stage));
    Response(s).respond(Response::opened(1), nullptr, answer(stage));
    answer_later(stage, &s);
  }
  // How the film follows a force whose motion moves its modes by `free`; adds its own force on
  // them.
  void respond(int stage, int column, const Real* free, Real* modal) {
    if (as_one_) return respond_as_one(stage, column, opening_of(free), modal);
    System s = system();
    Response response(s);
    Rows(s).resume(run_.at_stage(stage));
    response.respond(response.free_gaps(free), stage == 1 ? start_by(column) : nullptr,
                     b_by(column, stage));
    add_force(b_by(column, stage), modal);
  }
  // respond() where that force opens the film by `opening`.
  void respond_as_one(int stage, int column, Real opening, Real* modal) {
    T *by = b_by(column, stage), *first = first_of(column);
    const Real before = stage == 0 ? 0 : static_cast<Real>(*first);
    combine_packs(opening, answer(stage), before, stage == 0 ? nullptr : late_answer(),
                  basis_system().up, by);
    if (stage == 0) *first = static_cast<T>(opening);
    add_force(by, modal);
  }
  void carry(int column, const Real* free) {
    if (as_one_) return;
    System s = system();
    Response response(s);
    Rows(s).resume(run_.at_stage(0));
    response.carry(response.free_gaps(free), b_by(column, 0), start_by(column));
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
      System s = system();
      take_up(b_of(1), &s);
      run_.account.residual = Rows(s).finish(run_.q_next(), FilmInputs(run_).drive(1));
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
  Real output(const OutputRule& rule) {
    return run_.output(rule, [this] {
      return FilmSubstep<T, S>(run_.model(), run_.region, basis_index()).outputs(run_.q(), 1);
    });
  }

 private:
  using System = FilmSystem<T>;
  using Rows = FilmStage<T, S>;
  using Response = FilmResponse<T, S>;

  int basis_index() const { return in_film() ? run_.progress.basis : 0; }
  System basis_system() const { return System(run_.model(), run_.region, basis_index()); }
  // With its operators; large, and small beside what is done with it.
  [[gnu::noinline]] System system() const {
    System s = basis_system();
    s.select(false);
    return s;
  }
  void begin_stage(int stage, System* s) {
    if (stage == 0) {
      Rows(*s).evaluate_anew();
      run_.change = 0;
      damped_ = false;
    }
    if (run_.passes > 0) take_up(b_of(stage), s);
  }
  void end_stage(int stage, System* s) {
    copy_packs(s->at.unknowns(), s->up, b_of(stage));
    run_.change = larger(run_.change, run_.report.change);
    damped_ = damped_ || run_.report.damped;
    if (stage == 0) Rows(*s).carry_content();
    run_.passes += stage;
  }
  void take_up(const T* b, System* s) {
    copy_packs(b, s->up, s->at.unknowns());
    Rows(*s).evaluate();
  }
  // What the second stage carries on of an opening in the first one.
  void answer_later(int stage, System* s) {
    if (stage == 0) {
      Response(*s).carry(Response::opened(1), answer(0), late_start());
    } else {
      Response(*s).respond(Response::opened(0), late_start(), late_answer());
    }
  }
  void add_force(const T* b, Real* modal) const {
    const System s = basis_system();
    for (int i = 0; i < s.at.n; ++i) modal[i] += run_.to_modes * s.push(i, b);
  }

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

  MemberRun& run_;
  bool damped_ = false, as_one_ = false;
};

}  // namespace mortise::MORTISE_ISA
