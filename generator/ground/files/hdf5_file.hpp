// An HDF5 file on an open descriptor whose device may refuse bytes. The library itself does not
// survive that: it keeps what it could not write, tries again when it is closed and ends in a
// segmentation fault. Here the device's refusal is noted and the library goes on undisturbed, on a
// copy of its bytes in memory; the caller asks for the refusal afterwards.
#pragma once

#include <hdf5.h>

#include <memory>
#include <string>

namespace mortise::gen {

class Hdf5File {
 public:
  // Makes an empty file. descriptor: of an empty file, read and write; it stays the caller's and
  // must live longer. userblock: bytes left free at its begin, 0 or a power of two >= 512.
  // path: for messages. Throws Error if the library cannot make it.
  Hdf5File(int descriptor, const std::string& path, hsize_t userblock = 0);
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  hid_t id() const { return id_; }

  // Throws Error if the device has refused any byte so far.
  void check() const;

  // Closes it; whatever was opened in it must be closed before. Throws as check().
  void close();

 private:
  struct Bytes;  // of the file, as the library sees them
  friend struct Hdf5Driver;

  std::string path_;
  std::unique_ptr<Bytes> bytes_;
  hid_t id_ = -1;
};

}  // namespace mortise::gen
