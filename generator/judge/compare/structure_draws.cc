#include "generator/judge/compare/structure_draws.hpp"

#include <algorithm>
#include <cmath>

#include "generator/bake/play/play.hpp"
#include "generator/bake/structure/bake_options.hpp"
#include "generator/ground/jobs/parallel_for.hpp"
#include "generator/ground/numbers/dice.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/nearest.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/judge/certify/contact_errors.hpp"
#include "generator/judge/certify/left_target.hpp"
#include "generator/judge/certify/rigid_pairs.hpp"
#include "generator/judge/certify/trajectory_errors.hpp"
#include "generator/simulate/structure/run_full.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

constexpr double kWidened = 2.0;  // a single value to its half and its double

const schema::Parameter& drawn_parameter(const Instance& model, int index) {
  return *model.model().root()->parameters()->Get(static_cast<std::uint32_t>(index));
}

DrawnRange widened(double value, double least, double most) {
  const auto [low, high] = std::minmax(value / kWidened, value * kWidened);
  DrawnRange range;
  range.minimum = std::max(low, least);
  range.maximum = std::min(high, most);
  return range;
}

DrawnRange range_of(const Instance& model, int index) {
  const schema::Parameter& p = drawn_parameter(model, index);
  DrawnRange range = widened(p.default_value(), p.minimum(), p.maximum());
  if (p.range() > 0) {
    const schema::Range& shown = *model.model().root()->training_box()->Get(p.range() - 1);
    if (shown.minimum() < shown.maximum()) {
      range.minimum = shown.minimum();
      range.maximum = shown.maximum();
    }
  }
  range.name = p.name()->str();
  range.unit = p.unit()->str();
  range.parameter = index;
  return range;
}

// Whether is(source) holds for any source of the scenarios.
template <class Is>
bool any_source(const Instance& model, const Is& is) {
  const auto* scenarios = model.model().root()->scenarios();
  for (std::uint32_t k = 0; scenarios != nullptr && k < scenarios->size(); ++k) {
    const auto* sources = scenarios->Get(k)->sources();
    for (std::uint32_t i = 0; sources != nullptr && i < sources->size(); ++i)
      if (is(*sources->Get(i))) return true;
  }
  return false;
}

// "name=from:to" in the box.
void set_range(const Instance& model, const std::string& text, std::vector<DrawnRange>* box) {
  const std::string where = "--over " + text;
  const auto equal = text.find('='), colon = text.find(':', equal);
  const std::string name = text.substr(0, equal);
  const auto range =
      std::find_if(box->begin(), box->end(), [&](const DrawnRange& r) { return r.name == name; });
  if (range == box->end()) {
    std::vector<std::string> names;
    for (const DrawnRange& r : *box) names.push_back(r.name);
    throw Error(where, "nothing of that name can be drawn",
                names.empty() ? "the model has no parameters"
                              : "the nearest is '" + nearest(name, names) + "'");
  }
  const auto number = [&](const std::string& digits) {
    char* end = nullptr;
    const double value = std::strtod(digits.c_str(), &end);
    demand(!digits.empty() && *end == '\0' && std::isfinite(value), where, "is no range",
           "give NAME=FROM:TO, e.g. " + name + "=0.1:0.2");
    return value;
  };
  demand(equal != std::string::npos && colon != std::string::npos, where, "is no range",
         "give NAME=FROM:TO, e.g. " + name + "=0.1:0.2");
  range->minimum = number(text.substr(equal + 1, colon - equal - 1));
  range->maximum = number(text.substr(colon + 1));
  double least = 0.0, most = HUGE_VAL;
  if (range->parameter >= 0) {
    least = drawn_parameter(model, range->parameter).minimum();
    most = drawn_parameter(model, range->parameter).maximum();
  }
  demand(range->minimum <= range->maximum && range->minimum >= least && range->maximum <= most,
         where, "is not inside of what the file accepts",
         "stay between " + number_text(least) + " and " + number_text(most));
}

