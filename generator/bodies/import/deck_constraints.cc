#include "generator/bodies/import/deck_constraints.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

#include "generator/bodies/import/deck_instances.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

using NodeSets = std::map<std::string, std::vector<std::int64_t>>;

constexpr char kEquationLines[] =
    "write the number of terms, then \"node, direction, coefficient\" for each, below *EQUATION";
constexpr std::int64_t kMostTerms = 1000000;

constexpr std::array<const char*, 4> kNodesOfRigidBody{"NSET", "PINNSET", "TIENSET", "ELSET"};

// Cards by which a solver eliminates dofs, and which are not read.
constexpr std::array<const char*, 9> kUnreadCards{"*MPC",
                                                  "*TIE",
                                                  "*COUPLING",
                                                  "*KINEMATICCOUPLING",
                                                  "*DISTRIBUTINGCOUPLING",
                                                  "*CYCLICSYMMETRYMODEL",
                                                  "*SHELLTOSOLIDCOUPLING",
                                                  "*EMBEDDEDELEMENT",
                                                  "*PRE-TENSIONSECTION"};

// Directions that Abaqus' words hold.
std::vector<int> directions_of(const std::string& word) {
  static const std::map<std::string, std::vector<int>> words{{"ENCASTRE", {1, 2, 3, 4, 5, 6}},
                                                             {"PINNED", {1, 2, 3}},
                                                             {"XSYMM", {1, 5, 6}},
                                                             {"YSYMM", {2, 4, 6}},
                                                             {"ZSYMM", {3, 4, 5}},
                                                             {"XASYMM", {2, 3, 4}},
                                                             {"YASYMM", {1, 3, 5}},
                                                             {"ZASYMM", {1, 2, 6}}};
  const auto found = words.find(word);
  return found == words.end() ? std::vector<int>{} : found->second;
}

// Labels of a node or a set; none if there is no such set.
std::optional<std::vector<std::int64_t>> labels_of(const std::string& place, const NodeSets& sets) {
  if (const auto label = parse_integer(place)) return std::vector<std::int64_t>{*label};
  const auto found = sets.find(place);
  if (found == sets.end()) return std::nullopt;
  return found->second;
}

std::vector<std::int64_t> known_labels(const std::string& place, const NodeSets& sets,
                                       const std::string& where, const std::string& card) {
  auto labels = labels_of(place, sets);
  demand(labels.has_value(), where,
         card + " names set " + place + ", which the deck does not define",
         "define the set by *NSET, or give the deck that the matrices were exported from");
  return *std::move(labels);
}

}  // namespace

Eigen::Matrix3d DeckTransform::axes_at(const Vector3& place) const {
  Eigen::Matrix3d axes;
  Vector3 first = a, third;
  if (cylindrical) {
    third = (b - a).normalized();
    const Vector3 arm = place - a;
    first = arm - arm.dot(third) * third;
  } else {
    third = a.cross(b);
  }
  constexpr double kNone = 1e-12;  // of the lengths
  const double length = cylindrical ? (place - a).norm() : a.norm();
  const double normal = cylindrical ? 0.0 : length * b.norm();
  demand(
      first.norm() > kNone * length && third.norm() > kNone * normal && first.allFinite() &&
          third.allFinite(),
      where, "*TRANSFORM gives no axes at one of its nodes",
      "give two points that are not in line with the origin (TYPE=R), or two of an axis that the "
      "node does not lie on (TYPE=C)");
  axes.row(0) = first.normalized();
  axes.row(2) = third.normalized();
  axes.row(1) = Vector3(axes.row(2)).cross(Vector3(axes.row(0)));
  return axes;
}

