#include "generator/bodies/condense/contact_line.hpp"

#include <fmt/format.h>

#include <cmath>

#include "generator/bodies/model/dof_table.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

void check_direction(const BodySetup& setup) {
  const bool known = setup.opening_direction >= 1 && setup.opening_direction <= 3;
  if (known && std::abs(setup.opening_sign) == 1.0) return;
  throw Error(setup.name,
              fmt::format("the surface opens along direction {}, sign {:f}",
                          setup.opening_direction, setup.opening_sign),
              "give a direction of 1, 2 or 3 and a sign of 1 or -1");
}

}  // namespace

ContactLine contact_line(const FullModel& model, const BodySetup& setup) {
  check_direction(setup);
  const auto count = static_cast<Eigen::Index>(setup.contact.size());
  if (count < 3 || count % 2 == 0)
    throw Error(setup.name, fmt::format("it has {} contact nodes", count),
                "give an odd number, corner and middle nodes of 3-node elements in turn");
  const DofTable table(model);
  ContactLine line{Vector(count), Vector(count), {}};
  Entries entries;
  for (Eigen::Index i = 0; i < count; ++i) {
    const std::int64_t node = setup.contact[static_cast<std::size_t>(i)];
    const Vector3 place = node_position(model, node, setup.name);
    const Eigen::Index dof = table.find({node, setup.opening_direction});
    if (dof < 0)
      throw Error(
          setup.name,
          fmt::format("contact node {} is held (or has no dof) in the opening direction", node),
          "take it out of the contact nodes");
    if (!place.allFinite() || (i > 0 && !(place[0] > line.position[i - 1])))
      throw Error(setup.name,
                  fmt::format("contact node {} at x = {:f} m is not right of the one before", node,
                              place[0]),
                  "give the nodes of one line along x, sorted, each of them once");
    line.position[i] = place[0];
    line.height[i] = setup.opening_sign * place[setup.opening_direction - 1];
    entries.emplace_back(static_cast<int>(i), static_cast<int>(dof), setup.opening_sign);
  }
  line.height.array() -= line.height.minCoeff();
  line.rows = sparse_matrix(count, model.size(), entries);
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
