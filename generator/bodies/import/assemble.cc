#include "generator/bodies/import/raw_export.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "generator/ground/files/text_file.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

constexpr double kMirrorTolerance = 1e-9;  // formats print 10 digits and more
constexpr double kNoise = 1e-14;           // rounding of the exporting code, of the largest entry
constexpr char kExportAgain[] = "export the matrices again";

// An entry with its line, for messages.
struct LinedEntry : RawEntry {
  std::int64_t line = 0;
};

std::string describe(const RawEntry& entry, const std::vector<Dof>& dofs) {
  return "entry (" + std::to_string(entry.row + 1) + ", " + std::to_string(entry.column + 1) +
         ") between " + describe(dofs[static_cast<std::size_t>(entry.row)]) + " and " +
         describe(dofs[static_cast<std::size_t>(entry.column)]);
}

// All entries of the kind, in the order of the file.
template <class Belongs>
std::vector<LinedEntry> find_entries(const RawMatrix& raw, const Belongs& belongs) {
  std::vector<LinedEntry> found;
  raw.entries.for_each_line([&](const RawEntry& entry, std::int64_t line) {
    if (belongs(entry)) found.push_back({entry, line});
  });
  return found;
}

// Entries of the pair {row, column}, in either triangle.
std::vector<LinedEntry> entries_of_pair(const RawMatrix& raw, std::int32_t row,
                                        std::int32_t column) {
  return find_entries(raw, [=](const RawEntry& e) {
    return (e.row == row && e.column == column) || (e.row == column && e.column == row);
  });
}

// Returns the largest size of a value.
double check_entries(const RawMatrix& raw, const std::vector<Dof>& dofs) {
  const auto n = static_cast<std::int64_t>(dofs.size());
  const auto is_outside = [n](const RawEntry& e) {
    return e.row < 0 || e.column < 0 || e.row >= n || e.column >= n;
  };
  const auto is_wrong = [&](const RawEntry& e) { return is_outside(e) || !std::isfinite(e.value); };
  bool any_wrong = false;
  double largest = 0.0;
  raw.entries.for_each([&](const RawEntry& entry) {
    any_wrong = any_wrong || is_wrong(entry);
    largest = std::max(largest, std::abs(entry.value));
  });
  if (!any_wrong) return largest;

  const LinedEntry wrong = find_entries(raw, is_wrong).front();
  if (is_outside(wrong))
    throw Error(at_line(raw.file, wrong.line),
                "entry (" + std::to_string(wrong.row + 1) + ", " +
                    std::to_string(wrong.column + 1) + ") is out of range: there are " +
                    std::to_string(n) + " dofs",
                "take matrices and dof list from the same run");
  throw Error(at_line(raw.file, wrong.line), describe(wrong, dofs) + " is not finite",
              "look for degenerate elements or missing material data in the export");
}

// Whether two values that mirror each other may be rounded images of one. noise: differences that
// do not count.
bool agree(double a, double b, double noise) {
  return std::abs(a - b) <= kMirrorTolerance * std::max(std::abs(a), std::abs(b)) + noise;
}

// Refuses a pair that is given more often than once for each triangle, or with two values.
[[noreturn]] void refuse_pair(const RawMatrix& raw, const std::vector<Dof>& dofs, double noise,
                              std::int32_t row, std::int32_t column) {
  std::vector<LinedEntry> entries = entries_of_pair(raw, row, column);
  std::stable_sort(entries.begin(), entries.end(),
                   [](const LinedEntry& a, const LinedEntry& b) { return a.row < b.row; });
  const LinedEntry& first = entries[0];
  const LinedEntry& second = entries[1];
  if (first.row != second.row && !agree(first.value, second.value, noise))
    throw Error(at_line(raw.file, second.line),
                "the matrix is not symmetric: " + describe(second, dofs) + " is " +
                    number_text(second.value) + ", its mirror image " + number_text(first.value),
                "leave out follower loads, friction and gyroscopic terms; only symmetric "
                "matrices can be condensed");
  const LinedEntry& again = first.row == second.row ? second : entries[2];
  throw Error(at_line(raw.file, again.line), describe(again, dofs) + " is given twice",
              "write every entry once");
}

// The upper triangle in compressed columns, rows ascending.
struct UpperColumns {
  std::vector<std::size_t> begin;  // (n + 1) of column j: begin[j] .. begin[j + 1] - 1
  std::vector<std::int32_t> row;   // (entries)
  std::vector<double> value;       // (entries)
};

// Entries of either triangle in the columns of the upper one, in the order of the file. The row of
// an entry from below the diagonal is stored as ~row.
UpperColumns columns_of(const RawEntries& entries, std::size_t n) {
  UpperColumns upper;
  upper.begin.assign(n + 1, 0);
  entries.for_each([&](const RawEntry& e) {
    ++upper.begin[static_cast<std::size_t>(std::max(e.row, e.column)) + 1];
  });
  for (std::size_t j = 0; j < n; ++j) upper.begin[j + 1] += upper.begin[j];
  std::vector<std::size_t> next(upper.begin.begin(), upper.begin.end() - 1);
  upper.row.resize(entries.size());
  upper.value.resize(entries.size());
  entries.for_each([&](const RawEntry& e) {
    const bool below = e.row > e.column;
    const std::size_t at = next[static_cast<std::size_t>(below ? e.row : e.column)]++;
    upper.row[at] = below ? ~e.column : e.row;
    upper.value[at] = e.value;
  });
  return upper;
}

