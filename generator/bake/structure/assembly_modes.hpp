// The modes of an assembly as its file has them: body by body from a multiple of 8 on, bodies that
// are joined one after another.
#pragma once

#include "generator/contact/system/reduced_system.hpp"

namespace mortise::gen {

struct ModeSpan {
  Eigen::Index begin = 0, end = 0;  // end: padded
  Eigen::Index size() const { return end - begin; }
};

struct AssemblyModes {
  ReducedSystem system;                  // in the new order; modes that no body has: omega = 0
  std::vector<Eigen::Index> place;       // of every mode of the given system in the new order
  std::vector<ModeSpan> span;            // of every interface
  std::vector<std::vector<int>> groups;  // interfaces that share bodies, directly or by others
  // Modes of bolted structures as the step moves them exactly (exact_modes.hpp); 1 and 0 of others.
  Vector scale, shift;

  // Modal coordinates in the new order.
  Vector in_order(const Vector& given) const {
    Vector out = Vector::Zero(system.size());
    out(place) = given;
    return out;
  }
  // A start in that order as the modes of the file have it; either may be null.
  void to_file(Vector* q, Vector* v) const {
    if (q) *q = q->cwiseQuotient(scale);
    if (q && v) *v += shift.cwiseProduct(*q);
  }
};

// Do any of `count` modes from `first` on move this interface?
bool touches(const ReducedInterface& interface, Eigen::Index first, Eigen::Index count);

// system: with interfaces; its groups are the bodies, none: one. h: step [s], for bolted
// structures. Their modes become those of exact_modes(); rows of everything else follow, and
// outputs of theirs that are velocities have rows of their own. Throws Error as exact_modes().
AssemblyModes assembly_modes(const ReducedSystem& system, double h);

}  // namespace mortise::gen
