#include "generator/bodies/model/tie_bodies.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include "generator/bodies/model/contact_frame.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/bodies/model/follow.hpp"
#include "generator/bodies/model/nearest_node.hpp"
#include "generator/bodies/model/surface_point.hpp"
#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/dense/orthogonal.hpp"
#include "generator/ground/dense/small_lu.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/nearest.hpp"

namespace mortise::gen {
namespace {

constexpr double kSamePlace = 1e-3;  // of the distance of neighbours in a set
constexpr double kClosed = 1e-2;     // the same of sides that are projected
constexpr double kNoWeight = 1e-15;

const std::vector<std::int64_t>& nodes_of(const FullModel& model, const std::string& set) {
  const auto it = model.sets.find(set);
  if (it != model.sets.end() && !it->second.empty()) return it->second;
  std::vector<std::string> names;
  for (const auto& [name, nodes] : model.sets) names.push_back(name);
  throw Error("ties", "there is no node set \"" + set + "\"",
              "the nearest set is \"" + nearest(set, names) + "\"");
}

// Distance of the two nodes of a set that stand closest; of one node alone that of any other.
double spacing(const FullModel& model, const std::vector<std::int64_t>& nodes) {
  double least = HUGE_VAL;
  for (std::size_t i = 1; i < nodes.size(); ++i)
    least = std::min(
        least, (node_position(model, nodes[i], "ties") - node_position(model, nodes[i - 1], "ties"))
                   .norm());
  return nodes.size() > 1 ? least : element_size_at(model, nodes.front());
}

// Follows what became one to the node that is left.
class MergedNodes {
 public:
  std::int64_t of(std::int64_t node) const {
    for (auto it = into_.find(node); it != into_.end(); it = into_.find(node)) node = it->second;
    return node;
  }
  void merge(std::int64_t node, std::int64_t into) {
    node = of(node);
    into = of(into);
    if (node != into) into_[node] = into;
  }

