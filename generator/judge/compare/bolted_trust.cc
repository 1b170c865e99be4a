#include "generator/judge/compare/bolted_trust.hpp"

#include <algorithm>
#include <cmath>

#include "generator/ground/jobs/parallel_for.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kMargin = 0.9;  // of the limit that the draws would just bear

using Inputs = std::function<Vector(double)>;

Inputs scaled(const Inputs& inputs, double size) {
  return [inputs, size](double time) { return Vector(size * inputs(time)); };
}

double largest_ratio(const Trajectory& file, double until) {
  double most = 0.0;
  for (std::size_t k = 0; k < file.outputs.size() && file.time[k] <= until; ++k)
    most = std::max(most, file.outputs[k].back());
  return most;
}

// Size of the inputs at which the file reaches a ratio: doubled or halved, then between.
double size_for(double ratio, const BoltedModel& full, const AlignedBytes& model,
                const Inputs& unit, double guess, double duration) {
  const auto reached = [&](double size) {
    Instance file(model, "model file");
    return largest_ratio(run_file(full, &file, scaled(unit, size), duration), duration);
  };
  double low = guess, high = guess;
  for (int k = 0; k < 40 && reached(high) < ratio; ++k) low = high, high *= 2.0;
  for (int k = 0; k < 40 && reached(low) > ratio; ++k) high = low, low *= 0.5;
  demand(reached(low) <= ratio && reached(high) >= ratio, "trust",
         "no force on the inputs leads to the training ratio that is to be tried",
         "set reduce.trust_limit");
  for (int k = 0; k < 8; ++k) {
    const double middle = std::sqrt(low * high);
    (reached(middle) < ratio ? low : high) = middle;
  }
  return high;
}

}  // namespace

TrustChoice choose_trust(const BoltedModel& full, const AlignedBytes& model, const TrustSettings& s,
                         const std::function<void(double)>& progress) {
  BoltedDraws plan;
  plan.count = s.draws;
  plan.seed = s.seed;
  plan.duration = s.duration;
  plan.force = 1.0;
  plan.substeps = s.substeps;
  const std::vector<Inputs> units = drawn_forces(full, plan);
  TrustChoice choice;
  choice.draws = parallel_map(
      units.size(), s.jobs,
      [&](std::size_t k) {
        const double share = units.size() > 1 ? double(k) / double(units.size() - 1) : 1.0;
        const double ratio = s.least * std::pow(s.most / s.least, share);
        const double size = size_for(ratio, full, model, units[k], s.force_scale, s.duration);
        Instance file(model, "model file");
        const BoltedPair pair =
            run_both(full, s.substeps, 1, &file, scaled(units[k], size), s.duration);
        const std::optional<double> wrong = first_wrong(pair, s.late);
        return TrustDraw{largest_ratio(pair.file, wrong.value_or(s.duration)), wrong.has_value()};
      },
      progress);
  for (const TrustDraw& draw : choice.draws) {
    choice.wrong += draw.wrong ? 1 : 0;
    if (!draw.wrong) choice.limit = std::max(choice.limit, draw.ratio);
  }
  for (const TrustDraw& draw : choice.draws)
    if (draw.wrong) choice.limit = std::min(choice.limit, kMargin * draw.ratio);
  for (const TrustDraw& draw : choice.draws)
    choice.false_alarms += !draw.wrong && draw.ratio > choice.limit ? 1 : 0;
  return choice;
}

}  // namespace mortise::gen
