#include "generator/bake/structure/structure_writer.hpp"

#include <algorithm>

namespace mortise::gen {

StructureWriter::StructureWriter(const ReducedSystem& system, const BakeOptions& options)
    : system_(system),
      options_(options),
      damping_(
          stepped_damping(system.omega, system.damping, options.step, options.damp_fast_modes)) {
  dims_.modes = static_cast<int>(system.size());
  dims_.modes_padded = ModelWriter::pad(dims_.modes);
  dims_.contacts = static_cast<int>(system.contacts.size());
  dims_.rows = 3 * dims_.contacts;
  dims_.rows_padded = ModelWriter::pad(dims_.rows);
  dims_.inputs = static_cast<int>(system.inputs.size());
  dims_.outputs = static_cast<int>(system.outputs.size());
  dims_.output_rows = static_cast<int>(system.output_rows.rows());
}

void StructureWriter::write(ModelWriter* writer, ModelBody* body) const {
  for (const InputChannel& c : system_.inputs) {
    body->inputs.push_back({c.name, c.unit});
    body->input_ranges.push_back({std::max(c.minimum, -1e300), std::min(c.maximum, 1e300),
                                  c.default_value,
                                  c.hold == Hold::linear ? kHoldLinear : kHoldZeroOrder, 0u});
  }
  add_outputs(system_.outputs, body);
  body->output_rows = system_.output_rows;
  body->omega = system_.omega;
  body->damping = damping_;
  body->initial_q = system_.initial_q;
  body->initial_v = system_.initial_v;
  body->law_history_bytes = history_bytes();
  write_law(writer, body);
}

LayoutOptions StructureWriter::layout(std::uint32_t real_bytes) const {
  LayoutOptions options;
  options.law_history_bytes = history_bytes();
  options.real_bytes = real_bytes;
  return options;
}

MotionArrays write_motion(const StepOperators& op, ModelWriter* w) {
  return {w->column(op.from_velocity), w->column(op.from_position), w->column(op.constant),
          w->columns(op.from_input), w->column(op.admittance)};
}

void add_motion(const MotionArrays& m, schema::StageBuilder* stage) {
  stage->add_velocity_from_velocity(m.from_velocity);
  stage->add_velocity_from_position(m.from_position);
  stage->add_velocity_constant(m.constant);
  stage->add_velocity_from_input(m.from_input);
  stage->add_admittance(m.admittance);
}

}  // namespace mortise::gen
