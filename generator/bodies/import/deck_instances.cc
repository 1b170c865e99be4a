#include "generator/bodies/import/deck_instances.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <set>

#include "generator/bodies/import/deck.hpp"
#include "generator/bodies/model/bound_rows.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

using Numbers = std::map<std::int64_t, std::int64_t>;

constexpr char kMapTitle[] = "GLOBAL TO LOCAL NODE AND ELEMENT MAPS";
constexpr char kGiveMap[] =
    "put the job's printed file (.dat), which tells them, beside the matrices, or export a flat "
    "model (CAE: do not use parts and assemblies in input files)";

Numbers printed_numbers(const Deck& deck, const std::string& file) {
  std::map<std::string, std::size_t> instances;
  for (std::size_t k = 0; k < deck.instances.size(); ++k) instances[deck.instances[k].name] = k + 1;
  const TextFile text = read_text(file);
  LineReader lines(text.content);
  while (lines.next() && lines.line().find(kMapTitle) == std::string_view::npos) continue;
  Numbers numbers;
  while (lines.next() && normalised_name(lines.line()).find("ELEMENT") == std::string::npos) {
    std::string_view rest = lines.line();
    const auto global = parse_integer(take_field(rest)), local = parse_integer(take_field(rest));
    const std::string name = normalised_name(take_field(rest));
    if (!global || !local || name.empty()) continue;
    const auto instance = instances.find(name);
    numbers[scoped_label(*local, instance == instances.end() ? 0 : instance->second)] = *global;
  }
  return numbers;
}

bool has_all(const Numbers& numbers, const std::vector<Dof>& dofs) {
  std::set<std::int64_t> known;
  for (const auto& [scoped, number] : numbers) known.insert(number);
  return std::all_of(dofs.begin(), dofs.end(), [&known](const Dof& dof) {
    return dof.is_generalised() || known.count(dof.node) > 0;
  });
}

// Empty if two nodes have the same.
Numbers labels_as_they_stand(const Deck& deck) {
  Numbers numbers;
  std::set<std::int64_t> taken;
  for (const auto& [scoped, position] : deck.nodes) {
    const std::int64_t label = numbers[scoped] = local_label(scoped);
    if (!taken.insert(label).second) return {};
  }
  return numbers;
}

}  // namespace

Vector3 DeckInstance::placed(const Vector3& position) const {
  if (numbers.empty()) return position;
  demand(numbers.size() == 3 || numbers.size() == 10, where,
         fmt::format("*INSTANCE has {} numbers", numbers.size()),
         "write three of a shift, and below them seven of a rotation, or none");
  Vector3 shifted = position + Vector3(numbers[0], numbers[1], numbers[2]);
  if (!turned()) return shifted;
  const Vector3 a(numbers[3], numbers[4], numbers[5]), b(numbers[6], numbers[7], numbers[8]);
  demand((b - a).norm() > 0.0, where, "*INSTANCE turns about an axis of no length",
         "give two different points of the axis");
  return a +
         Eigen::AngleAxisd(numbers[9] * kRadiansPerDegree, (b - a).normalized()) * (shifted - a);
}

Numbers numbers_of_instances(const Deck& deck, const std::vector<Dof>& dofs,
                             const std::string& printed, std::vector<std::string>* warnings) {
  const std::string& where = deck.instances.front().where;
  if (!printed.empty()) {
    Numbers numbers = printed_numbers(deck, printed);
    if (!numbers.empty()) {
      for (const auto& [scoped, position] : deck.nodes)
        demand(numbers.count(scoped) > 0, printed,
               fmt::format("its map of nodes does not name node {} of an instance of the deck",
                           local_label(scoped)),
               "take deck, matrices and .dat from the same run");
      demand(has_all(numbers, dofs), printed, "its map does not name all nodes of the matrices",
             "take deck, matrices and .dat from the same run");
      return numbers;
    }
  }
  Numbers numbers = labels_as_they_stand(deck);
  if (!numbers.empty() && has_all(numbers, dofs)) return numbers;
  const bool of_assembly = local_label(deck.nodes.begin()->first) == deck.nodes.begin()->first;
  demand(!of_assembly, where,
         "*INSTANCE renumbers nodes, and beside those of parts the assembly has nodes of its own: "
         "which number is whose is not known",
         kGiveMap);
  numbers.clear();
  std::string told;
  for (const auto& [scoped, position] : deck.nodes) {
    const auto number = static_cast<std::int64_t>(numbers.size()) + 1;
    const std::size_t instance = static_cast<std::size_t>(scoped >> kLabelBits);
    if (numbers.empty() || (std::prev(numbers.end())->first >> kLabelBits) != scoped >> kLabelBits)
      told += fmt::format("{}{} from {}", told.empty() ? "" : ", ",
                          deck.instances[instance - 1].name, number);
    numbers[scoped] = number;
  }
  demand(has_all(numbers, dofs), where,
         "*INSTANCE renumbers nodes: neither the labels of the parts nor numbers from one instance "
         "to the next are those of the matrices",
         kGiveMap);
  warnings->push_back(where + ": nodes are numbered one instance after the other (" + told +
                      "), as Abaqus does it; a .dat of the job beside the matrices would tell");
  return numbers;
}

