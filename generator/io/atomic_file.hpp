// Writes a file under a temporary name beside its target and renames it when it is complete: a
// reader sees the old file or the new one, never half of it.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

namespace mortise::gen {

class AtomicFile {
 public:
  // Throws Error if the folder cannot be written.
  explicit AtomicFile(const std::string& path);

  // Removes the temporary file unless commit() was called.
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  // Throws Error if the device refuses, e.g. because it is full.
  void write(const void* bytes, std::size_t size);
  void write(const std::string& text) { write(text.data(), text.size()); }

  // Flushes to the device and takes the target's place.
  void commit();

 private:
  std::string path_, temporary_;
  std::FILE* file_ = nullptr;
};

// A name beside `path` that no other process uses.
std::string temporary_name(const std::string& path);

// Makes a finished temporary file durable and renames it to `path`.
void replace_file(const std::string& temporary, const std::string& path);

// The whole file at once.
void write_file(const std::string& path, const void* bytes, std::size_t size);

}  // namespace mortise::gen
