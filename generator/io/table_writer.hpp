// Writes time series row by row, as CSV or as HDF5 by the ending of the path.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace mortise::gen {

struct Column {
  std::string name;
  std::string unit;  // kept by HDF5 as an attribute; SI
};

class TableWriter {
 public:
  virtual ~TableWriter() = default;

  // values: one per column, the first is the time [s].
  virtual void write_row(const double* values) = 0;

  // Makes the file appear; without it nothing is left behind.
  virtual void commit() = 0;
};

// path: ending in .h5 or .hdf5 for HDF5 (one dataset per column), CSV otherwise. CSV numbers are
// the shortest text that reads back as the same double. Throws Error if it cannot be created.
std::unique_ptr<TableWriter> open_table(const std::string& path,
                                        const std::vector<Column>& columns);

}  // namespace mortise::gen
