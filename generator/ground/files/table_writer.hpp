// Writes time series row by row, as CSV or as HDF5 by the ending of the path.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace mortise::gen {

struct Column {
  std::string name;
  std::string unit;    // SI; kept by HDF5 as an attribute, by CSV if asked for
  bool whole = false;  // whole numbers, e.g. a mask of bits
};

struct TableOptions {
  // CSV: a second line "# units: s,m,...", a comment, so that a plain reader of the header and of
  // the rows still finds them where they were if it knows comments.
  bool units_line = false;
};

class TableWriter {
 public:
  virtual ~TableWriter() = default;

  // values: one per column, the first is the time [s].
  virtual void write_row(const double* values) = 0;

  // Makes the file appear; without it nothing is left behind.
  virtual void commit() = 0;
};

// path: ending in .h5 or .hdf5 for HDF5 (one dataset per column), in .csv for CSV, upper or lower
// case; "-", pipes and devices of any other name take CSV. CSV numbers are the shortest text that
// reads back as the same double. Throws as OutputFile().
std::unique_ptr<TableWriter> open_table(const std::string& path, const std::vector<Column>& columns,
                                        const TableOptions& options = {});

}  // namespace mortise::gen