// The law of the full system with what the file's parameter stands for.
void change_law(const schema::Parameter& p, double value, FullSystem* system) {
  LawChange change;
  change.parameter = static_cast<int>(p.kind());
  change.value = value;
  const auto make = [&](auto* law) {
    const auto defined = *law;
    change.make(defined, law);
  };
  FullInterface& i = system->interfaces.at(p.interface());
  if (auto* contacts = i.as<UnilateralContacts>()) {
    const std::size_t last =
        std::min<std::size_t>(contacts->points.size(), p.first_contact() + p.contacts());
    for (std::size_t c = p.first_contact(); c < last; ++c) make(&contacts->points[c].parameters);
  }
  if (auto* joint = i.as<Joint>()) make(&joint->law);
  if (auto* sliding = i.as<SlidingContact>()) make(&sliding->law);
}

// A drawn scenario on both models.
class DrawnScenario {
 public:
  DrawnScenario(const Definition& definition, const AssembledSystem* assembled,
                const AlignedBytes& model, const StructureDraws& draws, std::size_t index,
                std::vector<double> values)
      : definition_(definition),
        assembled_(assembled),
        spec_(definition.scenarios[index]),
        index_(index),
        draws_(draws),
        instance_(model, "model file") {
    draw_.scenario = spec_.name;
    draw_.values = std::move(values);
  }

  StructureDraw judged() {
    const Trajectory file = of_file();
    if (const auto left = left_target(file)) {
      fail("the slave leaves its target", *left);
      return draw_;
    }
    for (std::size_t k = 0; k < file.status.size(); ++k) {
      if ((file.status[k] & status::kROLLED_BACK) == 0) continue;
      fail("a step is lost", file.time[k]);
      return draw_;
    }
    if (!draws_.against_full || assembled_ == nullptr) return draw_;
    const Judging judging{judged_together(instance_),
                          filter_time(instance_, definition_.verify.filter_time)};
    const Trajectory full = of_full();
    draw_.errors = compare(spec_.name, over_steps(file, 1), over_steps(full, 1), judging);
    if (file.contacts.kept)
      draw_.errors[Measure::scheme_loss] = contact_losses(file, full.largest_energy).scheme;
    return draw_;
  }

 private:
  void fail(const std::string& what, double at) {
    draw_.failure = what + " at " + number_text(at, 6) + " s";
  }

  std::vector<SourceOptions> sources(const std::vector<InputChannel>& inputs) const {
    std::vector<SourceOptions> all = sources_of(definition_, spec_, inputs, 0.0);
    for (SourceOptions& source : all) {
      source.frequency *= factor(kDrawnFrequency);
      source.amplitude *= factor(kDrawnLevel);
      source.offset *= factor(kDrawnLevel);
    }
    return all;
  }
  double factor(const char* name) const {
    for (std::size_t k = 0; k < draws_.box.size(); ++k)
      if (draws_.box[k].parameter < 0 && draws_.box[k].name == name) return draw_.values[k];
    return 1.0;
  }

  Trajectory of_file() {
    const Model& model = instance_.model();
    ScenarioPlayer player;
    player.start(model, scenario_of(definition_.path, instance_, spec_.name), &instance_.state());
    for (std::size_t k = 0; k < draws_.box.size(); ++k) {
      const int parameter = draws_.box[k].parameter;
      if (parameter >= 0) (void)set_parameter(model, instance_.state(), parameter, draw_.values[k]);
    }
    const bool as_shown = factor(kDrawnFrequency) == 1.0 && factor(kDrawnLevel) == 1.0;
    const long steps = step_count(spec_.duration, model.step_size());
    if (as_shown || assembled_ == nullptr) {
      Vector u(2 * model.dims().inputs + 1);
      return play(instance_,
                  [&](long) -> Vector {
                    player.next(model, u.data(), &instance_.state());
                    return u;
                  },
                  steps, 1, {});
    }
    const std::vector<InputChannel>& inputs = assembled_->system.inputs;
    const std::vector<SourceOptions> driven = sources(inputs);
    const double h = model.step_size();
    return play(instance_,
                [&](long k) -> Vector {
                  player.enter_phase(model, static_cast<std::uint64_t>(k - 1), &instance_.state());
                  Vector u(2 * model.dims().inputs);
                  u << input_values(inputs, driven, static_cast<double>(k - 1) * h),
                      input_values(inputs, driven, static_cast<double>(k) * h);
                  return u;
                },
                steps, 1, {});
  }

