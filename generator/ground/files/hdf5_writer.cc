#include "generator/ground/files/hdf5_writer.hpp"

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr hsize_t kChunk = 4096;  // rows

void write_unit(hid_t dataset, const std::string& unit) {
  if (unit.empty()) return;
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, unit.size());
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t attribute = H5Acreate2(dataset, "unit", type, space, H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite(attribute, type, unit.data());
  H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(type);
}

hid_t make_dataset(hid_t file, const Column& column) {
  const hsize_t none = 0, unlimited = H5S_UNLIMITED;
  const hid_t space = H5Screate_simple(1, &none, &unlimited);
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(properties, 1, &kChunk);
  H5Pset_obj_track_times(properties, 0);  // same data, same file
  const hid_t type = column.whole ? H5T_STD_I64LE : H5T_IEEE_F64LE;
  const hid_t dataset =
      H5Dcreate2(file, column.name.c_str(), type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  H5Pclose(properties);
  H5Sclose(space);
  return dataset;
}

}  // namespace

Hdf5Writer::Hdf5Writer(const std::string& path, const std::vector<Column>& columns)
    : path_(path),
      output_(path, OutputKind::table),
      file_(output_.descriptor(), path),
      buffers_(columns.size()) {
  for (const Column& column : columns) {
    datasets_.push_back(make_dataset(file_.id(), column));
    if (datasets_.back() < 0) {
      close_datasets();
      throw Error(path, "column '" + column.name + "' cannot be made in HDF5",
                  "give every column a name of its own, or write CSV");
    }
    write_unit(datasets_.back(), column.unit);
  }
}

Hdf5Writer::~Hdf5Writer() { close_datasets(); }

void Hdf5Writer::close_datasets() {
  for (const hid_t dataset : datasets_) {
    if (dataset >= 0) H5Dclose(dataset);
  }
  datasets_.clear();
}

void Hdf5Writer::flush() {
  const hsize_t count = buffers_.empty() ? 0 : buffers_[0].size();
  if (count == 0) return;
  const hsize_t total = rows_ + count;
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    bool good = H5Dset_extent(datasets_[i], &total) >= 0;
    const hid_t target = H5Dget_space(datasets_[i]);
    H5Sselect_hyperslab(target, H5S_SELECT_SET, &rows_, nullptr, &count, nullptr);
    const hid_t source = H5Screate_simple(1, &count, nullptr);
    good = good && H5Dwrite(datasets_[i], H5T_NATIVE_DOUBLE, source, target, H5P_DEFAULT,
                            buffers_[i].data()) >= 0;
    H5Sclose(source);
    H5Sclose(target);
    file_.check();
    if (!good) throw Error(path_, "the HDF5 library cannot write it", "write CSV instead");
    buffers_[i].clear();
  }
  rows_ = total;
}

void Hdf5Writer::write_row(const double* values) {
  for (std::size_t i = 0; i < buffers_.size(); ++i) buffers_[i].push_back(values[i]);
  if (!buffers_.empty() && buffers_[0].size() == kChunk) flush();
}

void Hdf5Writer::commit() {
  flush();
  close_datasets();
  file_.close();
  output_.commit();
}

}  // namespace mortise::gen
