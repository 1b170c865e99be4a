// One Newton step of a stage of films that share bodies.
//
// A film that opens as one sees of the others a single number, how far their forces open it. With
// x_i its own correction while the others stay as they are, r_i its answer to a unit of opening,
// and K_ij how far the forces of b_j open film i, all corrections together are
//
//   b_i <- b_i - x_i + z_i r_i,     z_i - sum_j K_ij r_j z_j = -sum_j K_ij x_j      (j other than
//   i)
//
// which is the step of all unknowns, whatever the mass between the films.
#pragma once

#include "interface_block.hpp"
#include "mortise/kernel/contact/lu.hpp"

namespace mortise::MORTISE_ISA {

// A film of the running group. own, mean: (np) its force on the modes, now and as weighed over the
// stages; room: for `own` beside other films.
struct GroupFilm {
  FilmBlock* block = nullptr;
  int first = 0;  // of its modes
  Real *own = nullptr, *mean = nullptr, *room = nullptr;
};

class FilmCoupling {
 public:
  // room: FilmGroupSizes::coupling() numbers for `films` at most
  FilmCoupling(Real* room, int films) : room_(room), most_(films) {}

  // films: that take part; spring, push, seen: of the group's modes (np), the last two scratch
  void begin(GroupFilm* const* films, int count, int first_mode, int modes, const Real* spring,
             Real* push, Real* seen) {
    film_ = films;
    count_ = count;
    first_ = first_mode;
    modes_ = modes;
    spring_ = spring;
    push_ = push;
    seen_ = seen;
    const int ld = (most_ / kPadding + 1) * kPadding;
    system_ = room_;
    inverse_ = system_ + most_ * ld;
    later_ = inverse_ + most_ * ld;
    opening_ = later_ + most_ * ld;
    answer_ = opening_ + ld;
    unit_ = answer_ + ld;
  }

  // The corrections of a stage, each about what the others push now. free: (np) without films.
  // responds: there are columns that follow. Returns false if that fails.
  bool solve(int stage, const Real* free, bool responds) {
    for (int i = 0; i < count_; ++i) {
      at(i).block->film().begin_stage(stage);
      take_force(i);
    }
    for (int i = 0; i < count_; ++i) {
      open_by_others(i, free);
      at(i).block->film().find_correction(stage, seen_ + at(i).first);
    }
    if (!invert(stage)) return false;
    find_openings(stage);
    Real share = 1;
    for (int i = 0; i < count_; ++i)
      if (!at(i).block->film().allowed_share(stage, answer_[i], &share)) return false;
    for (int i = 0; i < count_; ++i) {
      at(i).block->film().take_correction(share);
      take_force(i);
    }
    for (int i = 0; i < count_; ++i) {
      open_by_others(i, free);
      at(i).block->film().end_stage(stage, seen_ + at(i).first, responds);
    }
    if (stage == 0 || !responds) return true;
    for (int j = 0; j < count_; ++j)
      open_others(
          j, [](AnyFilmMember& f, Real* modal) { f.add_late_answer(modal); }, later_);
    return true;
  }

  // How all films follow a column whose motion alone moves the modes by `free` (np); their forces
  // stand in `own`.
  void respond(int stage, int column, const Real* free) {
    for (int i = 0; i < count_; ++i)
      opening_[i] = at(i).block->film().opening_of(free + at(i).first);
    if (stage > 0) {
      for (int j = 0; j < count_; ++j) {
        const Real before = at(j).block->film().first_opening(column);
        for (int i = 0; i < count_; ++i) opening_[i] += later_[i * most_ + j] * before;
      }
    }
    answer();
    for (int i = 0; i < count_; ++i) {
      fill_zero(at(i).own + first_, modes_);
      at(i).block->film().respond_as_one(stage, column, answer_[i], at(i).own + at(i).first);
    }
  }

 private:
  GroupFilm& at(int i) const { return *film_[i]; }

  void take_force(int i) {
    fill_zero(at(i).own + first_, modes_);
    at(i).block->film().add_force(at(i).own + at(i).first);
  }

  // seen <- modal coordinates of a stage as the others' forces leave them.
  void open_by_others(int i, const Real* free) {
    copy(seen_ + first_, free + first_, modes_);
    for (int j = 0; j < count_; ++j)
      if (j != i) add_springs(at(j).own);
  }
  void add_springs(const Real* force) {
    for (int m = first_; m < first_ + modes_; m += kLanes)
      (Pack::load(seen_ + m) + Pack::load(spring_ + m) * Pack::load(force + m)).store(seen_ + m);
  }

  // Column j of `out`: how far what film j adds to the modes opens the others.
  template <class Add>
  void open_others(int j, const Add& add, Real* out) {
    fill_zero(push_ + first_, modes_);
    fill_zero(seen_ + first_, modes_);
    add(at(j).block->film(), push_ + at(j).first);
    add_springs(push_);
    for (int i = 0; i < count_; ++i)
      out[i * most_ + j] = i == j ? Real(0) : at(i).block->film().opening_of(seen_ + at(i).first);
  }

  // (1 - K r)^-1
  bool invert(int stage) {
    for (int j = 0; j < count_; ++j)
      open_others(
          j, [&](AnyFilmMember& f, Real* modal) { f.add_answer(stage, modal); }, later_);
    const int ld = (count_ / kPadding + 1) * kPadding;
    for (int c = 0; c < count_; ++c) {
      fill_zero(system_, count_ * ld);
      for (int i = 0; i < count_; ++i) {
        for (int j = 0; j < count_; ++j)
          system_[i * ld + j] = (i == j ? Real(1) : Real(0)) - later_[i * most_ + j];
        system_[i * ld + count_] = i == c ? Real(1) : Real(0);
      }
      if (!solve_in_place(system_, count_, ld, unit_)) return false;
      for (int i = 0; i < count_; ++i) inverse_[i * most_ + c] = unit_[i];
    }
    return true;
  }

  // z of the corrections.
  void find_openings(int stage) {
    fill_zero(opening_, count_);
    for (int j = 0; j < count_; ++j) {
      open_others(
          j, [&](AnyFilmMember& f, Real* modal) { f.add_correction(stage, modal); }, system_);
      for (int i = 0; i < count_; ++i) opening_[i] -= system_[i * most_ + j];
    }
    answer();
  }
  // answer = inverse opening
  void answer() {
    for (int i = 0; i < count_; ++i) {
      Real sum = 0;
      for (int j = 0; j < count_; ++j) sum += inverse_[i * most_ + j] * opening_[j];
      answer_[i] = sum;
    }
  }

  Real* room_;
  int most_;
  GroupFilm* const* film_ = nullptr;
  int count_ = 0, first_ = 0, modes_ = 0;
  const Real* spring_ = nullptr;
  Real *push_ = nullptr, *seen_ = nullptr;
  Real *system_ = nullptr, *inverse_ = nullptr, *later_ = nullptr;  // (films x films)
  Real *opening_ = nullptr, *answer_ = nullptr, *unit_ = nullptr;   // (films)
};

}  // namespace mortise::MORTISE_ISA
