#include "generator/define/definition/read_sections.hpp"

#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

bool ends_with(const std::string& path, const std::string& ending) {
  return path.size() >= ending.size() &&
         path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

bool starts_pressed(const KeyReader& reader) {
  return reader.has("initial.shape") && reader.get<std::string>("initial.shape") == "pressed";
}

// Whether all interfaces are contacts at position level, which know no impulses.
bool only_positions(const KeyReader& reader) {
  for (int i = 0; i < reader.count("interfaces"); ++i)
    if (reader.get<std::string>("interfaces." + std::to_string(i) + ".level") != "position")
      return false;
  return reader.count("interfaces") > 0;
}

// What is odd about a number; empty if nothing is.
std::string oddity(const KeyReader& reader, const std::string& path, const TomlScalar& scalar) {
  const auto* whole = std::get_if<std::int64_t>(&scalar);
  const auto* number = std::get_if<double>(&scalar);
  if (whole == nullptr && number == nullptr) return "";
  const double value = whole != nullptr ? static_cast<double>(*whole) : *number;
  const std::string text = number_text(value);
  if (path == "contact.clearance" && value < 0.0 && !starts_pressed(reader) &&
      reader.get<std::string>("contact.level") != "position") {
    return "is " + text +
           " m: the bodies overlap by that much, and an overlap stays as it is; [initial] shape = "
           "\"pressed\" starts an interference fit at rest under its force";
  }
  const bool ratio = ends_with("." + path, ".damping.ratio") || ends_with(path, ".static_damping");
  if (ratio && value >= 1.0) {
    return "is " + text + ": such modes do not swing; 0.01 is a ratio of 1 %";
  }
  return "";
}

}  // namespace

std::vector<std::string> dubious_values(const KeyReader& reader) {
  std::vector<std::string> warnings;
  for (const auto& [path, entry] : reader.table().values) {
    const auto* scalar = std::get_if<TomlScalar>(&entry.value);
    std::string odd = reader.idleness(path);
    if (odd.empty() && path.rfind("law.", 0) == 0 && path != "law.filter_time" &&
        only_positions(reader))
      odd = "has no effect: all interfaces are at level = \"position\"";
    if (odd.empty() && scalar != nullptr) odd = oddity(reader, path, *scalar);
    if (odd.empty()) continue;
    std::string warning = kWarningMark;
    warning.append(entry.where).append(": '").append(path).append("' ").append(odd);
    warnings.push_back(std::move(warning));
  }
  return warnings;
}

std::vector<std::string> messages_of(const Definition& definition) {
  std::vector<std::string> lines;
  for (const std::string& notice : definition.notices) {
    lines.push_back((notice.rfind(kWarningMark, 0) == 0 ? "" : "notice: ") + notice);
  }
  return lines;
}

}  // namespace mortise::gen
