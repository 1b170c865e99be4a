// Outputs over several steps, as one step of their length would have them: for whoever looks every
// k-th step. Nothing is lost of forces: their means times k h are the impulse of all k steps.
#pragma once

#include "mortise/joined_output.hpp"
#include "mortise/model.hpp"

namespace mortise {

// The interface that an output is of, as a model of its own; the model for all that are of none.
//   output  0 .. outputs - 1
inline const ModelView& law_of_output(const ModelView& model,
                                      [[maybe_unused]] std::int32_t output) noexcept {
#if !defined(MORTISE_NO_ASSEMBLY)
  if (model.is_assembly()) {
    const auto& assembly = static_cast<const AssemblyView&>(model);
    const std::uint32_t of = assembly.output_interface ? assembly.output_interface[output] : 0;
    if (of > 0) return assembly.interface[of - 1];
  }
#endif
  return model;
}

// Whether an output belongs to a step: contact forces and accelerations are means over it. All
// others, forces of bolted contacts among them, are as the system is at its end.
inline bool output_of_step(const ModelView& model, std::int32_t output) noexcept {
  const std::uint32_t quantity = model.output_rules[output].quantity;
  return quantity == quantity::acceleration ||
         (quantity == quantity::contact_force && !law_of_output(model, output).is_bolted());
}

// joined (ny): outputs over `before` steps, which y (ny) of the step behind them joins. before = 0:
// it becomes y.
inline void join_outputs(const Model& model, const Real* y, std::uint64_t before,
                         Real* joined) noexcept {
  for (std::int32_t k = 0; k < model.dims().outputs; ++k)
    joined[k] = joined_output(output_of_step(model.view(), k), joined[k], y[k], before);
}

}  // namespace mortise
