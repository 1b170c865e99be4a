// Checks on the dimensions of a built-in body.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace mortise::gen {

// "key = 0.0127 m"
std::string describe_length(const std::string& key, double value);

// Throws Error(where) unless every value is positive and finite. Names are those of the keys.
void check_lengths(const std::string& where,
                   const std::vector<std::pair<std::string, double>>& lengths);

// Throws Error(where) unless the contact region is at most `share` of `reach` (a radius or width,
// `reach_name`), and the number of elements is 1 .. 10000.
void check_contact(const std::string& where, double contact_radius, int contact_elements,
                   double share, const std::string& reach_name, double reach);

}  // namespace mortise::gen
