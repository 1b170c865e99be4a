#include "generator/bake/structure/bolted_signals.hpp"

#include <algorithm>

#include "generator/bake/structure/bake_options.hpp"
#include "generator/simulate/structure/pulse_samples.hpp"

namespace mortise::gen {
namespace {

double value_of(const RampOptions& ramp, double time) {
  const auto after = std::upper_bound(ramp.times.begin(), ramp.times.end(), time);
  if (after == ramp.times.begin()) return ramp.values.front();
  const auto k = static_cast<std::size_t>(after - ramp.times.begin());
  if (after == ramp.times.end()) return ramp.values.back();
  const double share = (time - ramp.times[k - 1]) / (ramp.times[k] - ramp.times[k - 1]);
  return ramp.values[k - 1] + share * (ramp.values[k] - ramp.values[k - 1]);
}

}  // namespace

Vector BoltedSignals::at(const std::vector<InputChannel>& inputs, double time) const {
  Vector u = input_values(inputs, sources, time);
  for (const RampOptions& ramp : ramps)
    if (std::none_of(sources.begin(), sources.end(),
                     [&](const SourceOptions& s) { return s.input == ramp.input; }))
      u[ramp.input] = 0.0;  // a pulse stands in for the default too
  for (const RampOptions& ramp : ramps) u[ramp.input] += value_of(ramp, time);
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
    const PulseSamples samples = sample_pulse(source, hold, step, substeps);
    signals.ramps.push_back({samples.input, samples.times, samples.values});
  }
  return signals;
}

}  // namespace mortise::gen
