#include "generator/bake/play/output_sense.hpp"

#include "generator/bake/laws/file_law.hpp"
#include "mortise/join.hpp"

namespace mortise::gen {
namespace {

OutputSense sense_of(const ModelView& view, std::int32_t output) {
  if (!output_of_step(view, output)) return OutputSense::at_end;
  const ModelView& law = law_of_output(view, output);
  return view.output_rules[output].quantity == quantity::contact_force &&
                 !file_law(law).keeps_contact(law)
             ? OutputSense::impulse_over_step
             : OutputSense::step_mean;
}

}  // namespace

std::vector<OutputSense> output_senses(const Instance& instance) {
  const ModelView& view = instance.model().view();
  std::vector<OutputSense> senses;
  for (std::int32_t k = 0; k < view.dims.outputs; ++k) senses.push_back(sense_of(view, k));
  return senses;
}

}  // namespace mortise::gen
