// What the linearised step asks of laws: the numbers that a law carries from step to step, what
// follows from them, and on which branch of the law a step was. Every room answers in its
// carried.cc, apart from its Law: who linearises nothing links nothing of it.
#pragma once

#include "mortise/linearize.hpp"

namespace mortise {

// A walk over the carried numbers of a state: counts them and, as asked, reads all, moves one or
// tells what one is.
class CarriedWalk {
 public:
  CarriedWalk() = default;
  // read: room for all numbers
  static CarriedWalk reading(Real* read) {
    CarriedWalk w;
    w.read_ = read;
    return w;
  }
  // Number `index` is moved by `by`.
  static CarriedWalk moving(std::int32_t index, Real by) {
    CarriedWalk w;
    w.index_ = index;
    w.by_ = by;
    return w;
  }
  static CarriedWalk telling(std::int32_t index) {
    CarriedWalk w;
    w.index_ = index;
    return w;
  }

  // T: double or float. first: its number within kind and interface.
  template <class T>
  void add(LinearKind kind, T* numbers, std::int32_t count, std::int32_t first = 0) {
    for (std::int32_t k = 0; k < count; ++k, ++count_) {
      if (read_) read_[count_] = static_cast<Real>(numbers[k]);
      if (count_ != index_) continue;
      told_ = {kind, interface, first + k};
      if (by_ == 0) continue;
      const Real before = static_cast<Real>(numbers[k]);
      numbers[k] = static_cast<T>(before + by_);
      moved_ = static_cast<Real>(numbers[k]) - before;
    }
  }

  std::int32_t count() const { return count_; }
  Real moved() const { return moved_; }  // by how much the number has really moved
  const LinearState& told() const { return told_; }

  std::int32_t interface = -1;  // that is walked over
  bool beside_film = false;     // in a group with a film, whose motion is not Moreau's and Jean's

 private:
  Real* read_ = nullptr;
  std::int32_t index_ = -1, count_ = 0;
  Real by_ = 0, moved_ = 0;
  LinearState told_;
};

// The branches that a step took, a number each contact.
class BranchList {
 public:
  // branches: room for all of them, null: counts; wanted: whose place is told
  explicit BranchList(std::int32_t* branches, std::int32_t wanted = -1)
      : branches_(branches), wanted_(wanted) {}

  void add(std::int32_t branch) {
    if (branches_) branches_[count_] = branch;
    if (count_ == wanted_) {
      of_interface_ = interface_;
      of_contact_ = contact_;
    }
    ++count_;
    ++contact_;
  }
  void begin_interface(std::int32_t interface) {
    interface_ = interface;
    contact_ = 0;
  }

  std::int32_t count() const { return count_; }
  std::int32_t interface() const { return of_interface_; }
  std::int32_t contact() const { return of_contact_; }

 private:
  std::int32_t* branches_;
  std::int32_t wanted_, count_ = 0, interface_ = -1, contact_ = 0;
  std::int32_t of_interface_ = -1, of_contact_ = -1;
};

// Where a law has nothing to say, what stands here holds. Of models without interface and of each
// interface of an assembly.
struct Carried {
  // What the modal state of a model of this law is.
  LinearKind position = LinearKind::kPosition, velocity = LinearKind::kVelocity;
  // What is carried at t_n besides the modal state.
  void (*walk)(const ModelView&, State&, CarriedWalk*) = [](const ModelView&, State&,
                                                            CarriedWalk*) {};
  // All that follows from the modal state and the carried numbers at t_n anew.
  void (*settle)(const ModelView&, State&, bool beside_film) = [](const ModelView&, State&, bool) {
  };
  // Branches of the step that has led to `after`.
  void (*branches)(const ModelView&, const State& after,
                   BranchList*) = [](const ModelView&, const State&, BranchList*) {};
  // Contacts that rest at a corner of their law get a modal velocity of the size `speed`, into the
  // branch of contacts that stay closed. after: a step later. Returns the first that was moved, -1:
  // none.
  std::int32_t (*leave_corner)(const ModelView&, State& before, const State& after, Real speed) =
      [](const ModelView&, State&, const State&, Real) -> std::int32_t { return -1; };
  // Does the interface see this mode?
  bool (*touches)(const ModelView&, const State&, std::int32_t mode) =
      [](const ModelView&, const State&, std::int32_t) { return true; };
};

namespace carried {
#define MORTISE_LAW(room, tag, table, feature) extern const Carried room;
#define MORTISE_ABSENT_LAW MORTISE_LAW
#include "mortise/law.def"
}  // namespace carried

inline const Carried& carried_of(const ModelView& view) {
  switch (view.law) {
#define MORTISE_FIRST_LAW(room, number, table, feature)
#define MORTISE_LAW(room, number, table, feature) \
  case number:                                    \
    return carried::room;
#include "mortise/law.def"
    default:
      return carried::unilateral;
  }
}

}  // namespace mortise
