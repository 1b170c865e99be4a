#include "generator/deliver/report/report_words.hpp"

#include <algorithm>
#include <cmath>

#include "generator/ground/text/number_text.hpp"
#include "generator/ground/text/unit_text.hpp"

namespace mortise::gen {

std::string word_of(const nlohmann::json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_null()) return "-";
  if (value.is_number_float()) return number_text(value.get<double>(), 6);
  return value.dump();
}

std::string spelled(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string counted(std::size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::pair<double, double> finite_ends(const std::vector<double>& values) {
  std::pair<double, double> ends{HUGE_VAL, -HUGE_VAL};
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    ends.first = std::min(ends.first, value);
    ends.second = std::max(ends.second, value);
  }
  return ends;
}

std::string range_text(const std::string& name, const std::vector<double>& values,
                       const std::string& unit) {
  const auto [lowest, highest] = finite_ends(values);
  if (!(lowest <= highest)) return name + " without a number";
  const std::string behind = behind_number(unit);
  if (lowest == highest) return name + " " + number_text(lowest, 4) + behind + " throughout";
  return name + " from " + number_text(lowest, 4) + " to " + number_text(highest, 4) + behind;
}

ReportChart chart_over_time(const std::string& scenario, const std::string& what,
                            const std::string& axis) {
  return {scenario + ": " + what, "", {"", {"time [s]"}, {axis}}, scenario};
}

ReportTable table_of(const std::string& caption, const nlohmann::json& list,
                     const std::vector<std::pair<std::string, std::string>>& columns) {
  ReportTable table{caption, {}, {}};
  for (const auto& column : columns) table.head.push_back(column.second);
  for (const nlohmann::json& entry : list) {
    std::vector<std::string> row;
    row.reserve(columns.size());
    for (const auto& column : columns) row.push_back(word_of(entry.at(column.first)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace mortise::gen
