#include "generator/bodies/mesh/lumped.hpp"

#include <set>

#include "generator/bodies/model/material.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

void add_mass(const LumpedSpec& spec, std::size_t index, FullModel& model,
              std::map<Dof, Eigen::Index>& rows) {
  const PointMass& mass = spec.masses[index];
  const std::string where = spec.name + ": mass " + std::to_string(index);
  if (mass.node < 1) throw Error(where, "the node label is below 1", "count labels from 1");
  demand(is_positive(mass.mass), where, "the mass is not positive", "give it in kg");
  if (!mass.position.allFinite())
    throw Error(where, "the position is not finite", "give three coordinates in m");
  if (mass.directions.empty()) throw Error(where, "has no direction", "name at least one of 1..3");
  demand(model.nodes.emplace(mass.node, mass.position).second, where,
         "node " + std::to_string(mass.node) + " stands twice", "give every mass its own label");
  for (const int direction : mass.directions) {
    const Dof dof{mass.node, direction};
    if (direction < 1 || direction > 3)
      throw Error(where, "direction " + std::to_string(direction) + " is not 1..3",
                  "a point mass only translates");
    demand(rows.emplace(dof, static_cast<Eigen::Index>(model.dofs.size())).second, where,
           "direction " + std::to_string(direction) + " stands twice", "name every direction once");
    model.dofs.push_back(dof);
  }
}

void add_spring(const LumpedSpec& spec, std::size_t index, const std::map<Dof, Eigen::Index>& rows,
                Entries& entries) {
  const Spring& spring = spec.springs[index];
  const std::string where = spec.name + ": spring " + std::to_string(index);
  demand(is_positive(spring.stiffness), where, "the stiffness is not positive", "give it in N/m");
  if (spring.from == spring.to)
    throw Error(where, "both ends are the same node", "join two masses, or a mass and the ground");

  std::vector<Eigen::Index> ends;
  for (const std::int64_t node : {spring.from, spring.to}) {
    if (node == Spring::kGround) continue;
    const auto row = rows.find({node, spring.direction});
    demand(row != rows.end(), where,
           "node " + std::to_string(node) + " has no dof in direction " +
               std::to_string(spring.direction),
           "add the mass or the direction");
    ends.push_back(row->second);
  }
  for (const Eigen::Index end : ends) entries.emplace_back(end, end, spring.stiffness);
  if (ends.size() == 2) {
    entries.emplace_back(ends[0], ends[1], -spring.stiffness);
    entries.emplace_back(ends[1], ends[0], -spring.stiffness);
  }
}

}  // namespace

FullModel build_lumped(const LumpedSpec& spec) {
  if (spec.masses.empty()) throw Error(spec.name, "has no mass", "add at least one");
  FullModel model;
  model.source = spec.name + " (lumped)";
  std::map<Dof, Eigen::Index> rows;
  Entries mass;
  for (std::size_t i = 0; i < spec.masses.size(); ++i) {
    add_mass(spec, i, model, rows);
    for (std::size_t d = 0; d < spec.masses[i].directions.size(); ++d)
      mass.emplace_back(mass.size(), mass.size(), spec.masses[i].mass);
  }
  Entries stiffness;
  for (std::size_t i = 0; i < spec.springs.size(); ++i) add_spring(spec, i, rows, stiffness);

  const auto n = static_cast<Eigen::Index>(model.dofs.size());
  model.mass = sparse_matrix(n, n, mass);
  model.stiffness = sparse_matrix(n, n, stiffness);

  model.sets = spec.sets;
  for (const auto& [name, labels] : spec.sets) {
    for (const std::int64_t label : labels) {
      demand(model.nodes.count(label) != 0, spec.name,
             "set " + name + " names node " + std::to_string(label) + ", which is no mass",
             "name nodes of masses only");
    }
  }
  return model;
}

}  // namespace mortise::gen
