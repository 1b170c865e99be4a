// What both kernels ask of their grid.
#pragma once

#include <cmath>
#include <string>

#include "generator/ground/numbers/matrix.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {

// Error named after the kernel `where` unless points >= 2 and spacing > 0 is finite.
inline void check_grid(const std::string& where, Eigen::Index points, double spacing) {
  if (points < 2)
    throw Error(where, std::to_string(points) + " points make no grid", "ask for at least 2");
  if (!(spacing > 0.0) || !std::isfinite(spacing))
    throw Error(where, "the spacing " + number_text(spacing) + " is not positive and finite",
                "give the grid a positive length");
}

}  // namespace mortise::gen
