// Arrays in a .npz archive, which is a zip of .npy files (numpy.lib.format, versions 1 to 3).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mortise::gen {

// Stored or deflated. What is unpacked altogether may be 64 MiB and 200 times the size of the
// archive: sparse matrices pack three to ten times, and an archive that claims more is made to fill
// the memory.
class NpyArchive {
 public:
  // Throws Error for a file that is missing or no zip.
  explicit NpyArchive(const std::string& path);
  ~NpyArchive();
  NpyArchive(const NpyArchive&) = delete;
  NpyArchive& operator=(const NpyArchive&) = delete;

  bool has(const std::string& name) const;

  // One-dimensional, little-endian: integers of 4 or 8 bytes, real numbers of 4 or 8 bytes.
  // Throws Error naming archive and array for another type or shape, and if it is cut, damaged
  // (checksum), longer or shorter than its shape says, or missing.
  std::vector<std::int64_t> integers(const std::string& name);
  std::vector<double> reals(const std::string& name);

  // A scalar text of at most 16 letters, of bytes or Unicode.
  std::string text(const std::string& name);

 private:
  struct Opened;
  std::unique_ptr<Opened> opened_;
};

}  // namespace mortise::gen
