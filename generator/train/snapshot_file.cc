#include "generator/train/snapshot_file.hpp"

#include <hdf5.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <functional>
#include <vector>

#include "generator/error.hpp"
#include "generator/io/atomic_file.hpp"
#include "generator/io/content_hash.hpp"

namespace mortise::gen {
namespace {

// In front of the HDF5 part, where its format leaves room for its user: this word, the version and
// the hash of all that follows.
constexpr const char* kHeader = "mortise snapshots 1 fnv1a=";
constexpr std::size_t kHeaderBytes = 512;

using Header = std::array<char, kHeaderBytes>;

// Closes an object of HDF5.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Handle() { reset(); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  hid_t id() const { return id_; }
  bool good() const { return id_ >= 0; }
  bool reset() {
    const bool closed = id_ < 0 || close_(id_) >= 0;
    id_ = -1;
    return closed;
  }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

// Members in the order of the file: matrices hold a column per stage.
struct NamedMatrix {
  const char* name;
  Matrix FilmSnapshots::*member;
};
struct NamedVector {
  const char* name;
  Vector FilmSnapshots::*member;
};
constexpr NamedMatrix kMatrices[] = {{"pressure", &FilmSnapshots::pressure},
                                     {"content_rate", &FilmSnapshots::content_rate},
                                     {"modal", &FilmSnapshots::modal}};
constexpr NamedVector kVectors[] = {{"approach", &FilmSnapshots::approach},
                                    {"frame", &FilmSnapshots::frame},
                                    {"frame_rate", &FilmSnapshots::frame_rate},
                                    {"load", &FilmSnapshots::load},
                                    {"speed", &FilmSnapshots::speed},
                                    {"viscosity_factor", &FilmSnapshots::viscosity_factor},
                                    {"acceleration", &FilmSnapshots::acceleration},
                                    {"time", &FilmSnapshots::time}};

// Numbers of one or two dimensions, the last index running fastest.
bool write_array(hid_t file, const char* name, hid_t kept_as, hid_t given_as,
                 const std::vector<hsize_t>& extent, const void* values) {
  const Handle space(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr),
                     H5Sclose);
  const Handle how(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_obj_track_times(how.id(), 0);  // same data, same file
  H5Pset_fill_time(how.id(), H5D_FILL_TIME_NEVER);
  const Handle data(H5Dcreate2(file, name, kept_as, space.id(), H5P_DEFAULT, how.id(), H5P_DEFAULT),
                    H5Dclose);
  if (!data.good()) return false;
  const bool empty = std::find(extent.begin(), extent.end(), hsize_t{0}) != extent.end();
  return empty || H5Dwrite(data.id(), given_as, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
}

bool write_numbers(hid_t file, const char* name, const std::vector<hsize_t>& extent,
                   const double* values) {
  return write_array(file, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, extent, values);
}

bool write_members(hid_t file, const FilmSnapshots& s) {
  bool good = true;
  for (const NamedMatrix& m : kMatrices) {
    const Matrix& matrix = s.*m.member;
    if (matrix.rows() == 0) continue;
    const std::vector<hsize_t> extent = {static_cast<hsize_t>(matrix.cols()),
                                         static_cast<hsize_t>(matrix.rows())};
    good = good && write_numbers(file, m.name, extent, matrix.data());
  }
  for (const NamedVector& v : kVectors) {
    const Vector& vector = s.*v.member;
    const auto size = static_cast<hsize_t>(vector.size());
    good = good && write_numbers(file, v.name, {size}, vector.data());
  }
  good =
      good && write_array(file, "run", H5T_STD_I32LE, H5T_NATIVE_INT, {s.run.size()}, s.run.data());
  return good && write_numbers(file, "largest_slope", {1}, &s.largest_slope);
}

bool write_hdf5(const std::string& path, const FilmSnapshots& s) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const Handle how(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  H5Pset_userblock(how.id(), kHeaderBytes);
  H5Pset_obj_track_times(how.id(), 0);
  Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, how.id(), H5P_DEFAULT), H5Fclose);
  return file.good() && write_members(file.id(), s) && H5Fflush(file.id(), H5F_SCOPE_GLOBAL) >= 0 &&
         file.reset();
}

// The header that belongs to a file; nothing if it cannot be read.
std::optional<Header> header_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  file.seekg(kHeaderBytes);
  if (!file) return std::nullopt;
  ContentHash hash;
  std::vector<char> block(1 << 20);
  std::uint64_t size = 0;
  while (file) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    const auto count = static_cast<std::size_t>(file.gcount());
    hash.add(block.data(), count);
    size += count;
  }
  hash.add(&size, sizeof size);
  Header header{};
  std::snprintf(header.data(), header.size(), "%s%s\n", kHeader, hash.hex().c_str());
  return header;
}

