// A small line contact with a training of two short runs, for the tests of the comparison.
#pragma once

#include "generator/train/record_run.hpp"
#include "generator/train/training_run.hpp"
#include "tests/generator/ehd/film_models.hpp"

namespace mortise::gen {

// 121 nodes, steps of 3.3 us, a shock and a smooth load held out.
inline FilmDefinition small_shock(const std::vector<std::string>& more = {}) {
  const std::string path = testing::TempDir() + "/small_shock.toml";
  std::ifstream model(std::string(MORTISE_MODELS) + "/line_shock/line_shock.toml");
  std::string text, line;
  // the model without its own reduction, training and scenarios
  bool keep = true;
  while (std::getline(model, line)) {
    if (!line.empty() && line[0] == '[') {
      keep = line.find("reduce") == std::string::npos && line.find("train") == std::string::npos &&
             line.find("scenarios") == std::string::npos &&
             line.find("verify") == std::string::npos;
    }
    if (keep) text += line + "\n";
  }
  text += R"(
[reduce]
modes = 14
step = 3.273385482726092e-6
[train]
runs = 3
duration = 2.0e-4
step = 3.273385482726092e-6
load = [0.6667, 1.1]
ramp = [3e-5, 6e-5]
entrainment = [4.5, 5.5]
viscosity_factor = [0.9, 1.1]
[[scenarios]]
name = "shock"
held_out = true
duration = 2.0e-4
load_times = [3e-5, 7e-5]
load_values = [0.75, 1.0]
entrainment = 5.0
)";
  std::ofstream(path) << text;
  std::vector<std::string> settings = {"grid.points=121", "output.profiles=[]"};
  settings.insert(settings.end(), more.begin(), more.end());
  return read_film_definition(path, settings);
}

inline FilmSnapshots small_training(const FilmDefinition& d) {
  std::vector<FilmSnapshots> runs;
  for (int k = 0; k < d.train->runs; ++k) {
    runs.push_back(record_run(training_run(d, k), 1, {}, nullptr));
  }
  return joined_snapshots(std::move(runs));
}

}  // namespace mortise::gen
