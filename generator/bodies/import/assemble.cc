#include "generator/bodies/import/raw_export.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "generator/ground/files/text_file.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

constexpr double kMirrorTolerance = 1e-9;  // formats print 10 digits and more
constexpr double kNoise = 1e-14;           // rounding of the exporting code, of the largest entry
constexpr char kExportAgain[] = "export the matrices again";

std::string describe(const RawEntry& entry, const std::vector<Dof>& dofs) {
  return "entry (" + std::to_string(entry.row + 1) + ", " + std::to_string(entry.column + 1) +
         ") between " + describe(dofs[static_cast<std::size_t>(entry.row)]) + " and " +
         describe(dofs[static_cast<std::size_t>(entry.column)]);
}

void check_entries(const RawMatrix& raw, const std::vector<Dof>& dofs) {
  const auto n = static_cast<std::int64_t>(dofs.size());
  for (const RawEntry& entry : raw.entries) {
    if (entry.row < 0 || entry.column < 0 || entry.row >= n || entry.column >= n)
      throw Error(at_line(raw.file, entry.line),
                  "entry (" + std::to_string(entry.row + 1) + ", " +
                      std::to_string(entry.column + 1) + ") is out of range: there are " +
                      std::to_string(n) + " dofs",
                  "take matrices and dof list from the same run");
    if (!std::isfinite(entry.value))
      throw Error(at_line(raw.file, entry.line), describe(entry, dofs) + " is not finite",
                  "look for degenerate elements or missing material data in the export");
  }
}

// Entries sorted by the pair {row, column} without regard to the triangle.
std::vector<const RawEntry*> sorted_by_pair(const RawMatrix& raw) {
  std::vector<const RawEntry*> order;
  order.reserve(raw.entries.size());
  for (const RawEntry& entry : raw.entries) order.push_back(&entry);
  const auto pair_of = [](const RawEntry* e) {
    return std::make_pair(std::max(e->row, e->column), std::min(e->row, e->column));
  };
  std::sort(order.begin(), order.end(), [&](const RawEntry* a, const RawEntry* b) {
    const auto pa = pair_of(a), pb = pair_of(b);
    return pa != pb ? pa < pb : a->row != b->row ? a->row < b->row : a->line < b->line;
  });
  return order;
}

bool same_pair(const RawEntry& a, const RawEntry& b) {
  return (a.row == b.row && a.column == b.column) || (a.row == b.column && a.column == b.row);
}

// One value for the pair that starts at order[i]; advances i past it.
// both_given: whether the file gives both (i, j) and (j, i); noise: differences that do not count.
double take_pair(const RawMatrix& raw, const std::vector<Dof>& dofs,
                 const std::vector<const RawEntry*>& order, double noise, std::size_t& i,
                 bool& both_given) {
  const RawEntry& first = *order[i++];
  both_given = false;
  double value = first.value;
  for (; i < order.size() && same_pair(first, *order[i]); ++i) {
    const RawEntry& other = *order[i];
    if (both_given || other.row == first.row)
      throw Error(at_line(raw.file, other.line), describe(other, dofs) + " is given twice",
                  "write every entry once");
    both_given = true;
    const double size = std::max(std::abs(first.value), std::abs(other.value));
    if (std::abs(first.value - other.value) > kMirrorTolerance * size + noise)
      throw Error(at_line(raw.file, other.line),
                  "the matrix is not symmetric: " + describe(other, dofs) + " is " +
                      number_text(other.value) + ", its mirror image " + number_text(first.value),
                  "leave out follower loads, friction and gyroscopic terms; only symmetric "
                  "matrices can be condensed");
    value = 0.5 * (first.value + other.value);
  }
  return value;
}

}  // namespace

std::string describe(const Dof& dof) {
  static constexpr std::array<const char*, 6> kDirections{"x",          "y",          "z",
                                                          "rotation x", "rotation y", "rotation z"};
  return "dof " + std::to_string(dof.node) + "." + std::to_string(dof.direction) + " (node " +
         std::to_string(dof.node) + ", " +
         kDirections.at(static_cast<std::size_t>(dof.direction - 1)) + ")";
}

