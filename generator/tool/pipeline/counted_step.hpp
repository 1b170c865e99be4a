// Work of the dearest step that a model has made, counted: flops as kernel_flops.hpp counts them
// with the iterations that the solver took, not with the caps that bound it.
#pragma once

#include <cstdint>

#include "mortise/mortise.hpp"

namespace mortise::gen {

// iterations: most of a step so far (Statistics::iterations_max). Structures only.
std::uint64_t counted_flops(const Model& model, std::uint64_t iterations);

}  // namespace mortise::gen
