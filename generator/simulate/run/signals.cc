#include "generator/simulate/run/signals.hpp"

#include <algorithm>
#include <cmath>

#include "generator/ground/numbers/constants.hpp"

namespace mortise::gen {
namespace {

double value_of(const SourceOptions& s, double time) {
  if (time < s.start || (s.end > 0.0 && time >= s.end)) return 0.0;
  const double t = time - s.start;
  return s.offset + s.amplitude * std::sin(kTwoPi * (s.frequency + 0.5 * s.rate * t) * t + s.phase);
}

}  // namespace

double RampOptions::at(double time) const {
  const auto after = std::upper_bound(times.begin(), times.end(), time);
  if (after == times.begin()) return values.front();
  const auto k = static_cast<std::size_t>(after - times.begin());
  if (after == times.end()) return values.back();
  const double share = (time - times[k - 1]) / (times[k] - times[k - 1]);
  return values[k - 1] + share * (values[k] - values[k - 1]);
}

Vector input_values(const std::vector<InputChannel>& inputs,
                    const std::vector<SourceOptions>& sources, double t) {
  Vector u(static_cast<Eigen::Index>(inputs.size()));
  for (std::size_t k = 0; k < inputs.size(); ++k)
    u[static_cast<Eigen::Index>(k)] = inputs[k].default_value;
  for (const SourceOptions& s : sources) u[s.input] = 0;
  for (const SourceOptions& s : sources) u[s.input] += value_of(s, t);
  return u;
}

Vector held_inputs(const std::vector<InputChannel>& inputs,
                   const std::vector<SourceOptions>& sources, double t, double h) {
  Vector u = input_values(inputs, sources, t);
  const Vector next = input_values(inputs, sources, t + h);
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    if (inputs[k].hold == Hold::linear) u[i] = 0.5 * (u[i] + next[i]);
  }
  return u;
}

Matrix held_in_parts(const std::vector<InputChannel>& inputs,
                     const std::vector<SourceOptions>& sources, double t, double h, int parts) {
  const Vector start = input_values(inputs, sources, t);
  const Vector end = input_values(inputs, sources, t + h);
  Matrix u = start.replicate(1, parts);
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    for (int p = 0; p < parts && inputs[k].hold == Hold::linear; ++p)
      u(i, p) += (p + 0.5) / parts * (end[i] - start[i]);
  }
  return u;
}

}  // namespace mortise::gen
