// What a number among the outputs of a model file belongs to: the end of a step, or the step.
#pragma once

#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/ground/text/enum_names.hpp"

namespace mortise::gen {

// at_end: as the system is at t_n+1. step_mean: mean over the step, so the state before the first
// one has none. impulse_over_step: such a mean of a rigid contact, whose force an impact lets grow
// without bound as the step shrinks; its impulse and means over longer times do not.
enum class OutputSense { at_end, step_mean, impulse_over_step };
template <>
inline constexpr std::array enum_names<OutputSense> = {"at_end", "step_mean", "impulse_over_step"};

// Senses of all outputs, in their order. Rigid are unilateral contacts and sliding ones that may
// open.
std::vector<OutputSense> output_senses(const Instance& instance);

}  // namespace mortise::gen
