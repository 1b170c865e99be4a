// Where a pressed joint slips under a load, quasi-static.
#pragma once

#include "generator/define/definition/definition.hpp"
#include "generator/simulate/structure/statics.hpp"

namespace mortise::gen {

struct PreloadStudy {
  SlipFront front;         // at load.factor
  std::size_t points = 0;  // of the law
  double width = 1.0;      // of the plane body that the joint's first side belongs to [m]
  // Normal pressures at the first, middle and last point of a front in equilibrium [Pa].
  double left() const { return front.compression.front() / width; }
  double middle() const { return front.compression[points / 2] / width; }
  double right() const { return front.compression.back() / width; }
};

// The weight, the constant forces and the inputs but one press, without friction; the load pulls at
// that one in increments of its factor. Throws Error without a joint, or without [load] on an
// input.
PreloadStudy study_preload(const Definition& definition, const FullSystem& system,
                           const PreloadOptions& options);

}  // namespace mortise::gen
