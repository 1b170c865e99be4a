// Time series in CSV: a header row, then numbers; the first column is `time` [s], of tables over
// something else what they say. Lines that begin
// with '#' are comments; one that begins with kUnitsHead names the unit of every column.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace mortise::gen {

constexpr const char* kUnitsHead = "# units: ";

struct TimeSeries {
  std::string file;                          // for messages
  std::vector<std::string> names;            // columns without `time`
  std::vector<std::string> units;            // per name; empty if the file does not say
  std::vector<double> time;                  // (n) the first column, strictly increasing [s]
  std::vector<std::vector<double>> columns;  // per name (n), SI units

  // Index of a column, -1 if there is none.
  int find(const std::string& name) const {
    const auto it = std::find(names.begin(), names.end(), name);
    return it == names.end() ? -1 : static_cast<int>(it - names.begin());
  }
};

// Cells `nan`, as tables of runs have them before the first step where a value belongs to one.
enum class Gaps { refused, kept };

// The first column of a table and its unit.
struct CsvAxis {
  const char *name = "time", *unit = "s";
};

// Throws Error with file:line for a missing or repeated column, a row of another length, a cell
// that is no finite number, a time (or what the first column is) that does not increase or is not
// in its unit.
TimeSeries read_csv(const std::string& path, Gaps gaps = Gaps::refused, const CsvAxis& axis = {});

// Linear interpolation between values at strictly increasing places (n >= 1), constant before the
// first and after the last.
double interpolate(const std::vector<double>& places, const std::vector<double>& values, double at);
double interpolate(const TimeSeries& series, int column, double time);

}  // namespace mortise::gen
