// Interface nodes made here, so that a body is exported free once: "rigid" (RBE2) or "average"
// (RBE3). Each is a node with six dofs and a set of its name, for contacts, inputs, outputs,
// masters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "generator/bodies/model/full_model.hpp"
#include "generator/ground/text/enum_names.hpp"

namespace mortise::gen {

// rigid:   the nodes move with it as one rigid body; all their dofs are eliminated.
// average: it moves as their weighted mean; nothing is stiffened (average_node.hpp).
enum class InterfaceKind { rigid, average };
template <>
inline constexpr std::array enum_names<InterfaceKind> = {"rigid", "average"};

struct InterfaceNodeSpec {
  std::string name;  // of the set that holds it
  InterfaceKind kind = InterfaceKind::rigid;
  std::optional<Vector3> position;   // [m]; default: mean of the nodes
  std::string set;                   // nodes: a set of the model, or
  std::vector<std::int64_t> nodes;   // labels
  std::vector<double> weights;       // of an average, one per label; empty: equal
  std::optional<std::int64_t> node;  // its own label; default: the next one above all
};

// One after the other: a later one may take earlier ones among its nodes.
// Throws Error naming the interface node for an unknown or empty set, a name that is a set already,
// both or neither of set and nodes, weights that do not fit, and as constrain_rigid() and
// add_average_node().
FullModel add_interface_nodes(FullModel model, const std::vector<InterfaceNodeSpec>& specs);

}  // namespace mortise::gen
