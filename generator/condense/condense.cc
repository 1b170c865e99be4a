#include "generator/condense/condense.hpp"

#include <algorithm>
#include <cmath>

#include "generator/condense/craig_bampton.hpp"
#include "generator/condense/orient_modes.hpp"
#include "generator/error.hpp"
#include "generator/system/rows.hpp"

namespace mortise::gen {
namespace {

void check_size(Eigen::Index size, Eigen::Index n, const std::string& what) {
  if (size != 0 && size != n)
    throw Error("condense",
                what + " has " + std::to_string(size) + " entries, the model " + std::to_string(n),
                "build it from the same model");
}

void check_system(const FullSystem& system) {
  const Eigen::Index n = system.model.size();
  check_size(system.model.stiffness.rows(), n, "the stiffness matrix");
  for (const ContactPoint& contact : system.contacts)
    for (const SparseRow* row : {&contact.normal, &contact.tangent1, &contact.tangent2})
      check_size(row->size(), n, "a row of contact " + contact.parameters.name);
  for (const SparseRow& row : system.input_forces) check_size(row.size(), n, "an input pattern");
  for (const SparseRow& row : system.output_rows) check_size(row.size(), n, "an output row");
  check_size(system.constant_force.size(), n, "the constant force");
  check_size(system.initial_displacement.size(), n, "the initial displacement");
  check_size(system.initial_velocity.size(), n, "the initial velocity");
  if (system.inputs.size() != system.input_forces.size())
    throw Error("condense", "inputs and their force patterns differ in number",
                "give one force pattern per input");
}

// Everything attached to the full model, seen by the modes.
ReducedSystem project(const FullSystem& system, const Vector& omega, const Matrix& shapes) {
  const Eigen::Index n = system.model.size();
  const auto or_zero = [n](const Vector& v) { return v.size() > 0 ? v : Vector::Zero(n); };
  ReducedSystem reduced;
  reduced.omega = omega;
  reduced.damping = system.rayleigh_alpha + system.rayleigh_beta * omega.array().square();
  reduced.contact_rows = contact_rows(system) * shapes;
  for (const ContactPoint& contact : system.contacts)
    reduced.contacts.push_back(contact.parameters);
  reduced.inputs = system.inputs;
  reduced.input_forces = (stack_rows(system.input_forces, n) * shapes).transpose();
  reduced.outputs = system.outputs;
  reduced.output_rows = stack_rows(system.output_rows, n) * shapes;
  reduced.constant_force = shapes.transpose() * or_zero(system.constant_force);
  const SparseMatrix& mass = system.model.mass;
  reduced.initial_q = shapes.transpose() * (mass * or_zero(system.initial_displacement));
  reduced.initial_v = shapes.transpose() * (mass * or_zero(system.initial_velocity));
  return reduced;
}

// Mass of the free part: the largest kinetic mass of a unit translation along x, y or z.
double translated_mass(const FullModel& model) {
  double mass = 0.0;
  for (int d = 1; d <= 3; ++d) {
    Vector unit = Vector::Zero(model.size());
    for (std::size_t i = 0; i < model.dofs.size(); ++i)
      if (model.dofs[i].direction == d) unit[static_cast<Eigen::Index>(i)] = 1.0;
    mass = std::max(mass, unit.dot(model.mass * unit));
  }
  return mass;
}

Condensation finish(const FullSystem& system, Modes modes, CondensationReport report) {
  orient_modes(&modes.omega, &modes.shapes, contact_rows(system));
  report.full_dofs = system.model.size();
  report.mass = translated_mass(system.model);
  Condensation result;
  result.system = project(system, modes.omega, modes.shapes);
  result.shapes = std::move(modes.shapes);
  result.report = std::move(report);
  return result;
}

}  // namespace

Condensation condense(const FullSystem& system, const SparseMatrix& interface_rows,
                      const CraigBamptonOptions& options) {
  check_system(system);
  const FullModel& model = system.model;
  Matrix loads(model.size(), 0);
  if (options.attach_inputs)
    loads = Matrix(stack_rows(system.input_forces, model.size())).transpose();
  const CraigBamptonBasis basis =
      craig_bampton(model.stiffness, model.mass, interface_rows, options.fixed_interface, loads);

  const Modes& fixed = basis.fixed_interface;
  Matrix span(model.size(),
              basis.constraint_modes.cols() + fixed.shapes.cols() + basis.attachment_modes.cols());
  span << basis.constraint_modes, fixed.shapes, basis.attachment_modes;
  Modes modes = dense_modes(span.transpose() * (model.stiffness * span),
                            span.transpose() * (model.mass * span),
                            rigid_body_level(model.stiffness, model.mass));
  modes.shapes = span * modes.shapes;

  CondensationReport report;
  report.method = "craig-bampton";
  report.interface_dofs = basis.constraint_modes.cols();
  report.fixed_interface_modes = fixed.shapes.cols();
  report.attachment_modes = basis.attachment_modes.cols();
  report.rigid_body_modes = modes.rigid_body_modes;
  report.residual = fixed.residual;
  if (fixed.omega.size() > 0) {
    report.fixed_interface_lowest_hz = fixed.frequencies_hz()[0];
    report.fixed_interface_highest_hz = fixed.frequencies_hz().tail(1)[0];
  }
  if (fixed.splits_multiple)
    report.warnings.push_back(
        "The last fixed-interface mode shares its frequency with the next "
        "one, which is left out; ask for one mode more or less.");
  if (modes.omega.size() < span.cols())
    report.warnings.push_back(std::to_string(span.cols() - modes.omega.size()) +
                              " interface motion(s) carry no mass and follow statically.");
  if (modes.rigid_body_modes != basis.rigid_body_modes)
    report.warnings.push_back("The full model has " + std::to_string(basis.rigid_body_modes) +
                              " rigid-body modes, the condensed one " +
                              std::to_string(modes.rigid_body_modes) + ".");
  return finish(system, std::move(modes), std::move(report));
}

Condensation condense_modal(const FullSystem& system, const ModeRequest& request) {
  check_system(system);
  Modes modes = lowest_modes(system.model.stiffness, system.model.mass, request);
  if (modes.omega.size() == 0)
    throw Error("condense", "no mode is asked for, or none lies below the cut-off frequency",
                "give a number of modes, a higher cut-off frequency or ask for all");
  CondensationReport report;
  report.method = request.all && request.count == 0 && request.cutoff_hz == 0.0 ? "full" : "modes";
  report.rigid_body_modes = modes.rigid_body_modes;
  report.residual = modes.residual;
  if (modes.splits_multiple)
    report.warnings.push_back(
        "The last mode shares its frequency with the next one, which is "
        "left out; ask for one mode more or less.");
  if (report.method == "full" && modes.omega.size() < system.model.size())
    report.warnings.push_back(std::to_string(system.model.size() - modes.omega.size()) +
                              " direction(s) carry no mass and follow statically.");
  return finish(system, std::move(modes), std::move(report));
}

Rayleigh rayleigh_from_ratio(double zeta, double omega_a, double omega_b) {
  const bool valid = zeta >= 0.0 && std::isfinite(zeta) && omega_a > 0.0 && omega_b > 0.0 &&
                     std::isfinite(omega_a + omega_b) && omega_a != omega_b;
  if (!valid)
    throw Error("Rayleigh damping",
                "a damping ratio of " + std::to_string(zeta) + " at " + std::to_string(omega_a) +
                    " and " + std::to_string(omega_b) + " rad/s does not determine it",
                "give a ratio >= 0 and two different frequencies > 0");
  const double sum = omega_a + omega_b;
  return {2.0 * zeta * omega_a * omega_b / sum, 2.0 * zeta / sum};
}

}  // namespace mortise::gen
