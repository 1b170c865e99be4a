// Bodies with contacts at position level, at full order: all modes of bodies whose boundary at
// these contacts has no mass.
#pragma once

#include "generator/contact/system/condense.hpp"

namespace mortise::gen {

// All modes of a system, of bodies with contacts at position level those of a boundary without mass
// there. Throws Error beyond the dofs that dense modes can have.
Condensation all_modes(const FullSystem& system);

// A system with all modes of such bodies as dofs of mass 1, and the dofs of the others
// behind them. Its contacts at position level have their compliance, and what outputs see of it.
struct MasslessBodies {
  // step: h [s], for the lag of a restitution. Throws Error as all_modes(), of such bodies.
  MasslessBodies(const FullSystem& system, double step);

  FullSystem system;

  // Displacements, and velocities, of the given system's dofs (n) as those of this one; empty:
  // zero.
  Vector displacement(const Vector& given) const { return moved(given, fit_.displacement); }
  Vector velocity(const Vector& given) const { return moved(given, fit_.velocity); }

 private:
  Vector moved(const Vector& given, const Matrix& fit) const;

  std::vector<Eigen::Index> massless_, others_;  // dofs of such bodies, and of all others
  ModalFit fit_;
};

}  // namespace mortise::gen
