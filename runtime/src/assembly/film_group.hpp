// The step of a group with films: films and modes by their scheme, the forces of the other
// interfaces constant over the step, all unknowns in one Newton.
//
// A pass is one linear solve of both stages of the films (film_coupling.hpp) with the others'
// forces as they are, and how the end of the step follows a force on each of their rows, the films'
// answer included. With that the laws of the others are solved exactly (group_solve.hpp); films and
// motion follow their forces. Passes end when neither films nor motion change any more.
#pragma once

#include "../film/scheme.hpp"
#include "film_coupling.hpp"
#include "group_solve.hpp"

namespace mortise::MORTISE_ISA {

// Modal motion of an assembly in the running step.
struct GroupMotion {
  const Real *q, *v;
  Real *q_next, *v_next;
  const Real* inputs;  // at both ends of the step (2 nu)
};

// Energies of a group's modes over the step [J].
struct StageEnergy {
  Real loss = 0, work = 0;
};

class FilmGroup {
 public:
  // block: of every interface; members: room for those that take part; push: as GroupSolve;
  // coupling: room for the operators of the step
  FilmGroup(const AssemblyView& a, State& s, const GroupView& group, const GroupMotion& motion,
            InterfaceBlock* block, GroupMember* members, RowPush* push, Couplings coupling)
      : a_(a),
        s_(s),
        group_(group),
        x_(motion),
        block_(block),
        member_(members),
        push_(push),
        coupling_(coupling),
        together_(assembly::part_at<Real>(a, s, a.parts.films), group.films),
        first_(group.first_mode),
        modes_(group.modes),
        shift_(1 / (kFilmGamma * group.step)) {
    Real* stage = assembly::part_at<Real>(a, s, a.parts.stage);
    const auto take = [&](Real** array) {
      *array = stage;
      stage += a.dims.modes_padded;
    };
    Real** arrays[] = {&spring_, &drag_,     &force_[0], &force_[1], &start_q_, &start_v_, &free_,
                       &dry_,    &reaction_, &q_,        &v_,        &change_,  &inside_};
    for (Real** array : arrays) take(array);
    for (int i = 0; i < group.count; ++i) {
      const int k = static_cast<int>(group.interface[i]);
      if (!a.interface[k].is_film()) continue;
      GroupFilm& film = film_[films_++];
      film.block = &block[k].film();
      film.first = a.interface[k].first_mode;
      take(&film.mean);
      if (group.films > 1) take(&film.room);
    }
    if (group.films > 1) take(&beside_);
    tangents_ = assembly::part_at<Real>(a, s, a.parts.tangents);
    condensed_ = assembly::part_at<Real>(a, s, a.parts.condensed);
    local_ = assembly::part_at<LocalContact>(a, s, a.parts.local);
    points_ = assembly::part_at<Real>(a, s, a.parts.points);
    row_force_ = assembly::part_at<Real>(a, s, a.parts.row_force);
  }

  // Forces of all laws and the motion at t_n+1. Returns zero if all of it is finite.
  Real run(Status* st, SolveReport* report, int* passes) {
    prepare();
    each_film([&](GroupFilm& f) { *st |= f.block->film().begin(); });
    bool good = attempt(false, report, st);
    if (!good || !report->converged) {
      *st = (*st & ~(status::kCAPPED | status::kFALLBACK)) | status::kREPEATED;
      good = attempt(true, report, st);
    }
    *passes = passes_;
    if (!good) return 1;
    if (!report->converged) *st |= status::kCAPPED;
    take_energies();
    Real finite = 0;
    each_film([&](GroupFilm& f) {
      finite += f.block->film().end();
      if (f.block->film().untrusted()) *st |= status::kUNTRUSTED;
    });
    const Pack zero = Pack::all(0), huge = Pack::all(kHuge);
    Pack all = zero;
    for (int j = first_; j < first_ + modes_; j += kLanes)
      all = all + (Pack::load(x_.v_next + j) * huge + Pack::load(x_.q_next + j) * huge) * zero;
    return finite + sum(all);
  }
  int members() const { return count_; }
  int film_solves() const {
    return total([](const FilmReport& r) { return r.iterations; });
  }
  int rebuilds() const {
    return total([](const FilmReport& r) { return r.rebuilds; });
  }
  const StageEnergy& energy() const { return energy_; }

