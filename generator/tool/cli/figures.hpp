// Results that are single numbers: SI under a telling key in JSON, a handy unit in text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace mortise::gen {

struct KeyFigure {
  std::string key;        // JSON, with the SI unit at its end: "h_min_m"
  std::string label;      // text
  double value = 0.0;     // SI
  std::string unit;       // of the text
  double per_unit = 1.0;  // text shows value / per_unit, e.g. 1e-6 for um
};

nlohmann::json figures_json(const std::vector<KeyFigure>& figures);
std::string figures_text(const std::vector<KeyFigure>& figures);

}  // namespace mortise::gen
