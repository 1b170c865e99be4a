#include "generator/bake/structure/structure_writer.hpp"

#include <algorithm>

#include "generator/bake/structure/bake.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {

StructureWriter::StructureWriter(const ReducedSystem& system, const BakeOptions& options)
    : system_(system),
      options_(options),
      damping_(
          stepped_damping(system.omega, system.damping, options.step, options.damp_fast_modes)) {
  dims_.modes = static_cast<int>(system.size());
  dims_.modes_padded = ModelWriter::pad(dims_.modes);
  dims_.contacts = static_cast<int>(system.lone().contacts().points.size());
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

ResidualArrays write_residual(const std::optional<ResidualCompliance>& residual, ModelWriter* w) {
  ResidualArrays arrays;
  if (!residual) return arrays;
  const Matrix ports = residual->ports();
  Vector offset = Vector::Zero(ports.rows());
  offset.head(residual->row_offset.size()) = residual->row_offset;
  arrays.ports = w->columns(ports);
  arrays.outputs = w->columns(residual->output_compliance);
  arrays.row_offset = w->columns(offset);
  arrays.output_offset = w->columns(residual->output_offset);
  return arrays;
}

namespace {

void demand_of_model(bool good, const BakeOptions& o, const std::string& what,
                     const std::string& remedy) {
  if (!good) throw Error(o.name.empty() ? "bake" : o.name, what, remedy);
}

// Whether an interface has a law whose rows are those of the modes, and what it is made of is
// there.
bool fits(const ReducedInterface& i, Eigen::Index n, const BakeOptions& o) {
  for (const Matrix* rows : rows_of(i.law))
    if (rows->cols() != n) return false;
  if (const auto* film = i.as<FilmPlace>();
      film && (film->film < 0 || static_cast<std::size_t>(film->film) >= o.films.size()))
    return false;
  if (const auto* place = i.as<BoltedPlace>()) {
    const auto bolted = static_cast<std::size_t>(place->bolted);
    if (bolted >= o.bolted.size() || place->modes.rows() != o.bolted[bolted].reduced.omega.size())
      return false;
  }
  return std::visit([n](const auto& law) { return gen::fits(law, n); }, i.law);
}

void check_sizes(const ReducedSystem& s, const BakeOptions& o) {
  const Eigen::Index n = s.size();
  const auto nu = static_cast<Eigen::Index>(s.inputs.size());
  const std::string fix = "this is a defect of the condensation stage";
  demand_of_model(n > 0, o, "the condensed system has no coordinates", "ask for at least one mode");
  demand_of_model(s.damping.size() == n && s.initial_q.size() == n && s.initial_v.size() == n &&
                      s.constant_force.size() == n,
                  o, "modal vectors differ in length", fix);
  for (const ScenarioOptions& scenario : o.scenarios)
    for (const std::optional<Vector>* start : {&scenario.initial_q, &scenario.initial_v})
      demand_of_model(!*start || (*start)->size() == n, o,
                      "scenario " + scenario.name + " starts with another number of modes", fix);
  demand_of_model(!s.alone || s.interfaces.size() <= 1, o,
                  "one of several interfaces is said to be alone", fix);
  for (const ReducedInterface& i : s.interfaces) {
    demand_of_model(fits(i, n, o), o, "interface " + i.name + " does not fit its law or the modes",
                    fix);
    demand_of_model(
        s.alone || !i.residual || i.contacts().law.level == ContactLevel::position, o,
        "interface " + i.name + " has residual compliance",
        "only one that is alone or at position level may have it: keep its modes instead");
  }
  demand_of_model(s.input_forces.cols() == nu && (nu == 0 || s.input_forces.rows() == n), o,
                  "input_forces is not (n x nu)", fix);
  demand_of_model(s.output_rows.rows() == 0 || s.output_rows.cols() == n, o,
                  "output_rows is not (no x n)", fix);
  demand_of_model(o.step > 1e-12 && o.step < 1e3, o,
                  "step.size = " + number_text(o.step) + " s is outside of (1e-12, 1e3)",
                  "give step.size in seconds");
}

}  // namespace

std::unique_ptr<SystemWriter> lone_writer(const ReducedSystem& system, const BakeOptions& options) {
  const ReducedInterface& interface = system.lone();
  if (interface.as<ReducedJoint>()) return joint_writer(system, options);
  if (interface.as<ReducedSliding>()) return sliding_writer(system, options);
  return unilateral_writer(system, options);
}

AlignedBytes bake(const ReducedSystem& system, const BakeOptions& options) {
  check_sizes(system, options);
  const auto writer =
      system.assembly() ? assembly_writer(system, options) : lone_writer(system, options);
  return bake_system(*writer, options);
}

}  // namespace mortise::gen
