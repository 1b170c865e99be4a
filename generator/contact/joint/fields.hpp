// Numbers of a joint's law that vary along it, as a table over the position.
#pragma once

#include <string>
#include <vector>

#include "generator/contact/joint/laws.hpp"

namespace mortise::gen {

// Names of the numbers that may vary, in the order of joint_numbers(): "stiffness|gap|...".
const std::string& varying_numbers();

// Reads a field's positions and values from the column of its number in a CSV whose first column is
// `position` [m]. Throws Error naming file and line for what is no such table.
void read_field(JointField* field);

// where: of the table, which the message begins with. Throws Error for lists of different lengths,
// positions that do not ascend, factors that the number cannot take.
void check_field(const JointField& field, const std::string& where);

// Gives every point of the joint its own numbers. what: names the joint in messages. Throws Error
// as check_along() of its law.
void vary_along(const std::vector<JointField>& fields, const std::string& what, Joint* joint);

// Throws Error, beginning with `what`, for the first position of the joint where numbers that vary
// leave no law of this one.
void check_along(const JointLaw& law, const Joint& joint, const std::string& what);

}  // namespace mortise::gen
