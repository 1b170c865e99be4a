// A sliding contact as one interface of an assembly: the parts of its step, and one sweep.
//
// The place on the chain is that of the contact alone, at q + h v: its rows stand for the whole
// step. A unilateral contact is one with a normal and a tangent; its second tangent does not move.
// A bilateral one has one unknown, the normal force, which brings its friction along.
#pragma once

#include "../stacked_contacts.hpp"
#include "../substep_part.hpp"
#include "step.hpp"

namespace mortise::MORTISE_ISA {

class SlidingBlock : SlidingStepper, public StackedContacts {
 public:
  static constexpr bool kCompliant = false;
  static constexpr RowsSeen kSeen = RowsSeen::velocities;

  SlidingBlock(const ModelView& m, State& s) : SlidingStepper(m, s) {}

  static int rows() { return kSlidingRows; }
  int active() const { return force_.closed ? 1 : 0; }

  // Finds the place; does the contact take part, by where the modes would be at t_n+1?
  //   q_end  of the interface's modes (np)
  bool activate(const Real* q_end) {
    const Pack h = Pack::all(m_.h);
    for (int j = 0; j < d_.modes(); j += kLanes)
      (Pack::load(q() + j) + h * Pack::load(v() + j)).store(ahead() + j);
    place_ = chain_.follow(ahead(), path(1), now().segment);
    chain_.rows(place_, SlidingStepper::rows());
    axes_ = axes_at(place_);
    return !view_.unilateral || !stays_open(place_, opening(q_end));
  }

  // ---- alone: the step of a model of its own
  SolveReport solve_alone(Status*) {
    force_ = step_moreau_jean(place_);
    alone_ = true;
    return {1, 0, true};
  }

  // ---- among others
  // Rows of gap and slip instead of those of x and y.
  void turn_rows() {
    Real *normal = SlidingStepper::rows(), *along = normal + d_.modes();
    const Pack c = Pack::all(place_.cosine), s = Pack::all(place_.sine);
    Pack squares = Pack::all(0);
    for (int j = 0; j < d_.modes(); j += kLanes) {
      const Pack x = Pack::load(normal + j), y = Pack::load(along + j);
      const Pack n = c * y - s * x;
      n.store(normal + j);
      (c * x + s * y).store(along + j);
      squares = squares + n * n;
    }
    reach_ = square_root(sum(squares));
    among_others_ = true;
  }
  const Real* modal_row(int r) const {
    return SlidingStepper::rows() + static_cast<std::ptrdiff_t>(r) * d_.modes();
  }
  // Velocities of the rows under the forces of the last step.
  void enter() {
    const Real block[6] = {axes_.nn, axes_.nt, 0, axes_.tt, 0, 0};
    local_ = make_local_contact(block, reach_);
    friction_ = settings_.friction;
    const SlidingMemory& last = now();
    const bool stays = last.closed != 0;
    for (int j = 0; j < kPadding; ++j) free_[j] = force_row_[j] = 0;
    for (int j = 0; j < kSlidingRows * kPadding; ++j) delassus_[j] = 0;
    delassus_[0] = axes_.nn;
    delassus_[1] = delassus_[kPadding] = axes_.nt;
    delassus_[kPadding + 1] = axes_.tt;
    free_[0] = axes_.free_n + (frame_normal(place_) + taken_back(place_));
    free_[1] = axes_.free_t + axes_.start_t + 2 * frame_along(place_);
    memory_ = ContactMemory{};
    memory_.status = contact_status::kStick;
    memory_.direction[0] = 1;
    memory_.active = 1;
    problem_.count = 1;
    problem_.delassus = delassus_;
    problem_.ld = kPadding;
    problem_.free_velocity = free_;
    problem_.contact = contact_ = kOnly;
    problem_.local = &local_;
    problem_.friction = &friction_;
    x_ = {force_row_, velocity_, &memory_};
    count_ = 1;
    axis_count_ = 2;
    if (view_.unilateral) {
      force_row_[0] = stays ? last.normal : Real(0);
      force_row_[1] = stays ? last.friction : Real(0);
    } else {
      const SlidingFriction holds = friction_that_holds(friction(), axes_.nn, axes_.nt);
      share_ = -holds.value;
      wedged_ = holds.wedged;
      hold(last.normal);
    }
    start_over();
  }
  Real size() const { return view_.unilateral ? StackedContacts::size() : absolute(free_[0]); }
  Real sweep(const RowPushes& others) {
    if (view_.unilateral) return StackedContacts::sweep(others);
    // what closes the gap against the forces of the others
    const Real step = -velocity_[0] / (axes_.nn + share_ * axes_.nt);
    const Real change[3] = {step, share_ * step, 0};
    hold(force_row_[0] + step);
    add_three(velocity_, delassus_, delassus_ + kPadding, delassus_ + 2 * kPadding, change[0],
              change[1], change[2], kPadding);
    for (int o = 0; o < others.count; ++o) others.to[o].push<3>(0, change);
    return local_.scale * absolute(step);
  }
  Real residual() const {
    return view_.unilateral ? StackedContacts::residual() : absolute(velocity_[0]);
  }
  int unknowns() const { return view_.unilateral ? StackedContacts::unknowns() : 1; }
  void add_motion(const StackedEquation& e, const Real* columns, int ld, Real* out) const {
    if (view_.unilateral) return StackedContacts::add_motion(e, columns, ld, out);
    for (int r = 0; r < e.rows; ++r)
      *out += e.by_row[r] * (columns[e.row[r]] + share_ * columns[ld + e.row[r]]);
  }
  int equations(int k, StackedEquation* out) const {
    if (view_.unilateral) return StackedContacts::equations(k, out);
    out[0].value = velocity_[0];
    out[0].of_row(0, 1);
    return 1;
  }
  void set_force(int k, Real force) {
    view_.unilateral ? StackedContacts::set_force(k, force) : hold(force);
  }
  void read_forces(Real* out) const {
    view_.unilateral ? StackedContacts::read_forces(out) : void(*out = force_row_[0]);
  }
  void move_forces(const Real* from, Real share, const Real* change) {
    view_.unilateral ? StackedContacts::move_forces(from, share, change)
                     : hold(*from + share * *change);
  }
  // ---- path: a bilateral one has one piece, and is not held open
  Real cover(int row) const { return view_.unilateral ? StackedContacts::cover(row) : Real(0); }
  int law_points() const { return view_.unilateral ? StackedContacts::law_points() : 0; }
  void classify_all() {
    if (view_.unilateral) StackedContacts::classify_all();
  }
  Real worst_exchange(int* contact) {
    return view_.unilateral ? StackedContacts::worst_exchange(contact) : Real(-1);
  }
  void make_feasible() {
    if (view_.unilateral) StackedContacts::make_feasible();
  }
  void add_forces(Real* modal) const {
    for (int r = 0; r < 2; ++r) add_scaled(modal, modal_row(r), force_row_[r], d_.modes());
  }
  // ---- beside a film: a file in which a sliding contact is there is refused
  static void prepare() {}
  static void follow() {}
  static bool pushes(int) { return false; }
  static void use(const Real*, LocalContact*, Real*) {}
  static void renew() {}

