// A small line contact with a training of two short runs, for the tests of the comparison.
#pragma once

#include "generator/reduce/train/record_run.hpp"
#include "generator/reduce/train/training_run.hpp"
#include "tests/generator/simulate/film/film_models.hpp"

namespace mortise::gen {

inline Definition small_shock_definition() {
  return read_definition(std::string(MORTISE_TEST_DATA) + "/ehd/small_shock.toml");
}

inline FilmContactSpec small_shock() { return *small_shock_definition().film; }

inline ScenarioSpec small_scenario() { return small_shock_definition().scenarios.front(); }

inline FilmSnapshots small_training(const FilmContactSpec& d) {
  std::vector<FilmSnapshots> runs;
  for (int k = 0; k < d.train->runs; ++k) {
    runs.push_back(record_run(training_run(d, k), 1, {}, nullptr));
  }
  return joined_snapshots(std::move(runs));
}

}  // namespace mortise::gen
