#include "generator/tool/cli/figures.hpp"

#include <cstdio>

namespace mortise::gen {

nlohmann::json figures_json(const std::vector<KeyFigure>& figures) {
  nlohmann::json json = nlohmann::json::object();
  for (const KeyFigure& f : figures) json[f.key] = f.value;
  return json;
}

std::string figures_text(const std::vector<KeyFigure>& figures) {
  std::string text;
  for (const KeyFigure& f : figures) {
    char line[128];
    std::snprintf(line, sizeof line, "%-28s %12.6g [%s]\n", f.label.c_str(), f.value / f.per_unit,
                  f.unit.empty() ? "-" : f.unit.c_str());
    text += line;
  }
  return text;
}

}  // namespace mortise::gen
