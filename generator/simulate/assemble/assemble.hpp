// From a definition to the system it describes: import, contacts, loads, inputs, outputs.
#pragma once

#include <string>
#include <vector>

#include "generator/contact/system/condense.hpp"
#include "generator/contact/system/full_system.hpp"
#include "generator/contact/system/reduced_system.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/simulate/structure/full_options.hpp"

namespace mortise::gen {

// Initial state of one scenario in physical coordinates, (n) each.
struct InitialState {
  Vector displacement;  // [m]
  Vector velocity;      // [m/s]
};

// A scenario runs through its phases one after the other.
struct Phase {
  double duration = 0.0;  // [s]
  std::size_t operating_case = 0;
};

struct AssembledSystem {
  FullSystem system;
  SparseMatrix tip_motion;  // (m x n) independent rigid motions of a tip, no rows without a tip
  // Of every interface of the definition (nc): gap of the geometry at clearance 0 [m].
  std::vector<std::vector<double>> clearance_offsets;
  std::vector<InitialState> scenario_states;  // one per scenario of the definition
  // Joints: laws and dampings that the scenarios ask for, the definition's own first, and the
  // phases of every scenario.
  std::vector<OperatingCase> cases;
  std::vector<std::vector<Phase>> scenario_phases;
  std::vector<std::string> placing;  // where contacts and places given by a point lie, a line each
};

// The full-order system of a definition with import.kind = calculix, beam or lumped.
// warnings: receives findings that do not stop; may be null.
// Throws Error as the importers and contact builders do, and for places, sets or contacts that the
// model does not have.
AssembledSystem assemble(const Definition& definition, std::vector<std::string>* warnings);

// The operating cases of a scenario in time, for full-order runs of a joint; empty without one.
// scenario: index into the scenarios of the definition.
std::vector<JointPhase> joint_phases(const AssembledSystem& assembled, std::size_t scenario);

// The motions that the definition's condensation keeps (m x n); none if its method keeps none.
SparseMatrix interface_as_defined(const Definition& definition, const AssembledSystem& assembled);

// The condensation the definition asks for.
Condensation condense_as_defined(const Definition& definition, const AssembledSystem& assembled);

struct ModalSystem {
  ReducedSystem system;
  double step = 0.0;                // [s]
  double tolerance = 0.0;           // of the contact solver [-]
  double force_frequency_hz = 0.0;  // 0 = none stated
};

// The reduced system of a definition with import.kind = modal, overrides applied.
ModalSystem assemble_modal(const Definition& definition);

}  // namespace mortise::gen
