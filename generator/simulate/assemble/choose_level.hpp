// contact.level = "auto": position level where the contacts are compliant and the step resolves
// what they do there, else velocity level.
#pragma once

#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

// Whether a definition has a level = "auto".
bool leaves_level_open(const Definition& definition);

// Chooses the level that a definition leaves open, by its condensed system, which is made for that;
// all interfaces that leave it open get the same. Position level if
//   every normal has a compliance beside the modes,
//   half a period of the rigid body on one contact has 5 steps, or nothing moves as a rigid body,
//   omega h is 2.5 at most with all contacts bonded, beside other interfaces .3,
//   and of a restitution below 1, a lag can give it: 20 steps in half a period of all contacts.
// Velocity level cannot do with an interface without mass: craig_bampton takes its place. What is
// chosen is then a setting like one that was given, and a notice; why, is Definition::why_level.
void choose_level(Definition* definition);

}  // namespace mortise::gen
