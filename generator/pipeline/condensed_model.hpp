// The part of a build that depends neither on the step nor on the contact law: kept by the cache.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "generator/condense/condense.hpp"
#include "generator/define/definition.hpp"
#include "generator/system/reduced_system.hpp"

namespace mortise::gen {

struct CondensedModel {
  ReducedSystem system;
  std::vector<Vector> scenario_q, scenario_v;  // (n) initial state of each scenario
  std::vector<double> clearance_offsets;       // (nc) gap of the geometry at clearance 0 [m]
  std::vector<std::string> findings;           // one line each, for the file and the log
};

nlohmann::json to_json(const CondensedModel& model);

// Nothing if the value has another shape.
std::optional<CondensedModel> condensed_model_from(const nlohmann::json& value);

}  // namespace mortise::gen
