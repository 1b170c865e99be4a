#include "generator/bodies/condense/interface_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "generator/bodies/model/damping.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/bodies/model/nearest_node.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kDependent = 1e-10;  // squared sine of the angle to the span of the other rows
constexpr double kTie = 1e-9;

void check_cover(const FullModel& model) {
  Eigen::Index next = 0;
  for (const Substructure& s : model.substructures) {
    demand(s.first == next && s.size > 0, "substructure " + s.name,
           "has the dofs from " + std::to_string(s.first) + " on, not those from " +
               std::to_string(next) + " on",
           "number the dofs substructure by substructure");
    next += s.size;
  }
  demand(next == model.size(), "substructures",
         "have " + std::to_string(next) + " dofs, the model " + std::to_string(model.size()),
         "every dof belongs to one substructure");
}

// The block of a substructure; nothing outside of it may be left in its columns.
SparseMatrix block(const SparseMatrix& matrix, const Substructure& s, const std::string& what) {
  const SparseMatrix columns = matrix.middleCols(s.first, s.size);
  for (Eigen::Index j = 0; j < s.size; ++j)
    for (SparseMatrix::InnerIterator it(columns, j); it; ++it)
      if ((it.row() < s.first || it.row() >= s.first + s.size) && it.value() != 0.0)
        throw Error("substructure " + s.name, what + " joins it to another one",
                    "make the two one substructure");
  return columns.middleRows(s.first, s.size);
}

// (mp x np) of the rows (m x n), and how many of the first `leading` are among them.
void keep_independent(const SparseMatrix& rows, Eigen::Index leading, StructurePart* part) {
  const SparseMatrix own = rows.middleCols(part->place.first, part->place.size);
  const std::vector<Eigen::Index> chosen = independent_rows(own, leading);
  part->interface_rows = select_rows(own, chosen);
  part->leading = std::lower_bound(chosen.begin(), chosen.end(), leading) - chosen.begin();
}

}  // namespace

