// Sparse matrices from their entries or from sparse rows.
#pragma once

#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

using Entries = std::vector<Eigen::Triplet<double>>;  // row, column, value

// (rows x columns) entries of one place add up, in their order.
inline SparseMatrix sparse_matrix(Eigen::Index rows, Eigen::Index columns, const Entries& entries) {
  SparseMatrix matrix(rows, columns);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

// (k x n) rows on top of each other; an empty row is zero.
inline SparseMatrix stack_rows(const std::vector<const SparseRow*>& rows, Eigen::Index n) {
  Entries entries;
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (SparseRow::InnerIterator it(*rows[r]); it; ++it)
      entries.emplace_back(static_cast<int>(r), static_cast<int>(it.index()), it.value());
  return sparse_matrix(static_cast<Eigen::Index>(rows.size()), n, entries);
}

inline SparseMatrix stack_rows(const std::vector<SparseRow>& rows, Eigen::Index n) {
  std::vector<const SparseRow*> pointers;
  pointers.reserve(rows.size());
  for (const SparseRow& row : rows) pointers.push_back(&row);
  return stack_rows(pointers, n);
}

}  // namespace mortise::gen
