// From a definition with bolted contacts to the preloaded structure as it vibrates, and its runs at
// full order.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"
#include "generator/simulate/bolted/bolted_case.hpp"
#include "generator/simulate/bolted/bolted_order.hpp"
#include "generator/simulate/bolted/bolted_system.hpp"
#include "generator/simulate/run/signals.hpp"

namespace mortise::gen {

struct BoltedModel {
  std::unique_ptr<const BoltedCase> bolted;
  BoltedSystem system;  // of it
  std::vector<InputChannel> inputs;
  // Displacements and velocities: index = row of the system's motions. Forces: 3 zone + axis.
  std::vector<OutputChannel> outputs;
  Vector sensed;  // (m) motion of the sensor in a mode of amplitude 1 [1/sqrt(kg)]

  std::vector<std::string> zones() const;  // their names
};

// Imported, condensed, tightened. warnings: as bolted_case(). progress: of the preload, share done,
// 0..1; may be empty. Throws Error for places, zones and outputs that the model does not have.
BoltedModel assemble_bolted(const Definition& definition, std::vector<std::string>* warnings,
                            const Progress& progress = {});

// (m) what a scenario bends its modes by at its start. sensed: as of the model. Throws Error for
// modes that the model does not have or that the sensor does not see.
Vector bolted_start(const Vector& sensed, const InitialSpec& spec);

struct BoltedRun {
  double step = 0.0;  // that outputs are recorded at [s]
  int substeps = 1;   // of it, in which the contact is solved
  BoltedScheme scheme = BoltedScheme::KICK_FLOW_KICK;
  double duration = 0.0;  // [s]
  int every = 1;
  // Called with the contact after every step; may be empty.
  std::function<void(const SurfaceState&)> watch{};
};

// A scenario with friction and opening at every point; the modes are bent in quasi-static steps.
// inputs: (nu) at the times k h, k = 0, 1, ..., which hold over a step or are straight between its
// ends, all alike. start: bolted_start(). contact_impulse: of all zones, 3 each [N s].
Trajectory run_bolted(const BoltedModel& model, const BoltedRun& run,
                      const std::function<Vector(double time)>& inputs, const Vector& start,
                      const Progress& progress);

}  // namespace mortise::gen