// Part of a column while its entries are brought into order.
struct ColumnEntry {
  std::int32_t row = 0;
  bool below = false;  // stood below the diagonal
  double value = 0.0;
};

// Entries of column j: rows ascending, of one row the one above the diagonal first, then as in the
// file.
void take_column(const UpperColumns& upper, std::size_t j, std::vector<ColumnEntry>& column) {
  column.clear();
  bool ascends = true;
  for (std::size_t k = upper.begin[j]; k < upper.begin[j + 1]; ++k) {
    const std::int32_t code = upper.row[k];
    column.push_back({code < 0 ? ~code : code, code < 0, upper.value[k]});
    const std::size_t last = column.size() - 1;
    ascends = ascends && (last == 0 || column[last - 1].row < column[last].row);
  }
  if (ascends) return;
  std::stable_sort(column.begin(), column.end(), [](const ColumnEntry& a, const ColumnEntry& b) {
    return a.row != b.row ? a.row < b.row : a.below < b.below;
  });
}

// Entries of one place become their sum.
void sum_repeated(std::vector<ColumnEntry>& column) {
  std::size_t kept = 0;
  for (const ColumnEntry& entry : column) {
    const bool again =
        kept > 0 && column[kept - 1].row == entry.row && column[kept - 1].below == entry.below;
    if (again)
      column[kept - 1].value += entry.value;
    else
      column[kept++] = entry;
  }
  column.resize(kept);
}

// Joins what stands for one pair, and drops zeros.
void merge_pairs(const RawMatrix& raw, const std::vector<Dof>& dofs, double noise,
                 UpperColumns& upper) {
  bool square = false;     // both triangles are given
  bool has_alone = false;  // off-diagonal entry given in one triangle only, the first one:
  std::int32_t alone_row = 0, alone_column = 0;
  std::vector<ColumnEntry> column;
  std::size_t kept = 0;
  for (std::size_t j = 0; j + 1 < upper.begin.size(); ++j) {
    const auto own = static_cast<std::int32_t>(j);
    take_column(upper, j, column);
    if (raw.sums_repeated) sum_repeated(column);
    upper.begin[j] = kept;
    for (std::size_t k = 0; k < column.size(); ++k) {
      const ColumnEntry& entry = column[k];
      double value = entry.value;
      const bool both_given = k + 1 < column.size() && column[k + 1].row == entry.row;
      if (both_given) {
        const ColumnEntry& mirror = column[++k];
        const bool thrice = k + 1 < column.size() && column[k + 1].row == entry.row;
        if (thrice || mirror.below == entry.below || !agree(value, mirror.value, noise))
          refuse_pair(raw, dofs, noise, entry.row, own);
        value = 0.5 * (value + mirror.value);
        square = true;
      } else if (entry.row != own && std::abs(value) > noise && !has_alone) {
        has_alone = true;
        alone_row = entry.row;
        alone_column = own;
      }
      if (value == 0.0) continue;
      upper.row[kept] = entry.row;
      upper.value[kept++] = value;
    }
  }
  upper.begin.back() = kept;
  if (!square || !has_alone) return;
  const LinedEntry alone = entries_of_pair(raw, alone_row, alone_column).front();
  throw Error(at_line(raw.file, alone.line),
              "the matrix is not symmetric: " + describe(alone, dofs) + " is " +
                  number_text(alone.value) + ", its mirror image is missing",
              "write both triangles completely, or one of them");
}

// Both triangles of factor * value_ij / (s_i s_j).
SparseMatrix mirrored(const UpperColumns& upper, const Vector& scale, double factor) {
  const auto n = static_cast<Eigen::Index>(upper.begin.size()) - 1;
  const auto visit = [&](const auto& take) {  // (row, column, value), columns ascending
    for (Eigen::Index j = 0; j < n; ++j) {
      const auto column = static_cast<std::size_t>(j);
      for (std::size_t k = upper.begin[column]; k < upper.begin[column + 1]; ++k)
        take(static_cast<Eigen::Index>(upper.row[k]), j, upper.value[k]);
    }
  };
  // counted, then summed up, then filled: above the diagonal what stands in the column, below it
  // what stands in the row, which comes later
  Eigen::VectorXi next = Eigen::VectorXi::Zero(n);
  visit([&](Eigen::Index i, Eigen::Index j, double) {
    ++next[j];
    if (i != j) ++next[i];
  });
  SparseMatrix matrix(n, n);
  int* begin = matrix.outerIndexPtr();
  for (Eigen::Index j = 0; j < n; ++j) {
    begin[j + 1] = begin[j] + next[j];
    next[j] = begin[j];
  }
  matrix.resizeNonZeros(begin[n]);
  int* rows = matrix.innerIndexPtr();
  double* values = matrix.valuePtr();
  visit([&](Eigen::Index i, Eigen::Index j, double value) {
    const double scaled = factor * value / (scale[i] * scale[j]);
    const auto put = [&](Eigen::Index row, Eigen::Index column) {
      const int at = next[column]++;
      rows[at] = static_cast<int>(row);
      values[at] = scaled;
    };
    put(i, j);
    if (i != j) put(j, i);
  });
  return matrix;
}

}  // namespace

