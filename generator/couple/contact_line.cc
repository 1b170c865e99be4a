#include "generator/couple/contact_line.hpp"

#include <cmath>

#include "generator/contact/dof_table.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

void check_direction(const BodySetup& setup) {
  const bool known = setup.opening_direction >= 1 && setup.opening_direction <= 3;
  if (known && std::abs(setup.opening_sign) == 1.0) return;
  throw Error(setup.name,
              "the surface opens along direction " + std::to_string(setup.opening_direction) +
                  ", sign " + std::to_string(setup.opening_sign),
              "give a direction of 1, 2 or 3 and a sign of 1 or -1");
}

}  // namespace

ContactLine contact_line(const FullModel& model, const BodySetup& setup) {
  check_direction(setup);
  const auto count = static_cast<Eigen::Index>(setup.contact.size());
  if (count < 3 || count % 2 == 0)
    throw Error(setup.name, "it has " + std::to_string(count) + " contact nodes",
                "give an odd number, corner and middle nodes of 3-node elements in turn");
  const DofTable table(model);
  ContactLine line{Vector(count), Vector(count), SparseMatrix(count, model.size())};
  std::vector<Eigen::Triplet<double>> entries;
  for (Eigen::Index i = 0; i < count; ++i) {
    const std::int64_t node = setup.contact[static_cast<std::size_t>(i)];
    const Vector3 place = node_position(model, node, setup.name);
    const Eigen::Index dof = table.find({node, setup.opening_direction});
    if (dof < 0)
      throw Error(setup.name,
                  "contact node " + std::to_string(node) +
                      " is held (or has no dof) in the opening direction",
                  "take it out of the contact nodes");
    if (!place.allFinite() || (i > 0 && !(place[0] > line.position[i - 1])))
      throw Error(setup.name,
                  "contact node " + std::to_string(node) + " at x = " + std::to_string(place[0]) +
                      " m is not right of the one before",
                  "give the nodes of one line along x, sorted, each of them once");
    line.position[i] = place[0];
    line.height[i] = setup.opening_sign * place[setup.opening_direction - 1];
    entries.emplace_back(static_cast<int>(i), static_cast<int>(dof), setup.opening_sign);
  }
  line.height.array() -= line.height.minCoeff();
  line.rows.setFromTriplets(entries.begin(), entries.end());
  return line;
}

Vector opening_translation(const FullModel& model, const BodySetup& setup) {
  Vector translation = Vector::Zero(model.size());
  for (std::size_t i = 0; i < model.dofs.size(); ++i)
    if (model.dofs[i].direction == setup.opening_direction)
      translation[static_cast<Eigen::Index>(i)] = setup.opening_sign;
  return translation;
}

}  // namespace mortise::gen
