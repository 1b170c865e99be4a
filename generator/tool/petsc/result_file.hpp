// A dense result that appears whole or not at all: written under another name by rank 0.
#pragma once

#include <cstdint>
#include <string>

namespace mortise::gen {

class ResultFile {
 public:
  // Throws std::runtime_error, as the others, if the device refuses.
  ResultFile(const std::string& path, std::int64_t rows, std::int64_t columns);
  ~ResultFile();
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;

  // Appends columns. columns: (rows x count), one after the other.
  void write(const double* columns, std::int64_t count);

  // On the device, and in its place.
  void commit();

 private:
  void write_bytes(const void* bytes, std::size_t size);
  [[noreturn]] void fail() const;

  std::string path_, unfinished_;
  std::int64_t rows_;
  int descriptor_;
};

}  // namespace mortise::gen
