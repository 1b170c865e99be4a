// The numbers of a joint's law, and the laws at one point, stated plainly for offline use: value,
// derivative and memory. What they mean stands in joint.hpp and friction_laws.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/contact/joint/joint.hpp"
#include "generator/contact/law/law_number.hpp"

namespace mortise::gen {

using JointNumber = LawNumber<JointLaw>;

// In the order of the schema's JointParameters, elements of a bank, which is counted, at their end;
// then those of its JointImpact.
const std::vector<JointNumber>& joint_numbers();

inline const std::vector<JointNumber>& numbers_of(const JointLaw&) { return joint_numbers(); }

// Whether a joint with this friction law has the number: what no friction law names, all have.
bool has_number(TangentialKind kind, const JointNumber& number);

// Whether a damper has it, and whether this law does: its damper and its friction law.
bool has_number(ImpactDamper damper, const JointNumber& number);
bool has_number(const JointLaw& law, const JointNumber& number);

// Whether a file tells of it: of numbers of impacts where the law has them.
bool is_told(const JointLaw& law, const JointNumber& number);

// Value of a number that a definition may leave out because of what was read before: friction is as
// it stands, static friction is friction. Nothing for those that must be given.
std::optional<double> implied_value(const JointLaw& law, const JointNumber& number);

// Whether both are one law with the same numbers.
bool operator==(const JointLaw& a, const JointLaw& b);

// Whether it is a length that surfaces are apart: what varies along a joint is added to such a
// number, all others it multiplies.
bool is_clearance(const JointNumber& number);

// The law at a point, of the joint's.
JointLaw law_at(const JointLaw& law, const JointPoint& point);
NormalLaw law_at(const NormalLaw& law, const JointPoint& point);

// What the number of the joint may become while a model runs, so that it stays within its limits at
// every point.
NumberLimits limits_along(const JointNumber& number, const JointLaw& law,
                          const std::vector<JointPoint>& points);

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
void check_law(const JointLaw& law, const std::string& where = "joint law");

}  // namespace mortise::gen
