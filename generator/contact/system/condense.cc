#include "generator/contact/system/condense.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "generator/bodies/condense/interface_rows.hpp"
#include "generator/bodies/condense/modes.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

// Mass of the free part: the largest kinetic mass of a unit translation along x, y or z.
double translated_mass(const FullModel& model) {
  double mass = 0.0;
  for (int d = 1; d <= 3; ++d) {
    const Vector unit = translation(model, d);
    mass = std::max(mass, unit.dot(model.mass * unit));
  }
  return mass;
}

// Every mode of finite frequency is asked for.
bool covers_all(const CondenseOptions& options) {
  if (options.method != "modes") return !condensation_method(options.method).interface;
  return options.modes.all && options.modes.count == 0 && options.modes.cutoff_hz == 0.0;
}

// The modes of one substructure and what is to be said about them.
struct PartModes {
  Modes modes;  // all of them, of the substructure's dofs
  PartReport report;
  Eigen::Index attachment_modes = 0;
  std::vector<std::string> warnings;
};

// loads: (np x a) forces that may get an attachment mode. Without interface rows: free modes.
PartModes condense_part(const StructurePart& part, CondenseOptions options, const Matrix& loads) {
  const bool interface = part.interface_rows.rows() > 0;
  if (!interface && condensation_method(options.method).interface) options.method = "modes";
  CondensedComponent c =
      condense_component(part.stiffness, part.mass, part.interface_rows, options, loads);
  PartModes result;
  PartReport& report = result.report;
  report.name = part.place.name;
  report.interface_dofs = c.constraint_modes.cols();
  report.modes = c.normal.omega.size();
  if (report.modes > 0) {
    report.lowest_hz = c.normal.frequencies_hz()[0];
    report.highest_hz = c.normal.frequencies_hz().tail(1)[0];
  }
  result.attachment_modes = c.attachment_modes.cols();
  const auto warn = [&result](std::string sentence) {
    result.warnings.push_back(std::move(sentence));
  };
  if (c.normal.splits_multiple)
    warn(
        fmt::format("The last {}mode shares its frequency with the next one, which is left out; "
                    "ask for one mode more or less.",
                    condensation_method(options.method).modes));
  const Eigen::Index massless =
      (interface ? c.modes.shapes.rows() : part.place.size) - c.modes.omega.size();
  if (massless > 0 && (interface || covers_all(options)))
    warn(fmt::format("{} {} carry no mass and follow statically.", massless,
                     interface ? "interface motion(s)" : "direction(s)"));
  if (c.modes.rigid_body_modes != c.rigid_body_modes)
    warn(fmt::format("The full model has {} rigid-body modes, the condensed one {}.",
                     c.rigid_body_modes, c.modes.rigid_body_modes));
  result.modes = std::move(c.modes);
  if (interface) result.modes.shapes = c.basis() * result.modes.shapes;
  return result;
}

// Runs `find` on each substructure; an Error says on which.
std::vector<PartModes> for_each(const std::vector<StructurePart>& parts,
                                const std::function<PartModes(const StructurePart&)>& find) {
  std::vector<PartModes> result;
  for (const StructurePart& part : parts) {
    try {
      result.push_back(find(part));
    } catch (const Error& error) {
      if (parts.size() == 1) throw;
      throw Error("substructure " + part.place.name, error.what(), "");
    }
    if (parts.size() > 1)
      for (std::string& warning : result.back().warnings) warning.insert(0, part.place.name + ": ");
  }
  return result;
}

void add_to(const PartModes& part, CondensationReport* report) {
  report->interface_dofs += part.report.interface_dofs;
  report->attachment_modes += part.attachment_modes;
  report->rigid_body_modes += part.modes.rigid_body_modes;
  report->residual = std::max(report->residual, part.modes.residual);
  if (part.modes.omega.size() > 0)
    report->highest_hz = std::max(report->highest_hz, part.modes.frequencies_hz().maxCoeff());
  report->parts.push_back(part.report);
  report->warnings.insert(report->warnings.end(), part.warnings.begin(), part.warnings.end());
  if (part.report.interface_dofs == 0 || part.report.modes == 0) return;
  double& lowest = report->fixed_interface_lowest_hz;
  lowest = report->fixed_interface_modes == 0 ? part.report.lowest_hz
                                              : std::min(lowest, part.report.lowest_hz);
  report->fixed_interface_modes += part.report.modes;
  report->fixed_interface_highest_hz =
      std::max(report->fixed_interface_highest_hz, part.report.highest_hz);
}

