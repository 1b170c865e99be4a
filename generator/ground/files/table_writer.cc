#include "generator/ground/files/table_writer.hpp"

#include <charconv>
#include <cstdint>

#include "generator/ground/files/csv_file.hpp"
#include "generator/ground/files/hdf5_file.hpp"
#include "generator/ground/files/output_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr std::size_t kBuffer = 1 << 16;  // of CSV [byte]
constexpr hsize_t kChunk = 4096;          // of HDF5 [rows]

class CsvWriter final : public TableWriter {
 public:
  CsvWriter(const std::string& path, const std::vector<Column>& columns,
            const TableOptions& options)
      : file_(path, OutputKind::table), columns_(columns) {
    std::string units;
    for (const Column& column : columns) {
      buffer_ += (buffer_.empty() ? "" : ",") + column.name;
      units += (units.empty() ? "" : ",") + (column.unit.empty() ? std::string("1") : column.unit);
    }
    buffer_ += '\n';
    if (options.units_line) buffer_ += kUnitsHead + units + '\n';
  }

  void write_row(const double* values) override {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      char text[40];
      const auto end =
          columns_[i].whole
              ? std::to_chars(text, text + sizeof text, static_cast<std::int64_t>(values[i])).ptr
              : std::to_chars(text, text + sizeof text, values[i]).ptr;
      buffer_.append(text, end);
      buffer_ += i + 1 < columns_.size() ? ',' : '\n';
    }
    if (buffer_.size() < kBuffer) return;
    file_.write(buffer_);
    buffer_.clear();
  }

  void commit() override {
    file_.write(buffer_);
    file_.commit();
  }

 private:
  OutputFile file_;
  std::vector<Column> columns_;
  std::string buffer_;  // rows not yet handed to the file
};

// A dataset of one dimension per column, with its unit.
class Hdf5Writer final : public TableWriter {
 public:
  Hdf5Writer(const std::string& path, const std::vector<Column>& columns)
      : path_(path), output_(path, OutputKind::table), file_(path), buffers_(columns.size()) {
    for (const Column& column : columns) {
      add_dataset(column);
      demand(datasets_.back().good(), path, "column '" + column.name + "' cannot be made in HDF5",
             "give every column a name of its own, or write CSV");
      add_unit(column.unit);
    }
  }

  void write_row(const double* values) override {
    for (std::size_t i = 0; i < buffers_.size(); ++i) buffers_[i].push_back(values[i]);
    if (!buffers_.empty() && buffers_[0].size() == kChunk) flush();
  }

  void commit() override {
    flush();
    datasets_.clear();
    output_.write(file_.bytes());
    output_.commit();
  }

 private:
  void add_dataset(const Column& column) {
    const hsize_t none = 0, unlimited = H5S_UNLIMITED;
    const Hdf5Id space(H5Screate_simple(1, &none, &unlimited), H5Sclose);
    const Hdf5Id how(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_chunk(how.get(), 1, &kChunk);
    H5Pset_obj_track_times(how.get(), 0);  // same data, same file
    datasets_.emplace_back(
        H5Dcreate2(file_.id(), column.name.c_str(), column.whole ? H5T_STD_I64LE : H5T_IEEE_F64LE,
                   space.get(), H5P_DEFAULT, how.get(), H5P_DEFAULT),
        H5Dclose);
  }

  // Gives the dataset made last its unit.
  void add_unit(const std::string& unit) {
    if (unit.empty()) return;
    const Hdf5Id type(H5Tcopy(H5T_C_S1), H5Tclose), space(H5Screate(H5S_SCALAR), H5Sclose);
    H5Tset_size(type.get(), unit.size());
    const Hdf5Id attribute(H5Acreate2(datasets_.back().get(), "unit", type.get(), space.get(),
                                      H5P_DEFAULT, H5P_DEFAULT),
                           H5Aclose);
    H5Awrite(attribute.get(), type.get(), unit.data());
  }

  void flush() {
    const hsize_t count = buffers_.empty() ? 0 : buffers_[0].size(), total = rows_ + count;
    if (count == 0) return;
    const Hdf5Id source(H5Screate_simple(1, &count, nullptr), H5Sclose);
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      const hid_t dataset = datasets_[i].get();
      const bool longer = H5Dset_extent(dataset, &total) >= 0;
      const Hdf5Id target(H5Dget_space(dataset), H5Sclose);
      H5Sselect_hyperslab(target.get(), H5S_SELECT_SET, &rows_, nullptr, &count, nullptr);
      if (!longer || H5Dwrite(dataset, H5T_NATIVE_DOUBLE, source.get(), target.get(), H5P_DEFAULT,
                              buffers_[i].data()) < 0)
        throw Error(path_, "the HDF5 library cannot write it", "write CSV instead");
      buffers_[i].clear();
    }
    rows_ = total;
  }

  std::string path_;
  OutputFile output_;
  Hdf5File file_;
  std::vector<Hdf5Id> datasets_;
  std::vector<std::vector<double>> buffers_;  // per column, rows not yet in the file
  hsize_t rows_ = 0;                          // already in it
};

}  // namespace

std::unique_ptr<TableWriter> open_table(const std::string& path, const std::vector<Column>& columns,
                                        const TableOptions& options) {
  const std::string ending = ending_of(path);
  if (ending == ".h5" || ending == ".hdf5") return std::make_unique<Hdf5Writer>(path, columns);
  return std::make_unique<CsvWriter>(path, columns, options);
}

}  // namespace mortise::gen
