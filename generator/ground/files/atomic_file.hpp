// A file that appears whole or not at all: it is made without a name (or, where the file system
// knows no nameless files, under a hidden one) in the folder of its target and takes the target's
// place when it is complete. A reader sees the old file or the new one, never half of it; killed at
// any time, nothing is left that looks like a result.
#pragma once

#include <cstddef>
#include <string>

namespace mortise::gen {

class AtomicFile {
 public:
  // path: of a regular file, or of none yet. A symbolic link stays: what it points to is replaced.
  // A file that is replaced keeps its permissions. Throws Error if the folder does not exist or
  // cannot be written, or if the path is a folder, a device or write-protected.
  explicit AtomicFile(const std::string& path);

  // Leaves the target as it was unless commit() was called.
  ~AtomicFile() { discard(); }
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  // Appends. Throws Error if the device refuses, e.g. because it is full.
  void write(const void* bytes, std::size_t size);
  void write(const std::string& text) { write(text.data(), text.size()); }

  // Flushes to the device and takes the target's place.
  void commit();

 private:
  void take_place();
  void discard();

  std::string path_;           // as given, for messages
  std::string folder_, name_;  // of the target, behind all links
  std::string temporary_;      // empty: nameless
  int descriptor_ = -1;
};

// Throws Error. what: "cannot be created"; code: errno of the refusal, which decides on the remedy.
[[noreturn]] void throw_write_fault(const std::string& path, const std::string& what, int code);

// Writes all of it, however many calls that takes. Returns 0 or errno.
int write_all(int descriptor, const void* bytes, std::size_t size);

// A folder that is there afterwards; throws Error with this remedy if it cannot be made.
void make_folder(const std::string& folder, const std::string& remedy);

// The whole file at once.
void write_file(const std::string& path, const void* bytes, std::size_t size);

}  // namespace mortise::gen
