// Text files as finite-element codes write them: plain or compressed by gzip or zstd, read whole
// (large ones by blocks: text_blocks.hpp), parsed without any locale.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mortise::gen {

struct TextFile {
  std::string name;     // path as opened
  std::string content;  // decompressed
};

// What may follow the name of any text file; where several files are there, the first one counts.
inline constexpr std::array<const char*, 3> kPackings{"", ".gz", ".zst"};

// Which of path, path + ".gz", ... exist; the first of them, if any.
std::vector<std::string> existing_files(const std::string& path);
std::optional<std::string> existing_file(const std::string& path);

// existing_file(), but throws Error if there is none.
std::string find_text(const std::string& path);

// Reads find_text(path). Throws Error as TextSource does, if there is no content, or more than
// 2 GiB.
TextFile read_text(const std::string& path);

// Walks through the lines of a text; a trailing carriage return is not part of a line.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}
  bool next();  // false at the end
  std::string_view line() const { return line_; }
  std::int64_t number() const { return number_; }  // 1-based, of line()

 private:
  std::string_view rest_;
  std::string_view line_;
  std::int64_t number_ = 0;
};

std::string_view trim(std::string_view text);

// Cuts the next blank-separated field off `text`; empty at the end.
std::string_view take_field(std::string_view& text);

// Cuts the next comma-separated field off `text`, trimmed; false at the end.
bool take_comma_field(std::string_view& text, std::string_view& field);

// The whole field as an integer, with an optional sign.
std::optional<std::int64_t> parse_integer(std::string_view field);

// The whole field as a number: leading '+', exponents with E, D or (Fortran) a bare sign as in
// "1.0-105". "nan" and "inf" are read as such so that the caller can name them.
std::optional<double> parse_real(std::string_view field);

// "file:line"
std::string at_line(const std::string& file, std::int64_t line);

}  // namespace mortise::gen
