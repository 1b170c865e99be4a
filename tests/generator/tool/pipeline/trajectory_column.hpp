// Columns of a trajectory by name.
#pragma once

#include <algorithm>
#include <string>

#include "generator/simulate/run/trajectory.hpp"

namespace mortise::gen {

inline std::size_t column_of(const Trajectory& t, const std::string& name) {
  return static_cast<std::size_t>(std::find(t.names.begin(), t.names.end(), name) -
                                  t.names.begin());
}

}  // namespace mortise::gen