bool ConstraintCards::begin(const DeckCard& card, const std::string& where) {
  if (std::find(kUnreadCards.begin(), kUnreadCards.end(), card.name) != kUnreadCards.end())
    unread_.emplace_back(where, card.name);
  if (card.name == "*RIGIDBODY") {
    blocks_.push_back({Kind::rigid_body, where, card, 0, {}, {}});
    for (const char* parameter : {"REFNODE", "ROTNODE"})
      blocks_.back().terms.push_back({place_(card.name_in(parameter)), 0, 0, 1.0});
    for (const char* parameter : {"NSET", "PINNSET", "TIENSET"})
      blocks_.back().terms.push_back({place_(card.name_in(parameter)), 0, 0, 1.0});
    blocks_.back().terms.push_back({place_(card.name_in("ELSET")) + kOfElements, 0, 0, 1.0});
    return false;
  }
  if (card.name == "*EQUATION") {
    demand(!card.parameter("REMOVE"), where, "*EQUATION with REMOVE is not read",
           "leave the equation out of the deck");
    blocks_.push_back({Kind::equation, where, card, 0, {}, {}});
  } else if (card.name == "*BOUNDARY") {
    blocks_.push_back({Kind::boundary, where, card, 0, {}, {}});
  } else if (card.name == "*TRANSFORM") {
    demand(!card.name_in("NSET").empty(), where, "*TRANSFORM without NSET=", "name the set");
    const std::string type = card.name_in("TYPE");
    demand(type.empty() || type == "R" || type == "C", where,
           "*TRANSFORM with TYPE=" + type + " is not read", "take TYPE=R or TYPE=C");
    blocks_.push_back({Kind::transform, where, card, 0, {}, {}});
    blocks_.back().terms.push_back({place_(card.name_in("NSET")), 0, 0, 1.0});
  } else {
    return false;
  }
  return true;
}

void ConstraintCards::read_line(std::string_view line, const std::string& where) {
  if (blocks_.back().kind == Kind::boundary) return read_boundary(line, where);
  if (blocks_.back().kind == Kind::equation) return read_terms(line, where);
  std::string_view field;
  while (take_comma_field(line, field)) {
    if (field.empty() && line.empty()) break;  // trailing comma
    const auto value = field.empty() ? std::optional<double>(0.0) : parse_real(field);
    demand(value && std::isfinite(*value), where,
           "\"" + std::string(field) + "\" is not a coordinate of *TRANSFORM",
           "write six coordinates of two points below *TRANSFORM");
    blocks_.back().numbers.push_back(*value);
  }
}

// The number of terms, or terms of the equation in hand.
void ConstraintCards::read_terms(std::string_view line, const std::string& where) {
  std::string_view field;
  if (static_cast<std::int64_t>(blocks_.back().terms.size()) == blocks_.back().wanted) {
    take_comma_field(line, field);
    const auto count = parse_integer(field);
    demand(count && *count > 0 && *count < kMostTerms, where,
           "\"" + std::string(field) + "\" is not the number of terms of an *EQUATION",
           kEquationLines);
    if (blocks_.back().wanted > 0)
      blocks_.push_back({Kind::equation, where, blocks_.back().card, 0, {}, {}});
    blocks_.back().where = where;
    blocks_.back().wanted = *count;
    return;
  }
  Block& block = blocks_.back();
  while (take_comma_field(line, field)) {
    if (field.empty() && line.empty()) break;  // trailing comma
    Term term;
    term.place = place_(field);
    std::string_view direction, coefficient;
    take_comma_field(line, direction);
    take_comma_field(line, coefficient);
    const auto d = parse_integer(direction);
    const auto c = parse_real(coefficient);
    demand(
        !term.place.empty() && d && c && std::isfinite(*c) &&
            static_cast<std::int64_t>(block.terms.size()) < block.wanted,
        where,
        fmt::format("\"{}, {}, {}\" is not a term of the *EQUATION", field, direction, coefficient),
        kEquationLines);
    demand(*d >= 1 && *d <= 6, where, fmt::format("direction {} in an *EQUATION is not 1..6", *d),
           "only displacements and rotations can be imported; leave other equations out");
    term.first = static_cast<int>(*d);
    term.coefficient = *c;
    block.terms.push_back(std::move(term));
  }
}

void ConstraintCards::read_boundary(std::string_view line, const std::string& where) {
  std::string_view field;
  take_comma_field(line, field);
  const std::string place = place_(field);
  std::string_view first, last;
  take_comma_field(line, first);
  take_comma_field(line, last);
  std::vector<Term>& terms = blocks_.back().terms;
  for (const int d : directions_of(normalised_name(first))) terms.push_back({place, d, d, 1.0});
  const auto from = parse_integer(first);
  if (!from || *from < 1) return;  // words, or no displacement
  const auto to = last.empty() ? from : parse_integer(last);
  demand(to.has_value(), where,
         "\"" + std::string(last) + "\" is not the last direction of a *BOUNDARY",
         "write \"node or set, first, last\" below *BOUNDARY");
  const int end = static_cast<int>(std::min<std::int64_t>(*to, 6));
  if (*from <= 6) terms.push_back({place, static_cast<int>(*from), end, 1.0});
}

