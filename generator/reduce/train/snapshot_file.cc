#include "generator/reduce/train/snapshot_file.hpp"

#include <fcntl.h>
#include <hdf5.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <sstream>
#include <vector>

#include "generator/ground/files/atomic_file.hpp"
#include "generator/ground/files/content_hash.hpp"
#include "generator/ground/files/hdf5_file.hpp"
#include "generator/ground/text/error.hpp"

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
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  hid_t id() const { return id_; }
  bool good() const { return id_ >= 0; }

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

// Warnings of the runs, one per line; absent if there are none.
constexpr const char* kWarnings = "warnings";

std::string lines_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream rest(text);
  for (std::string line; std::getline(rest, line);) lines.push_back(line);
  return lines;
}

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
  const std::string warnings = lines_of(s.warnings);
  if (!warnings.empty()) {
    good = good && write_array(file, kWarnings, H5T_STD_U8LE, H5T_NATIVE_UCHAR, {warnings.size()},
                               warnings.data());
  }
  good =
      good && write_array(file, "run", H5T_STD_I32LE, H5T_NATIVE_INT, {s.run.size()}, s.run.data());
  return good && write_numbers(file, "largest_slope", {1}, &s.largest_slope);
}

void write_hdf5(int descriptor, const std::string& path, const FilmSnapshots& s) {
  Hdf5File file(descriptor, path, kHeaderBytes);
  const bool good = write_members(file.id(), s);
  file.close();  // says first what the device refused
  if (!good) {
    throw Error(path, "the HDF5 library cannot write it", "check that there is memory left");
  }
}

// The header that belongs to a file; nothing if it cannot be read.
std::optional<Header> header_of(int descriptor) {
  ContentHash hash;
  std::vector<char> block(1 << 20);
  std::uint64_t size = 0;
  for (;;) {
    const auto at = static_cast<off_t>(kHeaderBytes + size);
    const ssize_t count = pread(descriptor, block.data(), block.size(), at);
    if (count < 0) return std::nullopt;
    if (count == 0) break;
    hash.add(block.data(), static_cast<std::size_t>(count));
    size += static_cast<std::uint64_t>(count);
  }
  hash.add(&size, sizeof size);
  Header header{};
  std::snprintf(header.data(), header.size(), "%s%s\n", kHeader, hash.hex().c_str());
  return header;
}

bool is_whole(const std::string& path) {
  if (!std::filesystem::is_regular_file(path)) return false;
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  Header found{};
  const bool read =
      pread(descriptor, found.data(), found.size(), 0) == static_cast<ssize_t>(found.size());
  const std::optional<Header> expected = header_of(descriptor);
  close(descriptor);
  return read && expected && found == *expected;
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
  if (H5Lexists(file, kWarnings, H5P_DEFAULT) > 0) {
    std::string text;
    const bool read =
        read_array(file, kWarnings, 1, &extent, H5T_NATIVE_UCHAR, [&](hsize_t rows, hsize_t) {
          text.resize(rows);
          return text.data();
        });
    if (!read) return false;
    s->warnings = lines_in(text);
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
  AtomicFile file(path);
  write_hdf5(file.descriptor(), path, snapshots);
  const std::optional<Header> header = header_of(file.descriptor());
  if (!header || lseek(file.descriptor(), 0, SEEK_SET) != 0) {
    throw Error(path, "cannot be read back", "check the device");
  }
  file.write(header->data(), header->size());
  file.commit();
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
