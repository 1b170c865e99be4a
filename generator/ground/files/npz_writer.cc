#include "generator/ground/files/npz_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generator/ground/files/zip_archive.hpp"

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
  std::vector<ArchivedFile> files;
  for (const auto& [name, content] : files_) files.push_back({name + ".npy", content});
  return zip_archive(files, Packing::stored, where);
}

}  // namespace mortise::gen