void check_dofs(const RawExport& raw) {
  if (raw.dofs.empty()) throw Error(raw.dof_file, "names no dof", kExportAgain);
  std::map<Dof, std::size_t> seen;
  for (std::size_t i = 0; i < raw.dofs.size(); ++i) {
    const auto [found, is_new] = seen.emplace(raw.dofs[i], i);
    if (!is_new)
      throw Error(raw.dof_file,
                  describe(raw.dofs[i]) + " stands twice, as equations " +
                      std::to_string(found->second + 1) + " and " + std::to_string(i + 1),
                  kExportAgain);
  }
  const auto n = static_cast<std::int64_t>(raw.dofs.size());
  const std::string sizes = "K has " + std::to_string(raw.stiffness.size) + " equations, M " +
                            std::to_string(raw.mass.size) + ", the dof list " + std::to_string(n);
  for (const RawMatrix* matrix : {&raw.stiffness, &raw.mass}) {
    if (matrix->size == n) continue;
    const bool list_differs = raw.stiffness.size == raw.mass.size;
    const auto beyond =
        std::find_if(matrix->entries.begin(), matrix->entries.end(),
                     [n](const RawEntry& e) { return std::max(e.row, e.column) >= n; });
    const std::string where = list_differs ? raw.dof_file
                              : beyond == matrix->entries.end()
                                  ? matrix->file
                                  : at_line(matrix->file, beyond->line);
    throw Error(where, "sizes do not match: " + sizes,
                "a file is cut or stems from another run; take all three from the same run");
  }
}

SparseMatrix assemble(const RawMatrix& raw, const std::vector<Dof>& dofs, const Vector& scale,
                      double factor) {
  check_entries(raw, dofs);
  const std::vector<const RawEntry*> order = sorted_by_pair(raw);
  double noise = 0.0;
  for (const RawEntry& entry : raw.entries) noise = std::max(noise, kNoise * std::abs(entry.value));

  Entries triplets;
  triplets.reserve(2 * order.size());
  bool square = false;                   // both triangles are given
  const RawEntry* unmirrored = nullptr;  // off-diagonal entry given in one triangle only
  for (std::size_t i = 0; i < order.size();) {
    const RawEntry& entry = *order[i];
    bool both_given = false;
    const double value = take_pair(raw, dofs, order, noise, i, both_given);
    if (value == 0.0 && !both_given) continue;
    const bool diagonal = entry.row == entry.column;
    square = square || both_given;
    if (!diagonal && !both_given && std::abs(value) > noise && unmirrored == nullptr)
      unmirrored = &entry;
    if (value == 0.0) continue;
    const double scaled = factor * value / (scale[entry.row] * scale[entry.column]);
    triplets.emplace_back(entry.row, entry.column, scaled);
    if (!diagonal) triplets.emplace_back(entry.column, entry.row, scaled);
  }
  if (square && unmirrored != nullptr)
    throw Error(at_line(raw.file, unmirrored->line),
                "the matrix is not symmetric: " + describe(*unmirrored, dofs) + " is " +
                    number_text(unmirrored->value) + ", its mirror image is missing",
                "write both triangles completely, or one of them");

  const auto n = static_cast<Eigen::Index>(dofs.size());
  return sparse_matrix(n, n, triplets);
}

void check_definite(const FullModel& model, const RawExport& raw) {
  const Vector stiffness = model.stiffness.diagonal();
  const Vector mass = model.mass.diagonal();
  for (Eigen::Index i = 0; i < model.size(); ++i) {
    const std::string dof = describe(model.dofs[static_cast<std::size_t>(i)]);
    if (stiffness[i] <= 0.0) {
      const bool connected = model.stiffness.col(i).nonZeros() > 0;
      throw Error(raw.stiffness.file,
                  dof + (connected ? " has a diagonal entry <= 0 in K"
                                   : " is unconnected: its row of K is empty"),
                  connected ? "check material data and element shapes at this node"
                            : "constrain the dof or remove the node that no element uses");
    }
    if (mass[i] < 0.0)
      throw Error(raw.mass.file, dof + " has negative mass " + number_text(mass[i]) + " kg",
                  "check densities and element shapes at this node");
  }
  if (model.mass.nonZeros() == 0)
    throw Error(raw.mass.file, "the mass matrix is zero", "give every material a density");

  const double noise = kNoise * mass.maxCoeff();
  for (Eigen::Index j = 0; j < model.size(); ++j) {
    for (SparseMatrix::InnerIterator m(model.mass, j); m; ++m) {
      const Eigen::Index i = m.row();
      if (m.value() * m.value() <= mass[i] * mass[j] * (1.0 + 1e-9) + noise * noise) continue;
      throw Error(raw.mass.file,
                  "M is not positive semi-definite: the coupling of " +
                      describe(model.dofs[static_cast<std::size_t>(i)]) + " with " +
                      describe(model.dofs[static_cast<std::size_t>(j)]) +
                      " exceeds what their diagonal entries allow",
                  "check that the file is complete and stems from the same run as K");
    }
  }
}

}  // namespace mortise::gen
