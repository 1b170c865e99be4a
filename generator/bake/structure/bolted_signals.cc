#include "generator/bake/structure/bolted_signals.hpp"

#include <algorithm>

#include "generator/bake/structure/bake_options.hpp"
#include "generator/simulate/structure/pulse_samples.hpp"

namespace mortise::gen {
Vector BoltedSignals::at(const std::vector<InputChannel>& inputs, double time) const {
  Vector u = input_values(inputs, sources, time);
  for (const RampOptions& ramp : ramps)
    if (std::none_of(sources.begin(), sources.end(),
                     [&](const SourceOptions& s) { return s.input == ramp.input; }))
      u[ramp.input] = 0.0;  // a pulse stands in for the default too
  for (const RampOptions& ramp : ramps) u[ramp.input] += ramp.at(time);
  return u;
}

BoltedSignals bolted_signals(const Definition& definition, const ScenarioSpec& scenario,
                             const std::vector<InputChannel>& inputs, double step, int substeps) {
  BoltedSignals signals;
  for (const SourceOptions& source : sources_of(definition, scenario, inputs, 0.0)) {
    if (source.end <= 0.0) {
      signals.sources.push_back(source);
      continue;
    }
    const Hold hold = inputs[static_cast<std::size_t>(source.input)].hold;
    signals.ramps.push_back(sample_pulse(source, hold, step, substeps));
  }
  return signals;
}

}  // namespace mortise::gen