  // ---- both
  // Returns 0 if what is remembered is finite.
  Real finish() {
    if (!alone_) force_ = force_found();
    remember(place_, force_);
    ++settings_.steps;
    return finite_;
  }
  Status told() const { return judge(place_, force_); }
  // What the contact takes out of the motion and of the drive in this step [J].
  Real loss() const {
    InterfaceEnergies e;
    add_energies(&e);
    return e.impact + e.friction;
  }
  void add_energies(InterfaceEnergies* e) const {
    Real before[2], after[2];
    dot_rows_twice<2>(SlidingStepper::rows(), d_.modes(), v(), v_next(), d_.modes(), before, after);
    Real normal = before[0] + after[0], along = before[1] + after[1];
    if (!among_others_) {
      const Real x = normal, y = along;
      normal = place_.cosine * y - place_.sine * x;
      along = place_.cosine * x + place_.sine * y;
    }
    e->impact -= m_.half_h * force_.normal * (normal + 2 * frame_normal(place_));
    e->friction -= m_.half_h * force_.friction * (along + 2 * frame_along(place_));
  }
  static Real stored() { return 0; }
  // Work of what moves the frame on, in this step [J].
  Real drive() const {
    return -m_.h * (force_.normal * frame_normal(place_) + force_.friction * frame_along(place_));
  }
  // The velocities of the bodies have been scaled.
  void scale(Real factor) {
    next().slip = frame_along(place_) + factor * (next().slip - frame_along(place_));
  }
  // The bodies stay where they were.
  void stop() {
    force_ = SlidingForce{};
    force_.slip = frame_along(place_);
    force_.closed = !view_.unilateral;
    remember(place_, force_);
    next().segment = now().segment;
  }
  static void keep(SubstepPart) {}
  void commit(SubstepPart) { s_.current_ = 1 - s_.current_; }
  Real output(const OutputRule& rule) const { return SlidingStepper::output(rule); }

 private:
  static constexpr std::int32_t kOnly[1] = {0};

  // Change of the gap from q + h v to q_end [m].
  Real opening(const Real* q_end) const {
    if (q_end == q_next()) return m_.half_h * (axes_.free_n - axes_.start_n);  // as alone
    const Real *rx = SlidingStepper::rows(), *ry = rx + d_.modes();
    Real moved[2];
    lane_sums<2>(d_.modes(), moved, [&](Pack* acc, int j) {
      const Pack way = Pack::load(q_end + j) - Pack::load(ahead() + j);
      acc[0] = acc[0] + Pack::load(rx + j) * way;
      acc[1] = acc[1] + Pack::load(ry + j) * way;
    });
    return place_.cosine * moved[1] - place_.sine * moved[0];
  }

  // A bilateral contact's normal force, and its friction.
  void hold(Real normal) {
    force_row_[0] = normal;
    force_row_[1] = share_ * normal;
  }

  // Force of a contact that stays open, or was solved among others, by the motion at the end.
  SlidingForce force_found() const {
    SlidingForce f;
    if (!among_others_) {
      f.closed = false;
      f.slip = axes_at(place_).free_t + frame_along(place_);
      return f;
    }
    f.normal = force_row_[0];
    f.friction = force_row_[1];
    f.wedged = wedged_;
    dot_rows<1>(modal_row(1), 0, v_next(), d_.modes(), &f.slip);
    f.slip += frame_along(place_);
    if (view_.unilateral) {
      f.closed = f.normal > 0;
      f.sticking = f.closed && rubs_below(friction_ * f.normal, f.friction);
    }
    return f;
  }

  SlidingPlace place_;
  SlidingAxes axes_;
  SlidingForce force_;
  bool alone_ = false, among_others_ = false, wedged_ = false;
  Real reach_ = 0;     // of the row of the gap [kg^-0.5]
  Real share_ = 0;     // bilateral: friction per normal force [-]
  Real friction_ = 0;  // unilateral [-]
  // among others, padded
  alignas(64) Real free_[kPadding];
  alignas(64) Real velocity_[kPadding];
  alignas(64) Real force_row_[kPadding];
  alignas(64) Real delassus_[kSlidingRows * kPadding];
  LocalContact local_;
  ContactMemory memory_;
};

}  // namespace mortise::MORTISE_ISA
