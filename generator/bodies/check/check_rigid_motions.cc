#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "generator/bodies/check/check_parts.hpp"
#include "generator/bodies/model/bound_rows.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"

namespace mortise::gen {
namespace {

constexpr double kNoEnergy = 1e-10;  // relative, of a rigid motion
constexpr double kResists = 1e-7;    // relative, of a row
constexpr double kPrestress = 1e-2;  // relative: stress stiffening stays below, wrong places do not

// (n x 6) translations, then rotations about the middle of the nodes with arms of order 1.
Matrix rigid_motions(const CheckedModel& checked, const ImportReport& facts) {
  const FullModel& model = checked.model;
  Matrix motions = Matrix::Zero(model.size(), 6);
  motions.leftCols(3) = checked.translations;
  const Vector3 centre = 0.5 * (*facts.box_min + *facts.box_max);
  const double size = std::max((*facts.box_max - *facts.box_min).norm(), 1e-30);
  for (std::size_t i = 0; i < model.dofs.size(); ++i)
    if (!model.dofs[i].is_generalised())
      motions.row(static_cast<Eigen::Index>(i)).tail<3>() =
          rigid_motion_of(model, model.dofs[i], centre).tail<3>() / size;
  return motions;
}

Eigen::Index count_without_energy(const SparseMatrix& stiffness, const SparseMatrix& sizes,
                                  const Matrix& motions) {
  std::vector<Eigen::Index> moving;
  for (Eigen::Index j = 0; j < motions.cols(); ++j)
    if (!motions.col(j).isZero(1e-12)) moving.push_back(j);
  if (moving.empty()) return 0;
  const Matrix some = motions(Eigen::all, moving);
  const Matrix magnitudes = some.cwiseAbs();
  const Vector scale = (magnitudes.transpose() * (sizes * magnitudes)).diagonal();
  if (!(scale.minCoeff() > 0.0)) return static_cast<Eigen::Index>(moving.size());
  const Vector inverse = scale.cwiseSqrt().cwiseInverse();
  const Matrix energy =
      inverse.asDiagonal() * Matrix(some.transpose() * (stiffness * some)) * inverse.asDiagonal();
  const Vector values = SymmetricEigen(energy).eigenvalues();
  return (values.array() < kNoEnergy).count();
}

// Rows that resist translations if the dofs had these directions (1..3).
Eigen::Index resisting_rows(const SparseMatrix& stiffness, const SparseMatrix& sizes,
                            const std::vector<int>& directions) {
  Matrix motions = Matrix::Zero(stiffness.rows(), 3);
  for (std::size_t i = 0; i < directions.size(); ++i)
    motions(static_cast<Eigen::Index>(i), directions[i] - 1) = 1.0;
  const Matrix forces = stiffness * motions, most = sizes * motions;
  Eigen::Index count = 0;
  for (Eigen::Index i = 0; i < forces.rows(); ++i)
    if ((forces.row(i).array().abs() > kResists * most.row(i).array()).any()) ++count;
  return count;
}

// Solids and points alone: three directions at every node. Whether the rows stand in another order
// than the list says: node by node, direction by direction, or by ascending labels.
void check_order(const CheckedModel& checked, const SparseMatrix& sizes, CheckReport* report) {
  const FullModel& model = checked.model;
  const std::size_t n = model.dofs.size();
  std::vector<int> listed;
  for (const Dof& dof : model.dofs) listed.push_back(dof.direction);
  const bool solid = std::all_of(model.dofs.begin(), model.dofs.end(),
                                 [](const Dof& dof) { return dof.is_translation(); });
  const auto resisting = std::count(checked.near_support.begin(), checked.near_support.end(), true);
  if (!solid || 10 * static_cast<std::size_t>(resisting) < 3 * n) return;
  struct Order {
    const char* name;
    std::vector<int> directions;
  };
  std::vector<Order> orders(3);
  orders[0] = {"x, y, z of one node after the other", {}};
  orders[1] = {"x of all nodes, then y, then z", {}};
  for (std::size_t i = 0; i < n; ++i) {
    orders[0].directions.push_back(static_cast<int>(i % 3) + 1);
    orders[1].directions.push_back(static_cast<int>(3 * i / n) + 1);
  }
  std::vector<Dof> ascending = model.dofs;
  std::sort(ascending.begin(), ascending.end());
  orders[2] = {"ascending labels, x, y, z each", {}};
  for (const Dof& dof : ascending) orders[2].directions.push_back(dof.direction);
  for (const Order& order : orders) {
    if (order.directions == listed) continue;
    if (2 * resisting_rows(model.stiffness, sizes, order.directions) > resisting) continue;
    add_finding(
        report, Severity::error, "dof_order",
        fmt::format("the list of dofs does not fit the rows of K: {} of {} resist a "
                    "translation of the whole; in the order \"{}\" few do",
                    resisting, n, order.name),
        "write the list of dofs (.dof, .mapping) in the order of the rows, as the exporting "
        "code numbers its equations");
    return;
  }
  if (10 * static_cast<std::size_t>(resisting) > 6 * n && n > 30)
    add_finding(
        report, Severity::warning, "rigid_motions",
        fmt::format("{} of {} rows of K resist a translation of the whole", resisting, n),
        "take K and the list of dofs from the same run, unless the body is bedded in springs "
        "everywhere");
}

// Rows away from supports that resist rotations: places, directions or stresses.
void check_places(const CheckedModel& checked, const SparseMatrix& sizes, const Matrix& motions,
                  CheckReport* report) {
  const Matrix forces = checked.model.stiffness * motions.rightCols(3);
  const Matrix most = sizes * motions.rightCols(3).cwiseAbs();
  const BoundRows rows = bound_rows(checked.model);
  std::vector<double> resisting;
  std::vector<std::int64_t> nodes;
  Eigen::Index free = 0;
  for (Eigen::Index i = 0; i < forces.rows(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    if (checked.near_support[row] || rows.bound[row] || checked.model.dofs[row].is_generalised())
      continue;
    ++free;
    double ratio = 0.0;
    for (int d = 0; d < 3; ++d)
      if (most(i, d) > 0.0) ratio = std::max(ratio, std::abs(forces(i, d)) / most(i, d));
    if (ratio <= kResists) continue;
    resisting.push_back(ratio);
    if (nodes.empty() || nodes.back() != checked.model.dofs[row].node)
      nodes.push_back(checked.model.dofs[row].node);
  }
  if (resisting.empty() || 100 * static_cast<Eigen::Index>(resisting.size()) < free) return;
  const auto middle = resisting.begin() + static_cast<std::ptrdiff_t>(resisting.size() / 2);
  std::nth_element(resisting.begin(), middle, resisting.end());
  const std::string found = fmt::format(
      "{} of {} rows of K away from supports resist a rotation of the whole, by {:.2g} of what "
      "they "
      "could; nodes {}",
      resisting.size(), free, *middle, list_text(nodes));
  if (*middle < kPrestress)
    add_finding(report, Severity::notice, "prestress",
                found + ": stresses stiffen it, or coordinates are rounded",
                "if there is no preload, give coordinates with all digits");
  else
    add_finding(report, Severity::error, "coordinates",
                found + ": the coordinates are not those of the matrices",
                "give the deck that the matrices were exported from, in the same units and axes; "
                "export in global directions; check that the list of dofs names the right nodes");
}

// Nodes without dofs, and directions that nodes lack while others have them.
void report_supports(const CheckedModel& checked, CheckReport* report) {
  const FullModel& model = checked.model;
  std::vector<std::int64_t> held;
  for (const auto& [label, place] : model.nodes)
    if (!std::binary_search(checked.labels.begin(), checked.labels.end(), label))
      held.push_back(label);
  report->held_nodes = static_cast<Eigen::Index>(held.size());
  report->held_sets = sets_within(model, held);
  std::vector<int> of_node(checked.labels.size(), 0);
  int all = 0;
  for (std::size_t i = 0; i < model.dofs.size(); ++i) {
    if (!model.dofs[i].is_translation()) continue;
    of_node[static_cast<std::size_t>(checked.node_of[i])] |= 1 << model.dofs[i].direction;
    all |= 1 << model.dofs[i].direction;
  }
  for (const int directions : of_node)
    for (int d = 1; d <= 3 && directions != 0; ++d)
      if ((all >> d & 1) != 0 && (directions >> d & 1) == 0) ++report->held_directions;
}

}  // namespace

void check_rigid_motions(const CheckedModel& checked, const CheckRequest& request,
                         CheckReport* report) {
  report_supports(checked, report);
  const FullModel& model = checked.model;
  bool coupled = false;  // generalised coordinates move along in a rigid motion
  for (Eigen::Index j = 0; checked.generalised && j < model.size(); ++j)
    if (model.dofs[static_cast<std::size_t>(j)].is_generalised())
      for (SparseMatrix::InnerIterator it(model.stiffness, j); it; ++it)
        coupled = coupled || !model.dofs[static_cast<std::size_t>(it.row())].is_generalised();
  if (coupled) {
    report->not_tested.emplace_back(
        "rigid motions: stiffness couples generalised coordinates to nodes, so they move along");
    return;
  }
  const SparseMatrix sizes = model.stiffness.cwiseAbs();
  if (request.exported) check_order(checked, sizes, report);
  if (!checked.coordinates || report->has_errors()) return;
  const Matrix motions = rigid_motions(checked, report->facts);
  report->rigid_motions = count_without_energy(model.stiffness, sizes, motions);
  report->rigid_motions_known = true;
  if (request.exported) check_places(checked, sizes, motions, report);
}

}  // namespace mortise::gen
