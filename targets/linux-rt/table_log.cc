#include "table_log.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>

#include "held_file.hpp"
#if defined(MORTISE_LOG_HDF5)
#include <hdf5.h>
#endif

namespace mortise::targets {

namespace {

// NAME.part while it is written.
class Part {
 public:
  explicit Part(std::string path) : path_(std::move(path)), part_(path_ + ".part") {}
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;
  ~Part() {
    if (file_ < 0) return;
    if (empty && has_name(file_, part_)) unlink(part_.c_str());
    close(file_);
  }

  bool make(std::string* why) {
    std::string reason;
    file_ = make_held_file(part_, 0666, &reason);
    if (file_ < 0) *why = path_ + ": " + reason;
    return file_ >= 0;
  }
  int file() const { return file_; }
  const std::string& name() const { return part_; }

  // Once the device has all of it. good: what was written before.
  bool give_name(bool good, std::string* why) {
    empty = false;
    if (!good) {
      *why = part_ + " is not complete: is the disk full?";
      return false;
    }
    if (!has_name(file_, part_)) {
      *why = part_ + " was taken away while it was written";
      return false;
    }
    good = (fsync(file_) == 0 || errno == EINVAL) && std::rename(part_.c_str(), path_.c_str()) == 0;
    if (!good) *why = path_ + ": " + std::strerror(errno);
    return good;
  }

  bool empty = true;  // no row: it does not stay

 private:
  std::string path_, part_;
  int file_ = -1;
};

// Written by whole lines: none is torn if the program is killed.
class CsvLog final : public TableLog {
 public:
  CsvLog(std::unique_ptr<Part> part, const std::vector<LogColumn>& columns)
      : part_(std::move(part)), columns_(columns.size()) {
    for (std::size_t k = 0; k < columns.size(); ++k) lines_ += (k > 0 ? "," : "") + columns[k].name;
    lines_.push_back('\n');
  }

  bool write(const double* row) override {
    part_->empty = false;
    char text[32];
    for (std::size_t k = 0; k < columns_; ++k) {
      const auto end = std::to_chars(text, text + sizeof text, row[k]).ptr;
      if (k > 0) lines_.push_back(',');
      lines_.append(text, end);
    }
    lines_.push_back('\n');
    return lines_.size() < kBuffer ? good_ : sync();
  }
  bool sync() override {
    for (std::size_t done = 0; good_ && done < lines_.size();) {
      const ssize_t size = ::write(part_->file(), lines_.data() + done, lines_.size() - done);
      good_ = size > 0 || (size < 0 && errno == EINTR);
      done += static_cast<std::size_t>(std::max<ssize_t>(size, 0));
    }
    lines_.clear();
    return good_;
  }
  bool close(std::string* why) override {
    const bool good = sync();
    return part_->give_name(good, why);
  }

 private:
  static constexpr std::size_t kBuffer = 1 << 14;  // [byte]

  std::unique_ptr<Part> part_;
  std::string lines_;  // not yet written
  std::size_t columns_;
  bool good_ = true;
};

#if defined(MORTISE_LOG_HDF5)
class Hdf5Log final : public TableLog {
 public:
  Hdf5Log(std::unique_ptr<Part> part, hid_t file, const std::vector<LogColumn>& columns)
      : part_(std::move(part)), file_(file), rows_(columns.size()) {
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
    part_->empty = false;
    for (std::size_t k = 0; k < rows_.size(); ++k) rows_[k].push_back(row[k]);
    if (!rows_.empty() && rows_[0].size() == kChunk) append();
    return good_;
  }
  bool sync() override {
    append();
    good_ = H5Fflush(file_, H5F_SCOPE_LOCAL) >= 0 && good_;
    return good_;
  }
  bool close(std::string* why) override {
    append();
    for (const hid_t set : sets_) good_ = H5Dclose(set) >= 0 && good_;
    sets_.clear();
    good_ = H5Fclose(file_) >= 0 && good_;
    file_ = -1;
    return part_->give_name(good_, why);
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

  void append() {
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

  std::unique_ptr<Part> part_;
  hid_t file_;
  std::vector<hid_t> sets_;
  std::vector<std::vector<double>> rows_;
  hsize_t written_ = 0;
  bool good_ = true;
};

std::unique_ptr<TableLog> open_hdf5(const std::string& path, const std::vector<LogColumn>& columns,
                                    std::string* why) {
  auto part = std::make_unique<Part>(path);
  if (!part->make(why)) return nullptr;
  H5dont_atexit();  // which crashes over a file that a full disk has refused
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_file_locking(access, false, true);  // the part is locked already
  const hid_t file = H5Fcreate(part->name().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
  H5Pclose(access);
  if (file >= 0) {
    auto log = std::make_unique<Hdf5Log>(std::move(part), file, columns);
    (void)log->sync();  // columns and units
    return log;
  }
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
  auto part = std::make_unique<Part>(path);
  if (!part->make(why)) return nullptr;
  return std::make_unique<CsvLog>(std::move(part), columns);
}

}  // namespace mortise::targets
