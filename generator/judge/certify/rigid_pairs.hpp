// Which interfaces of an assembly a certificate can tell apart.
//
// Impacts through rigid gaps on both sides of a body that is much lighter than its neighbours come
// at once: which of both gaps takes the energy depends on the step, their sum does not. Such
// interfaces are judged together. A pair is found by the contraction of sweeps over the two, every
// contact closed: 1 / ((1 + m/M1) (1 + m/M2)) where the body m lies between M1 and M2.
#pragma once

#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/judge/certify/trajectory_errors.hpp"

namespace mortise::gen {

// Normal forces of two interfaces that see each other by more than this are told apart no more.
inline constexpr double kRigidPair = 0.5;

// Every interface of the model in exactly one entry; none if the model is no assembly.
JudgedTogether judged_together(const Instance& model);

// "left + right" of every entry.
std::vector<std::string> names_of(const Instance& model, const JudgedTogether& together);

}  // namespace mortise::gen
