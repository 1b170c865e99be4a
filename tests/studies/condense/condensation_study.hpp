// Methods of condensation against the full structure within a band: frequencies, static answers,
// frequency responses, shapes; and what each costs.
#pragma once

#include <string>
#include <vector>

#include "generator/bodies/condense/choose_condensation.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/simulate/run/trajectory.hpp"

namespace mortise::gen {

struct CondensationRequest {
  double band_hz = 0.0;              // 0: condense.band_hz
  std::vector<std::string> methods;  // empty: all that keep an interface, and "auto"
  std::vector<int> modes;            // empty: from half the modes in the band to three times them
  int direct = 1;                    // direct solutions that the reference is held against
};

struct CondensationCase {
  std::string method;
  bool automatic = false;  // the method that "auto" chose
  bool attach_inputs = false;
  Eigen::Index modes = 0, coordinates = 0;
  CondensationErrors errors;
  InterfaceReport interface;
  double seconds = 0.0;  // of the condensation, wall clock
  std::string refused;   // why there are no numbers
};

// One substructure.
struct PartStudy {
  std::string name;
  Eigen::Index dofs = 0, interface_dofs = 0, rigid_body_modes = 0, modes_in_band = 0;
  double band_hz = 0.0;
  double remainder = 0.0;          // bound of the reference's own error
  double direct_difference = 0.0;  // from direct solutions, undamped
  int factorisations = 0;          // spent on those
  double seconds = 0.0;            // of the reference
  std::string choice;              // of "auto"
  std::vector<CondensationCase> cases;
};

// Throws Error for modal data, without an interface, for unknown methods, and as
// condense_as_defined().
std::vector<PartStudy> study_condensation(const Definition& definition,
                                          const CondensationRequest& request,
                                          std::vector<std::string>* warnings,
                                          const Progress& progress);

}  // namespace mortise::gen
