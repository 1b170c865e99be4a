#include "generator/bodies/import/eliminated_dofs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

using Terms = std::vector<std::pair<Dof, double>>;

constexpr double kCancelled = 1e-12;  // of the largest coefficient of an equation

class SortedDofs {
 public:
  explicit SortedDofs(std::vector<Dof> dofs) : dofs_(std::move(dofs)) {
    std::sort(dofs_.begin(), dofs_.end());
  }
  bool has(const Dof& dof) const { return std::binary_search(dofs_.begin(), dofs_.end(), dof); }

 private:
  std::vector<Dof> dofs_;
};

// Homogeneous equations, solved one by one for a dof that the export lacks.
class Elimination {
 public:
  Elimination(const SortedDofs& present, const SortedDofs& held) : present_(present), held_(held) {}

  // The first of several lacking dofs gives way. Returns false if there is none.
  bool add(const Terms& equation) {
    std::map<Dof, double> row;
    std::vector<Dof> order;
    double largest = 0.0;
    Terms open(equation.rbegin(), equation.rend());
    while (!open.empty()) {
      const auto [dof, coefficient] = open.back();
      open.pop_back();
      largest = std::max(largest, std::abs(coefficient));
      if (const auto it = solved_.find(dof); it != solved_.end()) {
        for (auto leader = it->second.rbegin(); leader != it->second.rend(); ++leader)
          open.emplace_back(leader->first, coefficient * leader->second);
      } else {
        row[dof] += coefficient;
        order.push_back(dof);
      }
    }
    const auto counts = [&](const Dof& dof) { return std::abs(row[dof]) > kCancelled * largest; };
    if (std::none_of(order.begin(), order.end(), counts)) return true;  // said already
    const auto lacks = [&](const Dof& dof) { return !present_.has(dof) && counts(dof); };
    auto gives_way = std::find_if(order.begin(), order.end(),
                                  [&](const Dof& dof) { return lacks(dof) && !held_.has(dof); });
    if (gives_way == order.end()) gives_way = std::find_if(order.begin(), order.end(), lacks);
    if (gives_way == order.end()) return false;
    Terms& leaders = solved_[*gives_way];
    for (const auto& [dof, coefficient] : row)
      if (!(dof == *gives_way) && counts(dof))
        leaders.emplace_back(dof, -coefficient / row[*gives_way]);
    order_.push_back(*gives_way);
    return true;
  }

  // Leaders that follow others were solved later: back from the last one.
  Followers finish() {
    for (auto dof = order_.rbegin(); dof != order_.rend(); ++dof) {
      std::map<Dof, double> all;
      for (const auto& [leader, weight] : solved_[*dof]) {
        if (const auto it = solved_.find(leader); it != solved_.end()) {
          for (const auto& [next, share] : it->second) all[next] += weight * share;
        } else {
          all[leader] += weight;
        }
      }
      solved_[*dof].assign(all.begin(), all.end());
    }
    return std::move(solved_);
  }

 private:
  const SortedDofs& present_;
  const SortedDofs& held_;
  Followers solved_;
  std::vector<Dof> order_;
};

// What the deck calls a dof, as the model does: in global axes, rotations by their node.
class DofNames {
 public:
  DofNames(const Deck& deck, const std::vector<std::int64_t>& rotations, bool local)
      : deck_(deck), rotations_(rotations.begin(), rotations.end()) {
    for (const DeckRigidBody& body : deck.constraints.rigid_bodies)
      if (body.rotation != 0) rotation_of_[body.reference] = body.rotation;
    if (local) return;
    for (const DeckTransform& transform : deck.constraints.transforms)
      for (const std::int64_t node : transform.nodes) transforms_of_[node].push_back(&transform);
  }

