// Inputs of a run: a stored scenario, a CSV file, or the file on top of the scenario.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/ground/files/csv_file.hpp"

namespace mortise::gen {

class RunInputs {
 public:
  // csv, scenario: may be empty; without both the first scenario of the model runs, if it has one.
  // Sets the scenario's initial state. Throws Error for unknown scenarios and columns.
  RunInputs(const std::string& csv, const std::string& scenario, Instance* instance);

  // Inputs of the step that begins at k h; linear interpolation between the rows of the CSV.
  // u: room for 2 nu numbers.
  void next(const Model& model, std::uint64_t k, double* u, State* state);

  // Of the scenario or the CSV [s], 0 if neither says.
  double duration() const { return duration_; }
  const std::string& scenario() const { return scenario_; }

 private:
  void choose_scenario(bool has_csv, Instance* instance);
  void match_columns(const Instance& instance);
  void check_units(const Instance& instance);

  std::optional<ScenarioPlayer> player_;
  std::optional<TimeSeries> series_;
  std::vector<int> columns_;  // per input: column of the CSV, -1 if it has none
  std::string scenario_;
  double duration_ = 0.0;
};

}  // namespace mortise::gen
