// The law at every point of a joint: the numbers in force, and what the file says of those that
// vary along it (JointField).
#pragma once

#include "mortise/kernel/kernels.hpp"
#include "mortise/view/joint.hpp"

namespace mortise::MORTISE_ISA {

// Clearances are added to, all other numbers are multiplied.
inline JointParameters law_at(const JointView& view, const JointParameters& law, int k) {
  JointParameters at = law;
  for (int i = 0; i < kJointNumbers; ++i) {
    if (!view.field[i]) continue;
    Real& number = (&at.stiffness)[i];
    const bool clearance = &number == &at.gap || &number == &at.separation_gap;
    number = clearance ? number + view.field[i][k] : number * view.field[i][k];
  }
  return at;
}

// The laws of the points, kept by who changes the numbers in force.
struct PointLaws {
  unsigned char* first;
  std::ptrdiff_t step;  // from one to the next [byte], 0: one law for all of them

  MORTISE_INLINE JointParameters& operator[](int k) const {
    return *reinterpret_cast<JointParameters*>(first + step * k);
  }
};

// Where they lie in a joint's region.
inline PointLaws point_laws(const JointView& view, const JointLayout& layout,
                            unsigned char* region) {
  if (!view.varies) return {region + layout.parameters, 0};
  return {region + layout.laws, sizeof(JointParameters)};
}

}  // namespace mortise::MORTISE_ISA
