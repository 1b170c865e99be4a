// Energies of a full-order run, all at once.
#pragma once

#include "generator/simulate/structure/assembly_order.hpp"

namespace mortise::test {

// State now, losses and work since the start [J].
struct RunEnergies {
  double kinetic, strain, material, friction = 0.0, impact = 0.0, external;

  double total() const { return kinetic + strain; }
};

// interfaces: of the run.
inline RunEnergies energies_of(const gen::AssemblyOrder& run, std::size_t interfaces = 1) {
  RunEnergies e{run.kinetic(), run.strain(), run.material(), 0.0, 0.0, run.external()};
  for (std::size_t i = 0; i < interfaces; ++i) {
    e.friction += run.books(i).friction;
    e.impact += run.books(i).impact;
  }
  return e;
}

}  // namespace mortise::test
