#include "generator/bodies/import/fixed_columns.hpp"

#include <algorithm>
#include <cctype>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr int kWidestField = 1000;

// Leading digits of `text`, cut off; 0 if there are none, more than kWidestField if they are too
// many.
int take_digits(std::string_view& text) {
  int value = 0;
  for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1))
    value = std::min(10 * value + (text.front() - '0'), kWidestField + 1);
  return value;
}

}  // namespace

void require_last_line_end(const TextFile& file) {
  if (file.content.back() == '\n') return;
  const std::int64_t lines = std::count(file.content.begin(), file.content.end(), '\n') + 1;
  throw Error(at_line(file.name, lines), "the last line has no end: the file is cut",
              "export it again; if the line is complete, end it with a newline");
}

std::optional<FortranFormat> parse_fortran_format(std::string_view text) {
  std::string plain;  // without blanks, commas and parentheses, which part nothing here
  for (const char c : text)
    if (std::string_view(" \t,()").find(c) == std::string_view::npos)
      plain += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::string_view rest = plain;
  FortranFormat format;
  int number = take_digits(rest);
  if (!rest.empty() && rest.front() == 'P') {  // scale factor: numbers carry their exponent
    rest.remove_prefix(1);
    number = take_digits(rest);
  }
  format.count = number == 0 ? 1 : number;
  if (rest.empty()) return std::nullopt;
  format.real = std::string_view("EDFG").find(rest.front()) != std::string_view::npos;
  if (!format.real && rest.front() != 'I') return std::nullopt;
  rest.remove_prefix(1);
  format.width = take_digits(rest);
  const bool ends = rest.empty() || rest.front() == '.' || rest.front() == 'E';
  if (!ends || format.count > kWidestField || format.width < 1 || format.width > kWidestField)
    return std::nullopt;
  return format;
}

}  // namespace mortise::gen
