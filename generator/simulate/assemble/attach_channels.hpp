// The input and output channels that [[inputs]] and [[outputs]] ask for.
#pragma once

#include "generator/contact/system/full_system.hpp"
#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

// Appends channels and force patterns. Throws Error for places the model does not have.
void attach_inputs(const Definition& definition, FullSystem* system);

// Sum of the constant forces of [[forces]] (n) [N]. Throws Error for places the model does not
// have.
Vector constant_forces(const Definition& definition, const FullModel& model);

// Appends channels and displacement rows; channels that look at the same row share it. The
// contacts must be attached before. Throws Error for places or contacts that do not exist.
void attach_outputs(const Definition& definition, FullSystem* system);

// Channel of an output without its displacement row.
// contacts: their number, for the check of the index.
OutputChannel output_channel(const Definition& definition, const OutputSpec& spec,
                             std::size_t contacts);

}  // namespace mortise::gen
