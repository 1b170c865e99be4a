#include "generator/tool/cli/variant.hpp"

#include <algorithm>
#include <filesystem>

#include "generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

bool is_setting(const std::string& text) {
  return text.find('=') != std::string::npos && text.front() != '=';
}

bool is_definition(const std::string& text) {
  return std::filesystem::path(text).extension() == ".toml" && !is_setting(text);
}

}  // namespace

Variant parse_variant(const std::string& text) {
  const auto colon = text.find(':');
  Variant variant;
  variant.label = text.substr(0, std::min(colon, text.size()));
  int depth = 0;
  std::string setting;
  for (std::size_t i = variant.label.size() + 1; i < text.size(); ++i) {
    depth += text[i] == '[' ? 1 : text[i] == ']' ? -1 : 0;
    if (text[i] == ',' && depth == 0) {
      variant.overrides.push_back(setting);
      setting.clear();
    } else {
      setting += text[i];
    }
  }
  variant.overrides.push_back(setting);
  if (is_definition(variant.overrides.front())) {
    variant.definition = variant.overrides.front();
    variant.overrides.erase(variant.overrides.begin());
  }
  const auto& settings = variant.overrides;
  if (variant.label.empty() || !std::all_of(settings.begin(), settings.end(), is_setting)) {
    throw UsageError("--variant needs LABEL:key=value,key=value or LABEL:OTHER.toml, not \"" +
                     text + "\"");
  }
  return variant;
}

CLI::Option* add_variants(CLI::App* command, std::vector<std::string>* texts,
                          const std::string& what) {
  return command->add_option("--variant", *texts, what)
      ->type_name("LABEL:[OTHER.toml,]KEY=VALUE,...")
      ->take_all()
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

}  // namespace mortise::gen
