#include "generator/bake/laws/filled.hpp"

namespace mortise::gen {

std::string filled(const std::string& line, const nlohmann::json& values) {
  std::string text;
  std::size_t at = 0;
  for (std::size_t open; (open = line.find('{', at)) != std::string::npos;) {
    const std::size_t close = line.find('}', open);
    const nlohmann::json& value = values.at(line.substr(open + 1, close - open - 1));
    text +=
        line.substr(at, open - at) + (value.is_string() ? value.get<std::string>() : value.dump());
    at = close + 1;
  }
  return text + line.substr(at);
}

std::string all_filled(const std::string& line, const nlohmann::json& list) {
  std::string text;
  for (const nlohmann::json& entry : list) text += filled(line, entry);
  return text;
}

}  // namespace mortise::gen
