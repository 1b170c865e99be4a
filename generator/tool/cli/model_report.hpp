// A model file in words and in JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "generator/bake/play/instance.hpp"

namespace mortise::gen {

nlohmann::json model_json(const Instance& instance);
std::string model_text(const Instance& instance);

// Counters of a state after a run.
nlohmann::json statistics_json(const Statistics& statistics);

}  // namespace mortise::gen
