#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "generator/bodies/check/check_parts.hpp"

namespace mortise::gen {
namespace {

// Union of sets with halved paths.
class Parts {
 public:
  explicit Parts(std::size_t n) : above_(n) {
    std::iota(above_.begin(), above_.end(), std::size_t{0});
  }

  std::size_t top(std::size_t i) {
    while (above_[i] != i) i = above_[i] = above_[above_[i]];
    return i;
  }

  void join(std::size_t a, std::size_t b) {
    a = top(a);
    b = top(b);
    above_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> above_;
};

void join_nodes(const CheckedModel& checked, const SparseMatrix& matrix, Parts* parts) {
  for (Eigen::Index j = 0; j < matrix.cols(); ++j)
    for (SparseMatrix::InnerIterator it(matrix, j); it; ++it)
      if (it.value() != 0.0)
        parts->join(static_cast<std::size_t>(checked.node_of[static_cast<std::size_t>(it.row())]),
                    static_cast<std::size_t>(checked.node_of[static_cast<std::size_t>(j)]));
}

void check_parts_of(const CheckedModel& checked, const CheckRequest& request, CheckReport* report) {
  const std::size_t nodes = checked.labels.size();
  Parts parts(nodes);
  join_nodes(checked, checked.model.stiffness, &parts);
  join_nodes(checked, checked.model.mass, &parts);
  std::vector<std::vector<std::int64_t>> members(nodes);
  for (std::size_t k = 0; k < nodes; ++k) members[parts.top(k)].push_back(checked.labels[k]);
  members.erase(
      std::remove_if(members.begin(), members.end(), [](const auto& m) { return m.empty(); }),
      members.end());
  report->parts = static_cast<Eigen::Index>(members.size());
  if (members.size() < 2 || !request.exported) return;
  std::stable_sort(members.begin(), members.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  std::string small;
  for (std::size_t p = 1; p < std::min<std::size_t>(members.size(), 4); ++p) {
    const std::vector<std::string> sets = sets_within(checked.model, members[p]);
    small += fmt::format("{}{} nodes ({}{})", p == 1 ? "" : "; ", members[p].size(),
                         list_text(members[p]), sets.empty() ? "" : "; set " + sets.front());
  }
  add_finding(
      report, Severity::warning, "unconnected_part",
      fmt::format("{} parts are connected by neither stiffness nor mass; beside the largest, "
                  "of {} nodes: {}",
                  members.size(), members.front().size(), small),
      "tie them in the exporting code, merge nodes that lie on each other, or remove nodes "
      "that no element uses");
}

// Distinct nodes that the columns of node k's dofs reach, each marked with k + 1.
template <class Take>
void each_neighbour(const CheckedModel& checked, const SparseMatrix& matrix,
                    const std::vector<Eigen::Index>& columns, const Take& take) {
  for (const Eigen::Index j : columns)
    for (SparseMatrix::InnerIterator it(matrix, j); it; ++it)
      if (it.value() != 0.0) take(checked.node_of[static_cast<std::size_t>(it.row())]);
}

void check_patterns(const CheckedModel& checked, CheckReport* report) {
  const std::size_t nodes = checked.labels.size();
  std::vector<std::vector<Eigen::Index>> columns(nodes);
  for (std::size_t i = 0; i < checked.model.dofs.size(); ++i)
    if (!checked.model.dofs[i].is_generalised())
      columns[static_cast<std::size_t>(checked.node_of[i])].push_back(static_cast<Eigen::Index>(i));
  std::vector<std::size_t> stiff(nodes, 0), heavy(nodes, 0);
  std::vector<bool> physical(nodes);
  for (std::size_t k = 0; k < nodes; ++k) physical[k] = !columns[k].empty();
  std::size_t pairs = 0, foreign = 0;
  std::vector<std::int64_t> examples;
  for (std::size_t k = 0; k < nodes; ++k) {
    each_neighbour(checked, checked.model.stiffness, columns[k],
                   [&](Eigen::Index other) { stiff[static_cast<std::size_t>(other)] = k + 1; });
    bool own = false;
    each_neighbour(checked, checked.model.mass, columns[k], [&](Eigen::Index other) {
      const auto at = static_cast<std::size_t>(other);
      if (at == k || heavy[at] == k + 1 || !physical[at]) return;
      heavy[at] = k + 1;
      ++pairs;
      if (stiff[at] == k + 1) return;
      ++foreign;
      own = true;
    });
    if (own) examples.push_back(checked.labels[k]);
  }
  if (100 * foreign <= pairs) return;
  add_finding(
      report, Severity::error, "different_meshes",
      fmt::format("mass couples {} of {} pairs of nodes that stiffness does not: K and M stem "
                  "from different meshes or numberings; nodes {}",
                  foreign, pairs, list_text(examples)),
      "take stiffness, mass and list of dofs from the same run");
}

// Dofs without mass that stiffness joins to dofs of the same direction with mass.
void check_missing_mass(const CheckedModel& checked, CheckReport* report) {
  const FullModel& model = checked.model;
  std::vector<bool> heavy(model.dofs.size());
  Eigen::Index translations = 0, rotations = 0, all = 0;
  for (std::size_t i = 0; i < model.dofs.size(); ++i) {
    heavy[i] = model.mass.coeff(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(i)) > 0.0;
    all += model.dofs[i].is_translation() ? 1 : 0;
  }
  std::vector<std::int64_t> nodes;
  for (std::size_t i = 0; i < model.dofs.size(); ++i) {
    if (heavy[i]) continue;
    if (model.dofs[i].is_rotation()) ++rotations;
    if (!model.dofs[i].is_translation()) continue;
    bool beside = false;
    for (SparseMatrix::InnerIterator it(model.stiffness, static_cast<Eigen::Index>(i)); it; ++it)
      beside = beside || heavy[static_cast<std::size_t>(it.row())];
    if (!beside) continue;
    ++translations;
    if (nodes.empty() || nodes.back() != model.dofs[i].node) nodes.push_back(model.dofs[i].node);
  }
  if (translations > 0)
    add_finding(
        report, 2 * translations < all ? Severity::warning : Severity::notice, "massless_dofs",
        fmt::format("{} of {} translations carry no mass next to some that do: nodes {}",
                    translations, all, list_text(nodes)),
        "give every material a density, and take K and M from the same run; reference points "
        "without mass may stay, they follow statically");
  if (rotations > 0)
    add_finding(report, Severity::notice, "massless_dofs",
                fmt::format("{} rotations carry no inertia; they follow statically", rotations),
                "");
}

// Amplitudes of fixed-interface modes: a row of K with its diagonal alone, a row of M that couples.
void check_tail(const CheckedModel& checked, CheckReport* report) {
  const FullModel& model = checked.model;
  std::vector<std::int64_t> labels;
  for (Eigen::Index j = model.size() - 1; j >= 0; --j) {
    const Dof& dof = model.dofs[static_cast<std::size_t>(j)];
    if (dof.is_generalised()) continue;
    const auto couples = [j](const SparseMatrix& matrix) {
      for (SparseMatrix::InnerIterator it(matrix, j); it; ++it)
        if (it.row() != j && it.value() != 0.0) return true;
      return false;
    };
    if (couples(model.stiffness) || !couples(model.mass)) break;
    if (labels.empty() || labels.back() != dof.node) labels.push_back(dof.node);
  }
  if (labels.empty()) return;
  std::reverse(labels.begin(), labels.end());
  add_finding(
      report, Severity::warning, "generalised_dofs",
      fmt::format("the last rows look like amplitudes of modes, not displacements: stiffness "
                  "does not couple them, mass does; labels {}",
                  list_text(labels)),
      "name these labels in import.generalised_nodes");
}

}  // namespace

void check_connections(const CheckedModel& checked, const CheckRequest& request,
                       CheckReport* report) {
  check_parts_of(checked, request, report);
  if (!request.exported) return;
  check_patterns(checked, report);
  check_missing_mass(checked, report);
  check_tail(checked, report);
}

}  // namespace mortise::gen