 private:
  std::map<std::int64_t, std::int64_t> into_;
};

void merge_sets(const FullModel& model, const BodyTie& tie, MergedNodes* merged) {
  const std::vector<std::int64_t>&first = nodes_of(model, tie.first),
        &second = nodes_of(model, tie.second);
  const bool swapped = second.size() < first.size();
  const std::vector<std::int64_t>&smaller = swapped ? second : first,
        &other = swapped ? first : second;
  const double reach = kSamePlace * spacing(model, smaller);
  for (const std::int64_t node : smaller) {
    const NearestNode found = nearest_node(model, other, node_position(model, node, "ties"));
    demand(found.node != 0 && found.distance <= reach, "ties",
           "node " + std::to_string(node) + " of \"" + (swapped ? tie.second : tie.first) +
               "\" has no node of \"" + (swapped ? tie.first : tie.second) + "\" in its place",
           "mesh the two bodies alike where they are tied, give the tie a normal to project them "
           "along, or set rigid = true");
    merged->merge(swapped ? node : found.node, swapped ? found.node : node);
  }
}

// Nodes in the same place become one.
FullModel merged_at(FullModel model, const std::vector<BodyTie>& ties) {
  MergedNodes merged;
  for (const BodyTie& tie : ties)
    if (!tie.rigid && !tie.normal) merge_sets(model, tie, &merged);
  std::map<Dof, std::vector<std::size_t>> rows;  // of every direction of every node that is left
  std::map<std::int64_t, std::set<std::int64_t>> labels;
  for (std::size_t i = 0; i < model.dofs.size(); ++i) {
    const Dof& dof = model.dofs[i];
    const std::int64_t node = merged.of(dof.node);
    rows[{node, dof.direction}].push_back(i);
    labels[node].insert(dof.node);
  }
  for (const auto& [label, place] : model.nodes) labels[merged.of(label)].insert(label);
  Following following;
  for (const auto& [dof, all] : rows) {
    // of nodes that were one body's each, all must have the direction
    const bool held = all.size() < labels[dof.node].size();
    for (const std::size_t i : all)
      if (held || i != all.front())
        following[i] = held ? Following::mapped_type{} : Following::mapped_type{{all.front(), 1.0}};
  }
  std::vector<Dof> merged_dofs;
  for (const auto& [row, leaders] : following) merged_dofs.push_back(model.dofs[row]);
  FullModel out = follow(std::move(model), following);
  for (const Dof& dof : merged_dofs) out.followers.erase(dof);  // gone into the nodes that are left
  for (auto& [dof, leaders] : out.followers)
    for (auto& [leader, weight] : leaders) leader.node = merged.of(leader.node);
  for (Dof& dof : out.dofs) dof.node = merged.of(dof.node);
  for (auto& [name, set] : out.sets)
    for (std::int64_t& node : set) node = merged.of(node);
  return out;
}

std::string of_tie(const BodyTie& tie) {
  return "the tie of \"" + tie.first + "\" and \"" + tie.second + "\"";
}

void demand_untied(const FullModel& model, const std::vector<std::int64_t>& nodes,
                   const BodyTie& tie) {
  for (const std::int64_t node : nodes) {
    const auto it = model.followers.lower_bound({node, std::numeric_limits<int>::min()});
    if (it == model.followers.end() || it->first.node != node) continue;
    throw Error(of_tie(tie),
                "node " + std::to_string(node) +
                    " is tied already, or follows others by the deck's cards or an interface node",
                "name sets that have no node in common and none that follows others, or one tie "
                "for all of them");
  }
}

using Motions = Eigen::Matrix<double, 1, 6>;

// The nodes of both sets as one rigid body. Of their dofs those that say most of its motion stay.
Following as_one_body(const FullModel& model, const BodyTie& tie) {
  std::set<std::int64_t> nodes;
  for (const std::string* set : {&tie.first, &tie.second})
    for (const std::int64_t node : nodes_of(model, *set)) nodes.insert(node);
  Vector3 centre = Vector3::Zero();
  for (const std::int64_t node : nodes) centre += node_position(model, node, "ties");
  centre /= static_cast<double>(nodes.size());
  double size = 0.0;
  for (const std::int64_t node : nodes)
    size = std::max(size, (node_position(model, node, "ties") - centre).norm());
  // makes rotations comparable; nodes in one place have none but rounding
  size = std::max(size, kSamePlace * element_size_at(model, *nodes.begin()));
  if (size == 0.0) size = 1.0;

  const DofTable table(model);
  std::vector<std::size_t> dofs;
  std::vector<Motions> rows, held;  // of the free dofs; of the directions that all nodes lack
  for (int d = 1; d <= 6; ++d) {
    std::size_t free = 0;
    for (const std::int64_t node : nodes) free += table.find({node, d}) >= 0 ? 1 : 0;
    demand(d > 3 || free == 0 || free == nodes.size(), of_tie(tie),
           "some of its nodes are held in direction " + std::to_string(d) + ", others are free",
           "leave nodes that are held out of a rigid tie");
    for (const std::int64_t node : nodes) {
      const Vector3 arm = (node_position(model, node, "ties") - centre) / size;
      Motions row = Motions::Zero();
      row[d - 1] = 1.0;
      if (d <= 3) row.tail<3>() = arm.cross(Vector3(Vector3::Unit(d - 1))).transpose();
      const Eigen::Index dof = table.find({node, d});
      if (dof >= 0) {
        dofs.push_back(static_cast<std::size_t>(dof));
        rows.push_back(row);
      } else if (d <= 3) {
        held.push_back(row);
      }
    }
  }
  demand(!dofs.empty(), of_tie(tie), "joins nodes that are all held", "name nodes that can move");

  Matrix motion(static_cast<Eigen::Index>(rows.size()), 6),
      none(static_cast<Eigen::Index>(held.size()), 6);
  for (std::size_t i = 0; i < rows.size(); ++i) motion.row(static_cast<Eigen::Index>(i)) = rows[i];
  for (std::size_t i = 0; i < held.size(); ++i) none.row(static_cast<Eigen::Index>(i)) = held[i];
  Matrix allowed = Matrix::Identity(6, 6);
  if (none.rows() > 0) allowed = kernel(none, kSamePlace * kSamePlace);
  motion = (motion * allowed).eval();
  const PivotedColumns chosen = pivoted_columns(motion.transpose(), kSamePlace * kSamePlace);
  const Eigen::Index rank = chosen.rank;
  Matrix kept(rank, motion.cols());
  std::vector<std::size_t> leaders;
  for (Eigen::Index k = 0; k < rank; ++k) {
    const Eigen::Index i = chosen.order[static_cast<std::size_t>(k)];
    kept.row(k) = motion.row(i);
    leaders.push_back(static_cast<std::size_t>(i));
  }
  const Matrix weights = motion * MinimumNorm(kept).pseudo_inverse();  // u = weights u_kept
  const auto scale = [&](std::size_t i) { return model.dofs[dofs[i]].is_rotation() ? size : 1.0; };
  Following following;
  for (std::size_t i = 0; i < dofs.size(); ++i) {
    if (std::find(leaders.begin(), leaders.end(), i) != leaders.end()) continue;
    auto& own = following[dofs[i]];
    for (Eigen::Index k = 0; k < rank; ++k) {
      const std::size_t leader = leaders[static_cast<std::size_t>(k)];
      const double weight = weights(static_cast<Eigen::Index>(i), k) * scale(leader) / scale(i);
      if (std::abs(weight) * scale(i) / scale(leader) > kNoWeight)
        own.emplace_back(dofs[leader], weight);
    }
  }
  return following;
}

// Two hats and their values at a place of a line of nodes (ascending); beyond its ends they go on.
struct Hats {
  Eigen::Index first;
  double share;  // of the second
};
Hats hats_at(const Vector& nodes, double s) {
  const double* end = nodes.data() + nodes.size();
  const Eigen::Index next = std::upper_bound(nodes.data() + 1, end - 1, s) - nodes.data();
  return {next - 1, (s - nodes[next - 1]) / (nodes[next] - nodes[next - 1])};
}

// Moments of the hats of one line with its own and with those of another, over the first line:
// D (nf x nf) and M (nf x nc) of  D u_f = M u_c, the weak continuity of mortar methods.
std::pair<Matrix, Matrix> hat_moments(const Vector& fine, const Vector& coarse) {
  std::vector<double> corners(fine.data(), fine.data() + fine.size());
  for (Eigen::Index i = 0; i < coarse.size(); ++i)
    if (coarse[i] > fine[0] && coarse[i] < fine[fine.size() - 1]) corners.push_back(coarse[i]);
  std::sort(corners.begin(), corners.end());
  Matrix own = Matrix::Zero(fine.size(), fine.size()),
         other = Matrix::Zero(fine.size(), coarse.size());
  for (std::size_t k = 1; k < corners.size(); ++k) {
    const double half = 0.5 * (corners[k] - corners[k - 1]), middle = corners[k - 1] + half;
    for (const double side : {-1.0, 1.0}) {  // two points of Gauss are exact
      const double s = middle + side * half / std::sqrt(3.0);
      const Hats f = hats_at(fine, s), c = hats_at(coarse, s);
      const double values[2] = {1.0 - f.share, f.share}, others[2] = {1.0 - c.share, c.share};
      for (Eigen::Index i = 0; i < 2; ++i) {
        for (Eigen::Index j = 0; j < 2; ++j) {
          own(f.first + i, f.first + j) += half * values[i] * values[j];
          other(f.first + i, c.first + j) += half * values[i] * others[j];
        }
      }
    }
  }
  return {own, other};
}

// A side of a tie: nodes with their places in the plane across the normal and along it.
struct TiedSide {
  std::vector<std::int64_t> nodes;
  Vector along, height;  // of a line, ascending [m]
};

// Sides whose nodes lie on one line, seen along the normal; nothing otherwise.
std::optional<std::array<TiedSide, 2>> on_one_line(const FullModel& model,
                                                   std::array<TiedSide, 2> sides,
                                                   const ContactFrame& frame) {
  std::vector<Eigen::Vector2d> seen;
  for (const TiedSide& side : sides)
    for (const std::int64_t node : side.nodes) {
      const Vector3 place = node_position(model, node, "ties");
      seen.emplace_back(place.dot(frame.tangent1), place.dot(frame.tangent2));
    }
  Eigen::Vector2d far = Eigen::Vector2d::Zero();
  for (const Eigen::Vector2d& p : seen)
    if ((p - seen[0]).norm() > far.norm()) far = p - seen[0];
  if (far.isZero(0.0)) return {};
  const Eigen::Vector2d along = far.normalized();
  for (const Eigen::Vector2d& p : seen) {
    const Eigen::Vector2d away = p - seen[0];
    if (std::abs(away.x() * along.y() - away.y() * along.x()) >
        kSamePlace * kSamePlace * far.norm())
      return {};
  }
  const Vector3 line = along.x() * frame.tangent1 + along.y() * frame.tangent2;
  for (TiedSide& side : sides) {
    const auto place = [&](std::int64_t node) {
      return node_position(model, node, "ties").dot(line);
    };
    std::sort(side.nodes.begin(), side.nodes.end(),
              [&](std::int64_t a, std::int64_t b) { return place(a) < place(b); });
    side.along.resize(static_cast<Eigen::Index>(side.nodes.size()));
    side.height.resize(side.along.size());
    for (Eigen::Index i = 0; i < side.along.size(); ++i) {
      const std::int64_t node = side.nodes[static_cast<std::size_t>(i)];
      side.along[i] = place(node);
      side.height[i] = node_position(model, node, "ties").dot(frame.normal);
    }
  }
  return sides;
}

void demand_closed(double distance, double reach, const BodyTie& tie) {
  demand(std::abs(distance) <= reach, of_tie(tie),
         fmt::format("is to close a gap of {:.3g} m, which would take part in no turn", distance),
         "mesh the sides closer to each other, or set rigid = true");
}

// How much of every leader (nc) each node (nf) of the finer side takes, of the nodes of it that are
// free in a direction; rows of the others are zero.
using Shares = std::function<Matrix(const std::vector<bool>& free)>;

Shares shares_of(const FullModel& model, std::array<TiedSide, 2>* sides, const BodyTie& tie) {
  const ContactFrame frame = contact_frame(*tie.normal);
  const double reach = kClosed * spacing(model, (*sides)[0].nodes);
  if (const auto lines = on_one_line(model, *sides, frame)) {
    *sides = *lines;
    const TiedSide &fine = (*sides)[0], &coarse = (*sides)[1];
    const Eigen::Index last = coarse.along.size() - 1;
    const double end = 0.5 * (coarse.along[last] - coarse.along[0]) / static_cast<double>(last);
    demand(fine.along[0] > coarse.along[0] - end &&
               fine.along[fine.along.size() - 1] < coarse.along[last] + end,
           of_tie(tie), "joins a longer side to a shorter one", "name the nodes that lie opposite");
    const auto [own, other] = hat_moments(fine.along, coarse.along);
    const Vector away = fine.height - PivotedCholesky(own).solve(Vector(other * coarse.height));
    demand_closed(away.cwiseAbs().maxCoeff(), reach, tie);
    return [own = own, other = other](const std::vector<bool>& free) {
      Matrix all = Matrix::Zero(own.rows(), other.cols());
      std::vector<Eigen::Index> rows;
      for (std::size_t i = 0; i < free.size(); ++i)
        if (free[i]) rows.push_back(static_cast<Eigen::Index>(i));
      const auto n = static_cast<Eigen::Index>(rows.size());
      Matrix d(n, n), m(n, other.cols());
      for (Eigen::Index i = 0; i < n; ++i) {
        m.row(i) = other.row(rows[static_cast<std::size_t>(i)]);
        for (Eigen::Index j = 0; j < n; ++j)
          d(i, j) = own(rows[static_cast<std::size_t>(i)], rows[static_cast<std::size_t>(j)]);
      }
      if (n == 0) return all;
      const Matrix solved = PivotedCholesky(d).solve(m);
      for (Eigen::Index i = 0; i < n; ++i)
        all.row(rows[static_cast<std::size_t>(i)]) = solved.row(i);
      return all;
    };
  }
  const TiedSide &fine = (*sides)[0], &coarse = (*sides)[1];
  Matrix projected = Matrix::Zero(static_cast<Eigen::Index>(fine.nodes.size()),
                                  static_cast<Eigen::Index>(coarse.nodes.size()));
  for (std::size_t i = 0; i < fine.nodes.size(); ++i) {
    const SurfacePoint point =
        project_onto(model, coarse.nodes, node_position(model, fine.nodes[i], "ties"), frame.normal,
                     of_tie(tie));
    demand_closed(point.distance, reach, tie);
    for (const auto& [node, share] : point.share) {
      const auto at = std::find(coarse.nodes.begin(), coarse.nodes.end(), node);
      projected(static_cast<Eigen::Index>(i), at - coarse.nodes.begin()) = share;
    }
  }
  return [projected](const std::vector<bool>& free) {
    Matrix all = projected;
    for (std::size_t i = 0; i < free.size(); ++i)
      if (!free[i]) all.row(static_cast<Eigen::Index>(i)).setZero();
    return all;
  };
}

// The nodes of the side that has more of them follow those of the other.
Following projected_on(const FullModel& model, const BodyTie& tie) {
  std::array<TiedSide, 2> sides;
  sides[0].nodes = nodes_of(model, tie.first);
  sides[1].nodes = nodes_of(model, tie.second);
  if (sides[0].nodes.size() < sides[1].nodes.size()) std::swap(sides[0], sides[1]);
  demand(sides[1].nodes.size() > 1, of_tie(tie),
         "has one node on a side, which no line runs through", "set rigid = true");
  const Shares shares = shares_of(model, &sides, tie);
  const DofTable table(model);
  Following following;
  for (int d = 1; d <= 6; ++d) {
    std::vector<bool> free;
    for (const std::int64_t node : sides[0].nodes) free.push_back(table.find({node, d}) >= 0);
    // turns follow where all have them
    const bool turns =
        std::all_of(sides[1].nodes.begin(), sides[1].nodes.end(), [&](std::int64_t n) {
          return table.find({n, d}) >= 0;
        });
    if (d > 3 && !turns) continue;
    const Matrix weights = shares(free);
    for (std::size_t i = 0; i < sides[0].nodes.size(); ++i) {
      if (!free[i]) continue;
      auto& own = following[static_cast<std::size_t>(table.find({sides[0].nodes[i], d}))];
      for (std::size_t j = 0; j < sides[1].nodes.size(); ++j) {
        const double weight = weights(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
        const Eigen::Index leader = table.find({sides[1].nodes[j], d});
        if (leader >= 0 && std::abs(weight) > kNoWeight)
          own.emplace_back(static_cast<std::size_t>(leader), weight);
      }
    }
  }
  return following;
}

}  // namespace

FullModel tie_bodies(FullModel model, const std::vector<BodyTie>& ties) {
  if (ties.empty()) return model;
  for (const BodyTie& tie : ties)
    if (!tie.rigid && !tie.normal)
      for (const std::string* set : {&tie.first, &tie.second})
        demand_untied(model, nodes_of(model, *set), tie);
  model = merged_at(std::move(model), ties);
  for (const BodyTie& tie : ties) {
    if (!tie.rigid && !tie.normal) continue;
    for (const std::string* set : {&tie.first, &tie.second})
      demand_untied(model, nodes_of(model, *set), tie);
    const Following following = tie.rigid ? as_one_body(model, tie) : projected_on(model, tie);
    model = follow(std::move(model), following);
  }
  return model;
}

}  // namespace mortise::gen