 private:
  static constexpr Real kLastDigit = 1e-13;  // of positions: slower changes of velocity are none
  static constexpr Real kStageWeight[2] = {1 - kFilmGamma, kFilmGamma};

  template <class Visit>
  MORTISE_INLINE void each(const Visit& visit) {
    for (int i = 0; i < count_; ++i) member_[i].block->visit_rows(visit);
  }
  template <class Visit>
  MORTISE_INLINE void each_film(const Visit& visit) {
    for (int f = 0; f < films_; ++f) visit(film_[f]);
  }
  template <class Count>
  int total(const Count& count) const {
    int sum = 0;
    for (int f = 0; f < films_; ++f) sum += count(film_[f].block->film().run().report);
    return sum;
  }
  template <class Each>
  MORTISE_INLINE void each_mode(const Each& each_pack) const {
    for (int j = first_; j < first_ + modes_; j += kLanes) each_pack(j);
  }
  static MORTISE_INLINE Pack at(const Real* x, int j) { return Pack::load(x + j); }

  // Operators of the stages, and what acts on the modes from outside.
  void prepare() {
    const Pack s = Pack::all(shift_), one = Pack::all(1);
    each_mode([&](int j) {
      const Pack w = at(a_.omega, j), d = at(a_.damping, j);
      (one / (w * w + s * (s + d))).store(spring_ + j);
      (s + d).store(drag_ + j);
    });
    for (int stage = 0; stage < 2; ++stage) {
      const Real theta = stage == 0 ? kFilmGamma : Real(1);
      const int nu = a_.dims.inputs;
      each_mode([&](int j) {
        Pack f = at(a_.constant, j);
        for (int k = 0; k < nu; ++k) {
          const Real start = x_.inputs[k];
          const Real end =
              a_.input_ranges[k].hold == kHoldLinear ? x_.inputs[nu + k] : x_.inputs[k];
          f = f + Pack::load(a_.from_input + static_cast<std::ptrdiff_t>(k) * a_.dims.modes_padded +
                             j) *
                      Pack::all(start + theta * (end - start));
        }
        const Pack inertia = at(a_.admittance, j), none = Pack::all(0);
        where_above(inertia, none, f / inertia, none).store(force_[stage] + j);  // padding: 0
      });
    }
  }

