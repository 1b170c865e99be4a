// The contacts of an interface in a solve over several interfaces: their sweep, and their equations
// for Newton, by statuses as in status_newton.hpp.
#pragma once

#include "mortise/kernel/contact/status_newton.hpp"
#include "mortise/kernel/row_push.hpp"
#include "mortise/kernel/stacked_row.hpp"

namespace mortise::MORTISE_ISA {

class StackedContacts {
 public:
  // Velocities under the forces of the contacts alone.
  void start_over() { interface_velocity(problem_, x_.force, x_.velocity); }
  Real* seen() const { return x_.velocity; }       // velocities of the rows (nrp) [m/s]
  const Real* forces() const { return x_.force; }  // (nr) [N]
  Real size() const { return largest_velocity(problem_, x_); }
  static constexpr Real kOfSpeed = 1e-15;
  // What velocities of the gaps cannot resolve while the bodies move: speed, the norm of their
  // modal velocities, times the longest row.
  Real rounding(Real speed) const {
    Real least = 0;
    for (int i = 0; i < count_; ++i) {
      const Real reach = problem_.local[contact_[i]].inverse_reach;
      if (reach > 0 && (least == 0 || reach < least)) least = reach;
    }
    return least > 0 ? kOfSpeed * speed / least : 0;
  }
  Real sweep(const RowPushes& others) {
    return MORTISE_ISA::sweep(problem_, x_, [&](int contact, const Real* change) {
      for (int o = 0; o < others.count; ++o) others.to[o].push<3>(3 * contact, change);
    });
  }
  Real residual() const { return worst_residual(problem_, x_); }
  // ---- Newton: the forces of the active contacts by their statuses
  int unknowns() const { return 3 * count_; }
  StackedForce unknown(int k) const { return {1, {row_of(k), 0}, {1, 0}}; }
  // Of unknowns k .. k + 2, those of one contact.
  int equations(int k, StackedEquation* out) const {
    const int i = contact_[k / 3], row = 3 * i;
    const Real *r = x_.force + row, *u = x_.velocity + row;
    const LocalContact& l = problem_.local[i];
    const int status = x_.memory[i].status;
    if (status == contact_status::kOpen || status == contact_status::kStick) {
      for (int axis = 0; axis < 3; ++axis) {
        // a tangent that cannot move carries no force
        const Real moves = own_motion(row + axis);
        if (status == contact_status::kStick && moves > 0) {
          out[axis].value = u[axis];
          out[axis].of_row(row + axis, 1);
          out[axis].of_force(k + axis, kRaise * moves);
        } else {
          out[axis].value = l.scale * r[axis];
          out[axis].of_force(k + axis, l.scale);
        }
      }
      return 3;
    }
    const SlipFrame s = frame_of(x_.memory[i]);
    const Real mu = problem_.friction[i];
    const Real weight = l.friction_step > 0 ? 1 / l.friction_step : l.scale;
    out[0].value = u[0];
    out[0].of_row(row, 1);
    out[0].of_force(k, kRaise * own_motion(row));
    out[1].value = weight * (s.d1 * r[1] + s.d2 * r[2] - mu * r[0]);
    out[1].of_force(k, -weight * mu);
    out[1].of_force(k + 1, weight * s.d1);
    out[1].of_force(k + 2, weight * s.d2);
    const Real across = weight * (1 - s.f);
    out[2].value = across * (s.d1 * r[2] - s.d2 * r[1]) + s.f * (s.d1 * u[2] - s.d2 * u[1]);
    out[2].of_force(k + 1, -across * s.d2);
    out[2].of_force(k + 2, across * s.d1);
    out[2].of_row(row + 1, -s.f * s.d2);
    out[2].of_row(row + 2, s.f * s.d1);
    return 3;
  }
  const Real* own_columns() const { return problem_.delassus; }
  Real force_of(int k) const { return x_.force[row_of(k)]; }
  void set_force(int k, Real force) { x_.force[row_of(k)] = force; }
  void classify_all() {
    for (int i = 0; i < count_; ++i) exchange(contact_[i]);
  }
  // The contact that violates its law most among those that would change status; slip directions of
  // the others turn. Returns its residual, -1 if there is none.
  Real worst_exchange(int* contact) {
    Real worst = -1;
    for (int i = 0; i < count_; ++i) {
      const int c = contact_[i];
      ContactMemory next = x_.memory[c];
      classify_contact(c, next);
      const Real off = natural_residual(problem_.friction[c], problem_.local[c].scale,
                                        x_.force + 3 * c, x_.velocity + 3 * c);
      if (next.status == x_.memory[c].status) {
        x_.memory[c] = next;
      } else if (off > worst) {
        worst = off;
        *contact = c;
      }
    }
    return worst;
  }
  void exchange(int contact) { classify_contact(contact, x_.memory[contact]); }

  void make_feasible() {
    for (int i = 0; i < problem_.count; ++i) {
      Real* r = x_.force + 3 * i;
      if (x_.memory[i].status == contact_status::kInactive) {
        r[0] = r[1] = r[2] = 0;
      } else {
        project_cone(problem_.friction[i], r);
      }
    }
  }
  static void gather() {}

 protected:
  // Rows of several contacts in one direction leave their forces open: diagonals are raised by this
  // share about the last forces, which the solution does not notice.
  static constexpr Real kRaise = 1e-12;

  ContactProblem problem_;  // of all contacts of the interface
  ContactIterate x_;
  const std::int32_t* contact_ = nullptr;  // (count_) those that take part
  int count_ = 0;

 private:
  // How far a force on a row moves that row [m/s/N].
  Real own_motion(int row) const {
    return problem_.delassus[static_cast<std::ptrdiff_t>(row) * problem_.ld + row];
  }
  int row_of(int unknown) const { return 3 * contact_[unknown / 3] + unknown % 3; }
  void classify_contact(int c, ContactMemory& memory) const {
    classify(problem_.local[c], problem_.friction[c], x_.force + 3 * c, x_.velocity + 3 * c,
             memory);
  }
};

}  // namespace mortise::MORTISE_ISA
