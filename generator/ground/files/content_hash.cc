#include "generator/ground/files/content_hash.hpp"

#include <fmt/format.h>
#include <link.h>

#include <array>
#include <cstring>
#include <fstream>

#include "generator/ground/files/file_ledger.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

ContentHash& ContentHash::add(const void* bytes, std::size_t size) {
  const auto* byte = static_cast<const unsigned char*>(bytes);
  for (std::size_t i = 0; i < size; ++i) value_ = (value_ ^ byte[i]) * 1099511628211ull;
  return *this;
}

ContentHash& ContentHash::add(const std::string& text) {
  const std::uint64_t size = text.size();
  return add(&size, sizeof size).add(text.data(), text.size());
}

ContentHash& ContentHash::add_file(const std::string& path) {
  note_input(path);
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const auto size = static_cast<std::uint64_t>(file ? std::streamoff(file.tellg()) : 0);
  file.seekg(0);
  add(&size, sizeof size);
  std::array<char, 1 << 16> block{};
  std::uint64_t done = 0;
  while (file && done < size) {
    file.read(block.data(), block.size());
    const auto count = static_cast<std::size_t>(file.gcount());
    add(block.data(), count);
    done += count;
  }
  demand(done == size && !file.bad() && file.is_open(), path, "cannot be read",
         "check that it exists and that you may read it");
  return *this;
}

std::string ContentHash::hex() const { return fmt::format("{:016x}", value_); }

namespace {

struct BuildIds {
  ContentHash hash;
  bool of_program = false;
};

// The build id among the notes of one segment, if it is there.
bool add_notes(const char* notes, std::size_t size, ContentHash* hash) {
  constexpr std::size_t kAlign = 4;
  const auto padded = [](std::size_t n) { return (n + kAlign - 1) / kAlign * kAlign; };
  for (std::size_t at = 0; at + sizeof(ElfW(Nhdr)) <= size;) {
    ElfW(Nhdr) note;
    std::memcpy(&note, notes + at, sizeof note);
    const char* name = notes + at + sizeof note;
    const char* id = name + padded(note.n_namesz);
    at += sizeof note + padded(note.n_namesz) + padded(note.n_descsz);
    if (at > size) return false;
    if (note.n_type != NT_GNU_BUILD_ID || std::strcmp(name, "GNU") != 0) continue;
    hash->add(std::string(id, note.n_descsz));
    return true;
  }
  return false;
}

// Adds the id of the program, which comes first without a name, or a library; the kernel's is none.
int add_object(dl_phdr_info* object, std::size_t /*size*/, void* ids_of_all) {
  auto* ids = static_cast<BuildIds*>(ids_of_all);
  const std::string name = object->dlpi_name;
  if (name.find("vdso") != std::string::npos) return 0;
  for (int k = 0; k < object->dlpi_phnum; ++k) {
    const ElfW(Phdr)& part = object->dlpi_phdr[k];
    if (part.p_type != PT_NOTE) continue;
    // the loader gives the address as a number
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    const auto* notes = reinterpret_cast<const char*>(object->dlpi_addr + part.p_vaddr);
    if (add_notes(notes, part.p_memsz, &ids->hash) && name.empty()) ids->of_program = true;
  }
  return 0;
}

std::string hash_of_build() {
  BuildIds ids;
  dl_iterate_phdr(add_object, &ids);
  if (!ids.of_program) ids.hash.add_file("/proc/self/exe");
  return ids.hash.hex();
}

}  // namespace

const std::string& generator_build() {
  static const std::string build = hash_of_build();
  return build;
}

}  // namespace mortise::gen
