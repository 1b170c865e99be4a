// The part of a build that depends neither on the step nor on the law of unilateral contacts: kept
// by the cache. Laws of joints and sliding contacts are in it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "generator/condense/condense.hpp"
#include "generator/define/assemble.hpp"
#include "generator/system/reduced_system.hpp"

namespace mortise::gen {

struct CondensedModel {
  ReducedSystem system;
  std::vector<Vector> scenario_q, scenario_v;  // (n) initial state of each scenario
  std::vector<double> clearance_offsets;       // (nc) gap of the geometry at clearance 0 [m]
  // Joints: operating cases and the phases of every scenario.
  std::vector<OperatingCase> cases;
  std::vector<std::vector<Phase>> scenario_phases;
  std::vector<std::string> findings;  // one line each, for the file and the log
};

nlohmann::json to_json(const CondensedModel& model);

// Nothing if the value has another shape.
std::optional<CondensedModel> condensed_model_from(const nlohmann::json& value);

}  // namespace mortise::gen
