#include "generator/reduce/train/campaign.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>
#include <string_view>
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

// Warnings of the runs, one per line; absent if there are none.
constexpr const char* kWarnings = "warnings";

std::string header_of(std::string_view part) {
  const std::uint64_t size = part.size();
  std::string header =
      kHeader + ContentHash().add(part.data(), part.size()).add(&size, sizeof size).hex() + "\n";
  header.resize(kHeaderBytes);
  return header;
}

bool is_whole(const std::string& path) {
  if (!std::filesystem::is_regular_file(path)) return false;
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return bytes.size() >= kHeaderBytes &&
         bytes.compare(0, kHeaderBytes, header_of(std::string_view(bytes).substr(kHeaderBytes))) ==
             0;
}

// Numbers of one or two dimensions, the last index running fastest.
bool write_array(hid_t file, const char* name, hid_t kept_as, hid_t given_as,
                 const std::vector<hsize_t>& extent, const void* values) {
  const Hdf5Id space(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr),
                     H5Sclose);
  const Hdf5Id how(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_obj_track_times(how.get(), 0);  // same data, same file
  H5Pset_fill_time(how.get(), H5D_FILL_TIME_NEVER);
  const Hdf5Id data(
      H5Dcreate2(file, name, kept_as, space.get(), H5P_DEFAULT, how.get(), H5P_DEFAULT), H5Dclose);
  if (!data.good()) return false;
  const bool empty = std::find(extent.begin(), extent.end(), hsize_t{0}) != extent.end();
  return empty || H5Dwrite(data.get(), given_as, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
}

bool write_members(hid_t file, const FilmSnapshots& s) {
  bool good = true;
  const auto numbers = [&](const char* name, const std::vector<hsize_t>& extent,
                           const double* values) {
    good = good && write_array(file, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, extent, values);
  };
  for (const auto& [name, member] : kStageColumns) {
    const Matrix& matrix = s.*member;
    if (matrix.rows() == 0) continue;
    numbers(name, {static_cast<hsize_t>(matrix.cols()), static_cast<hsize_t>(matrix.rows())},
            matrix.data());
  }
  for (const auto& [name, member] : kStageEntries)
    numbers(name, {static_cast<hsize_t>((s.*member).size())}, (s.*member).data());
  std::string warnings;
  for (const std::string& warning : s.warnings) warnings += warning + '\n';
  if (!warnings.empty())
    good = good && write_array(file, kWarnings, H5T_STD_U8LE, H5T_NATIVE_UCHAR, {warnings.size()},
                               warnings.data());
  good =
      good && write_array(file, "run", H5T_STD_I32LE, H5T_NATIVE_INT, {s.run.size()}, s.run.data());
  numbers("largest_slope", {1}, &s.largest_slope);
  return good;
}

// Reads a dataset of the given number of dimensions, which says itself how many rows and columns.
bool read_array(hid_t file, const char* name, int dimensions, hid_t given_as,
                const std::function<void*(Eigen::Index rows, Eigen::Index columns)>& room) {
  const Hdf5Id data(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose);
  if (!data.good()) return false;
  const Hdf5Id space(H5Dget_space(data.get()), H5Sclose);
  hsize_t extent[2] = {0, 1};
  if (H5Sget_simple_extent_ndims(space.get()) != dimensions ||
      H5Sget_simple_extent_dims(space.get(), extent, nullptr) < 0)
    return false;
  void* values = room(static_cast<Eigen::Index>(extent[0]), static_cast<Eigen::Index>(extent[1]));
  return H5Dread(data.get(), given_as, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
}

bool read_members(hid_t file, FilmSnapshots* s) {
  const auto there = [&](const char* name) { return H5Lexists(file, name, H5P_DEFAULT) > 0; };
  const auto list = [&](const char* name, hid_t given_as, auto* values) {
    return read_array(file, name, 1, given_as, [&](Eigen::Index rows, Eigen::Index) -> void* {
      values->resize(static_cast<std::size_t>(rows));
      return values->data();
    });
  };
  for (const auto& [name, member] : kStageColumns) {
    Matrix& matrix = s->*member;
    const auto room = [&](Eigen::Index rows, Eigen::Index columns) {
      matrix.resize(columns, rows);
      return matrix.data();
    };
    if (there(name) && !read_array(file, name, 2, H5T_NATIVE_DOUBLE, room)) return false;
  }
  for (const auto& [name, member] : kStageEntries)
    if (!list(name, H5T_NATIVE_DOUBLE, &(s->*member))) return false;
  if (there(kWarnings)) {
    std::string text;
    if (!list(kWarnings, H5T_NATIVE_UCHAR, &text)) return false;
    std::istringstream rest(text);
    for (std::string line; std::getline(rest, line);) s->warnings.push_back(line);
  }
  return list("run", H5T_NATIVE_INT, &s->run) &&
         read_array(file, "largest_slope", 1, H5T_NATIVE_DOUBLE,
                    [&](Eigen::Index, Eigen::Index) { return &s->largest_slope; });
}

}  // namespace

void write_snapshots(const std::string& path, const FilmSnapshots& snapshots) {
  AtomicFile out(path);
  const Hdf5File file(path, kHeaderBytes);
  if (!write_members(file.id(), snapshots))
    throw Error(path, "the HDF5 library cannot write it", "check that there is memory left");
  const std::string part = file.bytes();
  out.write(header_of(part));
  out.write(part);
  out.commit();
}

std::optional<FilmSnapshots> read_snapshots(const std::string& path) {
  if (!is_whole(path)) return std::nullopt;
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const Hdf5Id file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  FilmSnapshots s;
  if (!file.good() || !read_members(file.get(), &s)) return std::nullopt;
  if (s.modal.rows() == 0) s.modal.resize(0, s.pressure.cols());
  return s;
}

}  // namespace mortise::gen
