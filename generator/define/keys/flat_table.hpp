// A TOML document as a flat list "dotted.path" -> value with the place it was written at.
// Entries of arrays of tables carry their index: "inputs.0.name".
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "generator/define/keys/section_errors.hpp"

namespace mortise::gen {

using TomlScalar = std::variant<bool, std::int64_t, double, std::string>;
using TomlValue = std::variant<TomlScalar, std::vector<TomlScalar>>;

struct FlatEntry {
  TomlValue value;
  std::string where;           // "file:line" or "--set key=value"
  bool from_override = false;  // came from --set
};

struct FlatTable {
  std::string file;
  std::map<std::string, FlatEntry> values;
  std::map<std::string, std::string> tables;  // path of every table -> where it was opened
  std::map<std::string, int> counts;          // path of every array of tables -> its length
  std::map<std::string, Finding> unreadable;  // values TOML knows but definitions do not
};

// Throws Error with file:line on syntax errors.
FlatTable read_flat_table(const std::string& path);

// Applies "key=value" on top of the table. List entries are named by index or by their `name`; the
// one behind the last adds to the list. Throws Error if it is not of that form.
void apply_override(const std::string& text, FlatTable* table);

// All of them; one that is not of that form goes to `errors`.
void apply_overrides(const std::vector<std::string>& overrides, FlatTable* table,
                     SectionErrors* errors);

// "3e-4", "true", "[1, 2]"; what is no TOML value becomes a string.
TomlValue parse_toml_value(const std::string& text);

// One canonical spelling: equal values give equal text.
std::string to_text(const TomlValue& value);

}  // namespace mortise::gen
