#include "generator/ground/files/hdf5_file.hpp"

#include <algorithm>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr std::size_t kGrowth = 1 << 20;  // of the memory [byte]

hid_t make_file(const std::string& path, hsize_t userblock) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const Hdf5Id how(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  const Hdf5Id access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_obj_track_times(how.get(), 0);  // same data, same file
  if (userblock > 0) H5Pset_userblock(how.get(), userblock);
  if (H5Pset_fapl_core(access.get(), kGrowth, 0) < 0) return -1;
  // the library looks for a file of that name: below another one there is none
  return H5Fcreate((path + "/in memory").c_str(), H5F_ACC_TRUNC, how.get(), access.get());
}

}  // namespace

Hdf5File::Hdf5File(const std::string& path, hsize_t userblock)
    : path_(path), file_(make_file(path, userblock), H5Fclose) {
  if (!file_.good()) throw Error(path, "the HDF5 library cannot make it", "write CSV instead");
}

std::string Hdf5File::bytes() const {
  H5Fflush(id(), H5F_SCOPE_LOCAL);
  const ssize_t size = H5Fget_file_image(id(), nullptr, 0);
  std::string all(static_cast<std::size_t>(std::max<ssize_t>(size, 0)), '\0');
  if (size <= 0 || H5Fget_file_image(id(), all.data(), all.size()) != size)
    throw Error(path_, "the HDF5 library cannot complete it", "check that there is memory left");
  return all;
}

}  // namespace mortise::gen