void renumber(const Numbers& numbers, Deck* deck) {
  const auto apply = [&numbers](std::int64_t& label) {
    if (const auto found = numbers.find(label); found != numbers.end()) label = found->second;
  };
  const auto apply_all = [&](std::vector<std::int64_t>& labels) {
    std::for_each(labels.begin(), labels.end(), apply);
  };
  std::map<std::int64_t, Vector3> nodes;
  for (const auto& [scoped, position] : deck->nodes) nodes[numbers.at(scoped)] = position;
  deck->nodes = std::move(nodes);
  for (auto& [name, labels] : deck->sets) {
    apply_all(labels);
    std::sort(labels.begin(), labels.end());
  }
  for (auto& face : deck->faces) apply_all(face);
  for (DeckElements& block : deck->elements) apply_all(block.numbers);
  DeckConstraints& cards = deck->constraints;
  for (DeckEquation& equation : cards.equations)
    for (auto& [dof, coefficient] : equation.terms) apply(dof.node);
  for (DeckRigidBody& body : cards.rigid_bodies) {
    apply_all(body.nodes);
    apply_all(body.tied);
    apply(body.reference);
    apply(body.rotation);
  }
  for (DeckTransform& transform : cards.transforms) apply_all(transform.nodes);
  for (DeckHeld& held : cards.held) apply(held.dof.node);
}

void demand_fitting_places(const FullModel& model, const std::string& where) {
  Vector3 centre = Vector3::Zero();
  for (const auto& [node, place] : model.nodes)
    centre += place / static_cast<double>(model.nodes.size());
  for (const Dof& dof : model.dofs)
    if (dof.is_generalised() || model.nodes.count(dof.node) == 0) return;  // moves in its own way
  Matrix motions(model.size(), 6);
  for (std::size_t i = 0; i < model.dofs.size(); ++i)
    motions.row(static_cast<Eigen::Index>(i)) = rigid_motion_of(model, model.dofs[i], centre);
  const BoundRows rows = bound_rows(model);
  const SparseMatrix sizes = model.stiffness.cwiseAbs();
  const Matrix forces = model.stiffness * motions, most = sizes * motions.cwiseAbs();
  constexpr double kHeld = 1e-7, kElsewhere = 1e-2;  // of what the entries of a row could carry
  Eigen::Index free = 0, wrong = 0;
  for (Eigen::Index i = 0; i < model.size(); ++i) {
    const auto ratio = [&](Eigen::Index first) {
      double largest = 0.0;
      for (Eigen::Index k = first; k < first + 3; ++k)
        if (most(i, k) > 0.0) largest = std::max(largest, std::abs(forces(i, k)) / most(i, k));
      return largest;
    };
    if (rows.bound[static_cast<std::size_t>(i)] || ratio(0) > kHeld) continue;  // by a support
    ++free;
    if (ratio(3) > kElsewhere) ++wrong;
  }
  demand(
      (rows.unknown ? 2 : 50) * wrong <= free, where,
      fmt::format("*INSTANCE: {} of {} rows of K away from supports resist a rotation of the "
                  "whole: places or numbers of the instances' nodes are not those of the matrices",
                  wrong, free),
      kGiveMap);
}

}  // namespace mortise::gen
