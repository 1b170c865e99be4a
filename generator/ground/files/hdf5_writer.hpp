// TableWriter for HDF5: one one-dimensional dataset of doubles per column, with its unit.
#pragma once

#include <hdf5.h>

#include "generator/ground/files/hdf5_file.hpp"
#include "generator/ground/files/output_file.hpp"
#include "generator/ground/files/table_writer.hpp"

namespace mortise::gen {

class Hdf5Writer : public TableWriter {
 public:
  Hdf5Writer(const std::string& path, const std::vector<Column>& columns);
  ~Hdf5Writer() override;
  void write_row(const double* values) override;
  void commit() override;

 private:
  void close_datasets();
  void flush();

  std::string path_;
  OutputFile output_;
  Hdf5File file_;
  std::vector<hid_t> datasets_;
  std::vector<std::vector<double>> buffers_;  // per column, rows not yet written
  hsize_t rows_ = 0;                          // already in the file
};

}  // namespace mortise::gen
