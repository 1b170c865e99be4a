// What the analyses of sliding contacts share: the system, positions and frictions as asked for.
#pragma once

#include <string>
#include <vector>

#include "generator/contact/system/reduced_system.hpp"

namespace mortise::gen {

// The modes of a definition with a sliding contact: condensed as it says, or all modes of every
// body if `full`. Throws Error as the definition and the condensation do, and without sliding
// contact.
ReducedSystem sliding_system(const std::string& path, const std::vector<std::string>& overrides,
                             bool full);

// Positions [m] of the analyses: those listed, else `count` evenly over the whole target, without
// its ends. Throws UsageError if count < 1.
std::vector<double> sliding_positions(const ReducedSystem& system,
                                      const std::vector<double>& listed, int count);

// count values from first to last, both included; {first} if count = 1. Throws UsageError if count
// is no whole number >= 1.
std::vector<double> even_range(double first, double last, double count, const std::string& option);

}  // namespace mortise::gen
