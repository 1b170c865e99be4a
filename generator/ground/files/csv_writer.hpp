// TableWriter for CSV: header row, then one row per time.
#pragma once

#include "generator/ground/files/output_file.hpp"
#include "generator/ground/files/table_writer.hpp"

namespace mortise::gen {

class CsvWriter : public TableWriter {
 public:
  CsvWriter(const std::string& path, const std::vector<Column>& columns,
            const TableOptions& options = {});
  void write_row(const double* values) override;
  void commit() override;

 private:
  OutputFile file_;
  std::vector<Column> columns_;
  std::string buffer_;  // rows not yet handed to the file
};

}  // namespace mortise::gen
