// How interfaces whose rows move with their contact push the others of their group and are pushed:
// made anew in every step from the rows as they stand,
//   G = W diag(admittance) R^T  over the modes that both reach, for positions h/2 G.
#pragma once

#include "group_solve.hpp"

namespace mortise::MORTISE_ISA {

class MovingRows {
 public:
  // member: (count) those that take part, their rows as they stand
  // room: as many numbers as MovingNumbers counts
  // coupling: of the step; pairs whose rows do not move are as in the file
  MovingRows(const AssemblyView& a, GroupMember* member, int count, Real* room, Couplings coupling)
      : a_(a), room_(room), coupling_(coupling) {
    for (int i = 0; i < count; ++i) {
      const int k = member[i].interface;
      const Real* row = nullptr;
      member[i].block->visit_rows([&](auto& b) { row = b.modal_row(0); });
      for (int j = 0; j < i; ++j) couple(k, row, member[j].interface, row_[j]);
      row_[i] = row;
    }
  }

 private:
  void couple(int one, const Real* row, int two, const Real* other) {
    coupling_.entry(one, two) = a_.coupling.at(one, two);
    coupling_.entry(two, one) = a_.coupling.at(two, one);
    if (a_.interface[one].shape.moving) {
      fill(one, row, two, other);
    } else if (a_.interface[two].shape.moving) {
      fill(two, other, one, row);
    }
  }

  void fill(int moving, const Real* two_rows, int other, const Real* rows) {
    const InterfaceView &m = a_.interface[moving], &o = a_.interface[other];
    const int first = m.first_mode, first_other = o.first_mode;
    const int begin = first > first_other ? first : first_other;
    const int end = least(first + m.dims.modes_padded, first_other + o.dims.modes_padded);
    if (begin >= end) return;
    Real *seen = take(moving, other), *pushed = take(other, moving);
    const int ld = m.shape.padded, ld_other = o.shape.padded;
    const Real *normal = two_rows + (begin - first), *along = normal + m.dims.modes_padded;
    const Real* admittance = a_.admittance + begin;
    const Real unit = o.shape.by_position ? a_.half_h : Real(1);
    const int count = o.shape.moving ? kSlidingRows - 1 : o.shape.rows;
    for (int r = 0; r < count; ++r) {
      const Real* w =
          rows + static_cast<std::ptrdiff_t>(r) * o.dims.modes_padded + (begin - first_other);
      Real g[2];
      lane_sums<2>(end - begin, g, [&](Pack* acc, int j) {
        const Pack moved = Pack::load(w + j) * Pack::load(admittance + j);
        acc[0] = acc[0] + moved * Pack::load(normal + j);
        acc[1] = acc[1] + moved * Pack::load(along + j);
      });
      for (int k = 0; k < 2; ++k) {
        seen[r * ld + k] = g[k];
        pushed[k * ld_other + r] = unit * g[k];
      }
    }
  }

  Real* take(int to, int from) {
    Real* here = room_;
    const int size = a_.interface[to].shape.padded * a_.interface[from].shape.rows;
    fill_zero(here, size);
    coupling_.entry(to, from) = here;
    room_ += size;
    return here;
  }
  static int least(int a, int b) { return a < b ? a : b; }

  const AssemblyView& a_;
  Real* room_;
  Couplings coupling_;
  const Real* row_[kMaxInterfaces];  // first row of every member
};

}  // namespace mortise::MORTISE_ISA
