#include "generator/ground/files/npz_writer.hpp"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// The header of format 1.0, padded so that the numbers begin at a multiple of 64.
std::string npy_file(const std::string& type, const std::string& shape, bool by_column,
                     const void* bytes, std::size_t size) {
  constexpr std::size_t kBefore = 10, kAlignment = 64;
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}", type,
                                   by_column ? "True" : "False", shape);
  header.append(kAlignment - (kBefore + header.size() + 1) % kAlignment, ' ').push_back('\n');
  std::string file("\x93NUMPY\x01\x00", 8);
  file.push_back(static_cast<char>(header.size() & 0xff));
  file.push_back(static_cast<char>(header.size() >> 8));
  return file.append(header).append(static_cast<const char*>(bytes), size);
}

std::string number_file(const std::string& shape, const double* numbers, Eigen::Index count) {
  return npy_file("<f8", shape, true, numbers, static_cast<std::size_t>(count) * sizeof(double));
}

// The bytes behind a source that an archive was written to.
std::string content_of(zip_source_t* source) {
  zip_stat_t stat;
  if (zip_source_stat(source, &stat) != 0 || zip_source_open(source) != 0) return {};
  std::string bytes(stat.size, '\0');
  const zip_int64_t read = zip_source_read(source, bytes.data(), bytes.size());
  zip_source_close(source);
  if (read != static_cast<zip_int64_t>(bytes.size())) return {};
  return bytes;
}

}  // namespace

void NpzArrays::add(const std::string& name, const Matrix& matrix) {
  files_[name] = number_file(fmt::format("({}, {})", matrix.rows(), matrix.cols()), matrix.data(),
                             matrix.size());
}
void NpzArrays::add(const std::string& name, const Vector& vector) {
  files_[name] = number_file(fmt::format("({},)", vector.size()), vector.data(), vector.size());
}
void NpzArrays::add(const std::string& name, double number) {
  files_[name] = number_file("()", &number, 1);
}
void NpzArrays::add(const std::string& name, const std::vector<std::string>& words) {
  std::size_t longest = 1;
  for (const std::string& word : words) longest = std::max(longest, word.size());
  std::string letters;
  for (const std::string& word : words) {
    letters.append(word);
    letters.append(longest - word.size(), '\0');
  }
  files_[name] = npy_file(fmt::format("|S{}", longest), fmt::format("({},)", words.size()), false,
                          letters.data(), letters.size());
}

std::string NpzArrays::file(const std::string& where) const {
  const auto fail = [&] { throw Error(where, "the archive cannot be made", "check the memory"); };
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* target = zip_source_buffer_create(nullptr, 0, 0, &error);
  if (!target) fail();
  zip_source_keep(target);
  zip_t* archive = zip_open_from_source(target, ZIP_TRUNCATE, &error);
  bool good = archive != nullptr;
  for (const auto& [name, file] : files_) {
    if (!good) break;
    zip_source_t* content = zip_source_buffer(archive, file.data(), file.size(), 0);
    const zip_int64_t index =
        zip_file_add(archive, (name + ".npy").c_str(), content, ZIP_FL_ENC_UTF_8);
    good =
        index >= 0 &&
        zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), ZIP_CM_STORE, 0) == 0 &&
        // the clock is no part of the bytes
        zip_file_set_dostime(archive, static_cast<zip_uint64_t>(index), 0, 0x21, 0) == 0;
    if (index < 0) zip_source_free(content);
  }
  if (archive && (!good || zip_close(archive) != 0)) {
    zip_discard(archive);
    good = false;
  }
  std::string bytes = good ? content_of(target) : std::string();
  zip_source_free(target);
  zip_error_fini(&error);
  if (bytes.empty()) fail();
  return bytes;
}

}  // namespace mortise::gen
