#include "generator/define/keys/flat_table.hpp"

#include <toml++/toml.h>

#include <charconv>
#include <fstream>
#include <sstream>

#include "generator/ground/files/file_ledger.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

struct Origin {
  std::string file;      // messages name file:line, or
  std::string override;  // this text if it is not empty
  std::string at(const toml::node& node) const {
    if (!override.empty()) return override;
    return file + ":" + std::to_string(node.source().begin.line);
  }
};

TomlScalar to_scalar(const toml::node& node, const std::string& path, const Origin& origin) {
  if (const auto* v = node.as_boolean()) return v->get();
  if (const auto* v = node.as_integer()) return v->get();
  if (const auto* v = node.as_floating_point()) return v->get();
  if (const auto* v = node.as_string()) return v->get();
  throw Error(origin.at(node), "'" + path + "' is a date, a time or a nested list",
              "use a number, text, true or false, or a flat list of them");
}

std::string join(const std::string& path, std::string_view key) {
  return path.empty() ? std::string(key) : path + "." + std::string(key);
}

void flatten(const toml::node& node, const std::string& path, const Origin& origin,
             FlatTable* out) {
  if (const toml::table* table = node.as_table()) {
    if (!path.empty()) out->tables[path] = origin.at(node);
    for (const auto& [key, child] : *table) flatten(child, join(path, key.str()), origin, out);
    return;
  }
  const toml::array* array = node.as_array();
  if (array != nullptr && !array->empty() && array->is_homogeneous<toml::table>()) {
    out->counts[path] = static_cast<int>(array->size());
    for (std::size_t i = 0; i < array->size(); ++i) {
      flatten(*array->get(i), join(path, std::to_string(i)), origin, out);
    }
    return;
  }
  FlatEntry entry{{}, origin.at(node), !origin.override.empty()};
  try {
    if (array != nullptr) {
      std::vector<TomlScalar> list;
      for (const toml::node& child : *array) list.push_back(to_scalar(child, path, origin));
      entry.value = std::move(list);
    } else {
      entry.value = to_scalar(node, path, origin);
    }
  } catch (const Error& error) {
    out->unreadable[path] = findings_of(error).front();
    return;
  }
  out->values[path] = std::move(entry);
}

template <class Value>
void erase_below(const std::string& path, std::map<std::string, Value>* map) {
  map->erase(path);
  const std::string prefix = path + ".";
  auto it = map->lower_bound(prefix);
  while (it != map->end() && it->first.compare(0, prefix.size(), prefix) == 0) it = map->erase(it);
}

// Replaces the name of a list entry by its index: "inputs.force.hold" -> "inputs.0.hold".
std::string resolve_names(const std::string& path, const FlatTable& table) {
  std::stringstream parts(path);
  std::string part, resolved;
  while (std::getline(parts, part, '.')) {
    const auto list = table.counts.find(resolved);
    for (int i = 0; list != table.counts.end() && i < list->second; ++i) {
      const auto name = table.values.find(resolved + "." + std::to_string(i) + ".name");
      if (name != table.values.end() && to_text(name->second.value) == '"' + part + '"') {
        part = std::to_string(i);
        break;
      }
    }
    resolved = join(resolved, part);
  }
  return resolved;
}

// An entry right behind the end of a list is one more; one farther on is refused.
void make_room(const std::string& path, const std::string& where, FlatTable* table) {
  std::stringstream parts(path);
  std::string part, list;
  for (; std::getline(parts, part, '.'); list = join(list, part)) {
    int index = 0;
    const auto read = std::from_chars(part.data(), part.data() + part.size(), index);
    if (read.ec != std::errc() || read.ptr != part.data() + part.size()) continue;
    const auto known = table->counts.find(list);
    if (known == table->counts.end() && table->tables.count(list) > 0) continue;  // a name
    const int count = known != table->counts.end() ? known->second : 0;
    demand(index <= count, where,
           "the list '" + list + "' has " + std::to_string(count) + " entries, the first is 0",
           "change one of them, or add '" + list + "." + std::to_string(count) + "'");
    if (index == count) table->counts[list] = count + 1;
  }
}

toml::table parse_assignment(const std::string& value) {
  try {
    toml::table table = toml::parse("value = " + value);
    if (table.size() == 1) return table;
  } catch (const toml::parse_error&) {
    // not TOML: plain text, e.g. an unquoted word or path
  }
  toml::table text;
  text.insert("value", value);
  return text;
}

std::string scalar_text(const TomlScalar& scalar) {
  if (const bool* b = std::get_if<bool>(&scalar)) return *b ? "true" : "false";
  if (const auto* i = std::get_if<std::int64_t>(&scalar)) return std::to_string(*i);
  if (const auto* s = std::get_if<std::string>(&scalar)) return '"' + *s + '"';
  char text[40];
  const auto end = std::to_chars(text, text + sizeof text, std::get<double>(scalar)).ptr;
  return std::string(text, end);
}

}  // namespace

FlatTable read_flat_table(const std::string& path) {
  note_input(path);
  std::ifstream file(path);
  if (!file) throw Error(path, "cannot be opened", "check the path of the definition");
  FlatTable table;
  table.file = path;
  try {
    flatten(toml::parse(file, path), "", {path, ""}, &table);
  } catch (const toml::parse_error& error) {
    throw Error(path + ":" + std::to_string(error.source().begin.line),
                std::string(error.description()), "correct the TOML syntax");
  }
  return table;
}

void apply_override(const std::string& text, FlatTable* table) {
  const std::string where = "--set " + text;
  const auto equal = text.find('=');
  if (equal == std::string::npos || equal == 0) {
    throw Error(where, "is not of the form key=value", "write e.g. --set contact.friction=0.2");
  }
  const std::string path = resolve_names(text.substr(0, equal), *table);
  make_room(path, where, table);
  erase_below(path, &table->values);
  erase_below(path, &table->tables);
  erase_below(path, &table->counts);
  erase_below(path, &table->unreadable);
  const toml::table parsed = parse_assignment(text.substr(equal + 1));
  flatten(*parsed.get("value"), path, {"", where}, table);
}

void apply_overrides(const std::vector<std::string>& overrides, FlatTable* table,
                     SectionErrors* errors) {
  for (const std::string& text : overrides) {
    errors->read("--set", {}, [&] { apply_override(text, table); });
  }
}

TomlValue parse_toml_value(const std::string& text) {
  FlatTable table;
  flatten(*parse_assignment(text).get("value"), "value", {"", "default"}, &table);
  return table.values.at("value").value;
}

std::string to_text(const TomlValue& value) {
  if (const auto* scalar = std::get_if<TomlScalar>(&value)) return scalar_text(*scalar);
  std::string text = "[";
  for (const TomlScalar& item : std::get<std::vector<TomlScalar>>(value)) {
    text += (text.size() > 1 ? ", " : "") + scalar_text(item);
  }
  return text + "]";
}

}  // namespace mortise::gen