DeckConstraints ConstraintCards::finish(const NodeSets& sets,
                                        const std::map<std::int64_t, Vector3>& nodes,
                                        const std::set<std::string>& unsorted) {
  DeckConstraints all;
  all.unread = std::move(unread_);
  const auto demand_node = [&nodes](std::int64_t node, const std::string& where, const char* card) {
    demand(nodes.count(node) > 0, where,
           fmt::format("{} names node {}, which the deck does not define", card, local_label(node)),
           "add the node below *NODE");
  };
  std::size_t card = 0;
  for (const Block& block : blocks_) {
    ++card;
    if (block.kind == Kind::boundary) {
      for (const Term& term : block.terms)
        for (const std::int64_t node :
             labels_of(term.place, sets).value_or(std::vector<std::int64_t>{}))
          for (int d = term.first; d <= term.last; ++d) all.held.push_back({{node, d}, card});
    } else if (block.kind == Kind::transform) {
      demand(block.numbers.size() == 6, block.where,
             fmt::format("*TRANSFORM has {} numbers", block.numbers.size()),
             "write six coordinates of two points below *TRANSFORM");
      DeckTransform transform{block.where,
                              known_labels(block.terms[0].place, sets, block.where, "*TRANSFORM"),
                              block.card.name_in("TYPE") == "C"};
      for (int d = 0; d < 3; ++d) {
        transform.a[d] = block.numbers[static_cast<std::size_t>(d)];
        transform.b[d] = block.numbers[static_cast<std::size_t>(d) + 3];
      }
      transform.card = card;
      all.transforms.push_back(std::move(transform));
    } else if (block.kind == Kind::rigid_body) {
      // a node, or a set of one
      const auto node_of = [&](const Term& term) -> std::int64_t {
        const auto labels = labels_of(term.place, sets);
        return labels && labels->size() == 1 ? labels->front() : 0;
      };
      DeckRigidBody body{block.where, {}, {}, node_of(block.terms[0]), node_of(block.terms[1])};
      demand(body.rotation != 0 || !block.card.parameter("ROTNODE"), block.where,
             "ROT NODE is no node label", "give the label of a node");
      if (nodes.count(body.reference) == 0) body.reference = 0;
      bool known = body.reference != 0;
      for (std::size_t k = 2; k < block.terms.size() && known; ++k) {
        const auto labels = labels_of(block.terms[k].place, sets);
        known = labels || !block.card.parameter(kNodesOfRigidBody[k - 2]);
        if (!labels) continue;
        body.nodes.insert(body.nodes.end(), labels->begin(), labels->end());
        if (k == 4) body.tied = *labels;
      }
      if (block.card.parameter("ELSET") && !labels_of(block.terms.back().place, sets))
        all.unread.emplace_back(block.where, kRigidElements);
      else if (!known || body.nodes.empty())
        all.unread.emplace_back(block.where,
                                "*RIGID BODY without a node set and a REF NODE that "
                                "the deck defines");
      all.rigid_bodies.push_back(std::move(body));
    } else {
      demand(block.wanted == static_cast<std::int64_t>(block.terms.size()), block.where,
             fmt::format("an *EQUATION of {} terms has {}", block.wanted, block.terms.size()),
             kEquationLines);
      // of sets, node by node, the equation of each with the single nodes
      std::vector<std::vector<std::int64_t>> labels;
      std::size_t count = 1;
      for (const Term& term : block.terms) {
        labels.push_back(known_labels(term.place, sets, block.where, "*EQUATION"));
        if (labels.back().size() != 1) count = labels.back().size();
      }
      for (const auto& own : labels)
        demand(own.size() == 1 || own.size() == count, block.where,
               "the sets of an *EQUATION have different numbers of nodes",
               "name sets of equal size, or single nodes");
      for (const Term& term : block.terms)
        demand(count == 1 || unsorted.count(term.place) == 0, block.where,
               "*EQUATION names set " + term.place +
                   ", whose nodes do not ascend: CalculiX pairs them as they stand, Abaqus sorted",
               "write the equations node by node, or the set with ascending labels");
      demand(count == 1 || labels.empty() || labels[0].size() == count, block.where,
             "an *EQUATION begins with one node and goes on with a set",
             "begin with a set, as the solver demands");
      for (std::size_t i = 0; i < count && !labels.empty(); ++i) {
        DeckEquation equation{block.where, {}, card};
        for (std::size_t t = 0; t < labels.size(); ++t) {
          const std::int64_t node = labels[t][labels[t].size() == 1 ? 0 : i];
          demand_node(node, block.where, "*EQUATION");
          equation.terms.push_back({{node, block.terms[t].first}, block.terms[t].coefficient});
        }
        all.equations.push_back(std::move(equation));
      }
    }
  }
  return all;
}

}  // namespace mortise::gen
