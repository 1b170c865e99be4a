#include "csv_source.hpp"

#include <charconv>
#include <cmath>
#include <fstream>

#include "mortise_generated.h"

namespace mortise::targets {

namespace {

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == ',') {
      cells.emplace_back();
    } else if (c != '\r' && c != ' ') {
      cells.back().push_back(c);
    }
  }
  return cells;
}

bool number_of(const std::string& text, double* out) {
  const char *first = text.data(), *last = first + text.size();
  const auto read = std::from_chars(first, last, *out);
  return read.ec == std::errc() && read.ptr == last && std::isfinite(*out);
}

int input_named(const Model& model, const std::string& name) {
  const auto* inputs = model.root()->inputs();
  for (std::uint32_t k = 0; inputs != nullptr && k < inputs->size(); ++k)
    if (inputs->Get(k)->name()->str() == name) return static_cast<int>(k);
  return -1;
}

bool refuse(const std::string& reason, std::string* why) {
  *why = reason;
  return false;
}

}  // namespace

bool CsvSource::add_header(const std::string& line, const Model& model, std::string* why) {
  const std::vector<std::string> names = cells_of(line);
  columns_ = names.size();
  if (line.find(';') != std::string::npos)
    return refuse("semicolons between the cells: save it with commas, and points in numbers", why);
  if (names[0] != "time") return refuse("the first column must be time", why);
  for (std::size_t c = 1; c < names.size(); ++c) {
    const int input = input_named(model, names[c]);
    if (input < 0) return refuse("the model has no input \"" + names[c] + "\"", why);
    column_of_[static_cast<std::size_t>(input)] = static_cast<int>(c);
  }
  return true;
}

bool CsvSource::add_row(const std::string& line, std::string* why) {
  std::vector<double> row;
  for (const std::string& cell : cells_of(line)) {
    double number = 0;
    if (!number_of(cell, &number)) return refuse("\"" + cell + "\" is no number", why);
    row.push_back(number);
  }
  if (row.size() != columns_)
    return refuse(std::to_string(row.size()) + " numbers, the header has " +
                      std::to_string(columns_) + " names",
                  why);
  if (!rows_.empty() && row[0] <= rows_.back()[0]) return refuse("time does not ascend", why);
  rows_.push_back(std::move(row));
  return true;
}

bool CsvSource::load(const std::string& path, const Model& model, double period, std::string* why) {
  period_ = period;
  for (std::int32_t k = 0; k < model.dims().inputs; ++k) {
    column_of_.push_back(-1);
    defaults_.push_back(model.view().input_ranges[k].default_value);
  }
  std::ifstream in(path);
  if (!in) return refuse(path + " cannot be read", why);
  std::string line, reason;
  for (int number = 1; std::getline(in, line); ++number) {
    if (number == 1 && line.compare(0, 3, "\xef\xbb\xbf") == 0) line.erase(0, 3);
    if (line.empty() || line[0] == '#') continue;
    if (columns_ == 0 ? add_header(line, model, &reason) : add_row(line, &reason)) continue;
    return refuse(path + (":" + std::to_string(number)) + (": " + reason), why);
  }
  return !rows_.empty() || refuse(path + " has no rows", why);
}

void CsvSource::read(Real* u) noexcept {
  const double t = static_cast<double>(tick_++) * period_;
  while (row_ + 1 < rows_.size() && rows_[row_ + 1][0] <= t) ++row_;
  const std::vector<double>& from = rows_[row_];
  const std::vector<double>& to = rows_[row_ + 1 < rows_.size() ? row_ + 1 : row_];
  const double length = to[0] - from[0];
  const double share = length > 0 && t > from[0] ? (t - from[0]) / length : 0;
  for (std::size_t k = 0; k < column_of_.size(); ++k) {
    const auto c = static_cast<std::size_t>(column_of_[k]);
    u[k] = column_of_[k] < 0 ? defaults_[k] : from[c] + share * (to[c] - from[c]);
  }
}

}  // namespace mortise::targets
