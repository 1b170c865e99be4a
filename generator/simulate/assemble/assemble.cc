
#include <algorithm>

#include "generator/bodies/condense/interface_rows.hpp"
#include "generator/bodies/import/importer.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/attach.hpp"
#include "generator/simulate/assemble/locate.hpp"
#include "generator/simulate/assemble/shape_file.hpp"

namespace mortise::gen {
namespace {
constexpr Eigen::Index kLargestDense = 3000;  // dofs that condense.method = none may keep

// The masters if there are any, else all motions of a tip (they keep its symmetry, which the
// contact rows alone would not), else what the contact nodes need.
SparseMatrix interface_of(const CondenseSpec& spec, const AssembledSystem& assembled) {
  const FullModel& model = assembled.system.model;
  if (spec.masters.empty() && spec.pairs.empty()) {
    return assembled.tip_motion.rows() > 0 ? assembled.tip_motion
                                           : contact_interface(assembled.system);
  }
  const DofTable table(model);
  std::vector<Dof> dofs;
  for (const MasterSpec& master : spec.masters) {
    const std::vector<std::int64_t> nodes = locate(model, master.place, "condense.masters");
    for (const std::int64_t node : nodes) {
      for (const int direction : master.directions) {
        // of a set, directions that are held drop out; of one node they are an Error
        if (nodes.size() > 1 && table.find({node, direction}) < 0) continue;
        dofs.push_back({node, direction});
      }
    }
  }
  SparseMatrix rows = dof_interface(model, dofs);
  for (const PairSpec& pair : spec.pairs) {
    const auto nodes = [&model](const std::string& set) {
      return locate(model, {{}, set, {}}, "condense.pairs");
    };
    rows = stacked(rows, matched_interface(model, nodes(pair.first), nodes(pair.second),
                                           pair.directions, pair.mean));
  }
  return spec.pairs.empty() ? rows : select_rows(rows, independent_rows(rows));
}

// True if any case needs the tangential rows of the joint.
bool has_friction(const std::vector<OperatingCase>& cases) {
  return std::any_of(cases.begin(), cases.end(), [](const OperatingCase& c) {
    return c.law.tangential.kind != TangentialKind::none;
  });
}

}  // namespace

AssembledSystem assemble(const Definition& definition, std::vector<std::string>* warnings) {
  AssembledSystem result;
  FullSystem& system = result.system;
  system.model = import_model(definition.path, definition.name, definition.import, warnings);
  std::vector<NearestNode> near = contact_nodes_near(definition, system.model);
  AttachedContacts contacts = attach_contacts(definition, &system.model);
  system.contacts = std::move(contacts.points);
  result.tip_motion = contacts.tip_motion;
  result.clearance_offsets = std::move(contacts.clearance_offsets);
  const FullModel& model = system.model;
  if (definition.contact.kind == ContactKind::joint) {
    system.joint = attach_joint(definition, model);
  }
  if (definition.contact.kind == ContactKind::sliding) {
    system.sliding = attach_sliding(definition, model);
  }
  add_operating_cases(definition, &result);
  const std::vector<NearestNode> others = nodes_near(definition, model);
  near.insert(near.end(), others.begin(), others.end());
  result.placing = placing_lines(definition, system);
  for (const NearestNode& node : near) {
    result.placing.push_back(placing_line(node));
    const std::string far = distance_warning(model, node);
    if (warnings != nullptr && !far.empty()) warnings->push_back(far);
  }
  attach_inputs(definition, &system);
  attach_outputs(definition, &system);
  system.constant_force =
      model.mass * uniform_motion(model, definition.gravity) + constant_forces(definition, model);
  const InitialState initial = initial_state(system, definition.initial);
  system.initial_displacement = initial.displacement;
  system.initial_velocity = initial.velocity;
  for (const ScenarioSpec& scenario : definition.scenarios) {
    result.scenario_states.push_back(initial_state(system, scenario.initial));
  }
  return result;
}

SparseMatrix interface_as_defined(const Definition& definition, const AssembledSystem& assembled) {
  const CondenseSpec& spec = definition.condense;
  return keeps_interface(spec.method) ? interface_of(spec, assembled) : SparseMatrix();
}

Condensation condense_as_defined(const Definition& definition, const AssembledSystem& assembled) {
  const CondenseSpec& spec = definition.condense;
  const FullSystem& system = assembled.system;
  ReducedForm form;
  form.coordinates = spec.coordinates;
  form.friction_rows = has_friction(assembled.cases);
  if (spec.method == "none" && system.model.size() > kLargestDense) {
    throw Error(
        definition.path,
        "condense.method = none would keep all " + std::to_string(system.model.size()) + " modes",
        "set condense.method to \"craig_bampton\" or \"modes\"");
  }
  CondenseOptions options = spec;
  if (!spec.shapes.empty()) options.given = read_shapes(spec.shapes, system.model);
  return condense(system, interface_as_defined(definition, assembled), options, form);
}

}  // namespace mortise::gen