  // q = free + spring reaction and v at the end of a stage.
  void begin_motion() {
    copy(start_q_ + first_, x_.q + first_, modes_);
    copy(start_v_ + first_, x_.v + first_, modes_);
  }
  void free_stage(int stage) {
    const Pack s = Pack::all(shift_);
    each_mode([&](int j) {
      const Pack past = s * (at(drag_, j) * at(start_q_, j) + at(start_v_, j));
      (at(spring_, j) * (past + (at(force_[stage], j) + at(dry_, j)))).store(free_ + j);
    });
  }
  void end_stage() {
    const Pack s = Pack::all(shift_);
    each_mode([&](int j) {
      const Pack q = at(free_, j) + at(spring_, j) * at(reaction_, j);
      q.store(q_ + j);
      (s * (q - at(start_q_, j))).store(v_ + j);
    });
  }
  void next_stage() {
    const Pack lead = Pack::all(kFilmLead);
    each_mode([&](int j) {
      (at(start_q_, j) + lead * (at(q_, j) - at(start_q_, j))).store(start_q_ + j);
      (at(start_v_, j) + lead * (at(v_, j) - at(start_v_, j))).store(start_v_ + j);
    });
  }
  // What acts on the modes from inside, and the films, as weighed over the stages. mean(film): of
  // its force.
  template <class Mean>
  void add_to_means(int stage, const Real* q, const Real* v, Real* inside, const Mean& mean) const {
    const Pack share = Pack::all(kStageWeight[stage]);
    each_mode([&](int j) {
      const Pack w = at(a_.omega, j), force = w * w * at(q, j) + at(a_.damping, j) * at(v, j);
      (at(inside, j) + share * force).store(inside + j);
    });
    for (int f = 0; f < closed_; ++f) {
      const Real* own = shut_[f]->own;
      Real* sum = mean(f);
      each_mode([&](int j) { (at(sum, j) + share * at(own, j)).store(sum + j); });
    }
  }
  // Work of mean forces on the mean velocity, which is what changes the kinetic energy. Springs and
  // compliant interfaces count displacements: what the scheme takes between the two is a loss of
  // the material.
  void take_energies() {
    energy_ = StageEnergy{};
    each_film([](GroupFilm& f) { f.block->work = 0; });
    if (!a_.energies) return;
    fill_zero(dry_ + first_, modes_);
    for (int i = 0; i < count_; ++i)
      member_[i].block->visit_rows([&](auto& b) {
        if constexpr (std::decay_t<decltype(b)>::kSeen != RowsSeen::velocities)
          b.add_forces(dry_ + a_.interface[member_[i].interface].first_mode);
        add_held_forces(b, member_[i].interface);
      });
    Pack loss = Pack::all(0), work = loss;
    const Pack half = Pack::all(Real(0.5)), h = Pack::all(group_.step);
    const Pack first = Pack::all(kStageWeight[0]), second = Pack::all(kStageWeight[1]);
    each_mode([&](int j) {
      const Pack q0 = at(x_.q, j), q1 = at(x_.q_next, j), w = at(a_.omega, j);
      const Pack way = h * (half * (at(x_.v, j) + at(x_.v_next, j)));
      loss = loss + (way * at(inside_, j) - half * (w * w) * (q1 * q1 - q0 * q0));
      loss = loss - (way - (q1 - q0)) * at(dry_, j);
      work = work + way * (first * at(force_[0], j) + second * at(force_[1], j));
    });
    energy_ = {sum(loss), sum(work)};
    each_film([&](GroupFilm& f) {
      Pack taken = Pack::all(0);
      each_mode([&](int j) {
        const Pack way = h * (half * (at(x_.v, j) + at(x_.v_next, j)));
        taken = taken - way * at(f.mean, j);
      });
      f.block->work = sum(taken);
    });
  }

  // What acts on the modes from the start of the step on.
  template <class Block>
  void add_held_forces([[maybe_unused]] const Block& b, [[maybe_unused]] int interface) {
#if !defined(MORTISE_NO_POSITION)
    if constexpr (std::is_same_v<Block, PositionBlock>)
      b.add_held_forces(dry_ + a_.interface[interface].first_mode);
#endif
  }

  // Who takes part: by the motion under the films' forces and those of compliant interfaces as they
  // were.
  void activate() {
    fill_zero(dry_ + first_, modes_);
    fill_zero(reaction_ + first_, modes_);
    for (int i = 0; i < group_.count; ++i) {
      const int k = static_cast<int>(group_.interface[i]);
      block_[k].visit([&](auto& b) {
        if constexpr (std::decay_t<decltype(b)>::kCompliant)
          b.add_warm_forces(dry_ + a_.interface[k].first_mode);
        add_held_forces(b, k);
      });
    }
    for (int f = 0; f < closed_; ++f)
      shut_[f]->block->film().add_force(reaction_ + shut_[f]->first);
    begin_motion();
    for (int stage = 0; stage < 2; ++stage) {
      free_stage(stage);
      end_stage();
      if (stage == 0) next_stage();
    }
    count_ = rows_ = 0;
    for (int i = 0; i < group_.count; ++i) {
      const int k = static_cast<int>(group_.interface[i]);
      block_[k].visit([&](auto& b) {
        if (!b.activate(q_ + a_.interface[k].first_mode)) return;
        member_[count_++] = {&block_[k], k, {}, 0};
      });
    }
  }

