// A film that is not carried, as one interface of an assembly, whose step it shares: the bodies
// move in the assembly's modes (assembly/film_group.hpp).
#pragma once

#include "member.hpp"
#include "substep.hpp"

namespace mortise::MORTISE_ISA {

// The film in one attempt at a step. T, S: as FilmSubstep has them.
template <class T, int S>
class FilmMember : public MemberOfAssembly<T> {
  using Base = MemberOfAssembly<T>;
  using Base::account_;
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
  // arrays: b of both stages, then for every column b of both stages and what the first one carries
  // into the second
  FilmMember(const ModelView& m, State& s, unsigned char* arrays, std::ptrdiff_t stride)
      : Base(m, s, arrays, stride) {}

  Status begin() {
    progress_ = s_.film_;
    progress_.halvings = 0;
    return this->read_signals();
  }
  bool in_film() const { return progress_.basis >= 0; }
  int cap(bool again) const {
    return static_cast<int>(again ? basis().repeat_iterations : basis().iterations);
  }
  Real tolerance() const { return basis().tolerance; }

  // From what is committed. again: with a new Jacobian.
  void begin_attempt(bool again) {
    this->begin_trial();
    if (again && in_film()) film().forget_jacobian();
  }
  // Forces of the film as it is on the modes of its bodies.
  void add_force(Real* modal) const { add_force(b_now(), modal); }
  // One linear solve of a stage. Returns false if it has failed.
  bool solve_stage(int stage, const Real* free) {
    Substep f = film();
    begin_stage(stage, &f);
    if (!f.stage(at_stage(stage), free, stage == 1, passes_ > 0, &report_)) return false;
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
    f.find_correction(at_stage(stage), free, stage == 1, passes_ > 0, &report_, kept(stage));
    f.respond(Substep::opened(1), nullptr, carried(stage));
  }
  // Once the others open it by `opening`: makes `share` what may be taken of the whole, if that is
  // less. False if it is no correction.
  bool allowed_share(int stage, Real opening, Real* share) {
    return film().allowed_share(kept(stage), opening, carried(stage), share, &report_);
  }
  void take_correction(Real share) { film().take_correction(share, &report_); }
  // At the coordinates that the forces of the others leave it. responds: to columns.
  void end_stage(int stage, const Real* free, bool responds) {
    Substep f = film();
    f.stand_at(at_stage(stage), free);
    end_stage(stage, &f);
    if (responds) answer_later(stage, &f);
  }
  // How far `free` opens it.
  Real opening_of(const Real* free) const { return film().opening_of(free); }
  // Forces on the modes: of the correction that the others leave alone, of the answer to a unit of
  // opening, in the second stage also to one in the first stage.
  void add_correction(int stage, Real* modal) const { add_force(kept(stage), modal); }
  void add_answer(int stage, Real* modal) const { add_force(carried(stage), modal); }
  void add_late_answer(Real* modal) const { add_force(carried(3), modal); }
  // Opening of the first stage under a column.
  Real first_opening(int column) const { return static_cast<Real>(*first_of(column)); }

  // After a pass: the largest change of an unknown; infinite where it was cut.
  Real change() const { return damped_ ? Real(1e300) : change_; }
  // Passes go on until its bodies rest, too.
  static bool is_linear() { return false; }