std::vector<Eigen::Index> independent_rows(const SparseMatrix& rows, Eigen::Index leading) {
  const SparseMatrix transposed = rows.transpose();
  const SparseMatrix products = rows * transposed;
  const Vector square = products.diagonal();
  if (products.nonZeros() == rows.rows() && (square.array() > 0.0).all()) {  // orthogonal
    std::vector<Eigen::Index> all(static_cast<std::size_t>(rows.rows()));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  Matrix gram = Matrix(products);
  const Vector length = gram.diagonal().cwiseSqrt();
  const Vector inverse = length.unaryExpr([](double l) { return l > 0.0 ? 1.0 / l : 0.0; });
  gram = inverse.asDiagonal() * gram * inverse.asDiagonal();

  // Cholesky with diagonal pivoting: what remains of a row after the chosen ones
  std::vector<Eigen::Index> chosen;
  const auto choose = [&](Eigen::Index among) {  // the first so many
    Eigen::Index pivot = 0;
    for (Eigen::Index i = 1; i < among; ++i)
      if (gram(i, i) > gram(pivot, pivot) + kTie) pivot = i;
    if (among == 0 || !(gram(pivot, pivot) > kDependent)) return false;
    chosen.push_back(pivot);
    const Vector column = gram.col(pivot) / std::sqrt(gram(pivot, pivot));
    gram -= column * column.transpose();
    gram.row(pivot).setZero();
    gram.col(pivot).setZero();
    return true;
  };
  while (choose(leading)) continue;
  while (choose(rows.rows())) continue;
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

void check_interface(const SparseMatrix& rows, Eigen::Index n) {
  demand(rows.cols() == n && rows.rows() != 0, "interface",
         "the interface operator is " + std::to_string(rows.rows()) + " x " +
             std::to_string(rows.cols()) + ", the model has " + std::to_string(n) + " dofs",
         "give at least one row over all dofs");
  const std::vector<Eigen::Index> independent = independent_rows(rows);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (k < independent.size() && independent[k] == i) continue;
    throw Error("interface",
                "row " + std::to_string(i + 1) + " of " + std::to_string(rows.rows()) +
                    " depends linearly on the others (rank " + std::to_string(independent.size()) +
                    ")",
                "leave it out of the interface");
  }
}

SparseMatrix select_rows(const SparseMatrix& rows, const std::vector<Eigen::Index>& chosen) {
  Entries selection;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    selection.emplace_back(static_cast<int>(i), static_cast<int>(chosen[i]), 1.0);
  return sparse_matrix(static_cast<Eigen::Index>(chosen.size()), rows.rows(), selection) * rows;
}

SparseMatrix dof_interface(const FullModel& model, const std::vector<Dof>& dofs) {
  const DofTable table(model);
  Entries entries;
  for (std::size_t i = 0; i < dofs.size(); ++i) {
    if (!table.moves(dofs[i])) (void)table.at(dofs[i], "interface");  // says what is wrong
    for (const auto& [dof, weight] : table.motion(dofs[i]))
      entries.emplace_back(static_cast<int>(i), static_cast<int>(dof), weight);
  }
  return sparse_matrix(static_cast<Eigen::Index>(dofs.size()), model.size(), entries);
}

SparseMatrix matched_interface(const FullModel& model, const std::vector<std::int64_t>& first,
                               const std::vector<std::int64_t>& second,
                               const std::vector<int>& directions, bool mean) {
  demand(first.size() == second.size(), "interface",
         "the sides of a matched interface have " + std::to_string(first.size()) + " and " +
             std::to_string(second.size()) + " nodes",
         "name two node sets of equal size");
  const DofTable table(model);
  std::set<std::int64_t> taken;
  Entries relative, middle;
  int rows = 0;
  for (const std::int64_t a : first) {
    const auto place = model.nodes.find(a);
    const NearestNode near =
        place == model.nodes.end() ? NearestNode{} : nearest_node(model, second, place->second);
    demand(near.node != 0, "interface",
           "node " + std::to_string(a) + " or its side has no coordinates",
           "give import.deck, which holds them");
    demand(taken.insert(near.node).second, "interface",
           "node " + std::to_string(near.node) + " is the nearest one of two nodes",
           "mesh the two sides alike, or take condense.masters");
    for (const int direction : directions) {
      const DofTable::Motion u = table.motion({a, direction});
      const DofTable::Motion v = table.motion({near.node, direction});
      if (u.empty() && v.empty()) continue;
      const bool both = !u.empty() && !v.empty();
      for (const auto& [sign, motion] : {std::pair{1.0, &u}, {-1.0, &v}})
        for (const auto& [dof, weight] : *motion) {
          relative.emplace_back(rows, static_cast<int>(dof), sign * weight);
          if (both) middle.emplace_back(rows, static_cast<int>(dof), 0.5 * weight);
        }
      ++rows;
    }
  }
  const SparseMatrix opening = sparse_matrix(rows, model.size(), relative);
  if (!mean) return opening;
  const SparseMatrix along = sparse_matrix(rows, model.size(), middle);
  Matrix used = Vector(along.cwiseAbs() * Vector::Ones(model.size()));
  std::vector<Eigen::Index> kept;
  for (Eigen::Index i = 0; i < used.rows(); ++i)
    if (used(i, 0) > 0.0) kept.push_back(i);
  return stacked(opening, select_rows(along, kept));
}

SparseMatrix stacked(const SparseMatrix& above, const SparseMatrix& below) {
  Entries entries;
  for (const auto* part : {&above, &below})
    for (Eigen::Index j = 0; j < part->outerSize(); ++j)
      for (SparseMatrix::InnerIterator it(*part, j); it; ++it)
        entries.emplace_back(it.row() + (part == &below ? above.rows() : 0), it.col(), it.value());
  return sparse_matrix(above.rows() + below.rows(), above.cols(), entries);
}

std::vector<StructurePart> cut(const FullModel& model, const SparseMatrix& interface_rows,
                               Eigen::Index leading) {
  const std::vector<Substructure> places = substructures_of(model);
  if (places.size() == 1)
    return {{places.front(), model.mass, model.stiffness, interface_rows, leading}};
  check_cover(model);
  std::vector<StructurePart> parts;
  parts.reserve(places.size());
  for (const Substructure& s : places) {
    parts.push_back({s,
                     block(model.mass, s, "the mass matrix"),
                     block(model.stiffness, s, "the stiffness matrix"),
                     {},
                     0});
    keep_independent(interface_rows, leading, &parts.back());
  }
  return parts;
}

}  // namespace mortise::gen
