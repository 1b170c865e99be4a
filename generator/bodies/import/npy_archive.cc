#include "generator/bodies/import/npy_archive.hpp"

#include <zip.h>

#include <cstring>
#include <filesystem>
#include <string_view>

#include "generator/ground/files/file_ledger.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr char kSaveAgain[] = "save it again with scipy.sparse.save_npz";
constexpr std::uint64_t kFreelyUnpacked = std::uint64_t{64} << 20;
constexpr std::uint64_t kMostPacked = 200;  // times the size of the archive
constexpr std::size_t kLongestHeader = 1 << 16;

struct NpyType {
  char kind = ' ';         // i, f, S, U
  std::size_t bytes = 0;   // of an item
  std::int64_t count = 0;  // of items
  bool scalar = false;
};

// The value behind 'key': in the Python dictionary of a header, up to the comma or brace that ends
// it; brackets may hold commas.
std::string_view header_value(std::string_view header, const std::string& key) {
  const std::size_t at = header.find("'" + key + "'");
  if (at == std::string_view::npos) return {};
  std::string_view rest = header.substr(at + key.size() + 2);
  const std::size_t colon = rest.find(':');
  if (colon == std::string_view::npos) return {};
  rest.remove_prefix(colon + 1);
  rest = trim(rest);
  const bool tuple = !rest.empty() && rest.front() == '(';
  const std::size_t end = tuple ? rest.find(')') : rest.find_first_of(",}");
  if (end == std::string_view::npos) return {};
  return trim(rest.substr(0, tuple ? end + 1 : end));
}

// "(3,)" -> 3; "()" is a scalar. False for other shapes.
bool parse_shape(std::string_view shape, NpyType* type) {
  if (shape.size() < 2 || shape.front() != '(' || shape.back() != ')') return false;
  std::string_view rest = shape.substr(1, shape.size() - 2), field;
  type->scalar = trim(rest).empty();
  type->count = 1;
  if (type->scalar) return true;
  take_comma_field(rest, field);
  const auto count = parse_integer(field);
  if (!count || *count < 0 || !trim(rest).empty()) return false;
  type->count = *count;
  return true;
}

// "'<f8'" -> f, 8.
bool parse_type(std::string_view descr, NpyType* type) {
  if (descr.size() < 5 || (descr.front() != '\'' && descr.front() != '"')) return false;
  const char order = descr[1];
  type->kind = descr[2];
  const auto bytes = parse_integer(descr.substr(3, descr.size() - 4));
  if (!bytes || *bytes < 1 || *bytes > 64) return false;
  const bool letters = type->kind == 'S' || type->kind == 'U';
  type->bytes = static_cast<std::size_t>(*bytes) * (type->kind == 'U' ? 4 : 1);
  if (letters) return order == '|' || order == '<' || order == '=';
  const bool number = type->kind == 'i' || type->kind == 'f';
  return number && order == '<' && (type->bytes == 4 || type->bytes == 8);
}

template <class Number>
Number decoded(const char* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}

}  // namespace

struct NpyArchive::Opened {
  std::string path;
  zip_t* archive = nullptr;
  std::uint64_t left = 0;  // bytes that may still be unpacked

  [[noreturn]] void fail(const std::string& name, const std::string& what,
                         const std::string& remedy = kSaveAgain) const {
    throw Error(path, (name.empty() ? "" : name + ".npy ") + what, remedy);
  }

  // Hands the items to `take` in blocks: (bytes, number of items).
  template <class Take>
  NpyType read(const std::string& name, const Take& take);
  NpyType read_header(const std::string& name, zip_file_t* file, std::size_t* header_bytes) const;
  void read_exactly(const std::string& name, zip_file_t* file, char* bytes,
                    std::size_t count) const;
};

void NpyArchive::Opened::read_exactly(const std::string& name, zip_file_t* file, char* bytes,
                                      std::size_t count) const {
  for (std::size_t done = 0; done < count;) {
    const zip_int64_t read = zip_fread(file, bytes + done, count - done);
    if (read <= 0)
      fail(name, read < 0 ? std::string("is damaged: ") + zip_file_strerror(file)
                          : std::string("is shorter than its shape says"));
    done += static_cast<std::size_t>(read);
  }
}

NpyType NpyArchive::Opened::read_header(const std::string& name, zip_file_t* file,
                                        std::size_t* header_bytes) const {
  char magic[12] = {};
  read_exactly(name, file, magic, 10);
  const int version = static_cast<unsigned char>(magic[6]);
  if (std::memcmp(magic, "\x93NUMPY", 6) != 0 || version < 1 || version > 3)
    fail(name, "is no NumPy array");
  const auto byte = [&](int i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(magic[i]));
  };
  std::size_t length = byte(8) | byte(9) << 8;
  *header_bytes = 10;
  if (version > 1) {
    read_exactly(name, file, magic + 10, 2);
    length |= byte(10) << 16 | byte(11) << 24;
    *header_bytes = 12;
  }
  if (length > kLongestHeader) fail(name, "has a header of " + std::to_string(length) + " bytes");
  std::string header(length, ' ');
  read_exactly(name, file, header.data(), length);
  *header_bytes += length;
  NpyType type;
  const std::string_view descr = header_value(header, "descr");
  const std::string_view shape = header_value(header, "shape");
  if (!parse_type(descr, &type))
    fail(name, "is of type " + std::string(descr.substr(0, 40)) +
                   ", not of little-endian integers or real numbers");
  if (!parse_shape(shape, &type))
    fail(name, "has the shape " + std::string(shape.substr(0, 40)) + ", not one dimension");
  return type;
}

