#include "generator/ground/text/error.hpp"
#include "generator/ground/text/nearest.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/assemble/attach_channels.hpp"
#include "generator/simulate/assemble/attach_contacts.hpp"
#include "generator/simulate/assemble/modal_file.hpp"

namespace mortise::gen {
namespace {

// [[inputs]] refine the channels of the file by name.
void refine_inputs(const Definition& definition, std::vector<InputChannel>* inputs) {
  std::vector<std::string> names;
  for (const InputChannel& input : *inputs) names.push_back(input.name);
  for (const InputSpec& spec : definition.inputs) {
    bool found = false;
    for (InputChannel& input : *inputs) {
      if (input.name != spec.name) continue;
      found = true;
      input.hold = spec.hold;
      input.minimum = spec.minimum;
      input.maximum = spec.maximum;
      input.default_value = spec.default_value;
    }
    if (!found) {
      throw Error(definition.path, "input \"" + spec.name + "\" is not in the modal data",
                  names.empty() ? "the data has no inputs; remove it"
                                : "the nearest input is \"" + nearest(spec.name, names) + "\"");
    }
  }
}

}  // namespace

ModalSystem assemble_modal(const Definition& definition) {
  ModalData data = read_modal_json(definition.import.file);
  const std::vector<double> no_offsets(data.system.contacts.size(), 0.0);
  apply_law_values(definition.contact, no_offsets, &data.system.contacts);
  refine_inputs(definition, &data.system.inputs);
  for (const OutputSpec& spec : definition.outputs) {
    data.system.outputs.push_back(output_channel(definition, spec, data.system.contacts.size()));
  }
  ModalSystem result;
  result.step = definition.step.size.value_or(data.step_s);
  result.tolerance = definition.solver.tolerance.value_or(data.tolerance);
  result.force_frequency_hz = data.force_frequency_hz;
  result.system = std::move(data.system);
  return result;
}

}  // namespace mortise::gen
