// The rows attached to a full-order structure as matrices.
#pragma once

#include <vector>

#include "generator/system/full_system.hpp"

namespace mortise::gen {

// (k x n) rows on top of each other; an empty row is zero.
inline SparseMatrix stack_rows(const std::vector<const SparseRow*>& rows, Eigen::Index n) {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (SparseRow::InnerIterator it(*rows[r]); it; ++it)
      entries.emplace_back(static_cast<int>(r), static_cast<int>(it.index()), it.value());
  SparseMatrix stacked(static_cast<Eigen::Index>(rows.size()), n);
  stacked.setFromTriplets(entries.begin(), entries.end());
  return stacked;
}

inline SparseMatrix stack_rows(const std::vector<SparseRow>& rows, Eigen::Index n) {
  std::vector<const SparseRow*> pointers;
  pointers.reserve(rows.size());
  for (const SparseRow& row : rows) pointers.push_back(&row);
  return stack_rows(pointers, n);
}

// W (3 nc x n): per contact normal, tangent 1, tangent 2.
inline SparseMatrix contact_rows(const FullSystem& system) {
  std::vector<const SparseRow*> rows;
  rows.reserve(3 * system.contacts.size());
  for (const ContactPoint& c : system.contacts)
    rows.insert(rows.end(), {&c.normal, &c.tangent1, &c.tangent2});
  return stack_rows(rows, system.model.size());
}

}  // namespace mortise::gen