  // card: that says it.
  Terms terms_of(const Dof& dof, double coefficient, std::size_t card) const {
    if (rotations_.count(dof.node) > 0 && dof.is_translation())
      return {{{dof.node, dof.direction + 3}, coefficient}};
    const auto rotation = rotation_of_.find(dof.node);
    if (dof.is_rotation() && rotation != rotation_of_.end())
      return {{{rotation->second, dof.direction}, coefficient}};
    const DeckTransform* transform = transform_at(dof, card);
    if (transform == nullptr) return {{dof, coefficient}};
    const Eigen::Matrix3d axes = transform->axes_at(deck_.nodes.at(dof.node));
    Terms terms;
    std::vector<int> directions{0, 1, 2};  // the largest share first
    std::stable_sort(directions.begin(), directions.end(), [&](int a, int b) {
      return std::abs(axes(dof.direction - 1, a)) > std::abs(axes(dof.direction - 1, b));
    });
    for (const int d : directions)
      if (std::abs(axes(dof.direction - 1, d)) > kCancelled)
        terms.push_back({{dof.node, d + 1}, coefficient * axes(dof.direction - 1, d)});
    return terms;
  }

  // The transform of a dof that runs along a local axis: the last one before the card.
  const DeckTransform* transform_at(const Dof& dof, std::size_t card) const {
    const auto found = transforms_of_.find(dof.node);
    if (!dof.is_translation() || found == transforms_of_.end() || deck_.nodes.count(dof.node) == 0)
      return nullptr;
    const DeckTransform* last = nullptr;
    for (const DeckTransform* transform : found->second)
      if (transform->card < card) last = transform;
    return last;
  }

 private:
  const Deck& deck_;
  std::set<std::int64_t> rotations_;
  std::map<std::int64_t, std::int64_t> rotation_of_;
  std::map<std::int64_t, std::vector<const DeckTransform*>> transforms_of_;  // in their order
};

// Whose rotations are those of the body; 0: they are held.
std::int64_t rotations_of(const DeckRigidBody& body, const SortedDofs& present) {
  if (body.rotation != 0) return body.rotation;
  for (int d = 4; d <= 6; ++d)
    if (present.has({body.reference, d})) return body.reference;
  return 0;
}

// One equation for each direction of a node of a rigid body.
std::vector<Terms> rigid_equations(const Deck& deck, const DeckRigidBody& body,
                                   std::int64_t rotation, std::int64_t node) {
  const Vector3 arm = deck.nodes.at(node) - deck.nodes.at(body.reference);
  std::vector<Terms> equations;
  for (int d = 0; d < 3; ++d) {
    Terms terms{{{node, d + 1}, 1.0}, {{body.reference, d + 1}, -1.0}};
    const int next = (d + 1) % 3, last = (d + 2) % 3;
    if (rotation != 0) {
      if (arm[last] != 0.0) terms.push_back({{rotation, next + 4}, -arm[last]});
      if (arm[next] != 0.0) terms.push_back({{rotation, last + 4}, arm[next]});
    }
    equations.push_back(std::move(terms));
  }
  if (rotation != 0 && std::find(body.tied.begin(), body.tied.end(), node) != body.tied.end())
    for (int d = 4; d <= 6; ++d) equations.push_back({{{node, d}, 1.0}, {{rotation, d}, -1.0}});
  return equations;
}

// Matrices in local axes, and equations in the same: followers would have to be turned, too.
void refuse_mixed(const DeckConstraints& deck) {
  std::set<std::int64_t> turned;
  for (const DeckTransform& transform : deck.transforms)
    turned.insert(transform.nodes.begin(), transform.nodes.end());
  const auto refuse = [&turned](std::int64_t node, const std::string& where) {
    if (turned.count(node) == 0) return;
    throw Error(where, fmt::format("node {} has local axes by *TRANSFORM and follows others", node),
                "leave *TRANSFORM of the node out");
  };
  for (const DeckEquation& equation : deck.equations)
    for (const auto& [dof, coefficient] : equation.terms) refuse(dof.node, equation.where);
  for (const DeckRigidBody& body : deck.rigid_bodies)
    for (const std::int64_t node : body.nodes) refuse(node, body.where);
}

}  // namespace

