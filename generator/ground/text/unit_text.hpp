// Units behind numbers in messages.
#pragma once

#include <string>

namespace mortise::gen {

// " N"; nothing for what has no unit.
inline std::string behind_number(const std::string& unit) {
  return unit.empty() || unit == "1" || unit == "-" ? "" : " " + unit;
}

}  // namespace mortise::gen
