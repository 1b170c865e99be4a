#include "generator/bake/play/output_sense.hpp"

namespace mortise::gen {
namespace {

OutputSense sense_of_force(const ModelView& law) {
  if (law.is_bolted()) return OutputSense::at_end;
  if (law.is_sliding() && !law.sliding.unilateral) return OutputSense::step_mean;
  return OutputSense::impulse_over_step;
}

}  // namespace

std::vector<OutputSense> output_senses(const Instance& instance) {
  const ModelView& view = instance.model().view();
  std::vector<OutputSense> senses;
  for (std::int32_t k = 0; k < view.dims.outputs; ++k) {
    const std::uint32_t quantity = view.output_rules[k].quantity;
    const ModelView* law = &view;
    if (view.is_assembly()) {
      const auto& assembly = static_cast<const AssemblyView&>(view);
      const std::uint32_t of = assembly.output_interface ? assembly.output_interface[k] : 0;
      if (of > 0) law = &assembly.interface[of - 1];
    }
    senses.push_back(quantity == kOutputForce          ? sense_of_force(*law)
                     : quantity == kOutputAcceleration ? OutputSense::step_mean
                                                       : OutputSense::at_end);
  }
  return senses;
}

}  // namespace mortise::gen
