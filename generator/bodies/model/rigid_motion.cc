#include "generator/bodies/model/rigid_motion.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "generator/bodies/model/dof_table.hpp"
#include "generator/ground/dense/small_lu.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// Eigenvalue of the scaled normal equations, relative to the largest, below which a motion counts
// as undetermined: 1e-10 is an offset from a common line of 1e-5 lengths.
constexpr double kUndetermined = 1e-10;
constexpr double kNeeded = 1e-8;  // relative part of a functional that counts as needed

struct FitRow {
  DofTable::Motion dof;
  Eigen::Matrix<double, 1, 6> motion;  // of [translation; length * rotation]
  double weight;
};

Eigen::Matrix3d skew(const Vector3& r) {
  Eigen::Matrix3d s;
  s << 0.0, -r.z(), r.y(), r.z(), 0.0, -r.x(), -r.y(), r.x(), 0.0;
  return s;
}

Vector3 centre_of(const std::vector<Vector3>& positions) {
  Vector3 centre = Vector3::Zero();
  for (const Vector3& r : positions) centre += r / static_cast<double>(positions.size());
  return centre;
}

// rms distance of the masters from their centre; 1 if there is only one place.
double characteristic_length(const std::vector<Vector3>& positions, const Vector3& centre) {
  double square = 0.0;
  for (const Vector3& r : positions)
    square += (r - centre).squaredNorm() / static_cast<double>(positions.size());
  return square > 0.0 ? std::sqrt(square) : 1.0;
}

// The dofs of a master that take part, with their directions.
std::vector<std::pair<int, DofTable::Motion>> taking_part(const DofTable& table,
                                                          const Master& master) {
  const std::string where = "rigid motion of master " + std::to_string(master.node);
  if (!(master.weight > 0.0) || !std::isfinite(master.weight))
    throw Error(where, "the weight is not positive", "give a positive, finite weight");
  std::vector<std::pair<int, DofTable::Motion>> dofs;
  if (master.directions.empty()) {
    for (int d = 1; d <= 6; ++d)
      if (table.moves({master.node, d})) dofs.emplace_back(d, table.motion({master.node, d}));
  } else {
    for (const int d : std::set<int>(master.directions.begin(), master.directions.end()))
      if (table.moves({master.node, d}))
        dofs.emplace_back(d, table.motion({master.node, d}));
      else
        (void)table.at({master.node, d}, where);  // says what is wrong
  }
  if (dofs.empty())
    throw Error(where, "the node has no free dof", "name nodes that are not clamped");
  return dofs;
}

std::vector<FitRow> fit_rows(const FullModel& model, const std::vector<Master>& masters,
                             const Vector3& centre, double length) {
  const DofTable table(model);
  std::vector<FitRow> rows;
  for (const Master& master : masters) {
    const Vector3 arm = node_position(model, master.node, "rigid motion") - centre;
    Eigen::Matrix<double, 6, 6> motion = Eigen::Matrix<double, 6, 6>::Identity();
    motion.topRightCorner<3, 3>() = -skew(arm) / length;
    for (const auto& [direction, dof] : taking_part(table, master)) {
      // a rotation counts like the displacement it causes at the distance `length`; the scaled
      // row 1/length * (length * rotation) then has the length^2 in its weight
      FitRow row{dof, motion.row(direction - 1), master.weight};
      if (direction > 3) {
        row.motion /= length;
        row.weight *= length * length;
      }
      rows.push_back(row);
    }
  }
  return rows;
}

}  // namespace

RigidMotion::RigidMotion(const FullModel& model, const std::vector<Master>& masters,
                         const Vector3& reference)
    : rows_(6, model.size()), centre_rows_(6, model.size()) {
  std::set<std::int64_t> seen;
  std::vector<Vector3> positions;
  for (const Master& master : masters) {
    positions.push_back(node_position(model, master.node, "rigid motion"));
    if (!seen.insert(master.node).second)
      throw Error("rigid motion", "master " + std::to_string(master.node) + " is named twice",
                  "name every master once");
  }
  if (masters.empty() || !reference.allFinite())
    throw Error("rigid motion", "there are no masters or the reference point is not finite",
                "name at least one master node");

  centre_ = centre_of(positions);
  length_ = characteristic_length(positions, centre_);
  const std::vector<FitRow> fit = fit_rows(model, masters, centre_, length_);
  Matrix6 normal = Matrix6::Zero();
  for (const FitRow& row : fit) normal += row.weight * row.motion.transpose() * row.motion;

  // pseudo-inverse of the normal equations on the determined motions
  const SymmetricEigenOf<6> eigen(normal);
  const double limit = kUndetermined * eigen.eigenvalues()[5];
  const auto missing = (eigen.eigenvalues().array() <= limit).count();
  undetermined_ = eigen.eigenvectors().leftCols(missing);
  determined_ = eigen.eigenvectors().rightCols(6 - missing);
  const Vector inverse = eigen.eigenvalues().tail(6 - missing).cwiseInverse();
  const Matrix6 pseudo = determined_ * inverse.asDiagonal() * determined_.transpose();

  std::vector<Eigen::Triplet<double>> entries;
  for (const FitRow& row : fit) {
    Eigen::Matrix<double, 6, 1> column = row.weight * pseudo * row.motion.transpose();
    column.tail<3>() /= length_;
    for (const auto& [dof, weight] : row.dof)
      for (int i = 0; i < 6; ++i)
        entries.emplace_back(i, static_cast<int>(dof), weight * column[i]);
  }
  centre_rows_.setFromTriplets(entries.begin(), entries.end());

  // u(reference) = u(centre) + theta x (reference - centre)
  Matrix6 transfer = Matrix6::Identity();
  transfer.topRightCorner<3, 3>() = -skew(reference - centre_);
  const SparseMatrix sparse = transfer.sparseView();
  rows_ = sparse * centre_rows_;
}

SparseMatrix RigidMotion::independent_rows() const {
  if (undetermined_.cols() == 0) return rows_;

  // components along the basis of determined motions, about the centre
  Matrix combine = determined_.transpose();
  combine.rightCols<3>() *= length_;
  const SparseMatrix sparse = combine.sparseView();
  return sparse * centre_rows_;
}

SparseRow RigidMotion::displacement_row(const Vector3& point, const Vector3& direction,
                                        const std::string& name) const {
  Eigen::Matrix<double, 6, 1> functional;
  functional << direction, (point - centre_).cross(direction);
  Eigen::Matrix<double, 6, 1> scaled = functional;
  scaled.tail<3>() /= length_;
  const Vector lost = undetermined_.transpose() * scaled;
  if (lost.size() > 0 && lost.norm() > kNeeded * scaled.norm())
    throw Error("contact " + name,
                "it needs a motion which the " + std::to_string(rank()) +
                    " independent motions of the masters do not determine",
                "add a master away from the line of the others, or the rotation about that line");
  SparseRow row = (centre_rows_.transpose() * functional).sparseView();
  return row;
}

std::vector<Master> masters_of_set(const FullModel& model, const std::string& set) {
  const auto it = model.sets.find(set);
  if (it == model.sets.end() || it->second.empty())
    throw Error("node set " + set, "it does not exist or is empty",
                "name one of the sets the model's source defines");
  std::vector<Master> masters;
  for (const std::int64_t node : it->second) masters.push_back({node, {}, 1.0});
  return masters;
}

}  // namespace mortise::gen