std::string describe(const Dof& dof) {
  static constexpr std::array<const char*, 6> kDirections{"x",          "y",          "z",
                                                          "rotation x", "rotation y", "rotation z"};
  if (dof.is_generalised())
    return "dof " + std::to_string(dof.node) + "." + std::to_string(-dof.direction) +
           " (generalised coordinate)";
  return "dof " + std::to_string(dof.node) + "." + std::to_string(dof.direction) + " (node " +
         std::to_string(dof.node) + ", " +
         kDirections.at(static_cast<std::size_t>(dof.direction - 1)) + ")";
}

void check_dofs(const std::vector<Dof>& dofs, const std::string& dof_file) {
  if (dofs.empty()) throw Error(dof_file, "names no dof", kExportAgain);
  std::vector<std::size_t> order(dofs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&dofs](std::size_t a, std::size_t b) { return dofs[a] < dofs[b]; });
  std::size_t first = 0, again = dofs.size();  // of the dofs that stand twice the earliest
  for (std::size_t k = 0; k + 1 < order.size(); ++k) {
    if (!(dofs[order[k]] == dofs[order[k + 1]]) || order[k + 1] >= again) continue;
    first = order[k];
    again = order[k + 1];
  }
  if (again == dofs.size()) return;
  throw Error(
      dof_file,
      describe(dofs[again]) + " stands twice, as equations " + std::to_string(first + 1) + " and " +
          std::to_string(again + 1),
      std::string(kExportAgain) +
          "; CalculiX expands shells and beams to bricks, whose layers all have the labels of the "
          "deck's nodes: give the deck with its *ELEMENTs (S3 to S8R, B31 to B32R) as import.deck");
}

void check_size(RawExport& raw, const RawMatrix& matrix) {
  const auto n = static_cast<std::int64_t>(raw.dofs.size());
  if (matrix.size == n) return;
  raw.stiffness.read();
  raw.mass.read();
  const bool list_differs = raw.stiffness.size == raw.mass.size;
  const std::vector<LinedEntry> beyond =
      find_entries(matrix, [n](const RawEntry& e) { return std::max(e.row, e.column) >= n; });
  const std::string where = list_differs     ? raw.dof_file
                            : beyond.empty() ? matrix.file
                                             : at_line(matrix.file, beyond.front().line);
  throw Error(where,
              "sizes do not match: K has " + std::to_string(raw.stiffness.size) + " equations, M " +
                  std::to_string(raw.mass.size) + ", the dof list " + std::to_string(n),
              "a file is cut or stems from another run; take all three from the same run");
}

SparseMatrix assemble(RawMatrix& raw, const std::vector<Dof>& dofs, const Vector& scale,
                      double factor) {
  const double noise = kNoise * check_entries(raw, dofs);
  UpperColumns upper = columns_of(raw.entries, dofs.size());
  merge_pairs(raw, dofs, noise, upper);
  raw.entries.clear();
  if (2 * upper.begin.back() > std::size_t{std::numeric_limits<int>::max()})
    throw Error(raw.file, "has " + std::to_string(2 * upper.begin.back()) + " nonzeros",
                "matrices of up to 2147483647 can be condensed; take a coarser mesh");
  return mirrored(upper, scale, factor);
}

void check_definite(const FullModel& model, const RawExport& raw) {
  const Vector stiffness = model.stiffness.diagonal();
  const Vector mass = model.mass.diagonal();
  for (Eigen::Index i = 0; i < model.size(); ++i) {
    const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
    const bool connected = model.stiffness.col(i).nonZeros() > 0;
    const bool rigid_mode = dof.is_generalised() && !connected;
    if (stiffness[i] == 0.0 && connected && mass[i] == 0.0)
      throw Error(
          raw.stiffness.file,
          describe(dof) + " is a Lagrange multiplier: no diagonal entry in K, couplings, no mass",
          "constrain by elimination in the exporting code (no connectors, hybrid elements "
          "or contact with multipliers); the couplings can be made here by interface nodes");
    if (stiffness[i] <= 0.0 && !rigid_mode) {
      throw Error(raw.stiffness.file,
                  describe(dof) + (connected ? " has a diagonal entry <= 0 in K"
                                             : " is unconnected: its row of K is empty"),
                  dof.is_generalised()
                      ? "export without elements that have unknowns of pressure or "
                        "multipliers (hybrid formulation, connectors)"
                  : connected ? "check material data and element shapes at this node"
                              : "constrain the dof or remove the node that no element uses");
    }
    if (mass[i] < 0.0)
      throw Error(raw.mass.file,
                  describe(dof) + " has negative mass " + number_text(mass[i]) + " kg",
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