template <class Take>
NpyType NpyArchive::Opened::read(const std::string& name, const Take& take) {
  const std::string member = name + ".npy";
  zip_stat_t stat;
  zip_stat_init(&stat);
  if (zip_stat(archive, member.c_str(), 0, &stat) != 0 || (stat.valid & ZIP_STAT_SIZE) == 0)
    fail(name, "is missing");
  if (stat.size > left)
    fail(name, "would unpack to " + std::to_string(stat.size) + " bytes, too much for its archive",
         "an archive of a matrix packs three to ten times; save it with compressed=False");
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(
      zip_fopen(archive, member.c_str(), 0), zip_fclose);
  if (!file) fail(name, std::string("cannot be opened: ") + zip_strerror(archive));
  std::size_t header_bytes = 0;
  const NpyType type = read_header(name, file.get(), &header_bytes);
  const std::uint64_t most =
      (stat.size - std::min<std::uint64_t>(stat.size, header_bytes)) / type.bytes;
  if (static_cast<std::uint64_t>(type.count) > most) fail(name, "is shorter than its shape says");
  left -= stat.size;
  constexpr std::int64_t kBlock = 1 << 14;
  std::vector<char> block;
  for (std::int64_t done = 0; done < type.count;) {
    const std::int64_t items = std::min(kBlock, type.count - done);
    block.resize(static_cast<std::size_t>(items) * type.bytes);
    read_exactly(name, file.get(), block.data(), block.size());
    take(type, block.data(), items);
    done += items;
  }
  char more = 0;
  const zip_int64_t behind = zip_fread(file.get(), &more, 1);  // checks the checksum
  if (behind < 0) fail(name, std::string("is damaged: ") + zip_file_strerror(file.get()));
  if (behind > 0) fail(name, "is longer than its shape says");
  return type;
}

NpyArchive::NpyArchive(const std::string& path) : opened_(std::make_unique<Opened>()) {
  opened_->path = path;
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error) throw Error(path, "no such file", "check the path");
  opened_->left = kFreelyUnpacked + kMostPacked * static_cast<std::uint64_t>(size);
  note_input(path);
  int code = 0;
  opened_->archive = zip_open(path.c_str(), ZIP_RDONLY, &code);
  if (opened_->archive == nullptr) throw Error(path, "is no zip archive, or is cut", kSaveAgain);
}

NpyArchive::~NpyArchive() {
  if (opened_->archive != nullptr) zip_discard(opened_->archive);
}

bool NpyArchive::has(const std::string& name) const {
  return zip_name_locate(opened_->archive, (name + ".npy").c_str(), 0) >= 0;
}

std::vector<std::int64_t> NpyArchive::integers(const std::string& name) {
  std::vector<std::int64_t> values;
  opened_->read(name, [&](const NpyType& type, const char* bytes, std::int64_t items) {
    if (type.kind != 'i') opened_->fail(name, "holds no integers");
    for (std::int64_t i = 0; i < items; ++i, bytes += type.bytes)
      values.push_back(type.bytes == 8 ? decoded<std::int64_t>(bytes)
                                       : std::int64_t{decoded<std::int32_t>(bytes)});
  });
  return values;
}

std::vector<double> NpyArchive::reals(const std::string& name) {
  std::vector<double> values;
  opened_->read(name, [&](const NpyType& type, const char* bytes, std::int64_t items) {
    if (type.kind != 'f' && type.kind != 'i')
      opened_->fail(name, "holds no real numbers", "only real matrices can be imported");
    for (std::int64_t i = 0; i < items; ++i, bytes += type.bytes)
      if (type.kind == 'i')
        values.push_back(type.bytes == 8 ? static_cast<double>(decoded<std::int64_t>(bytes))
                                         : static_cast<double>(decoded<std::int32_t>(bytes)));
      else
        values.push_back(type.bytes == 8 ? decoded<double>(bytes) : double{decoded<float>(bytes)});
  });
  return values;
}

std::string NpyArchive::text(const std::string& name) {
  std::string letters;
  opened_->read(name, [&](const NpyType& type, const char* bytes, std::int64_t items) {
    const bool wide = type.kind == 'U';
    if ((!wide && type.kind != 'S') || items != 1) opened_->fail(name, "is no text");
    for (std::size_t i = 0; i < type.bytes; i += wide ? 4 : 1)
      if (bytes[i] != '\0') letters += bytes[i];
  });
  return letters;
}

}  // namespace mortise::gen
