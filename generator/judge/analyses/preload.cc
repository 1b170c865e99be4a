#include "generator/judge/analyses/preload.hpp"

#include "generator/ground/text/error.hpp"
#include "generator/simulate/structure/average_motion.hpp"

namespace mortise::gen {
namespace {

std::size_t loaded_input(const Definition& definition) {
  if (!definition.load)
    throw Error(definition.path, "there is no [load] to raise", "give load.input, load.reference");
  if (definition.load->input.empty() && !definition.inputs.empty()) return 0;
  for (std::size_t i = 0; i < definition.inputs.size(); ++i)
    if (definition.inputs[i].name == definition.load->input) return i;
  throw Error(definition.path, "load.input = \"" + definition.load->input + "\" is no input",
              "name one of [[inputs]]");
}

// Width of the plane body that the joint's first side belongs to [m].
double width_of(const Definition& definition) {
  for (const std::string& side : definition.contact.joint.sides)
    for (const PlaneBodySpec& spec : definition.import.bodies)
      if (side.rfind(spec.body.name + ".", 0) == 0) return spec.body.width;
  return 1.0;
}

}  // namespace

PreloadStudy study_preload(const Definition& definition, const FullSystem& system,
                           const PreloadOptions& options) {
  const Joint& joint = joint_of(system);
  const std::size_t input = loaded_input(definition);
  Vector held(static_cast<Eigen::Index>(system.inputs.size()));
  for (std::size_t i = 0; i < system.inputs.size(); ++i)
    held[static_cast<Eigen::Index>(i)] = i == input ? 0.0 : system.inputs[i].default_value;
  const Vector pull = definition.load->reference * system.input_forces[input];
  PreloadStudy study;
  study.front =
      slip_fronts(system, applied_force(system, held), pull, {definition.load->factor}, options)
          .front();
  study.points = joint.points.size();
  study.width = width_of(definition);
  return study;
}

}  // namespace mortise::gen
