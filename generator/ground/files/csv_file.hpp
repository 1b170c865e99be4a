// Time series in CSV: a header row, then numbers; the first column is `time` [s]. Lines that begin
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
  std::vector<double> time;                  // (n) strictly increasing [s]
  std::vector<std::vector<double>> columns;  // per name (n), SI units

  // Index of a column, -1 if there is none.
  int find(const std::string& name) const {
    const auto it = std::find(names.begin(), names.end(), name);
    return it == names.end() ? -1 : static_cast<int>(it - names.begin());
  }
};

// Cells `nan`, as tables of runs have them before the first step where a value belongs to one.
enum class Gaps { refused, kept };

// Throws Error with file:line for a missing or repeated column, a row of another length, a cell
// that is no finite number, a time that does not increase or is not in seconds.
TimeSeries read_csv(const std::string& path, Gaps gaps = Gaps::refused);

// Linear interpolation between the rows, constant before the first and after the last.
double interpolate(const TimeSeries& series, int column, double time);

}  // namespace mortise::gen
