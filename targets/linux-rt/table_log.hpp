// A table of samples on disk, written by a thread that may wait: CSV or HDF5 by the ending. It
// appears under its name when it is closed; until then, and for good if the program is killed, it
// is NAME.part, which belongs to this program alone.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace mortise::targets {

struct LogColumn {
  std::string name, unit;
};

class TableLog {
 public:
  TableLog() = default;
  TableLog(const TableLog&) = delete;
  TableLog& operator=(const TableLog&) = delete;
  virtual ~TableLog() = default;
  // (columns) False once anything could not be written.
  virtual bool write(const double* row) = 0;
  // The system has all rows so far: they stay if the program is killed. False as of write().
  virtual bool sync() = 0;
  // Writes what is left and gives the file its name. False, and why, if something is missing.
  virtual bool close(std::string* why) = 0;
};

// path: ends in .csv, or in .h5 if the program has HDF5: a dataset per column with its `unit`.
// Null, and why, if it cannot be made or another program writes it.
std::unique_ptr<TableLog> open_log(const std::string& path, const std::vector<LogColumn>& columns,
                                   std::string* why);

}  // namespace mortise::targets
