#include "generator/tool/cli/result_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace mortise::gen {
namespace {

std::string line_of(const std::vector<std::string>& cells, const std::vector<TableHead>& heads,
                    const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += "  ";
    const std::string fill(widths[i] - cells[i].size(), ' ');
    line += heads[i].kind == TableHead::Kind::word ? cells[i] + fill : fill + cells[i];
  }
  return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

}  // namespace

TableHead word_head(const std::string& name) { return {name, TableHead::Kind::word, ""}; }

TableHead count_head(const std::string& name) { return {name, TableHead::Kind::count, ""}; }

TableHead quantity_head(const std::string& name, const std::string& unit) {
  return {name, TableHead::Kind::quantity, unit};
}

std::string TextTable::text() const {
  std::vector<std::string> titles;
  std::vector<std::size_t> widths;
  for (const TableHead& head : heads_) {
    const bool quantity = head.kind == TableHead::Kind::quantity;
    titles.push_back(quantity ? head.name + " [" + head.unit + "]" : head.name);
    widths.push_back(titles.back().size());
  }
  for (const std::vector<std::string>& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text = line_of(titles, heads_, widths);
  for (const std::vector<std::string>& row : rows_) text += line_of(row, heads_, widths);
  return text;
}

std::string cell(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string cell(const nlohmann::json& value, const char* format, double factor) {
  if (value.is_null()) return "-";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  return format == nullptr ? value.dump() : cell(format, factor * value.get<double>());
}

nlohmann::json figures_json(const std::vector<KeyFigure>& figures) {
  nlohmann::json json = nlohmann::json::object();
  for (const KeyFigure& f : figures) json[f.key] = f.value;
  return json;
}

std::string figures_text(const std::vector<KeyFigure>& figures) {
  std::string text;
  for (const KeyFigure& f : figures)
    text += fmt::format("{:<28} {:12.6g} [{}]\n", f.label, f.value / f.per_unit,
                        f.unit.empty() ? "-" : f.unit);
  return text;
}

}  // namespace mortise::gen
