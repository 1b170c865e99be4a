// Outputs that all books of the energy of a structure answer alike [J].
#pragma once

#include "mortise/kernel/lanes.hpp"
#include "mortise/model.hpp"

namespace mortise::MORTISE_ISA {

// Energy that is there now. False: the quantity is another one.
//   Books: kinetic, strain
template <class Books>
bool stored_energy(const Books& e, std::uint32_t quantity, Real* told) {
  switch (quantity) {
    case quantity::energy_total:
      *told = e.kinetic + e.strain;
      return true;
    case quantity::energy_kinetic:
      *told = e.kinetic;
      return true;
    case quantity::energy_strain:
      *told = e.strain;
      return true;
    default:
      return false;
  }
}

// Also the sums since the start that need no interface.
//   Books: material, external besides
template <class Books>
bool booked_energy(const Books& e, std::uint32_t quantity, Real* told) {
  switch (quantity) {
    case quantity::dissipated_material:
      *told = e.material;
      return true;
    case quantity::work_external:
      *told = e.external;
      return true;
    default:
      return stored_energy(e, quantity, told);
  }
}

}  // namespace mortise::MORTISE_ISA