bool write_header(const std::string& path) {
  const std::optional<Header> header = header_of(path);
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  if (!header || !file) return false;
  file.write(header->data(), static_cast<std::streamsize>(header->size()));
  file.close();
  return file.good();
}

bool is_whole(const std::string& path) {
  Header found{};
  std::ifstream(path, std::ios::binary).read(found.data(), found.size());
  const std::optional<Header> expected = header_of(path);
  return expected && found == *expected;
}

// Numbers of a dataset of the given number of dimensions, `rows` x `columns` as it says itself.
bool read_array(hid_t file, const char* name, int dimensions, hsize_t (*extent)[2], hid_t given_as,
                const std::function<void*(hsize_t rows, hsize_t columns)>& room) {
  const Handle data(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose);
  if (!data.good()) return false;
  const Handle space(H5Dget_space(data.id()), H5Sclose);
  (*extent)[1] = 1;
  if (H5Sget_simple_extent_ndims(space.id()) != dimensions) return false;
  if (H5Sget_simple_extent_dims(space.id(), *extent, nullptr) < 0) return false;
  void* values = room((*extent)[0], (*extent)[1]);
  return H5Dread(data.id(), given_as, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
}

bool read_members(hid_t file, FilmSnapshots* s) {
  hsize_t extent[2];
  for (const NamedMatrix& m : kMatrices) {
    if (H5Lexists(file, m.name, H5P_DEFAULT) <= 0) continue;
    const bool good =
        read_array(file, m.name, 2, &extent, H5T_NATIVE_DOUBLE, [&](hsize_t rows, hsize_t columns) {
          (s->*m.member)
              .resize(static_cast<Eigen::Index>(columns), static_cast<Eigen::Index>(rows));
          return (s->*m.member).data();
        });
    if (!good) return false;
  }
  for (const NamedVector& v : kVectors) {
    const bool good =
        read_array(file, v.name, 1, &extent, H5T_NATIVE_DOUBLE, [&](hsize_t rows, hsize_t) {
          (s->*v.member).resize(static_cast<Eigen::Index>(rows));
          return (s->*v.member).data();
        });
    if (!good) return false;
  }
  const bool good = read_array(file, "run", 1, &extent, H5T_NATIVE_INT, [&](hsize_t rows, hsize_t) {
    s->run.resize(rows);
    return s->run.data();
  });
  return good && read_array(file, "largest_slope", 1, &extent, H5T_NATIVE_DOUBLE,
                            [&](hsize_t, hsize_t) { return &s->largest_slope; });
}

}  // namespace

void write_snapshots(const std::string& path, const FilmSnapshots& snapshots) {
  const std::string temporary = temporary_name(path);
  if (!write_hdf5(temporary, snapshots) || !write_header(temporary)) {
    std::remove(temporary.c_str());
    throw Error(path, "the HDF5 library cannot write it",
                "check that the folder exists, is writable and has space left");
  }
  replace_file(temporary, path);
}

std::optional<FilmSnapshots> read_snapshots(const std::string& path) {
  if (!is_whole(path)) return std::nullopt;
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  FilmSnapshots s;
  if (!file.good() || !read_members(file.id(), &s)) return std::nullopt;
  if (s.modal.rows() == 0) s.modal.resize(0, s.pressure.cols());
  return s;
}

}  // namespace mortise::gen
