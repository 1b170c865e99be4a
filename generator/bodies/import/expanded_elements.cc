#include "generator/bodies/import/expanded_elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// What a node of an element becomes: layers in the order of their equations, of which the mean over
// `first` .. `last` (1-based) is the node's motion.
struct LayersOfNode {
  std::size_t count, first, last;
  bool operator!=(const LayersOfNode& o) const { return count != o.count || first != o.first; }
};
constexpr LayersOfNode kAlone{1, 1, 1}, kFaces{2, 1, 2}, kThreeLayers{3, 2, 2}, kCorners{4, 1, 4},
    kWholeSection{8, 1, 4};

// plane: layers move alike in x and y, and the middle one does not in z.
struct ExpandedKind {
  std::vector<LayersOfNode> nodes;
  bool plane = false;
};

const ExpandedKind* expanded_kind(const std::string& type) {
  static const std::map<std::string, ExpandedKind> kinds = [] {
    const auto repeated = [](std::size_t n, LayersOfNode layers) {
      return std::vector<LayersOfNode>(n, layers);
    };
    const auto quadratic = [&](std::size_t corners) {
      std::vector<LayersOfNode> nodes = repeated(corners, kThreeLayers);
      nodes.resize(2 * corners, kFaces);
      return nodes;
    };
    std::map<std::string, ExpandedKind> all{
        {"S3", {repeated(3, kFaces)}},    {"S4", {repeated(4, kFaces)}},
        {"S4R", {repeated(4, kFaces)}},   {"S6", {quadratic(3)}},
        {"S8", {quadratic(4)}},           {"S8R", {quadratic(4)}},
        {"B31", {repeated(2, kCorners)}}, {"B31R", {repeated(2, kCorners)}}};
    all["B32"] = all["B32R"] = {{kWholeSection, kCorners, kWholeSection}};
    for (const char* family : {"CPS", "CPE", "CAX"})
      for (const char* shape : {"3", "4", "4R", "6", "8", "8R"})
        all[std::string(family) + shape] = {
            repeated(static_cast<std::size_t>(shape[0] - '0'), kAlone), true};
    return all;
  }();
  const auto found = kinds.find(type);
  return found == kinds.end() ? nullptr : &found->second;
}

// Nodes of elements that do not expand; 0: not known.
std::size_t nodes_of_solid(const std::string& type) {
  static const std::vector<std::pair<std::string, std::size_t>> kinds{
      {"C3D20", 20},  {"C3D15", 15},  {"C3D10", 10},   {"C3D8", 8},
      {"C3D6", 6},    {"C3D4", 4},    {"MASS", 1},     {"SPRINGA", 2},
      {"SPRING1", 1}, {"SPRING2", 2}, {"DASHPOTA", 2}, {"GAPUNI", 2}};
  for (const auto& [start, nodes] : kinds)
    if (type.rfind(start, 0) == 0) return nodes;
  return 0;
}

constexpr char kOtherParts[] =
    "export shells and beams without them; bodies are joined by ties and interface nodes here";

struct NodeUse {
  LayersOfNode layers = kAlone;
  bool plane = false;
  std::string where, other;  // its first card; one that makes something else of it
};

// strict: elements of unknown types are refused, else passed over.
std::map<std::int64_t, NodeUse> uses_of(const Deck& deck, bool strict) {
  std::map<std::int64_t, NodeUse> uses;
  for (const DeckElements& block : deck.elements) {
    const ExpandedKind* kind = expanded_kind(block.type);
    const std::size_t count = kind != nullptr ? kind->nodes.size() : nodes_of_solid(block.type);
    demand(count > 0 || !strict, block.where,
           "elements of TYPE=" + block.type + " beside shells and beams are not read", kOtherParts);
    if (count == 0) continue;
    for (std::size_t k = 0; k < block.numbers.size(); ++k) {
      const std::size_t place = k % (count + 1);
      if (place == 0) continue;  // the label
      const LayersOfNode layers = kind != nullptr ? kind->nodes[place - 1] : kAlone;
      const bool plane = kind != nullptr && kind->plane;
      const auto [use, is_new] =
          uses.try_emplace(block.numbers[k], NodeUse{layers, plane, block.where, ""});
      const NodeUse& known = use->second;
      if (!is_new && (known.layers != layers || known.plane != plane))
        use->second.other = block.where + " (TYPE=" + block.type + ")";
    }
  }
  return uses;
}

// Cards that couple what they name to the layers by equations of the solver's own.
void refuse_cards(const Deck& deck, const std::map<std::int64_t, NodeUse>& uses) {
  const auto expands = [&](std::int64_t node) {
    const auto use = uses.find(node);
    return use != uses.end() && use->second.layers.count > 1;
  };
  const auto refuse = [&](const std::string& where, const std::string& card) {
    throw Error(where,
                card +
                    " at nodes of shells or beams, which CalculiX expands to bricks and couples "
                    "to the node by equations of its own, is not read",
                "export without the card; loads, ties and rigid nodes are made here");
  };
  for (const auto& [where, card] : deck.layer_cards) refuse(where, card);
  for (const auto& [where, card] : deck.constraints.unread) refuse(where, card);
  for (const DeckEquation& equation : deck.constraints.equations)
    for (const auto& [dof, coefficient] : equation.terms)
      if (expands(dof.node)) refuse(equation.where, "*EQUATION");
  for (const DeckTransform& transform : deck.constraints.transforms)
    for (const std::int64_t node : transform.nodes)
      if (expands(node)) refuse(transform.where, "*TRANSFORM");
  for (const DeckRigidBody& body : deck.constraints.rigid_bodies) {
    if (expands(body.reference)) refuse(body.where, "*RIGID BODY");
    for (const std::int64_t node : body.nodes)
      if (expands(node)) refuse(body.where, "*RIGID BODY");
  }
}