  // Before respond() of a stage. rows: of all that may push; a film that opens as one then answers
  // to a unit of opening, once for all of them, and needs the room of four.
  void prepare_response(int stage, int rows) {
    as_one_ = m_.film.opens_as_one && rows >= 4;
    if (!as_one_) return;
    Substep f = film();
    f.resume(at_stage(stage));
    f.respond(Substep::opened(1), nullptr, carried(stage));
    answer_later(stage, &f);
  }
  // How the film follows a force whose motion moves its modes by `free`; adds its own force on
  // them.
  void respond(int stage, int column, const Real* free, Real* modal) {
    if (as_one_) return respond_as_one(stage, column, opening_of(free), modal);
    Substep f = film();
    T* out = kept(2 + 3 * column + stage);
    f.resume(at_stage(stage));
    f.respond(f.free_gaps(free), stage == 1 ? carried(column) : nullptr, out);
    f.add_force(out, to_modes_, modal);
  }
  // respond() where that force opens the film by `opening`.
  void respond_as_one(int stage, int column, Real opening, Real* modal) {
    T *out = kept(2 + 3 * column + stage), *first = first_of(column);
    const Real before = stage == 0 ? 0 : static_cast<Real>(*first);
    film().combine(opening, carried(stage), before, stage == 0 ? nullptr : carried(3), out);
    if (stage == 0) *first = static_cast<T>(opening);
    add_force(out, modal);
  }
  void carry(int column, const Real* free) {
    if (as_one_) return;
    Substep f = film();
    f.resume(at_stage(0));
    f.carry(f.free_gaps(free), kept(2 + 3 * column), carried(column));
  }
  // The force of a column changes by `force`.
  void follow(int column, Real force) {
    const T share = static_cast<T>(force);
    const int count = static_cast<int>(basis().modes);
    for (int stage = 0; stage < 2; ++stage) {
      T* b = kept(stage);
      const T* by = kept(2 + 3 * column + stage);
      for (int k = 0; k < count; ++k) b[k] += share * by[k];
    }
  }

  // The motion has been found. Returns zero if all is finite.
  Real end() {
    Substep f = film();
    if (in_film()) {
      f.take_up(kept(1));
      account_.residual = f.finish(q_next(), drive(1));
      account_.active = 1;
    }
    account_.iterations = report_.iterations;
    if (!this->measure()) return 1;
    measured_ = true;
    was_in_film_ = in_film();
    basis_ = progress_.basis;
    this->pass_on();
    return 0;
  }
  bool untrusted() const { return account_.residual > c_.trust_limit; }
  // The bodies stay where they were.
  void stop() {
    begin_film_trial(m_.film_layout, region_);
    progress_ = s_.film_;
  }
  Real output(const OutputRule& rule) {
    return Base::output(rule, [this] { outputs_ = film().outputs(q(), 1); });
  }

 private:
  using Substep = FilmSubstep<T, S>;

  const FilmBasis& basis() const { return m_.film.bases[in_film() ? progress_.basis : 0]; }
  Substep film() const { return Substep(m_, region_, in_film() ? progress_.basis : 0); }
  void begin_stage(int stage, Substep* f) {
    if (stage == 0) {
      f->begin_pass();
      change_ = 0;
      damped_ = false;
    }
    if (passes_ > 0) f->take_up(kept(stage));
  }
  void end_stage(int stage, Substep* f) {
    f->keep(kept(stage));
    change_ = larger(change_, report_.change);
    damped_ = damped_ || report_.damped;
    if (stage == 0) f->carry_content();
    passes_ += stage;
  }
  // What the second stage carries on of an opening in the first one.
  void answer_later(int stage, Substep* f) {
    if (stage == 0) {
      f->carry(Substep::opened(1), carried(0), carried(2));
    } else {
      f->respond(Substep::opened(0), carried(2), carried(3));
    }
  }
  void add_force(const T* b, Real* modal) const {
    Substep f = film();
    f.add_force(b, to_modes_, modal);
  }

  // What the second stage starts from, of a column; of a film that opens as one: its answers in
  // both stages, what the second one starts from and its answer to that.
  T* carried(int column) const { return kept(4 + 3 * column); }
  // Keeps the opening of the first stage for the second.
  T* first_of(int column) const { return kept(3 + 3 * column); }
  const T* b_now() const {
    return reinterpret_cast<const T*>(region_ + m_.film_layout.memory[1] + m_.film_layout.unknowns);
  }

  bool damped_ = false, as_one_ = false;
};

}  // namespace mortise::MORTISE_ISA
