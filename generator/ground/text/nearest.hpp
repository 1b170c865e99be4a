// Finds the name a user probably meant.
#pragma once

#include <string>
#include <vector>

namespace mortise::gen {

// Insertions, deletions, replacements and swaps of neighbours that turn a into b.
int edit_distance(const std::string& a, const std::string& b);

// The candidate with the smallest distance, the first of equals; empty if there are none.
std::string nearest(const std::string& name, const std::vector<std::string>& candidates);

}  // namespace mortise::gen
