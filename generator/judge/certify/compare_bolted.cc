#include "generator/judge/certify/compare_bolted.hpp"

#include <algorithm>
#include <cmath>

#include "generator/ground/text/error.hpp"
#include "generator/judge/certify/errors.hpp"

namespace mortise::gen {
namespace {

// Normal forces hardly change beside the preload: they are none of the measures.
std::optional<Measure> bolted_measure(const Trajectory& t, std::size_t c) {
  switch (t.quantities[c]) {
    case OutputQuantity::displacement:
      return Measure::displacement;
    case OutputQuantity::velocity:
      return Measure::velocity;
    case OutputQuantity::contact_force: {
      double most = 0.0, sum = 0.0;
      for (const std::vector<double>& y : t.outputs) {
        most = std::max(most, std::abs(y[c]));
        sum += y[c];
      }
      const double mean = std::abs(sum) / static_cast<double>(t.outputs.size());
      return mean > 0.5 * most ? std::nullopt : std::optional(Measure::force);
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

Measured compare_bolted(const Trajectory& run, const Trajectory& reference) {
  demand(run.names == reference.names && run.outputs.size() == reference.outputs.size(),
         "bolted contacts", "two runs have different outputs or times",
         "build the model again from this definition");
  double difference[kMeasures] = {}, size[kMeasures] = {};
  Measured errors;
  for (std::size_t c = 0; c < reference.names.size(); ++c) {
    if (reference.quantities[c] == OutputQuantity::dissipated_friction) {
      double most = 0.0;
      for (std::size_t k = 0; k < reference.outputs.size(); ++k) {
        const double off = std::abs(run.outputs[k][c] - reference.outputs[k][c]);
        if (!(off <= most)) most = off;  // a NaN stays
      }
      errors[Measure::dissipated_energy] =
          relative_error(most, std::abs(reference.outputs.back()[c]));
    }
    const auto measure = bolted_measure(reference, c);
    if (!measure) continue;
    const auto m = static_cast<std::size_t>(*measure);
    for (std::size_t k = 0; k < reference.outputs.size(); ++k) {
      difference[m] += std::pow(run.outputs[k][c] - reference.outputs[k][c], 2);
      size[m] += std::pow(reference.outputs[k][c], 2);
    }
  }
  for (const Measure m : {Measure::displacement, Measure::velocity, Measure::force}) {
    const auto k = static_cast<std::size_t>(m);
    errors[m] = relative_error(std::sqrt(difference[k]), std::sqrt(size[k]));
  }
  return errors;
}

}  // namespace mortise::gen
