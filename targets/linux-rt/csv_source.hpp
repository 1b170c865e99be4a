// Inputs from a table: a header row, first column `time` [s] ascending, the others inputs of the
// model by name, straight lines between the rows. Read before the loop; lines that begin with # are
// skipped. Inputs without a column have their defaults; behind the last row it is held.
#pragma once

#include <string>
#include <vector>

#include "input_source.hpp"

namespace mortise::targets {

class CsvSource final : public InputSource {
 public:
  // period: of a tick [s]. False, and why with the line, if the table is none.
  bool load(const std::string& path, const Model& model, double period, std::string* why);

  bool rewind() noexcept override {
    tick_ = 0;
    row_ = 0;
    return true;
  }
  void read(Real* u) noexcept override;
  double duration() const { return rows_.empty() ? 0 : rows_.back()[0]; }  // [s]

 private:
  bool add_header(const std::string& line, const Model& model, std::string* why);
  bool add_row(const std::string& line, std::string* why);

  std::vector<int> column_of_;  // per input, -1: none
  std::vector<Real> defaults_;
  std::vector<std::vector<double>> rows_;  // time first
  std::size_t columns_ = 0, row_ = 0;
  std::uint64_t tick_ = 0;
  double period_ = 0;
};

}  // namespace mortise::targets
