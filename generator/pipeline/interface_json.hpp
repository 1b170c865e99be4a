// Joints and sliding contacts of kept stages.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "generator/define/assemble.hpp"
#include "generator/system/reduced_system.hpp"

namespace mortise::gen {

nlohmann::json of_joint(const ReducedJoint& joint);
nlohmann::json of_sliding(const ReducedSliding& sliding);
nlohmann::json of_cases(const std::vector<OperatingCase>& cases);
nlohmann::json of_phases(const std::vector<std::vector<Phase>>& phases);

// Throw nlohmann::json::exception for values of another shape.
ReducedJoint joint_of(const nlohmann::json& value);
ReducedSliding sliding_of(const nlohmann::json& value);
std::vector<OperatingCase> cases_of(const nlohmann::json& value);
std::vector<std::vector<Phase>> phases_of(const nlohmann::json& value);

}  // namespace mortise::gen
