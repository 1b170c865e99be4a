#include "tests/studies/condense/condensation_study.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>

#include "generator/bodies/condense/interface_rows.hpp"
#include "generator/contact/system/condense.hpp"
#include "generator/define/keys/keys.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "tests/generator/bodies/condense/condensed_response.hpp"

namespace mortise::gen {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::vector<Eigen::Index> counts_of(const CondensationRequest& request, const FullResponse& full,
                                    Eigen::Index rigid) {
  std::set<Eigen::Index> counts(request.modes.begin(), request.modes.end());
  const auto elastic = static_cast<double>(full.modes_in_band() - rigid);
  if (counts.empty())
    for (const double share : {0.5, 1.0, 1.5, 2.0, 3.0})
      counts.insert(
          rigid + std::max<Eigen::Index>(1, static_cast<Eigen::Index>(std::ceil(share * elastic))));
  return {counts.begin(), counts.end()};
}

// Everything that the cases of one substructure share.
struct Studied {
  const StructurePart& part;
  const CondenseSpec& spec;
  Matrix inputs;
  const FullResponse& full;
};

CondensationCase run_case(const Studied& s, CondenseOptions options, bool automatic) {
  CondensationCase c;
  c.method = options.method;
  c.automatic = automatic;
  c.attach_inputs = options.attach_inputs;
  c.modes = options.modes.count;
  if (condensation_method(options.method).massless) options.characteristic = {};
  const auto start = Clock::now();
  try {
    const CondensedComponent condensed =
        condense_component(s.part.stiffness, s.part.mass, s.part.interface_rows, options, s.inputs);
    c.seconds = seconds_since(start);
    c.coordinates = condensed.modes.omega.size();
    c.interface = condensed.interface;
    c.errors = errors_of(response_of(condensed, s.full.ports), s.full);
    c.errors.mac = lowest_mac(s.full, s.part.mass, condensed.modes.omega, condensed.shapes());
  } catch (const Error& error) {
    c.refused = error.what();
  }
  return c;
}

PartStudy study_part(const StructurePart& part, const Definition& definition,
                     const FullSystem& system, const Rayleigh& damping,
                     const CondensationRequest& request, const Progress& progress) {
  const CondenseSpec& spec = definition.condense;
  const Eigen::Index first = part.place.first, size = part.place.size;
  const Matrix inputs =
      Matrix(stack_rows(system.input_forces, system.model.size()).middleCols(first, size))
          .transpose();
  const SparseMatrix outputs =
      stack_rows(system.output_rows, system.model.size()).middleCols(first, size);
  const auto start = Clock::now();
  const SparseMatrix rows = spec.hold_loose
                                ? with_holding_rows(part.stiffness, part.mass, part.interface_rows)
                                : part.interface_rows;
  const ConstraintModes constraint = constraint_modes(part.stiffness, part.mass, rows);
  const Component body{part.stiffness,
                       part.mass,
                       part.interface_rows,
                       rows,
                       constraint.shapes,
                       constraint.solver.get(),
                       constraint.rigid_body_modes};
  PartStudy study;
  study.band_hz = request.band_hz > 0.0 ? request.band_hz : spec.band_hz;
  const FullResponse full =
      full_response(body, inputs, outputs, study.band_hz, damping, 0.1 * spec.error);
  study.name = part.place.name;
  study.dofs = size;
  study.interface_dofs = rows.rows();
  study.rigid_body_modes = constraint.rigid_body_modes;
  study.modes_in_band = full.modes_in_band();
  study.remainder = full.remainder;
  study.seconds = seconds_since(start);
  study.factorisations = request.direct;
  if (request.direct > 0) study.direct_difference = direct_difference(body, full, request.direct);

  const Studied studied{part, spec, inputs, full};
  const auto counts = counts_of(request, full, constraint.rigid_body_modes);
  const double steps = static_cast<double>(request.methods.size() * counts.size());
  double done = 0.0;
  for (const std::string& method : request.methods) {
    CondenseOptions options = spec;
    if (method == kAutomatic) {
      const CondensationChoice choice = choose_condensation(
          part.stiffness, part.mass, part.interface_rows, spec.hold_loose, inputs, outputs,
          {study.band_hz, spec.error, damping,
           system.lone().as<Joint>() && spec.characteristic.empty(), spec.attach_inputs});
      study.choice = choice.why;
      options.method = choice.chosen.method;
      options.modes = {choice.chosen.modes, 0.0, false};
      options.attach_inputs = choice.chosen.attach_inputs;
      study.cases.push_back(run_case(studied, options, true));
      continue;
    }
    for (const Eigen::Index count : counts) {
      options.method = method;
      options.modes = {count, 0.0, false};
      study.cases.push_back(run_case(studied, options, false));
      if (progress) progress(++done / steps);
    }
  }
  return study;
}

}  // namespace

std::vector<PartStudy> study_condensation(const Definition& definition,
                                          const CondensationRequest& request,
                                          std::vector<std::string>* warnings,
                                          const Progress& progress) {
  CondensationRequest asked = request;
  if (asked.methods.empty()) asked.methods = split_choices(interface_methods(kAutomatic));
  for (const std::string& method : asked.methods)
    demand(keeps_interface(method), definition.path,
           "\"" + method + "\" keeps no interface to be compared",
           "choose among " + interface_methods(kAutomatic));
  demand(asked.band_hz > 0.0 || definition.condense.band_hz > 0.0, definition.path,
         "it is not said up to which frequency", "give --band-hz, or condense.band_hz");
  Definition kept = definition;
  if (!keeps_interface(kept.condense.method)) kept.condense.method = kAutomatic;
  const AssembledSystem assembled = assemble(kept, warnings);
  const FullSystem& system = assembled.system;
  const SparseMatrix rows = interface_as_defined(kept, assembled);
  const std::vector<StructurePart> parts = cut(system.model, rows);
  const std::vector<Rayleigh> damping = damping_of_substructures(system);
  std::vector<PartStudy> studies;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].interface_rows.rows() > 0)
      studies.push_back(study_part(parts[i], kept, system, damping[i], asked, progress));
  return studies;
}

}  // namespace mortise::gen
