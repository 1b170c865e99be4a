// --variant: what a command runs beside its definition, to compare.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace mortise::gen {

struct Variant {
  std::string label;
  std::string definition;  // empty: the command's own
  std::vector<std::string> overrides;
};

// "LABEL:key=value,key=value", or "LABEL:OTHER.toml,key=value" for another definition; commas
// within [] separate the entries of a value.
// Throws UsageError for another text.
Variant parse_variant(const std::string& text);

// --variant LABEL:..., as often as wanted.
CLI::Option* add_variants(CLI::App* command, std::vector<std::string>* texts,
                          const std::string& what);

}  // namespace mortise::gen
