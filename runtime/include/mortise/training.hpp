// How far a running instance is from what its certificate has seen. Read on demand: a step of a
// structure judges its parameters alone, a step of a film its inputs too (OUTSIDE_TRAINING).
#pragma once

#include "mortise/state.hpp"

namespace mortise {

// What the certificate has seen of one input or parameter [its unit].
struct TrainedRange {
  Real minimum, maximum;  // both ends
};

// False if there is no such input or parameter, or if the file holds no range of it; `range` is not
// written then.
bool trained_range_of_input(const Model& model, std::int32_t input, TrainedRange* range) noexcept;
bool trained_range_of_parameter(const Model& model, std::int32_t id, TrainedRange* range) noexcept;

// Distance from the trained range over its width (of a range without width: over the size of its
// number) [-]; 0 inside, or if there is no such range. Of inputs as the last step took them, the
// farther one of both ends of the step; of films the end alone.
Real input_distance(const Model& model, const State& state, std::int32_t input) noexcept;
// Distance of the contact that is farthest.
Real parameter_distance(const Model& model, const State& state, std::int32_t id) noexcept;

// How far a running instance is from what its certificate has seen.
struct TrainingDistance {
  Real distance = 0;            // the largest of all inputs and parameters [-]
  std::int32_t input = -1;      // whose it is, -1: of a parameter, or all are inside
  std::int32_t parameter = -1;  // the same
};
// The largest of all.
TrainingDistance training_distance(const Model& model, const State& state) noexcept;

}  // namespace mortise
