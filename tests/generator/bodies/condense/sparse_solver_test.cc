#include "generator/ground/sparse/sparse_solver.hpp"

#include <gtest/gtest.h>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// Second differences on n points, minus `shift` on the diagonal.
SparseMatrix differences(Eigen::Index n, double shift) {
  SparseMatrix a(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    a.coeffRef(i, i) = 2.0 - shift;
    if (i > 0) a.coeffRef(i, i - 1) = a.coeffRef(i - 1, i) = -1.0;
  }
  return a;
}

TEST(SparseSolver, SolvesSeveralColumns) {
  // few go one by one, many side by side; an indefinite matrix as well
  for (const double shift : {0.0, 2.01}) {
    const SparseMatrix a = differences(50, shift);
    for (const Eigen::Index columns : {1, 3, 8, 21}) {
      const Matrix x = Matrix::Random(50, columns);
      EXPECT_LT((factorize(a, "A")->solve(a * x) - x).norm(), 1e-10) << columns;
    }
  }
}

TEST(SparseSolver, CountsNegativeEigenvalues) {
  // eigenvalues 2 - 2 cos(k pi / 51): 25 of 50 lie below 2
  EXPECT_EQ(factorize(differences(50, 0.0), "A")->negative_pivots(), 0);
  EXPECT_EQ(factorize(differences(50, 0.05), "A")->negative_pivots(), 3);
  EXPECT_EQ(factorize(differences(50, 2.01), "A")->negative_pivots(), 25);
  EXPECT_EQ(factorize(differences(50, 5.0), "A")->negative_pivots(), 50);
}

TEST(SparseSolver, RefusesSingularAndNonFiniteMatrices) {
  SparseMatrix free = differences(50, 0.0);
  free.coeffRef(0, 0) = free.coeffRef(49, 49) = 1.0;
  EXPECT_THROW(factorize(free, "A"), Error);
  free.coeffRef(0, 0) = std::nan("");
  EXPECT_THROW(factorize(free, "A"), Error);
  EXPECT_THROW(factorize(SparseMatrix(3, 3), "A"), Error);
}

}  // namespace
}  // namespace mortise::gen
