#include "generator/ground/files/mat_writer.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace mortise::gen {
namespace {

// MOPT of the format: M 0 little-endian, P 0 float64 or 5 bytes, T 0 numbers or 1 characters
constexpr std::int32_t kNumbers = 0, kCharacters = 51;

std::string entry(std::int32_t type, const std::string& name, Eigen::Index rows,
                  Eigen::Index columns, const void* bytes, std::size_t size) {
  const std::array<std::int32_t, 5> header = {type, static_cast<std::int32_t>(rows),
                                              static_cast<std::int32_t>(columns), 0,
                                              static_cast<std::int32_t>(name.size() + 1)};
  std::string text(reinterpret_cast<const char*>(header.data()), sizeof header);
  text.append(name.c_str(), name.size() + 1);
  return text.append(static_cast<const char*>(bytes), size);
}

std::string numbers(const std::string& name, Eigen::Index rows, Eigen::Index columns,
                    const double* from) {
  return entry(kNumbers, name, rows, columns, from,
               static_cast<std::size_t>(rows * columns) * sizeof(double));
}

}  // namespace

void MatArrays::add(const std::string& name, const Matrix& matrix) {
  bytes_ += numbers(name, matrix.rows(), matrix.cols(), matrix.data());
}
void MatArrays::add(const std::string& name, const Vector& vector) {
  bytes_ += numbers(name, vector.size(), 1, vector.data());
}
void MatArrays::add(const std::string& name, double number) {
  bytes_ += numbers(name, 1, 1, &number);
}
void MatArrays::add(const std::string& name, const std::vector<std::string>& words) {
  std::size_t longest = 0;
  for (const std::string& word : words) longest = std::max(longest, word.size());
  std::string by_column;
  for (std::size_t k = 0; k < longest; ++k)
    for (const std::string& word : words) by_column.push_back(k < word.size() ? word[k] : ' ');
  bytes_ += entry(kCharacters, name, static_cast<Eigen::Index>(words.size()),
                  static_cast<Eigen::Index>(longest), by_column.data(), by_column.size());
}

std::string MatArrays::file(const std::string&) const { return bytes_; }

}  // namespace mortise::gen
