// Time series in CSV: a header row, then numbers; the first column is `time` [s].
#pragma once

#include <string>
#include <vector>

namespace mortise::gen {

struct TimeSeries {
  std::string file;                          // for messages
  std::vector<std::string> names;            // columns without `time`
  std::vector<double> time;                  // (n) strictly increasing [s]
  std::vector<std::vector<double>> columns;  // per name (n), SI units

  // Index of a column, -1 if there is none.
  int find(const std::string& name) const;
};

// Throws Error with file:line for a missing or repeated column, a row of another length, a cell
// that is no finite number, and a time that does not increase.
TimeSeries read_csv(const std::string& path);

// Linear interpolation between the rows, constant before the first and after the last.
double interpolate(const TimeSeries& series, int column, double time);

}  // namespace mortise::gen
