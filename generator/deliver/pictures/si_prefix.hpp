// Prefixes of units on axes.
#pragma once

#include <string>

namespace mortise::gen {

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
