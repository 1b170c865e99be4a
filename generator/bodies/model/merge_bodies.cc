#include "generator/bodies/model/merge_bodies.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "generator/bodies/model/damping.hpp"
#include "generator/bodies/model/follow.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

// cos and sin of multiples of 90 degrees are meant to be 0 and 1.
constexpr double kRight = 1e-12;

// Rows of the dofs of one kind at one node, by direction; -1: held.
using NodeDofs = std::array<Eigen::Index, 3>;

// Adds the turn of the translations or rotations of a node to u_world = T u_body. Free directions
// go to free directions: `to` gets the direction 0..2 of every row.
void turn_node(const NodeDofs& dofs, const Eigen::Matrix3d& turn, const std::string& node,
               Triplets* entries, std::vector<int>* to) {
  const bool whole = dofs[0] >= 0 && dofs[1] >= 0 && dofs[2] >= 0;
  for (int d = 0; d < 3; ++d) {
    if (dofs[d] < 0) continue;
    if (whole) {
      for (int e = 0; e < 3; ++e)
        if (turn(e, d) != 0.0) entries->emplace_back(dofs[e], dofs[d], turn(e, d));
      (*to)[static_cast<std::size_t>(dofs[d])] = d;
      continue;
    }
    int along = 0;
    turn.col(d).cwiseAbs().maxCoeff(&along);
    demand(std::abs(std::abs(turn(along, d)) - 1.0) < kRight, node,
           "is held in some directions or follows others there, which a turn by no multiple of 90 "
           "degrees would mix with free ones",
           "turn the body by multiples of 90 degrees, or hold all directions of the node or none");
    entries->emplace_back(dofs[d], dofs[d], turn(along, d));
    (*to)[static_cast<std::size_t>(dofs[d])] = along;
  }
}

// Dofs that follow, in the world: u_world = T u_body on both sides.
Followers turned_followers(const Followers& followers, const Eigen::Matrix3d& turn,
                           const Eigen::Matrix3d& axial) {
  const auto in_world = [&](const Dof& dof, const auto& take) {  // (dof of the world, weight)
    if (dof.is_generalised()) return take(dof, 1.0);
    const int first = dof.is_rotation() ? 4 : 1;
    for (int k = 0; k < 3; ++k)
      if (const double part = (first > 1 ? axial : turn)(k, dof.direction - first); part != 0.0)
        take(Dof{dof.node, first + k}, part);
  };
  std::map<Dof, std::map<Dof, double>> sums;
  for (const auto& [dof, leaders] : followers)
    in_world(dof, [&, own = &leaders](const Dof& to, double part) {
      std::map<Dof, double>& sum = sums[to];
      for (const auto& [leader, weight] : *own)
        in_world(leader,
                 [&, w = weight](const Dof& from, double share) { sum[from] += part * w * share; });
    });
  Followers turned;
  for (const auto& [dof, sum] : sums) {
    if (sum.count(dof) > 0) {
      turned[dof] = {{dof, 1.0}};  // by what it follows is not known
    } else {
      turned[dof].assign(sum.begin(), sum.end());
    }
  }
  return turned;
}

std::int64_t largest_label(const FullModel& model) {
  std::int64_t largest = 0;
  for (const Dof& dof : model.dofs) largest = std::max(largest, dof.node);
  if (!model.nodes.empty()) largest = std::max(largest, model.nodes.rbegin()->first);
  return largest;
}

void append(const SparseMatrix& from, Eigen::Index first, Triplets* to) {
  for (Eigen::Index k = 0; k < from.outerSize(); ++k)
    for (SparseMatrix::InnerIterator it(from, k); it; ++it)
      to->emplace_back(first + it.row(), first + it.col(), it.value());
}

bool begins_with(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

// Labels begin behind a round number, so that people find theirs again.
std::int64_t shift_behind(std::int64_t largest) {
  std::int64_t round = 1000;
  while (round <= largest) round *= 10;
  return round;
}

}  // namespace

Eigen::Matrix3d Placement::orientation() const {
  Eigen::Matrix3d mirrored = Eigen::Matrix3d::Identity();
  if (!mirror.isZero(0.0)) {
    const Vector3 n = mirror.normalized();
    mirrored -= 2.0 * n * n.transpose();
  }
  Eigen::Matrix3d turn = Eigen::AngleAxisd(angle, axis.normalized()) * mirrored;
  for (double& entry : turn.reshaped())
    if (std::abs(entry - std::round(entry)) < kRight) entry = std::round(entry);
  return turn;
}

