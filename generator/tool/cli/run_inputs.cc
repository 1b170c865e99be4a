#include "generator/tool/cli/run_inputs.hpp"

#include <algorithm>

#include "generator/ground/text/error.hpp"
#include "generator/ground/text/nearest.hpp"
#include "mortise_generated.h"

namespace mortise::gen {

RunInputs::RunInputs(const std::string& csv, const std::string& scenario, Instance* instance)
    : scenario_(scenario) {
  if (!csv.empty()) {
    series_ = read_csv(csv);
    match_columns(*instance);
    check_units(*instance);
    duration_ = series_->time.back();
  }
  choose_scenario(!csv.empty(), instance);
}

void RunInputs::match_columns(const Instance& instance) {
  const std::vector<std::string> inputs = instance.input_names();
  for (const std::string& input : inputs) columns_.push_back(series_->find(input));
  for (const std::string& column : series_->names) {
    if (std::count(inputs.begin(), inputs.end(), column) != 0) continue;
    throw Error(series_->file + ":1", "the model has no input '" + column + "'",
                inputs.empty() ? "this model takes no inputs"
                               : "the nearest is '" + nearest(column, inputs) + "'");
  }
}

// A file that names its units is held to them.
void RunInputs::check_units(const Instance& instance) {
  const auto* inputs = instance.model().root()->inputs();
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (series_->units.empty() || columns_[i] < 0) continue;
    const std::string& given = series_->units[static_cast<std::size_t>(columns_[i])];
    const std::string wanted = inputs->Get(static_cast<std::uint32_t>(i))->unit()->str();
    if (given == wanted) continue;
    const std::string& name = series_->names[static_cast<std::size_t>(columns_[i])];
    throw Error(series_->file,
                std::string("column '").append(name).append("' is in ").append(given),
                "the model takes it in " + wanted);
  }
}

void RunInputs::choose_scenario(bool has_csv, Instance* instance) {
  const Model& model = instance->model();
  std::vector<std::string> names;
  if (model.root()->scenarios() != nullptr) {
    for (const auto* s : *model.root()->scenarios()) names.push_back(s->name()->str());
  }
  if (scenario_.empty() && (has_csv || names.empty())) return;
  if (scenario_.empty()) scenario_ = names[0];
  ScenarioPlayer player;
  if (!player.start(model, find_scenario(model, scenario_.c_str()), &instance->state())) {
    throw Error("--scenario " + scenario_, "is not in the model",
                names.empty() ? "the model has no scenarios"
                              : "the nearest is '" + nearest(scenario_, names) + "'");
  }
  player_ = player;
  duration_ = player.duration();
}

void RunInputs::next(const Model& model, std::uint64_t k, double* u, State* state) {
  const std::int32_t inputs = model.dims().inputs;
  const bool both_ends = model.input_values() > inputs;
  if (player_) {
    player_->next(model, u, state);
  } else {
    for (std::int32_t i = 0; i < model.input_values(); ++i) {
      u[i] = model.view().input_ranges[i % std::max(inputs, 1)].default_value;
    }
  }
  if (!series_) return;
  const double h = model.step_size();
  for (std::int32_t i = 0; i < inputs; ++i) {
    const int column = columns_[static_cast<std::size_t>(i)];
    if (column < 0) continue;
    u[i] = interpolate(*series_, column, static_cast<double>(k) * h);
    if (both_ends) u[inputs + i] = interpolate(*series_, column, static_cast<double>(k + 1) * h);
  }
}

}  // namespace mortise::gen
