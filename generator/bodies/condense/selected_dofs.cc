#include "generator/bodies/condense/selected_dofs.hpp"

namespace mortise::gen {

std::vector<Eigen::Index> free_dofs(const SparseMatrix& constraints) {
  std::vector<int> entries(static_cast<std::size_t>(constraints.rows()), 0);
  std::vector<Eigen::Index> kept;
  for (Eigen::Index column = 0; column < constraints.cols(); ++column) {
    bool held = false;
    for (SparseMatrix::InnerIterator it(constraints, column); it; ++it) {
      if (it.value() == 0.0) continue;
      if (++entries[static_cast<std::size_t>(it.row())] > 1) return {};
      held = true;
    }
    if (!held) kept.push_back(column);
  }
  return kept;
}

SparseMatrix submatrix(const SparseMatrix& matrix, const std::vector<Eigen::Index>& kept) {
  std::vector<int> place(static_cast<std::size_t>(matrix.rows()), -1);
  for (std::size_t i = 0; i < kept.size(); ++i)
    place[static_cast<std::size_t>(kept[i])] = static_cast<int>(i);
  const auto size = static_cast<Eigen::Index>(kept.size());
  SparseMatrix part(size, size);
  part.reserve(matrix.nonZeros());
  for (Eigen::Index j = 0; j < size; ++j) {
    part.startVec(j);
    for (SparseMatrix::InnerIterator it(matrix, kept[static_cast<std::size_t>(j)]); it; ++it) {
      const int row = place[static_cast<std::size_t>(it.row())];
      if (row >= 0) part.insertBack(row, j) = it.value();
    }
  }
  part.finalize();
  return part;
}

}  // namespace mortise::gen
