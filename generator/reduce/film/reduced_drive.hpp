// What is prescribed to a reduced film at one time, and what its step shows. Dimensionless.
#pragma once

#include <functional>

#include "generator/reduce/film/row_set.hpp"

namespace mortise::gen {

struct ReducedDrive : StageDrive {
  double load = 0.0;          // G b, i.e. pi/2 w / a^2 for a line contact
  double acceleration = 0.0;  // of the upper body towards the lower one, beyond the default one
};
using ReducedDriveFunction = std::function<ReducedDrive(double time)>;

// Pressures of P, gaps of H, force = a^2 G b, the integral of P over the film.
struct ReducedOutputs {
  double force = 0.0, central_pressure = 0.0, central_gap = 0.0, minimum_gap = 0.0;
};

}  // namespace mortise::gen
