// An HDF5 file as it is made: in memory, since the library does not survive a device that refuses
// bytes. Whoever makes it writes bytes() where they belong.
#pragma once

#include <hdf5.h>

#include <string>
#include <utility>

namespace mortise::gen {

// An object of HDF5, closed behind its last use.
class Hdf5Id {
 public:
  Hdf5Id(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  Hdf5Id(Hdf5Id&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Id& operator=(Hdf5Id&&) = delete;
  ~Hdf5Id() {
    if (good()) close_(id_);
  }
  hid_t get() const { return id_; }
  bool good() const { return id_ >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

class Hdf5File {
 public:
  // Makes an empty file. userblock: bytes that its writer puts in front of it, 0 or a power of two
  // >= 512. path: for messages. Throws Error if the library cannot make it.
  explicit Hdf5File(const std::string& path, hsize_t userblock = 0);

  hid_t id() const { return file_.get(); }

  // All of the file behind the user block. Throws Error if the library cannot complete it.
  std::string bytes() const;

 private:
  std::string path_;
  Hdf5Id file_;
};

}  // namespace mortise::gen
