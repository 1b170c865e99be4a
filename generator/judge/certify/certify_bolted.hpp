// A reduced bolted structure against the one whose every point rubs and opens for itself, on the
// scenarios that no training has seen.
//
//   total      the model file against full order resolved in time, directly
//   reduction  the same against full order with the step of the file
//   step       full order with the step of the file against the resolved one
// Full order has the same modes and all points; modes that were left out are no part of the error.
#pragma once

#include <functional>
#include <memory>

#include "generator/bake/play/instance.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/judge/certify/procedure.hpp"
#include "generator/simulate/assemble/assemble_bolted.hpp"
#include "generator/simulate/run/trajectory.hpp"

namespace mortise::gen {

// model: bytes of a model file built from this definition. full: called once, where a scenario is
// not kept in settings.cache. Throws Error for an unknown scenario.
CertificateOptions certify_bolted(const Definition& definition, const AlignedBytes& model,
                                  const std::function<const BoltedModel&()>& full,
                                  const CertifySettings& settings);

// A scenario by all points, the signals sampled at each of its steps: `parts` to one of the
// definition's, at which it is recorded. progress: share done, 0..1. watch: as of BoltedRun.
// Throws Error if it does not reach its end.
Trajectory run_scenario(const Definition& definition, const ScenarioSpec& scenario,
                        const BoltedModel& full, int parts,
                        const std::function<void(double)>& progress = {},
                        BoltedScheme scheme = BoltedScheme::KICK_FLOW_KICK,
                        const std::function<void(const SurfaceState&)>& watch = {});

// The file and full order in one run that no scenario describes.
struct BoltedPair {
  Trajectory file, full;  // at the file's steps
};
// inputs: (nu) at any time, over `duration` [s]. substeps: of the file. finer: steps of full order
// in one of the file's.
BoltedPair run_both(const BoltedModel& full, int substeps, int finer, Instance* instance,
                    const std::function<Vector(double time)>& inputs, double duration);
// The file alone.
Trajectory run_file(const BoltedModel& full, Instance* instance,
                    const std::function<Vector(double time)>& inputs, double duration);

}  // namespace mortise::gen
