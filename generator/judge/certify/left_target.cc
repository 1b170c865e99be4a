#include "generator/judge/certify/left_target.hpp"

#include "generator/bake/laws/file_law.hpp"
#include "generator/bake/play/play.hpp"
#include "generator/ground/text/number_text.hpp"
#include "mortise_generated.h"

namespace mortise::gen {

std::optional<double> left_target(const Trajectory& run) {
  for (std::size_t k = 0; k < run.status.size(); ++k)
    if ((run.status[k] & status::kOFF_TARGET) != 0) return run.time[k];
  return std::nullopt;
}

std::vector<std::string> scenarios_leaving(const Instance& model) {
  std::vector<std::string> reasons;
  const auto* scenarios = model.model().root()->scenarios();
  const bool moves_along_path = any_interface(
      model.model().view(), [](const ModelView& i) { return file_law(i).leaves_target; });
  if (scenarios == nullptr || !moves_along_path) return reasons;
  for (std::uint32_t k = 0; k < scenarios->size(); ++k) {
    Instance instance(model.bytes(), "model file");
    const auto left = left_target(play(instance, static_cast<int>(k), 0.0, 1, {}));
    if (!left) continue;
    reasons.push_back("scenario \"" + scenarios->Get(k)->name()->str() +
                      "\": the slave leaves its target at " + number_text(*left, 6) +
                      " s: shorten the scenario, or lengthen the target");
  }
  return reasons;
}

}  // namespace mortise::gen
