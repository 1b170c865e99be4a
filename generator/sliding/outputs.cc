#include "generator/sliding/outputs.hpp"

#include "generator/error.hpp"

namespace mortise::gen {
namespace {

double value_of(const SlidingStepper& s, const OutputChannel& output) {
  const auto row = [&] { return s.system().output_rows.row(output.index); };
  switch (output.quantity) {
    case OutputQuantity::displacement:
      return row().dot(s.q());
    case OutputQuantity::velocity:
      return row().dot(s.v());
    case OutputQuantity::acceleration:
      return row().dot(s.acceleration());
    case OutputQuantity::modal_coordinate:
      return s.q()[output.index];
    case OutputQuantity::contact_force:
      return output.index == 0 ? s.force() : output.index == 1 ? s.friction_force() : 0.0;
    case OutputQuantity::gap:
      return s.place().gap;
    case OutputQuantity::sliding_velocity:
      return s.slip_velocity();
    case OutputQuantity::contact_position:
      return s.contact_position();
    default:
      throw Error("output " + output.name, "a sliding run does not have this quantity",
                  "leave it out of [[outputs]]");
  }
}

}  // namespace

std::vector<double> sliding_outputs(const SlidingStepper& stepper) {
  std::vector<double> values;
  values.reserve(stepper.system().outputs.size());
  for (const OutputChannel& output : stepper.system().outputs)
    values.push_back(value_of(stepper, output));
  return values;
}

}  // namespace mortise::gen
