// A unit as text, "N s/m2", by its exponents of the base units.
#pragma once

#include <array>
#include <optional>
#include <string>

namespace mortise::gen {

inline constexpr std::array<const char*, 8> kBaseUnits = {"kg", "m",   "s",  "A",
                                                          "K",  "mol", "cd", "rad"};
using BaseExponents = std::array<int, kBaseUnits.size()>;

// Factors stand between spaces, dots or stars, an exponent behind its factor ("m2", "m^-1"),
// divisors behind strokes; "1" and "-" are numbers. Nothing for what is no product of whole powers
// of SI units without prefix.
std::optional<BaseExponents> base_exponents(const std::string& unit);

}  // namespace mortise::gen