// Orients the modes of every substructure and puts them side by side.
Modes joined(const FullSystem& system, const std::vector<StructurePart>& parts,
             std::vector<PartModes>* found, std::vector<Eigen::Index>* groups) {
  const SparseMatrix guide = attached_rows(system);
  Eigen::Index count = 0;
  for (const PartModes& part : *found) count += part.modes.omega.size();
  Modes all;
  all.omega.resize(count);
  all.shapes = Matrix::Zero(system.model.size(), count);
  Eigen::Index first = 0;
  for (std::size_t b = 0; b < parts.size(); ++b) {
    Modes& modes = (*found)[b].modes;
    const Substructure& place = parts[b].place;
    orient_modes(&modes.omega, &modes.shapes, guide.middleCols(place.first, place.size));
    groups->push_back(first);
    all.omega.segment(first, modes.omega.size()) = modes.omega;
    all.shapes.block(place.first, first, place.size, modes.omega.size()) = modes.shapes;
    first += modes.omega.size();
  }
  return all;
}

Condensation finish(const FullSystem& system, const std::vector<StructurePart>& parts,
                    std::vector<PartModes> found, const ReducedForm& form) {
  Condensation result;
  CondensationReport& report = result.report;
  report.full_dofs = system.model.size();
  report.mass = translated_mass(system.model);
  for (const PartModes& part : found) add_to(part, &report);
  std::vector<Eigen::Index> groups;
  const Modes modes = joined(system, parts, &found, &groups);
  Truncation truncation = truncate(project(system, modes, groups, form.friction_rows),
                                   form.coordinates, damping_of_substructures(system));
  result.system = std::move(truncation.system);
  result.shapes = modes.shapes(Eigen::all, truncation.kept);
  report.left_out_modes = modes.omega.size() - result.system.size();
  return result;
}

// (n x a) of the inputs, and of the constant force if there is one.
Matrix loads_of(const FullSystem& system) {
  const Eigen::Index n = system.model.size();
  Matrix loads = Matrix(stack_rows(system.input_forces, n)).transpose();
  if (system.constant_force.size() == 0 || system.constant_force.isZero(0.0)) return loads;
  loads.conservativeResize(Eigen::NoChange, loads.cols() + 1);
  loads.rightCols(1) = system.constant_force;
  return loads;
}

std::string method_reported(const CondenseOptions& options) {
  if (!condensation_method(options.method).interface) return covers_all(options) ? "full" : "modes";
  std::string name = options.method;
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

}  // namespace

Condensation condense(const FullSystem& system, const SparseMatrix& interface_rows,
                      const CondenseOptions& options, const ReducedForm& form) {
  check_system(system);
  const FullModel& model = system.model;
  const bool interface = condensation_method(options.method).interface;
  if (interface && (interface_rows.rows() == 0 || model.substructures.size() > 1))
    check_interface(interface_rows, model.size());
  const Matrix loads = options.attach_inputs ? loads_of(system) : Matrix(model.size(), 0);
  const std::vector<StructurePart> parts =
      cut(model, interface ? interface_rows : SparseMatrix(0, model.size()));
  const auto find = [&](const StructurePart& part) {
    PartModes found =
        condense_part(part, options, loads.middleRows(part.place.first, part.place.size));
    if (!interface && found.modes.omega.size() == 0)
      throw Error("condense", "no mode is asked for, or none lies below the cut-off frequency",
                  "give a number of modes, a higher cut-off frequency or ask for all");
    return found;
  };
  Condensation result = finish(system, parts, for_each(parts, find), form);
  result.report.method = method_reported(options);
  return result;
}

Condensation condense_modal(const FullSystem& system, const ModeRequest& request,
                            const ReducedForm& form) {
  return condense(system, SparseMatrix(), {request, false, "modes"}, form);
}

Rayleigh rayleigh_from_ratio(double zeta, double omega_a, double omega_b) {
  const bool valid = zeta >= 0.0 && std::isfinite(zeta) && omega_a > 0.0 && omega_b > 0.0 &&
                     std::isfinite(omega_a + omega_b) && omega_a != omega_b;
  if (!valid)
    throw Error("Rayleigh damping",
                fmt::format("a damping ratio of {} at {} and {} rad/s does not determine it",
                            number_text(zeta), number_text(omega_a), number_text(omega_b)),
                "give a ratio >= 0 and two different frequencies > 0");
  const double sum = omega_a + omega_b;
  return {2.0 * zeta * omega_a * omega_b / sum, 2.0 * zeta / sum};
}

}  // namespace mortise::gen
