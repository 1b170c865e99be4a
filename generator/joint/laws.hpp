// The laws of a joint at one point, stated plainly for offline use: value, derivative and memory.
// What they mean stands in system/joint.hpp. Everything is per length of interface.
//
// Within a step rates follow displacements, x' = intercept + rate_per_motion x (2/h for the
// trapezoidal rule, 0 at rest), so that tractions depend on the end displacements alone.
#pragma once

#include <vector>

#include "generator/system/joint.hpp"

namespace mortise::gen {

// Motion of a point at the end of a step.
struct PointMotion {
  double opening = 0.0;          // o [m]
  double opening_rate = 0.0;     // [m/s]
  double slip = 0.0;             // since the start of the step [m]
  double rate_per_motion = 0.0;  // d(rate)/d(displacement) [1/s]
  double duration = 0.0;         // of the step [s]; 0: quasi-static, rates count as zero
};

struct PointTraction {
  double normal = 0.0;       // on the opening row, pull of the separation unit included [N/m]
  double compression = 0.0;  // p >= 0 of the impact unit [N/m]
  double friction = 0.0;     // tau on the slip row [N/m]
  double normal_per_opening = 0.0;  // derivatives [N/m2]
  double compression_per_opening = 0.0;
  double friction_per_opening = 0.0;
  double friction_per_slip = 0.0;
  bool touching = false;  // g > 0
  bool slipping = false;  // friction at its limit
};

// Numbers a point remembers: the traction of every Jenkins element, or the bristle deflection.
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
