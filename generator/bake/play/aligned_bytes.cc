#include "generator/bake/play/aligned_bytes.hpp"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>

#include "generator/ground/files/file_ledger.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

void AlignedBytes::Free::operator()(std::uint8_t* p) const { std::free(p); }

AlignedBytes::AlignedBytes(std::size_t size) : size_(size) {
  const std::size_t rounded = (size + 63) / 64 * 64;
  bytes_.reset(static_cast<std::uint8_t*>(std::aligned_alloc(64, rounded > 0 ? rounded : 64)));
  if (!bytes_) throw std::bad_alloc();
  std::memset(bytes_.get(), 0, rounded);
}

AlignedBytes::AlignedBytes(const void* bytes, std::size_t size) : AlignedBytes(size) {
  if (size > 0) std::memcpy(bytes_.get(), bytes, size);
}

AlignedBytes read_file(const std::string& path) {
  note_input(path);
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in) throw Error(path, "cannot be opened", "check the path and the rights");
  const auto size = static_cast<std::size_t>(in.tellg());
  AlignedBytes bytes(size);
  in.seekg(0);
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (!in) throw Error(path, "cannot be read to its end", "check the disk and the rights");
  return bytes;
}

}  // namespace mortise::gen
