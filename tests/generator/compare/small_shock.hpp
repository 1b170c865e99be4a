// A small line contact with a training of two short runs, for the tests of the comparison.
#pragma once

#include "generator/train/record_run.hpp"
#include "generator/train/training_run.hpp"
#include "tests/generator/ehd/film_models.hpp"

namespace mortise::gen {

inline FilmDefinition small_shock() {
  return read_film_definition(std::string(MORTISE_TEST_DATA) + "/ehd/small_shock.toml", {});
}

inline FilmSnapshots small_training(const FilmDefinition& d) {
  std::vector<FilmSnapshots> runs;
  for (int k = 0; k < d.train->runs; ++k) {
    runs.push_back(record_run(training_run(d, k), 1, {}, nullptr));
  }
  return joined_snapshots(std::move(runs));
}

}  // namespace mortise::gen
