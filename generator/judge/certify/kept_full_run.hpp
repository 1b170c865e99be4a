// Runs of the full model that outlive a certificate: they do not depend on how a structure is
// condensed, so that every condensation with the same step is held against one and the same run.
#pragma once

#include <functional>
#include <string>

#include "generator/define/definition/definition.hpp"
#include "generator/simulate/run/trajectory.hpp"

namespace mortise::gen {

// run(), or what it gave before under the same physics, step and scenario. Runs of more than four
// million numbers are not kept.
// cache: folder of a StageCache; empty: nothing is kept.
Trajectory kept_full_run(const Definition& definition, const ScenarioSpec& scenario,
                         const std::string& cache, const std::function<Trajectory()>& run);

}  // namespace mortise::gen
