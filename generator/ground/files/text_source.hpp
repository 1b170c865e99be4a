// The bytes of a text file as its author wrote them: plain, or compressed by gzip or zstd, as its
// first bytes say, whatever its name.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace mortise::gen {

// Reads a kind of file piece by piece.
class ByteDecoder {
 public:
  virtual ~ByteDecoder() = default;
  // Up to `most` bytes; fewer at the end only.
  virtual std::size_t read(char* to, std::size_t most) = 0;
  // Bytes of the file that are taken.
  virtual std::size_t taken() const = 0;
};

class TextSource {
 public:
  // path: of a file that is there; it counts as an input (file_ledger.hpp).
  // Throws Error if it cannot be opened, or is named .zst and holds no zstd stream.
  explicit TextSource(const std::string& path);

  // Up to `most` decompressed bytes; fewer at the end only. Throws Error on a read error, for a
  // stream that is cut or damaged, and for a text that is compressed twice.
  std::size_t read(char* to, std::size_t most);

  // Share of the file that is taken, 0..1.
  double share() const;

 private:
  std::string path_;
  std::unique_ptr<ByteDecoder> decoder_;
  std::size_t bytes_ = 0;  // of the file
  bool begun_ = false;
};

}  // namespace mortise::gen