using RowsOfNode = std::array<std::vector<std::size_t>, 3>;  // by direction

class LayerNaming {
 public:
  explicit LayerNaming(const std::vector<Dof>& dofs) {
    named_.dofs = dofs;
    for (std::size_t i = 0; i < dofs.size(); ++i) entry(i, i, 1.0);
  }

  // The row is no displacement of a node; k: which of its node and direction.
  void generalise(std::size_t row, std::size_t k) {
    Dof& dof = named_.dofs[row];
    constexpr int kDirections = 10;
    if (dof.is_translation()) dof.direction = -(static_cast<int>(k) * kDirections + dof.direction);
  }

  void generalise(const std::vector<std::size_t>& rows) {
    for (std::size_t k = 0; k < rows.size(); ++k) generalise(rows[k], k);
  }

  void take_mean(const std::vector<std::size_t>& rows, const LayersOfNode& layers) {
    const std::size_t own = rows[layers.last - 1];
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (rows[k] == own) continue;
      entry(rows[k], own, 1.0);
      if (k + 1 >= layers.first && k + 1 < layers.last) entry(own, rows[k], -1.0);
      generalise(rows[k], k);
    }
  }

  void unknown(const Dof& dof) { named_.unknown[dof] = {{dof, 1.0}}; }

  LayeredDofs finish() { return std::move(named_); }

 private:
  void entry(std::size_t row, std::size_t column, double value) {
    named_.change.emplace_back(static_cast<int>(row), static_cast<int>(column), value);
  }

  LayeredDofs named_;
};

// repeated: any dof of the export stands twice.
void name_node(std::int64_t node, const NodeUse& use, const RowsOfNode& rows,
               const std::set<int>& held, bool repeated, const std::string& dof_file,
               LayerNaming* naming) {
  const auto most = std::max({rows[0].size(), rows[1].size(), rows[2].size()});
  const std::size_t expected = use.layers.count;
  if (expected == 1 && !use.plane && use.other.empty()) return;
  // where directions or thicknesses differ CalculiX makes the section rigid: the dofs are the
  // node's
  const bool rigid = most <= 1 && (held.empty() || !repeated);
  if (rigid && !use.plane) return;
  demand(use.other.empty() || (use.plane && most <= 1), use.where,
         fmt::format("node {} belongs to other elements, too: {}", node, use.other), kOtherParts);
  for (int d = 1; d <= 3; ++d) {
    const std::vector<std::size_t>& own = rows[static_cast<std::size_t>(d - 1)];
    const bool still = held.count(d) > 0 || (use.plane && d == 3);
    if (still) {
      naming->generalise(own);
    } else if (own.size() == expected) {
      naming->take_mean(own, use.layers);
    } else if (!use.plane) {
      demand(!held.empty(), dof_file,
             fmt::format("names direction {} of node {} {} times, where the elements at {} make {} "
                         "layers",
                         d, node, own.size(), use.where, expected),
             "take the deck of this very export");
      naming->generalise(own);
      naming->unknown({node, d});
    }
  }
}

}  // namespace

bool has_expanded(const Deck& deck) {
  return std::any_of(deck.elements.begin(), deck.elements.end(), [](const DeckElements& block) {
    return expanded_kind(block.type) != nullptr;
  });
}

LayeredDofs layered_dofs(const Deck& deck, const std::vector<Dof>& dofs,
                         const std::string& dof_file) {
  std::map<std::int64_t, RowsOfNode> rows;
  bool repeated = false;
  for (std::size_t i = 0; i < dofs.size(); ++i) {
    if (!dofs[i].is_translation()) continue;
    auto& own = rows[dofs[i].node][static_cast<std::size_t>(dofs[i].direction - 1)];
    own.push_back(i);
    repeated = repeated || own.size() > 1;
  }
  const std::map<std::int64_t, NodeUse> uses = uses_of(deck, repeated);
  const bool layered = std::any_of(uses.begin(), uses.end(),
                                   [](const auto& use) { return use.second.layers.count > 1; });
  if (layered && repeated) refuse_cards(deck, uses);
  LayerNaming naming(dofs);
  if (layered)  // rotations and stretches of rigid sections, incompatible modes
    for (const auto& [node, own] : rows)
      if (deck.nodes.count(node) == 0)
        for (const auto& of_direction : own) naming.generalise(of_direction);
  std::map<std::int64_t, std::set<int>> held;
  for (const DeckHeld& each : deck.constraints.held) held[each.dof.node].insert(each.dof.direction);
  for (const auto& [node, use] : uses)
    name_node(node, use, rows[node], held[node], repeated, dof_file, &naming);
  return naming.finish();
}

FullModel without_layers(FullModel model, const LayeredDofs& layers) {
  SparseMatrix change(model.size(), model.size());
  change.setFromTriplets(layers.change.begin(), layers.change.end());
  const SparseMatrix back = change.transpose();
  model.mass = back * SparseMatrix(model.mass * change);
  model.stiffness = back * SparseMatrix(model.stiffness * change);
  model.dofs = layers.dofs;
  return model;
}

}  // namespace mortise::gen
