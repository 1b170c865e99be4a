// Numbers and names as the sections of a report write them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "generator/deliver/report/report_page.hpp"

namespace mortise::gen {

// A value of `mortise info --json` as a word: texts as they are, numbers with six digits, nothing
// as "-".
std::string word_of(const nlohmann::json& value);

// "displacement" of "displacement", "contact force" of "contact_force".
std::string spelled(std::string name);

// "12 steps", "1 step".
std::string counted(std::size_t count, const std::string& what);

// The smallest and the largest number among the values; without any infinity before its opposite.
std::pair<double, double> finite_ends(const std::vector<double>& values);

// "height from -0.1 to 0.5 m", of the numbers among the values; unit: "", "1" and "-" are none.
std::string range_text(const std::string& name, const std::vector<double>& values,
                       const std::string& unit);

// "throw: height" over time [s], its axis in this unit; charts of one scenario zoom as one.
ReportChart chart_over_time(const std::string& scenario, const std::string& what,
                            const std::string& axis);

// A row per entry of a list of objects; columns: the key and what stands above it.
ReportTable table_of(const std::string& caption, const nlohmann::json& list,
                     const std::vector<std::pair<std::string, std::string>>& columns);

}  // namespace mortise::gen
