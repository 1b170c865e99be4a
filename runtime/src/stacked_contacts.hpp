// The contacts of an interface in a solve over several interfaces: their sweep, and their equations
// for Newton, by statuses as in status_newton.hpp.
#pragma once

#include "mortise/kernel/contact/status_newton.hpp"
#include "row_push.hpp"
#include "stacked_row.hpp"

namespace mortise::MORTISE_ISA {

// What sweeps need of contacts under operators (ld x rows) that a film has changed.
inline void renew_local(const ModelView& m, const Real* delassus, std::ptrdiff_t ld,
                        LocalContact* local) {
  const auto* baked = reinterpret_cast<const LocalContact*>(m.local_contacts);
  for (int i = 0; i < m.dims.contacts; ++i) {
    const Real *g0 = delassus + 3 * i * ld + 3 * i, *g1 = g0 + ld, *g2 = g1 + ld;
    // a film makes the block no longer quite symmetric; sweeps need not know
    const Real g[] = {g0[0], Real(0.5) * (g0[1] + g1[0]), Real(0.5) * (g0[2] + g2[0]),
                      g1[1], Real(0.5) * (g1[2] + g2[1]), g2[2]};
    local[i] = make_local_contact(g, 0);
    local[i].inverse_reach = baked[i].inverse_reach;
  }
}

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
  // Tangents along which no contact moves carry no force and are left out.
  int unknowns() const { return axis_count_ * count_; }
  // Equations of unknowns k .. k + axis_count_ - 1, those of one contact.
  int equations(int k, StackedEquation* out) const {
    const int i = contact_[k / axis_count_], row = 3 * i;
    const Real *r = x_.force + row, *u = x_.velocity + row;
    const LocalContact& l = problem_.local[i];
    const int status = x_.memory[i].status;
    if (status == contact_status::kOpen || status == contact_status::kStick) {
      for (int axis = 0; axis < axis_count_; ++axis) {
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
      return axis_count_;
    }
    const SlipFrame s = frame_of(x_.memory[i]);
    const Real mu = problem_.friction[i];
    const Real weight = l.friction_step > 0 ? 1 / l.friction_step : l.scale;
    out[0].value = u[0];
    out[0].of_row(row, 1);
    out[0].of_force(k, kRaise * own_motion(row));
    if (axis_count_ == 1) return 1;
    if (axis_count_ == 2) {  // to one side of the only tangent
      const Real side = s.d1 < 0 ? Real(-1) : Real(1);
      out[1].value = weight * (side * r[1] - mu * r[0]);
      out[1].of_force(k, -weight * mu);
      out[1].of_force(k + 1, weight * side);
      return 2;
    }
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
  // Adds to `out` (unknowns) what equation `e` sees of every unknown through columns (ld x rows).
  void add_motion(const StackedEquation& e, const Real* columns, int ld, Real* out) const {
    for (int i = 0; i < count_; ++i) {
      const Real* column = columns + static_cast<std::ptrdiff_t>(3 * contact_[i]) * ld;
      for (int axis = 0; axis < axis_count_; ++axis, column += ld, ++out) {
        Real seen = 0;
        for (int r = 0; r < e.rows; ++r) seen += e.by_row[r] * column[e.row[r]];
        *out += seen;
      }
    }
  }
  const Real* own_columns() const { return problem_.delassus; }
  Real force_of(int k) const { return x_.force[row_of(k)]; }
  void set_force(int k, Real force) { x_.force[row_of(k)] = force; }
  // All unknowns.
  void read_forces(Real* out) const {
    for (int i = 0; i < count_; ++i)
      for (int axis = 0; axis < axis_count_; ++axis) *out++ = x_.force[3 * contact_[i] + axis];
  }
  void move_forces(const Real* from, Real share, const Real* change) {
    for (int i = 0; i < count_; ++i)
      for (int axis = 0; axis < axis_count_; ++axis)
        x_.force[3 * contact_[i] + axis] = *from++ + share * *change++;
  }
  void classify_all() {
    for (int i = 0; i < count_; ++i) classify_contact(contact_[i], x_.memory[contact_[i]]);
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

  // ---- path: statuses are the pieces of the law, slip in one direction each; coordinates h and
  // tau of status_newton.hpp
  static bool piecewise() { return true; }
  void release() {
    for (int i = 0; i < count_; ++i) {
      const int c = contact_[i];
      x_.memory[c].status = contact_status::kOpen;
      for (int axis = 0; axis < 3; ++axis) x_.force[3 * c + axis] = 0;
    }
  }
  static bool find_pieces() { return false; }
  int piece_equations(int k, StackedEquation* out) const { return equations(k, out); }
  Real coordinate(int k) const {
    const int row = row_of(k);
    const LocalContact& l = problem_.local[row / 3];
    return x_.force[row] - x_.velocity[row] * (row % 3 == 0 ? l.inverse_normal : l.friction_step);
  }
  // How much of the motion that opens contacts a row gets [-].
  Real cover(int row) const {
    if (x_.memory[row / 3].status == contact_status::kInactive || !(own_motion(row) > 0)) return 0;
    return row % 3 == 0 ? Real(1) : kCoverAlong;
  }
  int law_points() const { return count_; }
  PieceChange next_change(int point, const Real* at, const Real* rate_of) const {
    const int i = contact_[point];
    Real z[3] = {0, 0, 0}, dz[3] = {0, 0, 0};
    for (int axis = 0; axis < axis_count_; ++axis) {
      z[axis] = at[axis];
      dz[axis] = rate_of[axis];
    }
    const ContactMemory& memory = x_.memory[i];
    const Real mu = problem_.friction[i];
    if (memory.status == contact_status::kOpen) return closing(mu, z, dz);
    if (memory.status == contact_status::kStick) return slipping(mu, z, dz);
    PieceChange next;
    if (dz[0] < 0) next = opening(larger(z[0], 0) / -dz[0]);
    const Real *d = memory.direction, over = d[0] * z[1] + d[1] * z[2] - mu * z[0];
    const Real rate = d[0] * dz[1] + d[1] * dz[2] - mu * dz[0];
    if (mu > 0 && rate < 0)
      next.earlier({larger(over, 0) / -rate, contact_status::kStick, {1, 0}, {mu, -d[0], -d[1]}});
    return next;
  }
  void turn(int point, const PieceChange& to) {
    ContactMemory& memory = x_.memory[contact_[point]];
    memory.status = to.piece;
    memory.direction[0] = to.slip[0];
    memory.direction[1] = to.slip[1];
    memory.slip_ratio = 0;
  }

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
  // Contacts (count) with forces and statuses x. delassus: (ld x rows).
  void stack(const std::int32_t* contact, int count, const ContactIterate& x, const Real* delassus,
             std::ptrdiff_t ld) {
    x_ = x;
    contact_ = contact;
    count_ = count;
    axis_count_ = 1;
    for (int i = 0; i < count_ && axis_count_ < 3; ++i) {
      const std::ptrdiff_t row = 3 * static_cast<std::ptrdiff_t>(contact_[i]);
      if (delassus[(row + 2) * (ld + 1)] > 0) axis_count_ = 3;
      if (delassus[(row + 1) * (ld + 1)] > 0 && axis_count_ < 2) axis_count_ = 2;
    }
  }

  ContactProblem problem_;  // of all contacts of the interface
  ContactIterate x_;
  const std::int32_t* contact_ = nullptr;  // (count_) those that take part
  int count_ = 0;
  int axis_count_ =
      3;  // of every contact that carry forces: normals alone, with first tangents, all

 private:
  // Rows of several contacts in one direction leave their forces open: diagonals are raised by this
  // share about the last forces, which the solution does not notice.
  static constexpr Real kRaise = 1e-12;

  static constexpr Real kCoverAlong = 0.1;

  static PieceChange opening(Real after) {
    return {after, contact_status::kOpen, {1, 0}, {-1, 0, 0}};
  }
  static PieceChange closing(Real mu, const Real* z, const Real* dz) {
    PieceChange next;
    if (!(dz[0] > 0)) return next;
    next.after = larger(-z[0], 0) / dz[0];
    next.inside[0] = 1;
    const Real t1 = z[1] + next.after * dz[1], t2 = z[2] + next.after * dz[2];
    const Real size = square_root(t1 * t1 + t2 * t2);
    next.piece = mu > 0 && !(size > 0) ? contact_status::kStick : contact_status::kSlip;
    if (size > 0) {
      next.slip[0] = t1 / size;
      next.slip[1] = t2 / size;
    }
    return next;
  }
  // Where |tau| grows beyond mu h.
  static PieceChange slipping(Real mu, const Real* z, const Real* dz) {
    const Real a = mu * mu * dz[0] * dz[0] - (dz[1] * dz[1] + dz[2] * dz[2]);
    const Real b = mu * mu * z[0] * dz[0] - (z[1] * dz[1] + z[2] * dz[2]);
    const Real c = larger(mu * mu * z[0] * z[0] - (z[1] * z[1] + z[2] * z[2]), 0);
    const Real root = b * b - a * c;
    PieceChange next;
    if (!(root >= 0) || (b >= 0 && a >= 0)) return next;
    next.after = b < 0 ? c / (square_root(root) - b) : (b + square_root(root)) / -a;
    const Real t1 = z[1] + next.after * dz[1], t2 = z[2] + next.after * dz[2];
    const Real size = square_root(t1 * t1 + t2 * t2);
    if (!(size > 0)) return opening(next.after);
    next.piece = contact_status::kSlip;
    next.slip[0] = t1 / size;
    next.slip[1] = t2 / size;
    next.inside[0] = -mu;
    next.inside[1] = next.slip[0];
    next.inside[2] = next.slip[1];
    return next;
  }

  // How far a force on a row moves that row [m/s/N].
  Real own_motion(int row) const {
    return problem_.delassus[static_cast<std::ptrdiff_t>(row) * problem_.ld + row];
  }
  int row_of(int unknown) const {
    return 3 * contact_[unknown / axis_count_] + unknown % axis_count_;
  }
  void classify_contact(int c, ContactMemory& memory) const {
    classify(problem_.local[c], problem_.friction[c], x_.force + 3 * c, x_.velocity + 3 * c,
             memory);
  }
};

}  // namespace mortise::MORTISE_ISA
