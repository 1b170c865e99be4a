#include "generator/solid/lengths.hpp"

#include <array>
#include <cmath>
#include <cstdio>

#include "generator/error.hpp"

namespace mortise::gen {
namespace {

constexpr int kMostContactElements = 10000;

std::string metres(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g m", value);
  return text.data();
}

}  // namespace

std::string describe_length(const std::string& key, double value) {
  return key + " = " + metres(value);
}

void check_lengths(const std::string& where,
                   const std::vector<std::pair<std::string, double>>& lengths) {
  for (const auto& [key, value] : lengths) {
    if (!(std::isfinite(value) && value > 0.0))
      throw Error(where, describe_length(key, value) + " is not a positive length",
                  "give " + key + " in metres");
  }
}

void check_contact(const std::string& where, double contact_radius, int contact_elements,
                   double share, const std::string& reach_name, double reach) {
  check_lengths(where, {{"contact_radius", contact_radius}});
  if (contact_elements < 1 || contact_elements > kMostContactElements)
    throw Error(where,
                "contact_elements = " + std::to_string(contact_elements) + " is not in 1 .. " +
                    std::to_string(kMostContactElements),
                "a few elements for the width of the narrowest pressure peak are enough");
  if (contact_radius > share * reach)
    throw Error(where,
                describe_length("contact_radius", contact_radius) +
                    " leaves no room beside it: " + describe_length(reach_name, reach),
                "lower contact_radius to at most " + metres(share * reach) +
                    "; a contact is small compared with its body");
}

}  // namespace mortise::gen