  bool attempt(bool again, SolveReport* report, Status* st) {
    closed_ = 0;
    int cap = 0;
    each_film([&](GroupFilm& f) {
      AnyFilmMember& film = f.block->film();
      film.begin_attempt(again);
      cap = film.run().cap(again) > cap ? film.run().cap(again) : cap;
      if (film.in_film()) shut_[closed_++] = &f;
    });
    for (int f = 0; f < closed_; ++f) shut_[f]->own = closed_ > 1 ? shut_[f]->room : reaction_;
    activate();
    each([](auto& b) { b.prepare(); });
    find_columns();
    lay_out();
    together_.begin(shut_, closed_, first_, modes_, spring_, reaction_, beside_);
    *report = SolveReport{};
    report->converged = true;
    int iterations = 0;
    bool settled = false, opposed = false;
    for (passes_ = 0; passes_ < cap && !settled;) {
      ++passes_;
      if (!pass()) return false;
      bool fell_back = false;
      if (count_ > 0) {
        condense();
        each([](auto& b) { b.follow(); });
        *report = GroupSolve(a_, s_, group_, member_, count_, push_, coupling_).solve(&fell_back);
        iterations += report->iterations;
        if (fell_back) *st |= status::kFALLBACK;
      }
      const bool moves = follow_forces();
      settled = closed_ == 0 || ((!moves || linear()) && films_rest());
      if (settled && !opposed) {
        PassiveFriction friction(member_, count_);
        opposed = friction.drives(group_.tolerance);
        if (opposed) friction.oppose_mean_velocity();
        settled = !opposed;
      }
    }
    if (opposed) *st |= status::kBLENDED;
    report->iterations = iterations;
    report->converged = report->converged && settled;
    return true;
  }

  // Do all films follow what moves their bodies as they follow their own corrections?
  bool linear() const {
    bool all = true;
    for (int f = 0; f < closed_; ++f) all = all && shut_[f]->block->film().is_linear();
    return all;
  }
  bool films_rest() const {
    bool rest = true;
    for (int f = 0; f < closed_; ++f)
      rest = rest && shut_[f]->block->film().change() <= shut_[f]->block->film().run().tolerance();
    return rest;
  }

  // ---- the rows of those that take part are columns 0, 1, ..; `column_` has those that may push
  void find_columns() {
    rows_ = 0;
    for (int i = 0; i < count_; ++i) {
      member_[i].row = rows_;
      member_[i].block->visit_rows([&](auto& b) { rows_ += b.rows(); });
    }
  }
  // visit(column, row, block, member) of every row with a force
  template <class Visit>
  MORTISE_INLINE void each_column(const Visit& visit) {
    for (int i = 0; i < count_; ++i)
      member_[i].block->visit_rows([&](auto& b) {
        for (int r = 0; r < b.rows(); ++r)
          if (b.pushes(r)) visit(member_[i].row + r, r, b, member_[i]);
      });
  }
  // How the step follows a column: q and v at the end of a stage and at its start, the mean force
  // from inside, and that of every closed film, kMeanOfFilm + f.
  enum Tangent : int { kEndQ, kEndV, kStartQ, kStartV, kMeanInside, kMeanOfFilm };
  Real* tangent(int column, int of) const {
    return tangents_ +
           ((kMeanOfFilm + std::ptrdiff_t{films_}) * column + of) * a_.dims.modes_padded;
  }

  // The closed films of a stage, and their forces.
  bool solve_films(int stage) {
    fill_zero(reaction_ + first_, modes_);
    if (closed_ == 0) return true;
    if (closed_ > 1) {
      if (!together_.solve(stage, free_, rows_ > 0)) return false;
      add_reactions();
      return true;
    }
    const GroupFilm& film = *shut_[0];
    AnyFilmMember& f = film.block->film();
    if (!f.solve_stage(stage, free_ + film.first)) return false;
    f.add_force(reaction_ + film.first);
    f.prepare_response(stage, rows_);
    return true;
  }
  // How they follow a column, whose motion alone is dq.
  void respond(int stage, int column, const Real* dq) {
    fill_zero(reaction_ + first_, modes_);
    if (closed_ > 1) {
      together_.respond(stage, column, dq);
      add_reactions();
      return;
    }
    const GroupFilm& film = *shut_[0];
    AnyFilmMember& f = film.block->film();
    f.respond(stage, column, dq + film.first, reaction_ + film.first);
    if (stage == 0) f.carry(column, dq + film.first);
  }
  void add_reactions() {
    fill_zero(reaction_ + first_, modes_);
    for (int f = 0; f < closed_; ++f)
      each_mode([&](int j) { (at(reaction_, j) + at(shut_[f]->own, j)).store(reaction_ + j); });
  }

