
#include <algorithm>

#include "generator/bodies/condense/interface_rows.hpp"
#include "generator/bodies/import/importer.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/attach.hpp"
#include "generator/simulate/assemble/choose_level.hpp"
#include "generator/simulate/assemble/locate.hpp"
#include "generator/simulate/assemble/output_numbers.hpp"
#include "generator/simulate/assemble/shape_file.hpp"

namespace mortise::gen {
namespace {
constexpr Eigen::Index kLargestDense = 3000;  // dofs that condense.method = none may keep

std::vector<Dof> master_dofs(const CondenseSpec& spec, const FullModel& model) {
  const DofTable table(model);
  std::vector<Dof> dofs;
  for (const MasterSpec& master : spec.masters) {
    const std::vector<std::int64_t> nodes = locate(model, master.place, "condense.masters");
    for (const std::int64_t node : nodes) {
      for (const int direction : master.directions) {
        // of a set, directions that are held drop out; of one node they are an Error
        if (nodes.size() > 1 && !table.moves({node, direction})) continue;
        dofs.push_back({node, direction});
      }
    }
  }
  return dofs;
}

// The masters if there are any, else all motions of a tip (they keep its symmetry, which the
// contact rows alone would not), else what the contact nodes need.
SparseMatrix interface_of(const CondenseSpec& spec, const AssembledSystem& assembled) {
  const FullModel& model = assembled.system.model;
  if (spec.masters.empty() && spec.pairs.empty()) {
    return assembled.tip_motion.rows() > 0 ? assembled.tip_motion
                                           : contact_interface(assembled.system);
  }
  SparseMatrix rows = dof_interface(model, master_dofs(spec, model));
  for (const PairSpec& pair : spec.pairs) {
    const auto nodes = [&model](const std::string& set) {
      return locate(model, {{}, set, {}}, "condense.pairs");
    };
    rows = stacked(rows, matched_interface(model, nodes(pair.first), nodes(pair.second),
                                           pair.directions, pair.mean));
  }
  return spec.pairs.empty() ? rows : select_rows(rows, independent_rows(rows));
}

// Number of the body that a substructure belongs to.
std::size_t body_of(const Definition& definition, const Substructure& part) {
  const std::vector<BodyImport>& bodies = definition.import.parts;
  return static_cast<std::size_t>(std::find_if(bodies.begin(), bodies.end(),
                                               [&](const BodyImport& body) {
                                                 return part.name == body.name ||
                                                        part.name.rfind(body.name + ".", 0) == 0;
                                               }) -
                                  bodies.begin());
}

// Masters of every body, or else what its interfaces need; none where its method keeps none.
SparseMatrix interface_of_bodies(const Definition& definition, const FullSystem& system) {
  const FullModel& model = system.model;
  const SparseMatrix attached = attached_rows(system);
  const std::vector<Substructure> parts = substructures_of(model);
  SparseMatrix rows(0, model.size());
  for (std::size_t b = 0; b < definition.bodies.size(); ++b) {
    const CondenseSpec& spec = definition.bodies[b].condense;
    if (!keeps_interface(spec.method)) continue;
    demand(spec.pairs.empty(), definition.path, "bodies with condense.pairs are not offered",
           "name the nodes in condense.masters");
    if (!spec.masters.empty()) {
      rows = stacked(rows, dof_interface(model, master_dofs(spec, model)));
      continue;
    }
    for (const Substructure& part : parts) {
      if (body_of(definition, part) != b) continue;
      SparseMatrix own = attached;
      own.prune([&part](Eigen::Index, Eigen::Index column, double) {
        return column >= part.first && column < part.first + part.size;
      });
      rows = stacked(rows, own);
    }
  }
  return rows.rows() > 0 ? select_rows(rows, independent_rows(rows)) : rows;
}

std::string too_many(Eigen::Index size) {
  return "condense.method = none would keep all " + std::to_string(size) + " modes";
}

// One set for the whole, or one for every substructure: that of its body.
std::vector<CondenseOptions> options_of(const Definition& definition, const FullSystem& system) {
  const char* const remedy = "set condense.method to \"craig_bampton\" or \"modes\"";
  if (definition.bodies.empty()) {
    const CondenseSpec& spec = definition.condense;
    demand(spec.method != "none" || system.model.size() <= kLargestDense, definition.path,
           too_many(system.model.size()), remedy);
    CondenseOptions options = spec;
    if (!spec.shapes.empty()) options.given = read_shapes(spec.shapes, system.model);
    return {options};
  }
  const std::vector<Substructure> parts = substructures_of(system.model);
  std::vector<CondenseOptions> all;
  for (const Substructure& part : parts) {
    const std::size_t body = body_of(definition, part);
    const CondenseSpec& spec = definition.bodies[body].condense;
    const std::string where = definition.path + ": body " + definition.import.parts[body].name;
    demand(spec.method != "none" || part.size <= kLargestDense, where, too_many(part.size), remedy);
    demand(spec.shapes.empty(), where, "condense.method = given is not offered for bodies",
           "take another method, or make it a model of its own");
    all.push_back(spec);
  }
  return all;
}

// True if any case needs the tangential rows of the joint.
bool has_friction(const std::vector<OperatingCase>& cases) {
  return std::any_of(cases.begin(), cases.end(), [](const OperatingCase& c) {
    return c.law.tangential.kind != TangentialKind::none;
  });
}

}  // namespace

AssembledSystem assemble(const Definition& definition, std::vector<std::string>* warnings) {
  demand(definition.contact.kind != ContactKind::bolted, definition.path,
         "bolted contacts are not assembled like others",
         "use `mortise build`, `full`, `verify`, `analyze preload` or `analyze qsma`");
  demand(!leaves_level_open(definition), definition.path,
         "contact.level = \"auto\" is not chosen yet",
         "call choose_level() behind read_definition()");
  AssembledSystem result;
  FullSystem& system = result.system;
  system.model = import_model(definition.path, definition.name, definition.import, warnings);
  std::vector<NearestNode> near = contact_nodes_near(definition, system.model);
  AttachedInterfaces attached = attach_interfaces(definition, &system.model);
  static_cast<InterfaceList<FullInterface>&>(system) = std::move(attached.list);
  result.tip_motion = std::move(attached.tip_motion);
  result.clearance_offsets = std::move(attached.clearance_offsets);
  const FullModel& model = system.model;
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
  attach_film_inputs(definition, &system);
  attach_outputs(definition, &system);
  system.constant_force =
      model.mass * uniform_motion(model, definition.gravity) + constant_forces(definition, model);
  const InitialState initial = initial_state(system, definition.initial, {});
  system.initial_displacement = initial.displacement;
  system.initial_velocity = initial.velocity;
  for (const ScenarioSpec& scenario : definition.scenarios) {
    result.scenario_states.push_back(initial_state(system, scenario.initial, scenario.changes));
  }
  bond_bolted(definition, &result, warnings);
  return result;
}

SparseMatrix interface_as_defined(const Definition& definition, const AssembledSystem& assembled) {
  if (definition.bodies.empty()) {
    const CondenseSpec& spec = definition.condense;
    return keeps_interface(spec.method) ? interface_of(spec, assembled) : SparseMatrix();
  }
  return interface_of_bodies(definition, assembled.system);
}

Condensation condense_as_defined(const Definition& definition, const AssembledSystem& assembled) {
  const CondenseSpec& spec = definition.condense;
  const FullSystem& system = assembled.system;
  ReducedForm form;
  form.coordinates = spec.coordinates;
  form.friction_rows = has_friction(assembled.cases);
  Condensation condensed = condense(system, interface_as_defined(definition, assembled),
                                    options_of(definition, system), form);
  check_modes(definition, condensed.system.size());
  return condensed;
}

}  // namespace mortise::gen
