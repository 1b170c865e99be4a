#include "generator/bodies/import/entry_lines.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "generator/ground/files/text_file.hpp"
#include "generator/ground/files/text_source.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr std::uintmax_t kLargeFile = 32 << 20;  // bytes; is read in a moment otherwise

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// The number at the front of `text`, in C notation and followed by a blank or the end; the usual
// one, that is. text: blanks before it may stand there; cut behind the number.
template <class Number>
bool take_usual(std::string_view& text, Number& number) {
  const char* begin = text.data();
  const char* const end = begin + text.size();
  while (begin != end && is_space(*begin)) ++begin;
  const auto result = std::from_chars(begin, end, number);
  if (result.ec != std::errc() || (result.ptr != end && !is_space(*result.ptr))) return false;
  text.remove_prefix(static_cast<std::size_t>(result.ptr - text.data()));
  return true;
}

std::optional<EntryLine> parse_unusual_entry(std::string_view line) {
  const auto row = parse_integer(take_field(line));
  const auto column = parse_integer(take_field(line));
  const auto value = parse_real(take_field(line));
  if (!row || !column || !value || !trim(line).empty()) return std::nullopt;
  return EntryLine{*row, *column, *value};
}

}  // namespace

std::optional<EntryLine> parse_entry(std::string_view line) {
  EntryLine entry;
  std::string_view rest = line;
  if (take_usual(rest, entry.row) && take_usual(rest, entry.column) &&
      take_usual(rest, entry.value) && trim(rest).empty())
    return entry;
  return parse_unusual_entry(line);
}

void require_last_line_end(const std::string& file, const TextBlock& block) {
  if (block.text.back() == '\n') return;
  throw Error(at_line(file, block.first_line + static_cast<std::int64_t>(block.lines) - 1),
              "the last line has no end: the file is cut",
              "export it again; if the line is complete, end it with a newline");
}

std::string read_head(const std::string& file) {
  TextSource source(file);
  std::string head(1 << 20, '\0');
  head.resize(source.read(head.data(), head.size()));
  const std::size_t end = head.rfind('\n');
  if (end != std::string::npos) head.resize(end + 1);
  if (trim(head).empty()) throw Error(file, "the file is empty", "export or copy the file again");
  return head;
}

BlockReading::BlockReading(const std::string& file, int jobs) {
  options_.jobs = jobs;
  const std::filesystem::path path = file;
  std::error_code ignored;
  const auto bytes = std::filesystem::file_size(path, ignored);
  if (ignored || bytes < kLargeFile) return;
  bar_.emplace("reading " + path.filename().string());
  options_.progress = bar_->shares();
}

void read_by_blocks(RawMatrix& matrix, int jobs,
                    const std::function<RawMatrix(const TextBlock&)>& parse) {
  const BlockReading reading(matrix.file, jobs);
  for (RawMatrix& part : parse_blocks(matrix.file, reading.options(), parse)) {
    matrix.size = std::max(matrix.size, part.size);
    matrix.entries.append(std::move(part.entries));
  }
}

}  // namespace mortise::gen