  bool pass() {
    fill_zero(dry_ + first_, modes_);
    for (int i = 0; i < count_; ++i)
      member_[i].block->visit_rows([&](auto& b) {
        b.gather();
        b.add_forces(dry_ + a_.interface[member_[i].interface].first_mode);
        add_held_forces(b, member_[i].interface);
        for (int r = 0; r < b.rows(); ++r) row_force_[member_[i].row + r] = b.forces()[r];
      });
    begin_motion();
    fill_zero(inside_ + first_, modes_);
    each_film([&](GroupFilm& f) { fill_zero(f.mean + first_, modes_); });
    for (int stage = 0; stage < 2; ++stage) {
      free_stage(stage);
      if (!solve_films(stage)) return false;
      end_stage();
      if (a_.energies) add_to_means(stage, q_, v_, inside_, [&](int f) { return shut_[f]->mean; });
      each_column([&](int column, int row, auto& b, const GroupMember& m) {
        advance_tangent(stage, column, b.modal_row(row), m.interface);
      });
      if (stage == 0) next_stage();
    }
    // the motion as far as it does not come from the forces
    copy(x_.q_next + first_, q_ + first_, modes_);
    copy(x_.v_next + first_, v_ + first_, modes_);
    each_column([&](int column, int, auto&, const GroupMember&) {
      add_scaled(x_.q_next + first_, tangent(column, kEndQ) + first_, -row_force_[column], modes_);
      add_scaled(x_.v_next + first_, tangent(column, kEndV) + first_, -row_force_[column], modes_);
    });
    return true;
  }

  void advance_tangent(int stage, int column, const Real* row, int interface) {
    Real *dq = tangent(column, kEndQ), *dv = tangent(column, kEndV);
    Real *from_q = tangent(column, kStartQ), *from_v = tangent(column, kStartV);
    if (stage == 0) {
      for (int k = kStartQ; k < kMeanOfFilm + closed_; ++k)
        fill_zero(tangent(column, k) + first_, modes_);
    }
    fill_zero(reaction_ + first_, modes_);
    copy(reaction_ + a_.interface[interface].first_mode, row,
         a_.interface[interface].dims.modes_padded);
    const Pack s = Pack::all(shift_), lead = Pack::all(kFilmLead);
    each_mode([&](int j) {
      const Pack past = s * (at(drag_, j) * at(from_q, j) + at(from_v, j));
      (at(spring_, j) * (past + at(reaction_, j))).store(dq + j);
    });
    if (closed_ > 0) {
      respond(stage, column, dq);
      each_mode([&](int j) { (at(dq, j) + at(spring_, j) * at(reaction_, j)).store(dq + j); });
    }
    each_mode([&](int j) { (s * (at(dq, j) - at(from_q, j))).store(dv + j); });
    if (a_.energies)
      add_to_means(stage, dq, dv, tangent(column, kMeanInside),
                   [&](int f) { return tangent(column, kMeanOfFilm + f); });
    if (stage > 0) return;
    each_mode([&](int j) {
      (at(from_q, j) + lead * (at(dq, j) - at(from_q, j))).store(from_q + j);
      (at(from_v, j) + lead * (at(dv, j) - at(from_v, j))).store(from_v + j);
    });
  }

