// The name of a model for files, functions and macros.
#pragma once

#include <cctype>
#include <string>

namespace mortise::gen {

// Letters, digits and underscores, the first no digit.
inline std::string identifier_of(const std::string& name) {
  std::string result;
  for (const unsigned char c : name) result += std::isalnum(c) != 0 ? static_cast<char>(c) : '_';
  if (result.empty() || std::isdigit(static_cast<unsigned char>(result.front())) != 0)
    result.insert(0, "m");
  return result;
}

}  // namespace mortise::gen