void name_rotation_nodes(const std::vector<Dof>& dofs, Deck* deck) {
  std::vector<DeckRigidBody*> unnamed;
  for (DeckRigidBody& body : deck->constraints.rigid_bodies)
    if (body.rotation == 0 && body.reference != 0) unnamed.push_back(&body);
  if (unnamed.empty() || deck->nodes.empty()) return;
  const std::int64_t last = deck->nodes.rbegin()->first;
  std::set<std::int64_t> labels;
  for (const Dof& dof : dofs)
    if (dof.node > last) labels.insert(dof.node);
  const auto expected = static_cast<std::size_t>(3 * deck->incompatible_elements);
  if (labels.size() <= expected) return;  // their rotations are held, or the reference is
  demand(labels.size() == unnamed.size() + expected, unnamed.front()->where,
         fmt::format("*RIGID BODY has no ROT NODE, and {} nodes with dofs lie behind the deck's: "
                     "which of them are the rotations of the {} without ROT NODE is not known",
                     labels.size(), unnamed.size()),
         "give each *RIGID BODY a node of its own as ROT NODE and export again");
  auto label = labels.begin();
  for (DeckRigidBody* body : unnamed) {
    body->rotation = *label++;
    deck->nodes[body->rotation] = deck->nodes.at(body->reference);
  }
}

Followers eliminated_dofs(const Deck& deck, const std::vector<Dof>& dofs,
                          const std::vector<std::int64_t>& rotations, bool local,
                          std::vector<std::string>* warnings) {
  const DeckConstraints& deck_says = deck.constraints;
  const DofNames names(deck, rotations, local);
  const SortedDofs present(dofs);
  if (local) refuse_mixed(deck_says);
  std::vector<Dof> fixed;
  std::vector<std::pair<std::string, Terms>> equations;
  for (const DeckEquation& equation : deck_says.equations) {
    auto& [where, all] = equations.emplace_back(equation.where, Terms{});
    for (const auto& [dof, coefficient] : equation.terms)
      for (const auto& term : names.terms_of(dof, coefficient, equation.card)) all.push_back(term);
  }
  for (const DeckRigidBody& body : deck_says.rigid_bodies)
    for (const std::int64_t node : body.nodes)
      if (node != body.reference && node != body.rotation && deck.nodes.count(node) > 0)
        for (Terms& terms : rigid_equations(deck, body, rotations_of(body, present), node))
          equations.emplace_back(body.where, std::move(terms));
  for (const auto& [dof, card] : deck_says.held) {
    Terms terms = names.terms_of(dof, 1.0, card);
    if (terms.size() > 1)
      equations.emplace_back("", std::move(terms));
    else
      fixed.push_back(terms[0].first);
  }
  const SortedDofs held(std::move(fixed));
  Elimination elimination(present, held);
  std::set<std::string> idle;
  for (const auto& [where, terms] : equations)
    if (!elimination.add(terms) && !where.empty() && idle.insert(where).second)
      warnings->push_back(where +
                          ": the equation eliminates no dof of the export: the matrices may "
                          "not know it");

  Followers followers = elimination.finish();
  const bool all_read = deck_says.unread.empty();
  const auto unknown = [&](const Dof& dof) {
    return !all_read && !present.has(dof) && !held.has(dof);
  };
  for (auto& [dof, leaders] : followers) {
    const bool open = std::any_of(leaders.begin(), leaders.end(),
                                  [&](const auto& leader) { return unknown(leader.first); });
    leaders.erase(std::remove_if(leaders.begin(), leaders.end(),
                                 [&](const auto& leader) { return !present.has(leader.first); }),
                  leaders.end());
    if (open) leaders = {{dof, 1.0}};
  }
  if (all_read) return followers;
  for (const auto& [where, card] : deck_says.unread)
    warnings->push_back(fmt::format(
        "{}: {} is not read: of dofs that it eliminates the motion is not known", where, card));
  for (const auto& [node, position] : deck.nodes)
    for (int d = 1; d <= 3; ++d) {
      const Dof dof{node, d};
      if (unknown(dof) && followers.count(dof) == 0) followers[dof] = {{dof, 1.0}};
    }
  return followers;
}

}  // namespace mortise::gen