  // ---- what rows see of each other, the film's answer included
  void lay_out() {
    Real* next = condensed_;
    LocalContact* local = local_;
    Real* points = points_;
    for (int i = 0; i < count_; ++i) {
      const int to = member_[i].interface;
      const std::ptrdiff_t ld = a_.interface[to].shape.padded;
      for (int j = 0; j < count_; ++j) {
        const int from = member_[j].interface;
        coupling_.entry(to, from) = next;
        const std::ptrdiff_t size = ld * a_.interface[from].shape.rows;
        fill_zero(next, static_cast<int>(size));
        next += size;
      }
      member_[i].block->visit_rows([&](auto& b) { b.use(coupling_.at(to, to), local, points); });
      local += a_.interface[to].dims.contacts;
      points += 2 * a_.interface[to].joint.points;
    }
  }
  void condense() {
    for (int i = 0; i < count_; ++i) {
      const int to = member_[i].interface, first = a_.interface[to].first_mode;
      const int n = a_.interface[to].dims.modes_padded;
      const std::ptrdiff_t ld = a_.interface[to].shape.padded;
      member_[i].block->visit_rows([&](auto& seen) {
        constexpr RowsSeen kSeen = std::decay_t<decltype(seen)>::kSeen;
        const int moved = kSeen == RowsSeen::velocities ? kEndV : kEndQ;
        each_column([&](int column, int row, auto&, const GroupMember& from) {
          Real* out = const_cast<Real*>(coupling_.at(to, from.interface)) + row * ld;
          for (int r = 0; r < seen.rows(); ++r)
            dot_rows<1>(seen.modal_row(r), 0, tangent(column, moved) + first, n, out + r);
          if (kSeen != RowsSeen::positions_per_half_step) return;
          for (int r = 0; r < seen.rows(); ++r) out[r] *= 2 / group_.step;
        });
        seen.renew();
      });
    }
  }

  // Films and motion under the new forces. Returns whether that moves anything.
  bool follow_forces() {
    if (count_ == 0) return false;
    fill_zero(change_ + first_, modes_);
    each_column([&](int column, int row, auto& b, const GroupMember&) {
      if (row == 0) b.gather();
      const Real force = b.forces()[row], step = force - row_force_[column];
      add_scaled(x_.q_next + first_, tangent(column, kEndQ) + first_, force, modes_);
      add_scaled(x_.v_next + first_, tangent(column, kEndV) + first_, force, modes_);
      if (step == 0) return;
      add_scaled(change_ + first_, tangent(column, kEndV) + first_, step, modes_);
      for (int f = 0; f < closed_; ++f) shut_[f]->block->film().follow(column, step);
      if (!a_.energies) return;
      add_scaled(inside_ + first_, tangent(column, kMeanInside) + first_, step, modes_);
      for (int f = 0; f < closed_; ++f)
        add_scaled(shut_[f]->mean + first_, tangent(column, kMeanOfFilm + f) + first_, step,
                   modes_);
    });
    Pack moved = Pack::all(0), size = moved, place = moved;
    each_mode([&](int j) {
      const Pack c = at(change_, j), v = at(x_.v_next, j), v0 = at(x_.v, j), q = at(x_.q_next, j);
      moved = moved + c * c;
      size = size + (v * v + v0 * v0);
      place = place + q * q;
    });
    const Real share = group_.tolerance, digit = kLastDigit * shift_;
    return !(sum(moved) <= share * share * sum(size) + digit * digit * sum(place));
  }

  const AssemblyView& a_;
  State& s_;
  const GroupView& group_;
  GroupMotion x_;
  InterfaceBlock* block_;
  GroupMember* member_;
  RowPush* push_;
  Couplings coupling_;
  FilmCoupling together_;
  GroupFilm film_[kMaxInterfaces];
  GroupFilm* shut_[kMaxInterfaces];  // those of them that carry a pressure
  int films_ = 0, closed_ = 0;
  int first_, modes_;
  Real shift_;  // s of a stage [1/s]
  // (np) of a stage
  Real *spring_, *drag_, *force_[2], *start_q_, *start_v_, *free_, *dry_, *reaction_, *q_, *v_;
  Real *change_, *inside_, *beside_ = nullptr;
  Real *tangents_, *condensed_, *points_, *row_force_;
  LocalContact* local_;
  StageEnergy energy_;
  int count_ = 0, rows_ = 0, passes_ = 0;
};

}  // namespace mortise::MORTISE_ISA
