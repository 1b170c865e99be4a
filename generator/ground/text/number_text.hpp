// Numbers in messages and on axes.
#pragma once

#include <charconv>
#include <string>

namespace mortise::gen {

// Shortest text of a number with at most `digits` significant digits, whatever the locale.
inline std::string number_text(double value, int digits = 9) {
  char text[40];
  const auto end =
      std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits).ptr;
  return std::string(text, end);
}

}  // namespace mortise::gen
