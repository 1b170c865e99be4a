// Lines of text from JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace mortise::gen {

// The line with every {key} replaced by its value: words as they are, numbers as JSON writes them.
std::string filled(const std::string& line, const nlohmann::json& values);

// The line for every entry of a list.
std::string all_filled(const std::string& line, const nlohmann::json& list);

}  // namespace mortise::gen
