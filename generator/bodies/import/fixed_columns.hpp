// Cards whose fields are told by their columns: numbers may touch, so blanks do not part them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "generator/ground/files/text_file.hpp"

namespace mortise::gen {

// `width` columns from `first` (0-based), trimmed; shorter or empty where the line ends before.
inline std::string_view column_field(std::string_view line, std::size_t first, std::size_t width) {
  return first >= line.size() ? std::string_view() : trim(line.substr(first, width));
}

// A number of a Fortran format, which fills its columns to the right: nothing if the line ends
// inside them, because then the number is cut.
inline std::optional<std::string_view> whole_field(std::string_view line, std::size_t first,
                                                   std::size_t width) {
  if (line.size() < first + width) return std::nullopt;
  const std::string_view field = trim(line.substr(first, width));
  return field.empty() ? std::nullopt : std::optional(field);
}

// Throws Error if the last line has no end: files whose numbers need no width can be cut inside one
// without any other sign.
void require_last_line_end(const TextFile& file);

// Equal fields of a card in a Fortran format: "(1P3E25.15)", "(8I10)", "(1P,5D16.9)".
struct FortranFormat {
  int count = 0;      // fields on a card, 1..1000
  int width = 0;      // columns of a field, 1..1000
  bool real = false;  // E, D, F or G; else I
};

// text: with or without its parentheses. Nothing if it is none of these.
std::optional<FortranFormat> parse_fortran_format(std::string_view text);

}  // namespace mortise::gen
