#include "generator/ground/files/text_file.hpp"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>

#include "generator/ground/files/text_source.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr char kDamaged[] = "export or copy the file again";

constexpr std::size_t kMostText = std::size_t{2} << 30;  // far beyond any deck

std::string decompressed(const std::string& path) {
  TextSource source(path);
  std::string content;
  constexpr std::size_t kChunk = 1 << 20;
  for (std::size_t read = kChunk; read == kChunk;) {
    const std::size_t old_size = content.size();
    if (old_size >= kMostText)
      throw Error(path, "holds more than 2 GiB of text", "name the file that the solver wrote");
    content.resize(old_size + kChunk);
    read = source.read(content.data() + old_size, kChunk);
    content.resize(old_size + read);
  }
  return content;
}

}  // namespace

std::vector<std::string> existing_files(const std::string& path) {
  std::error_code ignored;
  std::vector<std::string> found;
  for (const char* packing : kPackings)
    if (std::filesystem::is_regular_file(path + packing, ignored)) found.push_back(path + packing);
  return found;
}

std::optional<std::string> existing_file(const std::string& path) {
  const std::vector<std::string> found = existing_files(path);
  return found.empty() ? std::nullopt : std::optional<std::string>(found.front());
}

std::string find_text(const std::string& path) {
  if (const auto found = existing_file(path)) return *found;
  throw Error(path, "no such file, nor with .gz or .zst appended",
              "check the path; it is relative to the folder of the definition");
}

TextFile read_text(const std::string& path) {
  const std::string found = find_text(path);
  TextFile file{found, decompressed(found)};
  if (trim(file.content).empty()) throw Error(found, "the file is empty", kDamaged);
  return file;
}

bool LineReader::next() {
  if (rest_.empty()) return false;
  const std::size_t end = rest_.find('\n');
  line_ = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  ++number_;
  return true;
}

namespace {
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
}  // namespace

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view take_field(std::string_view& text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  std::size_t length = 0;
  while (length < text.size() && !is_blank(text[length])) ++length;
  const std::string_view field = text.substr(0, length);
  text.remove_prefix(length);
  return field;
}

bool take_comma_field(std::string_view& text, std::string_view& field) {
  if (text.empty()) return false;
  const std::size_t comma = text.find(',');
  field = trim(text.substr(0, comma));
  text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  return true;
}

std::optional<std::int64_t> parse_integer(std::string_view field) {
  if (field.size() > 1 && field[0] == '+' && field[1] != '-') field.remove_prefix(1);
  std::int64_t value = 0;
  const char* end = field.data() + field.size();
  const auto result = std::from_chars(field.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return value;
}

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The whole text in C notation. Underflow is zero, overflow infinite: for the check of values.
std::optional<double> parse_c_real(std::string_view text) {
  const char* end = text.data() + text.size();
  double value = 0.0;
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ptr != end || result.ec == std::errc::invalid_argument) return std::nullopt;
  if (result.ec == std::errc::result_out_of_range) {
    const double sign = text[0] == '-' ? -1.0 : 1.0;
    return text.find("e-") == std::string_view::npos && text.find("E-") == std::string_view::npos
               ? sign * kInfinity
               : sign * 0.0;
  }
  return value;
}

// Fortran notation in C notation: 1.0D+05, 1.0-105 -> 1.0e+05, 1.0e-105.
std::string in_c_notation(std::string_view field) {
  std::string text;
  bool in_exponent = false;
  for (const char c : field) {
    const bool letter = c == 'd' || c == 'D' || c == 'e' || c == 'E';
    const bool sign = c == '+' || c == '-';
    if (letter) {
      text += 'e';
    } else {
      if (sign && !in_exponent && !text.empty()) text += 'e';
      text += c;
    }
    in_exponent = in_exponent || letter || (sign && text.size() > 1);
  }
  return text;
}

}  // namespace

std::optional<double> parse_real(std::string_view field) {
  if (field.size() > 1 && field[0] == '+' && field[1] != '-') field.remove_prefix(1);
  if (const auto value = parse_c_real(field)) return value;
  return parse_c_real(in_c_notation(field));
}

std::string at_line(const std::string& file, std::int64_t line) {
  return file + ":" + std::to_string(line);
}

}  // namespace mortise::gen
