// The numbers of a joint's law.
#pragma once

#include <optional>
#include <vector>

#include "generator/contact/joint/joint.hpp"
#include "generator/contact/unilateral/law_number.hpp"

namespace mortise::gen {

using JointNumber = LawNumber<JointLaw>;

// In the order of the schema's JointParameters; elements of a bank, which is counted, is the last.
const std::vector<JointNumber>& joint_numbers();

inline const std::vector<JointNumber>& numbers_of(const JointLaw&) { return joint_numbers(); }

// Whether a joint with this friction law has the number: what no friction law names, all have.
bool has_number(TangentialKind kind, const JointNumber& number);

// Value of a number that a definition may leave out because of what was read before: friction is as
// it stands, static friction is friction. Nothing for those that must be given.
std::optional<double> implied_value(const JointLaw& law, const JointNumber& number);

// The same law with the same numbers.
bool operator==(const JointLaw& a, const JointLaw& b);

}  // namespace mortise::gen
