#include "generator/bodies/model/average_node.hpp"

#include <Eigen/LU>
#include <algorithm>

#include "generator/bodies/model/follow.hpp"
#include "generator/ground/dense/orthogonal.hpp"
#include "generator/ground/dense/small_lu.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// Columns of R that are not zero, and where they stand.
struct FitColumns {
  std::vector<Eigen::Index> rows;  // in the model
  Matrix fit;                      // (6 x m)
};

FitColumns columns_of(const SparseMatrix& fit) {
  FitColumns columns;
  for (Eigen::Index j = 0; j < fit.cols(); ++j)
    if (fit.col(j).nonZeros() > 0) columns.rows.push_back(j);
  columns.fit = Matrix(6, static_cast<Eigen::Index>(columns.rows.size()));
  for (std::size_t k = 0; k < columns.rows.size(); ++k)
    columns.fit.col(static_cast<Eigen::Index>(k)) = fit.col(columns.rows[k]);
  return columns;
}

// The six most independent columns, translations and rotations brought to one size.
std::vector<Eigen::Index> pivots_of(const Matrix& fit) {
  Matrix scaled = fit;
  for (Eigen::Index i = 0; i < 6; ++i) scaled.row(i) /= scaled.row(i).norm();
  std::vector<Eigen::Index> pivots = pivoted_columns(scaled).order;
  pivots.resize(6);
  std::sort(pivots.begin(), pivots.end());
  return pivots;
}

}  // namespace

FullModel add_average_node(const FullModel& model, const std::vector<Master>& masters,
                           const Vector3& reference, std::int64_t label) {
  const std::string where = "average node " + std::to_string(label);
  const bool used = model.nodes.count(label) > 0 ||
                    std::any_of(model.dofs.begin(), model.dofs.end(),
                                [&](const Dof& dof) { return dof.node == label; });
  demand(!used, where, "the label is in use", "choose another one");
  const RigidMotion motion(model, masters, reference);
  demand(motion.rank() == 6, where,
         "its nodes determine " + std::to_string(motion.rank()) + " of six motions",
         "name at least three nodes that are not on one line");
  const FitColumns columns = columns_of(motion.rows());
  const std::vector<Eigen::Index> pivots = pivots_of(columns.fit);
  const Matrix6 inverse = inverse_of_six(columns.fit(Eigen::all, pivots));
  const Matrix follow = -inverse * columns.fit;  // (6 x m) of the dofs that stay

  FullModel result;
  result.source = model.source;
  result.nodes = model.nodes;
  result.sets = model.sets;
  result.faces = model.faces;
  result.nodes[label] = reference;
  std::vector<Eigen::Index> place(model.dofs.size(), 0);  // in the result; -1: gave way
  for (const Eigen::Index p : pivots)
    place[static_cast<std::size_t>(columns.rows[static_cast<std::size_t>(p)])] = -1;
  Entries entries;
  for (std::size_t i = 0; i < model.dofs.size(); ++i) {
    if (place[i] < 0) continue;
    place[i] = static_cast<Eigen::Index>(result.dofs.size());
    entries.emplace_back(static_cast<int>(i), static_cast<int>(place[i]), 1.0);
    result.dofs.push_back(model.dofs[i]);
  }
  const int first = static_cast<int>(result.dofs.size());
  for (int d = 1; d <= 6; ++d) result.dofs.push_back({label, d});
  Followers now;
  for (int p = 0; p < 6; ++p) {
    const int row = static_cast<int>(
        columns.rows[static_cast<std::size_t>(pivots[static_cast<std::size_t>(p)])]);
    auto& leaders = now[model.dofs[static_cast<std::size_t>(row)]];
    for (int d = 0; d < 6; ++d) {
      entries.emplace_back(row, first + d, inverse(p, d));
      leaders.push_back({{label, d + 1}, inverse(p, d)});
    }
    for (std::size_t k = 0; k < columns.rows.size(); ++k) {
      const Eigen::Index at = place[static_cast<std::size_t>(columns.rows[k])];
      const double value = follow(p, static_cast<Eigen::Index>(k));
      if (at < 0 || value == 0.0) continue;
      entries.emplace_back(row, static_cast<int>(at), value);
      leaders.emplace_back(result.dofs[static_cast<std::size_t>(at)], value);
    }
  }
  const SparseMatrix transform = sparse_matrix(model.size(), model.size(), entries);
  const SparseMatrix transposed = transform.transpose();
  result.mass = transposed * (model.mass * transform);
  result.stiffness = transposed * (model.stiffness * transform);
  result.followers = model.followers;
  follow_on(now, &result.followers);
  result.followers.merge(now);
  return result;
}

}  // namespace mortise::gen