  Trajectory of_full() const {
    FullSystem system = assembled_->system;
    for (std::size_t k = 0; k < draws_.box.size(); ++k)
      if (draws_.box[k].parameter >= 0)
        change_law(drawn_parameter(instance_, draws_.box[k].parameter), draw_.values[k], &system);
    const InitialState& start = assembled_->scenario_states[index_];
    const FullOrderOptions options =
        full_order_options(definition_, *assembled_, index_, instance_.model().step_size());
    demand(options.phases.empty(), definition_.path,
           "its joint runs in operating cases, each with a law of its own",
           "draw with --full-order none");
    return run_full(system, options, sources(system.inputs), start.displacement, start.velocity,
                    spec_.duration, 1, {});
  }

  const Definition& definition_;
  const AssembledSystem* assembled_;
  const ScenarioSpec& spec_;
  std::size_t index_;
  const StructureDraws& draws_;
  Instance instance_;
  StructureDraw draw_;
};

std::vector<std::size_t> drawn_scenarios(const Definition& definition) {
  std::vector<std::size_t> held_out, all;
  for (std::size_t k = 0; k < definition.scenarios.size(); ++k) {
    all.push_back(k);
    if (definition.scenarios[k].held_out) held_out.push_back(k);
  }
  demand(!all.empty(), definition.path, "has no scenario to draw from", "give [[scenarios]]");
  return held_out.empty() ? all : held_out;
}

}  // namespace

std::vector<DrawnRange> box_of_draws(const Instance& model, const std::vector<std::string>& over) {
  std::vector<DrawnRange> box;
  const auto* parameters = model.model().root()->parameters();
  for (int k = 0; parameters != nullptr && k < static_cast<int>(parameters->size()); ++k)
    box.push_back(range_of(model, k));
  const auto add_factor = [&](const char* name) {
    box.push_back(widened(1.0, 0.0, HUGE_VAL));
    box.back().name = name;
    box.back().unit = "1";
  };
  if (any_source(model, [](const schema::Source& s) { return s.frequency() > 0.0; }))
    add_factor(kDrawnFrequency);
  if (any_source(model,
                 [](const schema::Source& s) { return s.amplitude() != 0.0 || s.offset() != 0.0; }))
    add_factor(kDrawnLevel);
  for (const std::string& text : over) set_range(model, text, &box);
  return box;
}

std::vector<StructureDraw> judge_draws(const Definition& definition,
                                       const AssembledSystem* assembled, const AlignedBytes& model,
                                       const StructureDraws& draws,
                                       const std::function<void(double)>& progress) {
  const std::vector<std::size_t> scenarios = drawn_scenarios(definition);
  Dice dice(draws.seed);
  std::vector<std::vector<double>> values(static_cast<std::size_t>(draws.count));
  for (std::vector<double>& drawn : values)
    for (const DrawnRange& range : draws.box)
      drawn.push_back(dice.between(range.minimum, range.maximum));
  return parallel_map(
      values.size(), draws.jobs,
      [&](std::size_t k) {
        return DrawnScenario(definition, assembled, model, draws, scenarios[k % scenarios.size()],
                             values[k])
            .judged();
      },
      progress);
}

}  // namespace mortise::gen
