// Inputs of a scenario of bolted contacts, as their step samples them.
#pragma once

#include <vector>

#include "generator/bake/file/options.hpp"
#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

struct BoltedSignals {
  std::vector<SourceOptions> sources;  // that go on
  std::vector<RampOptions> ramps;      // pulses, by their samples

  // Values of all inputs (nu) at a time [s] that is a multiple of the step.
  Vector at(const std::vector<InputChannel>& inputs, double time) const;
};

// step [s], substeps: of the model that takes the inputs. Throws as sources_of().
BoltedSignals bolted_signals(const Definition& definition, const ScenarioSpec& scenario,
                             const std::vector<InputChannel>& inputs, double step, int substeps);

}  // namespace mortise::gen
