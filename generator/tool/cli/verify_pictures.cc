#include "generator/tool/cli/verify_pictures.hpp"

#include <algorithm>
#include <optional>

#include "generator/bake/play/play.hpp"
#include "generator/deliver/pictures/picture_folder.hpp"
#include "generator/deliver/pictures/run_picture.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/certify/certify.hpp"
#include "generator/judge/certify/certify_bolted.hpp"
#include "generator/judge/certify/trajectory_errors.hpp"
#include "generator/tool/pipeline/bolted_stages.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

std::string picture_name(const ScenarioSpec& scenario) { return scenario.name + ".svg"; }

// Full runs of the scenarios of a structure.
class FullRuns {
 public:
  FullRuns(const Definition& definition, const VerifyPictures& asked, double step)
      : definition_(definition), asked_(asked), step_(step) {
    if (definition.contact.kind == ContactKind::bolted) {
      bolted_.emplace(definition);
    } else {
      assembled_.emplace(assemble(definition, nullptr));
    }
  }

  bool means_over_steps() const { return assembled_.has_value(); }

  Trajectory of(std::size_t index) {
    const ScenarioSpec& scenario = definition_.scenarios[index];
    if (bolted_) return run_scenario(definition_, scenario, bolted_->get(), 1);
    double duration = scenario.duration;
    if (asked_.full_steps != kWholeRun)
      duration = std::min(duration, static_cast<double>(asked_.full_steps) * step_);
    return full_beside(definition_, *assembled_, index, step_, duration, asked_.cache);
  }

 private:
  const Definition& definition_;
  const VerifyPictures& asked_;
  double step_;
  std::optional<BoltedOnce> bolted_;
  std::optional<AssembledSystem> assembled_;
};

}  // namespace

void try_verify_pictures(const Definition& definition, const VerifyPictures& asked) {
  demand(!definition.film, definition.path, "is a film, whose certificate is not drawn",
         "draw it with `mortise report`, or its full model with `mortise full --pictures`");
  demand(!definition.import.modal(), definition.path,
         "holds modal data, which are their own full model",
         "draw it with `mortise run --pictures`");
  std::vector<std::string> names;
  for (const std::size_t index : chosen_scenarios(definition, asked.scenario))
    names.push_back(picture_name(definition.scenarios[index]));
  try_pictures(asked.folder, names);
}

std::vector<std::string> write_verify_pictures(const Definition& definition,
                                               const Instance& instance,
                                               const VerifyPictures& asked) {
  std::vector<std::string> units;
  for (const auto* output : *instance.model().root()->outputs())
    units.push_back(output->unit()->str());
  const std::vector<OutputSense> senses = output_senses(instance);
  FullRuns full(definition, asked, instance.model().step_size());
  PictureFolder pictures(asked.folder);
  for (const std::size_t index : chosen_scenarios(definition, asked.scenario)) {
    const ScenarioSpec& scenario = definition.scenarios[index];
    Instance played(instance.bytes(), "model file");
    Trajectory file = play(played, scenario_of(definition.path, played, scenario.name), 0.0, 1, {});
    if (full.means_over_steps()) file = over_steps(file, 1);
    const std::string title =
        definition.name + ", " + scenario.name + ": model file, and full model dashed";
    pictures.draw(picture_name(scenario),
                  beside_figure(title, units, senses, file, full.of(index)));
  }
  return pictures.write();
}

}  // namespace mortise::gen
