// The laws of a joint at one point, stated plainly for offline use: value, derivative and memory.
// What they mean stands in joint.hpp and friction_laws.hpp.
#pragma once

#include <vector>

#include "generator/contact/joint/joint.hpp"

namespace mortise::gen {

// Numbers a point remembers of friction.
std::size_t memory_size(const TangentialLaw& law);

// Tractions at the end of a step. memory: (memory_size) at its start; after: the same at its end.
PointTraction point_traction(const JointLaw& law, const PointMotion& motion, const double* memory,
                             double* after);

// Recoverable energy of the springs of the normal units [J/m].
double normal_energy(const NormalLaw& law, double opening);

// Recoverable energy of the friction springs [J/m]; lugre: of its bristles, p E_f z^2 / 2.
double friction_energy(const TangentialLaw& law, const double* memory, double compression);

// Throws Error naming the quantity that is out of its range.
void check_law(const JointLaw& law);

}  // namespace mortise::gen
