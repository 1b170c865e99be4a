// The step of the runtime, compiled for a number that counts its own operations.
#pragma once

#include <cstdint>

#include "mortise/state.hpp"

namespace mortise::bounds {

// Steps as mortise::step, to the same bits; *flops receives what it took: additions, subtractions,
// multiplications, divisions and square roots, those on padding included.
Status counting_step(const Model& model, State& state, const Real* u, Real* y,
                     std::uint64_t* flops) noexcept;

}  // namespace mortise::bounds
