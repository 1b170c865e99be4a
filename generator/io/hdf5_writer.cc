#include "generator/io/hdf5_writer.hpp"

#include <cstdio>

#include "generator/error.hpp"
#include "generator/io/atomic_file.hpp"

namespace mortise::gen {
namespace {

constexpr hsize_t kChunk = 4096;  // rows

[[noreturn]] void refuse(const std::string& path) {
  throw Error(path, "the HDF5 library cannot write it",
              "check that the folder exists, is writable and has space left");
}

hid_t checked(hid_t id, const std::string& path) {
  if (id < 0) refuse(path);
  return id;
}

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
    : path_(path), temporary_(temporary_name(path)), buffers_(columns.size()) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  file_ = checked(H5Fcreate(temporary_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), path);
  for (const Column& column : columns) {
    datasets_.push_back(checked(make_dataset(file_, column), path));
    write_unit(datasets_.back(), column.unit);
  }
}

Hdf5Writer::~Hdf5Writer() {
  if (file_ < 0) return;
  close();
  std::remove(temporary_.c_str());
}

void Hdf5Writer::close() {
  for (const hid_t dataset : datasets_) H5Dclose(dataset);
  datasets_.clear();
  H5Fclose(file_);
  file_ = -1;
}

void Hdf5Writer::flush() {
  const hsize_t count = buffers_.empty() ? 0 : buffers_[0].size();
  if (count == 0) return;
  const hsize_t total = rows_ + count;
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    if (H5Dset_extent(datasets_[i], &total) < 0) refuse(path_);
    const hid_t target = H5Dget_space(datasets_[i]);
    H5Sselect_hyperslab(target, H5S_SELECT_SET, &rows_, nullptr, &count, nullptr);
    const hid_t source = H5Screate_simple(1, &count, nullptr);
    const herr_t status =
        H5Dwrite(datasets_[i], H5T_NATIVE_DOUBLE, source, target, H5P_DEFAULT, buffers_[i].data());
    H5Sclose(source);
    H5Sclose(target);
    if (status < 0) refuse(path_);
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
  if (H5Fflush(file_, H5F_SCOPE_GLOBAL) < 0) refuse(path_);
  close();
  replace_file(temporary_, path_);
}

}  // namespace mortise::gen
