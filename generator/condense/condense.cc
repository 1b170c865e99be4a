#include "generator/condense/condense.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "generator/condense/craig_bampton.hpp"
#include "generator/condense/interface_rows.hpp"
#include "generator/condense/orient_modes.hpp"
#include "generator/condense/project.hpp"
#include "generator/condense/substructures.hpp"
#include "generator/error.hpp"
#include "generator/number_text.hpp"
#include "generator/system/damping.hpp"
#include "generator/system/rows.hpp"

namespace mortise::gen {
namespace {

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

// The modes of one substructure and what is to be said about them.
struct PartModes {
  Modes modes;  // all of them, of the substructure's dofs
  PartReport report;
  Eigen::Index attachment_modes = 0;
  std::vector<std::string> warnings;
};

void describe_modes(const Modes& modes, PartReport* report) {
  report->modes = modes.omega.size();
  if (modes.omega.size() == 0) return;
  report->lowest_hz = modes.frequencies_hz()[0];
  report->highest_hz = modes.frequencies_hz().tail(1)[0];
}

PartModes free_modes(const StructurePart& part, const ModeRequest& request) {
  PartModes result;
  result.modes = lowest_modes(part.stiffness, part.mass, request);
  describe_modes(result.modes, &result.report);
  if (result.modes.splits_multiple)
    result.warnings.push_back(
        "The last mode shares its frequency with the next one, which is "
        "left out; ask for one mode more or less.");
  if (request.all && request.count == 0 && request.cutoff_hz == 0.0 &&
      result.modes.omega.size() < part.place.size)
    result.warnings.push_back(std::to_string(part.place.size - result.modes.omega.size()) +
                              " direction(s) carry no mass and follow statically.");
  return result;
}

void warn(const CraigBamptonBasis& basis, Eigen::Index span, PartModes* result) {
  if (basis.fixed_interface.splits_multiple)
    result->warnings.push_back(
        "The last fixed-interface mode shares its frequency with the next "
        "one, which is left out; ask for one mode more or less.");
  if (result->modes.omega.size() < span)
    result->warnings.push_back(std::to_string(span - result->modes.omega.size()) +
                               " interface motion(s) carry no mass and follow statically.");
  if (result->modes.rigid_body_modes != basis.rigid_body_modes)
    result->warnings.push_back("The full model has " + std::to_string(basis.rigid_body_modes) +
                               " rigid-body modes, the condensed one " +
                               std::to_string(result->modes.rigid_body_modes) + ".");
}

// loads: (np x a) forces that get an attachment mode.
PartModes craig_bampton_modes(const StructurePart& part, const ModeRequest& request,
                              const Matrix& loads) {
  const CraigBamptonBasis basis =
      craig_bampton(part.stiffness, part.mass, part.interface_rows, request, loads);
  const Modes& fixed = basis.fixed_interface;
  Matrix span(part.mass.rows(),
              basis.constraint_modes.cols() + fixed.shapes.cols() + basis.attachment_modes.cols());
  span << basis.constraint_modes, fixed.shapes, basis.attachment_modes;
  PartModes result;
  result.modes =
      dense_modes(span.transpose() * (part.stiffness * span), span.transpose() * (part.mass * span),
                  rigid_body_level(part.stiffness, part.mass));
  result.modes.shapes = span * result.modes.shapes;
  result.modes.residual = fixed.residual;
  result.report.interface_dofs = basis.constraint_modes.cols();
  result.attachment_modes = basis.attachment_modes.cols();
  describe_modes(fixed, &result.report);
  warn(basis, span.cols(), &result);
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
    result.back().report.name = part.place.name;
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

}  // namespace

Condensation condense(const FullSystem& system, const SparseMatrix& interface_rows,
                      const CraigBamptonOptions& options, const ReducedForm& form) {
  check_system(system);
  const FullModel& model = system.model;
  if (interface_rows.rows() == 0 || model.substructures.size() > 1)
    check_interface(interface_rows, model.size());
  Matrix loads(model.size(), 0);
  if (options.attach_inputs) {
    loads = Matrix(stack_rows(system.input_forces, model.size())).transpose();
    if (system.constant_force.size() > 0 && !system.constant_force.isZero(0.0)) {
      loads.conservativeResize(Eigen::NoChange, loads.cols() + 1);
      loads.rightCols(1) = system.constant_force;
    }
  }
  const std::vector<StructurePart> parts = cut(model, interface_rows);
  const auto find = [&](const StructurePart& part) {
    if (part.interface_rows.rows() == 0) return free_modes(part, options.fixed_interface);
    return craig_bampton_modes(part, options.fixed_interface,
                               loads.middleRows(part.place.first, part.place.size));
  };
  Condensation result = finish(system, parts, for_each(parts, find), form);
  result.report.method = "craig-bampton";
  return result;
}

Condensation condense_modal(const FullSystem& system, const ModeRequest& request,
                            const ReducedForm& form) {
  check_system(system);
  const std::vector<StructurePart> parts = cut(system.model, SparseMatrix(0, system.model.size()));
  const auto find = [&request](const StructurePart& part) {
    PartModes found = free_modes(part, request);
    if (found.modes.omega.size() == 0)
      throw Error("condense", "no mode is asked for, or none lies below the cut-off frequency",
                  "give a number of modes, a higher cut-off frequency or ask for all");
    return found;
  };
  Condensation result = finish(system, parts, for_each(parts, find), form);
  result.report.method =
      request.all && request.count == 0 && request.cutoff_hz == 0.0 ? "full" : "modes";
  return result;
}

Rayleigh rayleigh_from_ratio(double zeta, double omega_a, double omega_b) {
  const bool valid = zeta >= 0.0 && std::isfinite(zeta) && omega_a > 0.0 && omega_b > 0.0 &&
                     std::isfinite(omega_a + omega_b) && omega_a != omega_b;
  if (!valid)
    throw Error("Rayleigh damping",
                "a damping ratio of " + number_text(zeta) + " at " + number_text(omega_a) +
                    " and " + number_text(omega_b) + " rad/s does not determine it",
                "give a ratio >= 0 and two different frequencies > 0");
  const double sum = omega_a + omega_b;
  return {2.0 * zeta * omega_a * omega_b / sum, 2.0 * zeta / sum};
}

}  // namespace mortise::gen
