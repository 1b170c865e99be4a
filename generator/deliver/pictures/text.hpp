// Text in figures.
#pragma once

#include <string>

#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {

// True for valid UTF-8 without control characters.
bool is_plain_line(const std::string& text);

// The text with every byte outside printable ASCII replaced by '?', for messages.
std::string printable(const std::string& text);

// Estimated width of a text in a proportional sans-serif font [px]; size: of the font [px].
double text_width(const std::string& text, double size);

// With a fixed number of decimals and a typographic minus sign, whatever the locale.
std::string decimal_text(double value, int decimals);

}  // namespace mortise::gen
