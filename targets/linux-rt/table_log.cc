#include "table_log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>

#if defined(MORTISE_LOG_HDF5)
#include <hdf5.h>
#endif

namespace mortise::targets {

namespace {

std::string part_of(const std::string& path) { return path + ".part"; }

// Once the device has all of it.
bool give_name(const std::string& path, std::string* why) {
  const std::string part = part_of(path);
  const int file = open(part.c_str(), O_RDONLY | O_CLOEXEC);
  bool good = file >= 0 && (fsync(file) == 0 || errno == EINVAL);
  good = good && std::rename(part.c_str(), path.c_str()) == 0;
  if (!good) *why = path + ": " + std::strerror(errno);
  if (file >= 0) close(file);
  return good;
}

class CsvLog final : public TableLog {
 public:
  CsvLog(std::string path, std::FILE* file, const std::vector<LogColumn>& columns)
      : path_(std::move(path)), file_(file), columns_(columns.size()) {
    for (std::size_t k = 0; k < columns.size(); ++k) line_ += (k > 0 ? "," : "") + columns[k].name;
    end_line();
  }
  ~CsvLog() override {
    if (file_ != nullptr) std::fclose(file_);
  }

  bool write(const double* row) override {
    char text[32];
    for (std::size_t k = 0; k < columns_; ++k) {
      const auto end = std::to_chars(text, text + sizeof text, row[k]).ptr;
      if (k > 0) line_.push_back(',');
      line_.append(text, end);
    }
    return end_line();
  }
  bool close(std::string* why) override {
    good_ = std::fclose(file_) == 0 && good_;
    file_ = nullptr;
    if (!good_) *why = part_of(path_) + " is not complete: is the disk full?";
    return good_ && give_name(path_, why);
  }

 private:
  bool end_line() {
    line_.push_back('\n');
    good_ = good_ && std::fwrite(line_.data(), 1, line_.size(), file_) == line_.size();
    line_.clear();
    return good_;
  }

  std::string path_, line_;
  std::FILE* file_;
  std::size_t columns_;
  bool good_ = true;
};

#if defined(MORTISE_LOG_HDF5)
class Hdf5Log final : public TableLog {
 public:
  Hdf5Log(std::string path, hid_t file, const std::vector<LogColumn>& columns)
      : path_(std::move(path)), file_(file), rows_(columns.size()) {
    const hsize_t none = 0, unlimited = H5S_UNLIMITED, chunk = kChunk;
    const hid_t space = H5Screate_simple(1, &none, &unlimited);
    const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(properties, 1, &chunk);
    for (const LogColumn& c : columns) {
      const hid_t set = H5Dcreate2(file_, c.name.c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT,
                                   properties, H5P_DEFAULT);
      good_ = good_ && set >= 0;
      add_unit(set, c.unit);
      sets_.push_back(set);
    }
    H5Pclose(properties);
    H5Sclose(space);
  }
  ~Hdf5Log() override {
    for (const hid_t set : sets_) H5Dclose(set);
    if (file_ >= 0) H5Fclose(file_);
  }

  bool write(const double* row) override {
    for (std::size_t k = 0; k < rows_.size(); ++k) rows_[k].push_back(row[k]);
    if (!rows_.empty() && rows_[0].size() == kChunk) flush();
    return good_;
  }
  bool close(std::string* why) override {
    flush();
    for (const hid_t set : sets_) good_ = H5Dclose(set) >= 0 && good_;
    sets_.clear();
    good_ = H5Fclose(file_) >= 0 && good_;
    file_ = -1;
    if (!good_) *why = part_of(path_) + " is not complete: is the disk full?";
    return good_ && give_name(path_, why);
  }

 private:
  static constexpr std::size_t kChunk = 4096;  // rows

  static void add_unit(hid_t set, const std::string& unit) {
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, unit.size() + 1);
    const hid_t attribute = H5Acreate2(set, "unit", type, space, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, type, unit.c_str());
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
  }

  void flush() {
    const hsize_t count = rows_.empty() ? 0 : rows_[0].size(), from = written_, size = from + count;
    for (std::size_t k = 0; count > 0 && k < rows_.size(); ++k) {
      good_ = good_ && H5Dset_extent(sets_[k], &size) >= 0;
      const hid_t to = H5Dget_space(sets_[k]), memory = H5Screate_simple(1, &count, nullptr);
      H5Sselect_hyperslab(to, H5S_SELECT_SET, &from, nullptr, &count, nullptr);
      good_ = good_ &&
              H5Dwrite(sets_[k], H5T_NATIVE_DOUBLE, memory, to, H5P_DEFAULT, rows_[k].data()) >= 0;
      H5Sclose(memory);
      H5Sclose(to);
      rows_[k].clear();
    }
    written_ = size;
  }

  std::string path_;
  hid_t file_;
  std::vector<hid_t> sets_;
  std::vector<std::vector<double>> rows_;
  hsize_t written_ = 0;
  bool good_ = true;
};

std::unique_ptr<TableLog> open_hdf5(const std::string& path, const std::vector<LogColumn>& columns,
                                    std::string* why) {
  H5dont_atexit();  // which crashes over a file that a full disk has refused
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const hid_t file = H5Fcreate(part_of(path).c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  if (file >= 0) return std::make_unique<Hdf5Log>(path, file, columns);
  *why = path + " cannot be written";
  return nullptr;
}
#else
std::unique_ptr<TableLog> open_hdf5(const std::string& path, const std::vector<LogColumn>&,
                                    std::string* why) {
  *why = path + ": this program was built without HDF5; take .csv";
  return nullptr;
}
#endif

bool ends_in(const std::string& path, const std::string& ending) {
  return path.size() > ending.size() &&
         path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

}  // namespace

std::unique_ptr<TableLog> open_log(const std::string& path, const std::vector<LogColumn>& columns,
                                   std::string* why) {
  if (ends_in(path, ".h5") || ends_in(path, ".hdf5")) return open_hdf5(path, columns, why);
  if (!ends_in(path, ".csv")) {
    *why = path + ": a log ends in .csv or .h5";
    return nullptr;
  }
  std::FILE* file = std::fopen(part_of(path).c_str(), "w");
  if (file != nullptr) return std::make_unique<CsvLog>(path, file, columns);
  *why = path + ": " + std::strerror(errno);
  return nullptr;
}

}  // namespace mortise::targets
