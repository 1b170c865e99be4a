// Shipped film definitions and reference numbers for the tests.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"
#include "generator/simulate/film/impacts.hpp"
#include "generator/simulate/film/simulate.hpp"

namespace mortise::gen {

inline FilmContactSpec film_model(const std::string& name,
                                  const std::vector<std::string>& overrides = {}) {
  return *read_definition(std::string(MORTISE_MODELS) + "/" + name + "/" + name + ".toml",
                          overrides)
              .film;
}

inline nlohmann::json film_reference(const std::string& name) {
  std::ifstream file(std::string(MORTISE_TEST_DATA) + "/ehd/" + name + ".json");
  return nlohmann::json::parse(file);
}

// The sample at a time, which must have been recorded.
inline FilmSample sample_at(const FilmRun& run, double time) {
  for (const FilmSample& s : run.trace) {
    if (std::abs(s.time - time) <= 1e-9 * run.trace.back().time) return s;
  }
  ADD_FAILURE() << "no sample at " << time << " s";
  return {};
}

inline void expect_finite(const FilmRun& run) {
  for (const FilmSample& s : run.trace) {
    ASSERT_TRUE(std::isfinite(s.force + s.p_central + s.p_max + s.h_central + s.h_min + s.velocity))
        << "at " << s.time << " s";
  }
}

}  // namespace mortise::gen
