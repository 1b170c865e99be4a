// Text in figures: labels, numbers, prefixes of units.
#pragma once

#include <string>

#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {

// True for valid UTF-8 without control characters.
bool is_plain_line(const std::string& text);

// The text with every byte outside printable ASCII replaced by '?', for messages.
std::string printable(const std::string& text);

// The text as XML and HTML take it, between tags and in attributes: never markup. Apostrophes
// become the typographic one.
std::string escaped_markup(const std::string& text);

// Estimated width of a text in a proportional sans-serif font [px]; size: of the font [px].
double text_width(const std::string& text, double size);

// With a fixed number of decimals and a typographic minus sign, whatever the locale.
std::string decimal_text(double value, int decimals);

// A prefixed unit of an axis.
struct SiPrefix {
  double factor = 1.0;  // of the prefixed unit, e.g. 1e9
  std::string unit;     // "GPa"
};

// The prefix from nano to giga in which the largest value [SI unit] is at least `at_least`, or the
// smallest prefix if none is small enough. largest: >= 0; 0 gives no prefix. unit: "Pa".
SiPrefix si_prefix(double largest, const std::string& unit, double at_least = 1.0);

// "quantity [GPa]"
std::string axis_label(const std::string& quantity, const SiPrefix& prefix);

}  // namespace mortise::gen
