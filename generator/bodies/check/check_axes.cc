// Nodes whose dofs run along local axes, u' = R u, among others that do not.
//
// The consistent mass between two nodes is m I along common axes, else m R_i R_j^T: from node to
// node it tells all axes, those of most nodes being the global ones. Where mass is lumped, rows of
// K tell single nodes: their neighbours' translations cost R K_ii (R^T - I), so that
// R = -K_ii^-1 times the sum of the couplings, which for other reasons is not orthogonal.
#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "generator/bodies/check/check_parts.hpp"

namespace mortise::gen {
namespace {

using Axes = Eigen::Matrix3d;
using NodeRows = std::array<Eigen::Index, 3>;  // of x, y, z

constexpr double kOrthogonal = 1e-6;
constexpr double kTurned = 1e-3;  // entries of R - I; exports round to 10 digits

double turned_by(const Axes& axes) {
  constexpr double kDegrees = 180.0 / 3.14159265358979323846;
  return kDegrees * std::acos(std::clamp(0.5 * (axes.trace() - 1.0), -1.0, 1.0));
}

bool is_orthogonal(const Axes& axes) {
  return (axes * axes.transpose() - Axes::Identity()).cwiseAbs().maxCoeff() < kOrthogonal;
}

// Rows of nodes that have all three translations; others have -1.
std::vector<NodeRows> rows_of_nodes(const CheckedModel& checked) {
  std::vector<NodeRows> rows(checked.labels.size(), NodeRows{-1, -1, -1});
  for (std::size_t i = 0; i < checked.node_of.size(); ++i) {
    const Dof& dof = checked.model.dofs[i];
    if (dof.is_translation())
      rows[static_cast<std::size_t>(checked.node_of[i])]
          [static_cast<std::size_t>(dof.direction - 1)] = static_cast<Eigen::Index>(i);
  }
  for (NodeRows& own : rows)
    if (*std::min_element(own.begin(), own.end()) < 0) own = {-1, -1, -1};
  return rows;
}

// Blocks (3 x 3) between a node and all that have translations, itself among them.
std::map<std::size_t, Axes> blocks_of(const CheckedModel& checked, const SparseMatrix& matrix,
                                      const NodeRows& rows) {
  std::map<std::size_t, Axes> blocks;
  for (int d = 0; d < 3; ++d)
    for (SparseMatrix::InnerIterator it(matrix, rows[static_cast<std::size_t>(d)]); it; ++it) {
      const auto i = static_cast<std::size_t>(it.row());
      const Dof& other = checked.model.dofs[i];
      if (!other.is_translation()) continue;
      const auto node = static_cast<std::size_t>(checked.node_of[i]);
      blocks.try_emplace(node, Axes::Zero()).first->second(d, other.direction - 1) = it.value();
    }
  return blocks;
}

// R_i R_j^T from the mass between two nodes; none where that is not one of these.
std::optional<Axes> relative_axes(const Axes& mass) {
  const double size = std::sqrt(mass.squaredNorm() / 3.0);
  if (!(size > 0.0)) return std::nullopt;
  const Axes axes = mass / (mass.determinant() < 0.0 ? -size : size);
  return is_orthogonal(axes) ? std::optional<Axes>(axes) : std::nullopt;
}

using TurnedNodes = std::vector<std::pair<std::int64_t, double>>;  // label, angle [degrees]

TurnedNodes turned_by_mass(const CheckedModel& checked, const std::vector<NodeRows>& rows) {
  std::vector<std::optional<Axes>> axes(rows.size());
  bool any = false;
  for (std::size_t start = 0; start < rows.size(); ++start) {
    if (rows[start][0] < 0 || axes[start]) continue;
    axes[start] = Axes::Identity();
    for (std::deque<std::size_t> open{start}; !open.empty(); open.pop_front()) {
      const std::size_t i = open.front();
      for (const auto& [j, mass] : blocks_of(checked, checked.model.mass, rows[i])) {
        if (j == i || rows[j][0] < 0 || axes[j]) continue;
        const std::optional<Axes> relative = relative_axes(mass);
        if (!relative) continue;
        const bool turned = (*relative - Axes::Identity()).cwiseAbs().maxCoeff() > kTurned;
        any = any || turned;
        axes[j] = turned ? Axes(relative->transpose() * *axes[i]) : *axes[i];
        open.push_back(j);
      }
    }
  }
  if (!any) return {};
  std::map<std::array<long, 9>, std::vector<std::size_t>> alike;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (!axes[i]) continue;
    std::array<long, 9> key;
    for (int k = 0; k < 9; ++k)
      key[static_cast<std::size_t>(k)] = std::lround((*axes[i])(k / 3, k % 3) / kTurned);
    alike[key].push_back(i);
  }
  const auto most = std::max_element(alike.begin(), alike.end(), [](const auto& a, const auto& b) {
    return a.second.size() < b.second.size();
  });
  const Axes global = *axes[most->second.front()];
  TurnedNodes turned;
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i] && (*axes[i] - global).cwiseAbs().maxCoeff() > kTurned)
      turned.emplace_back(checked.labels[i], turned_by(*axes[i] * global.transpose()));
  return turned;
}

TurnedNodes turned_by_stiffness(const CheckedModel& checked, const std::vector<NodeRows>& rows) {
  TurnedNodes turned;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i][0] < 0 || std::none_of(rows[i].begin(), rows[i].end(), [&](Eigen::Index row) {
          return checked.near_support[static_cast<std::size_t>(row)];
        }))
      continue;
    Axes own = Axes::Zero(), others = Axes::Zero();
    for (const auto& [j, block] : blocks_of(checked, checked.model.stiffness, rows[i]))
      (j == i ? own : others) += block;
    const Axes axes = -own.inverse() * others;
    if (axes.allFinite() && is_orthogonal(axes) &&
        (axes - Axes::Identity()).cwiseAbs().maxCoeff() > kTurned)
      turned.emplace_back(checked.labels[i], turned_by(axes));
  }
  return turned;
}

}  // namespace

void check_axes(const CheckedModel& checked, const CheckRequest& request, CheckReport* report) {
  if (!request.exported) return;
  const std::vector<NodeRows> rows = rows_of_nodes(checked);
  TurnedNodes turned = turned_by_mass(checked, rows);
  if (turned.empty()) turned = turned_by_stiffness(checked, rows);
  if (turned.empty()) return;
  std::vector<std::int64_t> labels;
  for (const auto& [label, angle] : turned) labels.push_back(label);
  add_finding(report, Severity::error, "local_axes",
              fmt::format("the dofs of {} of {} nodes run along local axes: {} (node {} by {:.3g} "
                          "degrees). Contacts, inputs and outputs take them for global ones",
                          labels.size(), checked.labels.size(), list_text(labels), labels.front(),
                          turned.front().second),
              "give the deck that says them (import.deck: .inp, .bdf, .cdb), or export without "
              "local axes at nodes (*TRANSFORM, CD of GRID, NROTAT)");
}

}  // namespace mortise::gen
