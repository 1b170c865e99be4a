#include "generator/ground/files/csv_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <set>

#include "generator/ground/files/csv_dialect.hpp"
#include "generator/ground/files/file_ledger.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r\"");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r\"") - first + 1);
}

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::size_t start = 0;
  for (std::size_t comma = 0; comma != std::string::npos; start = comma + 1) {
    comma = line.find(',', start);
    cells.push_back(trimmed(line.substr(start, comma - start)));
  }
  return cells;
}

double to_number(const std::string& cell, const std::string& where, const std::string& column,
                 Gaps gaps = Gaps::refused) {
  double value = 0.0;
  if (gaps == Gaps::kept && cell == "nan") return std::nan("");
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size() || !std::isfinite(value)) {
    throw Error(where, "column '" + column + "' holds \"" + cell + "\"",
                "give a finite number with a decimal point");
  }
  return value;
}

std::vector<std::string> read_header(const std::string& line, const std::string& where,
                                     const CsvAxis& axis) {
  std::vector<std::string> names = split(line);
  if (names.empty() || names[0] != axis.name) {
    throw Error(where, "the first column is '" + (names.empty() ? "" : names[0]) + "'",
                fmt::format("name the columns in the first row and begin with '{}' [{}]", axis.name,
                            axis.unit));
  }
  std::set<std::string> seen;
  for (const std::string& name : names) {
    if (name.empty() || !seen.insert(name).second) {
      throw Error(where, "column '" + name + "' is empty or named twice",
                  "give every column a name of its own");
    }
  }
  return names;
}

bool is_comment(const std::string& line) {
  const auto first = line.find_first_not_of(" \t\"");
  return first != std::string::npos && line[first] == '#';
}

// Units of a comment that names them, without the time's; empty for other comments.
std::vector<std::string> read_units(const std::string& line, const std::string& where,
                                    std::size_t columns, const CsvAxis& axis) {
  const std::string head = kUnitsHead;
  if (line.compare(0, head.size(), head) != 0) return {};
  std::vector<std::string> units = split(line.substr(head.size()));
  if (columns != 0 && units.size() != columns) {
    throw Error(where, fmt::format("names {} units, the header {} columns", units.size(), columns),
                "give every column a unit, 1 if it has none");
  }
  if (units[0] != axis.unit) {
    throw Error(where, fmt::format("the unit of {} is '{}'", axis.name, units[0]),
                fmt::format("give the {} in {}", axis.name, axis.unit));
  }
  units.erase(units.begin());
  return units;
}

}  // namespace

TimeSeries read_csv(const std::string& path, Gaps gaps, const CsvAxis& axis) {
  note_input(path);
  std::ifstream file(path);
  if (!file) throw Error(path, "cannot be opened", "check the path of the input");
  std::string line;
  CsvDialect dialect;
  std::vector<std::string> header;
  TimeSeries series;
  series.file = path;
  for (int number = 1; std::getline(file, line); ++number) {
    const std::string where = path + ":" + std::to_string(number);
    line = dialect.plain(line, where);
    if (is_comment(line)) {
      const auto units = read_units(line, where, header.size(), axis);
      if (!units.empty()) series.units = units;
      continue;
    }
    if (header.empty()) {
      header = read_header(line, where, axis);
      series.names.assign(header.begin() + 1, header.end());
      series.columns.resize(series.names.size());
      continue;
    }
    if (trimmed(line).empty()) continue;
    const std::vector<std::string> cells = split(line);
    if (cells.size() != header.size()) {
      throw Error(where, fmt::format("has {} cells, the header {}", cells.size(), header.size()),
                  "give every row one number per column; where numbers have decimal commas, write "
                  "semicolons between the cells");
    }
    const double time = to_number(cells[0], where, axis.name);
    if (!series.time.empty() && !(time > series.time.back())) {
      throw Error(where, fmt::format("{} {} does not increase", axis.name, cells[0]),
                  fmt::format("sort the rows by {}", axis.name));
    }
    series.time.push_back(time);
    for (std::size_t i = 1; i < cells.size(); ++i) {
      series.columns[i - 1].push_back(to_number(cells[i], where, header[i], gaps));
    }
  }
  if (header.empty()) (void)read_header("", path + ":1", axis);
  if (!series.units.empty() && series.units.size() != series.names.size()) {
    throw Error(path, "names another number of units than of columns",
                "give every column a unit, 1 if it has none");
  }
  if (series.time.empty()) throw Error(path, "has no rows", "give at least one row of numbers");
  return series;
}

double interpolate(const TimeSeries& series, int column, double time) {
  return interpolate(series.time, series.columns[static_cast<std::size_t>(column)], time);
}

double interpolate(const std::vector<double>& places, const std::vector<double>& values,
                   double at) {
  const auto after = std::upper_bound(places.begin(), places.end(), at);
  if (after == places.begin()) return values.front();
  if (after == places.end()) return values.back();
  const auto i = static_cast<std::size_t>(after - places.begin());
  const double share = (at - places[i - 1]) / (places[i] - places[i - 1]);
  return values[i - 1] + share * (values[i] - values[i - 1]);
}

}  // namespace mortise::gen