FullModel placed(FullModel model, const Placement& placement) {
  if (!placement.moves()) return model;
  const Eigen::Matrix3d turn = placement.orientation();
  for (auto& [label, position] : model.nodes) position = turn * position + placement.position;
  if (turn.isIdentity(0.0)) return model;

  // rotations are axial: a mirror turns them the other way
  const Eigen::Matrix3d axial = turn.determinant() * turn;
  std::map<std::int64_t, std::array<NodeDofs, 2>> nodes;
  Triplets entries;
  for (std::size_t i = 0; i < model.dofs.size(); ++i) {
    const Dof& dof = model.dofs[i];
    const auto row = static_cast<Eigen::Index>(i);
    if (dof.is_generalised()) {
      entries.emplace_back(row, row, 1.0);
      continue;
    }
    const auto at =
        nodes.try_emplace(dof.node, std::array<NodeDofs, 2>{{{-1, -1, -1}, {-1, -1, -1}}});
    at.first->second[dof.is_rotation() ? 1 : 0][static_cast<std::size_t>((dof.direction - 1) % 3)] =
        row;
  }
  std::vector<int> to(model.dofs.size(), 0);
  for (const auto& [label, dofs] : nodes) {
    const std::string node = model.source + ": node " + std::to_string(label);
    turn_node(dofs[0], turn, node, &entries, &to);
    turn_node(dofs[1], axial, node, &entries, &to);
  }
  SparseMatrix t(model.size(), model.size());
  t.setFromTriplets(entries.begin(), entries.end());
  const SparseMatrix back = t.transpose();
  model.mass = SparseMatrix(t * model.mass) * back;
  model.stiffness = SparseMatrix(t * model.stiffness) * back;
  model.followers = turned_followers(model.followers, turn, axial);
  for (std::size_t i = 0; i < model.dofs.size(); ++i) {
    Dof& dof = model.dofs[i];
    if (!dof.is_generalised()) dof.direction = to[i] + (dof.is_rotation() ? 4 : 1);
  }
  return model;
}

FullModel merge_bodies(std::vector<NamedBody> bodies) {
  FullModel all;
  Triplets mass, stiffness;
  Eigen::Index first = 0;
  std::int64_t largest = 0;
  for (NamedBody& body : bodies) {
    const std::string head = body.name + ".";
    FullModel& model = body.model;
    const std::int64_t shift = first == 0 ? 0 : shift_behind(largest);
    all.source += (all.source.empty() ? "" : ", ") + model.source;
    all.label_shift[body.name] = shift;
    append(model.mass, first, &mass);
    append(model.stiffness, first, &stiffness);
    for (const Dof& dof : model.dofs) all.dofs.push_back({dof.node + shift, dof.direction});
    std::vector<std::int64_t>& every = all.sets[body.name];
    for (const auto& [label, position] : model.nodes) {
      all.nodes[label + shift] = position;
      every.push_back(label + shift);
    }
    for (auto& [name, nodes] : model.sets) {
      for (std::int64_t& label : nodes) label += shift;
      all.sets[begins_with(name, head) ? name : head + name] = std::move(nodes);
    }
    for (auto& [dof, leaders] : model.followers) {
      auto& own = all.followers[{dof.node + shift, dof.direction}];
      for (const auto& [leader, weight] : leaders)
        own.emplace_back(Dof{leader.node + shift, leader.direction}, weight);
    }
    for (std::vector<std::int64_t>& face : model.faces) {
      for (std::int64_t& corner : face) corner += shift;
      all.faces.push_back(std::move(face));
    }
    const std::vector<Substructure> parts = substructures_of(model);
    for (const Substructure& part : parts)
      all.substructures.push_back(
          {parts.size() == 1 ? body.name : head + part.name, first + part.first, part.size});
    first += model.size();
    largest = std::max(largest, shift + largest_label(model));
    model = {};
  }
  for (auto [entries, matrix] : {std::pair{&mass, &all.mass}, {&stiffness, &all.stiffness}}) {
    matrix->resize(first, first);
    matrix->setFromTriplets(entries->begin(), entries->end());
    entries->clear();
  }
  return all;
}

}  // namespace mortise::gen
