// Factors of large matrices against those of Eigen: solutions, inertia, singular matrices.
#include "generator/ground/sparse/multifrontal.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// Springs between the neighbours of a grid of n x n x n masses, each held by `hold` to the ground.
SparseMatrix lattice(int n, double hold) {
  Entries entries;
  const auto at = [n](int i, int j, int k) { return (k * n + j) * n + i; };
  const auto spring = [&](int a, int b, double k) {
    entries.insert(entries.end(), {{a, a, k}, {b, b, k}, {a, b, -k}, {b, a, -k}});
  };
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const int a = at(i, j, k);
        entries.emplace_back(a, a, hold);
        if (i + 1 < n) spring(a, at(i + 1, j, k), 1.0 + 0.1 * i);
        if (j + 1 < n) spring(a, at(i, j + 1, k), 2.0);
        if (k + 1 < n) spring(a, at(i, j, k + 1), 3.0 + 0.01 * j);
      }
  return sparse_matrix(n * n * n, n * n * n, entries);
}

TEST(Multifrontal, SolvesManyRightHandSides) {
  const SparseMatrix a = lattice(9, 0.3);
  const auto solver = factorize_multifrontal(a, "lattice");
  EXPECT_EQ(solver->size(), 729);
  EXPECT_EQ(solver->negative_pivots(), 0);
  const Matrix exact = Matrix::Random(729, 11);
  EXPECT_LT((solver->solve(a * exact) - exact).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(solver->solve(Matrix(729, 0)).cols(), 0);
}

// Sylvester: as many negative pivots as eigenvalues below the shift.
TEST(Multifrontal, CountsNegativePivots) {
  const SparseMatrix a = lattice(6, 0.0);
  const Vector values = SymmetricEigen(Matrix(a)).eigenvalues();
  SparseMatrix unit(a.rows(), a.cols());
  unit.setIdentity();
  for (const int k : {1, 2, 17, 90, 215}) {
    const double shift = 0.5 * (values[k - 1] + values[k]);
    ASSERT_GT(values[k] - values[k - 1], 1e-9) << k;
    const auto solver = factorize_multifrontal(a - shift * unit, "shifted");
    EXPECT_EQ(solver->negative_pivots(), k);
    EXPECT_EQ(negative_pivots_multifrontal(a - shift * unit, "shifted"), k);
    const Matrix x = Matrix::Random(a.rows(), 3);
    EXPECT_LT((solver->solve((a - shift * unit) * x) - x).norm(), 1e-9 * x.norm());
  }
}

// A row of a Lagrange multiplier has a zero on its diagonal.
TEST(Multifrontal, SolvesSaddlePoints) {
  const SparseMatrix k = lattice(5, 0.1);
  Entries entries;
  for (Eigen::Index j = 0; j < k.cols(); ++j)
    for (SparseMatrix::InnerIterator it(k, j); it; ++it)
      entries.emplace_back(it.row(), j, it.value());
  for (const auto& [a, value] : {std::pair{3, 1.0}, {77, -1.0}}) {
    entries.emplace_back(125, a, value);
    entries.emplace_back(a, 125, value);
  }
  const SparseMatrix saddle = sparse_matrix(126, 126, entries);
  const auto solver = factorize_multifrontal(saddle, "saddle");
  EXPECT_EQ(solver->negative_pivots(), 1);
  const Matrix x = Matrix::Random(126, 2);
  EXPECT_LT((solver->solve(saddle * x) - x).norm(), 1e-11 * x.norm());
}

TEST(Multifrontal, RefusesSingularMatrices) {
  const auto message = [](const SparseMatrix& matrix) {
    try {
      factorize_multifrontal(matrix, "K");
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_NE(message(lattice(6, 0.0)).find("K: the matrix is singular"), std::string::npos);
  SparseMatrix empty_row = lattice(4, 1.0);
  empty_row.prune([](Eigen::Index i, Eigen::Index j, double) { return i != 7 && j != 7; });
  EXPECT_NE(message(empty_row).find("K: the matrix is singular"), std::string::npos);
}

TEST(Multifrontal, EqualBitsInEveryThread) {
  const SparseMatrix a = lattice(8, 0.2);
  const auto solver = factorize_multifrontal(a, "lattice");
  const Matrix rhs = Matrix::Random(512, 4);
  const Matrix alone = solver->solve(rhs);
  std::vector<Matrix> found(4);
  std::vector<std::thread> threads;
  for (Matrix& x : found)
    threads.emplace_back([&] {
      const auto own = factorize_multifrontal(a, "lattice");
      x = solver->solve(rhs);
      if (own->solve(rhs) != x) x.setZero();
    });
  for (std::thread& thread : threads) thread.join();
  for (const Matrix& x : found) EXPECT_EQ(x, alone);
}

// Large matrices go there, and what does not fit into memory goes to files or is refused with what
// it would take.
TEST(Multifrontal, LargeMatricesInMemoryOnDiskOrRefused) {
  const SparseMatrix a = lattice(28, 0.1);
  const Matrix exact = Matrix::Random(a.rows(), 2), rhs = a * exact;
  const auto error = [&](const SparseSolver& solver) {
    return (solver.solve(rhs) - exact).cwiseAbs().maxCoeff();
  };
  EXPECT_LT(error(*factorize(a, "lattice")), 1e-11);
  int whole = 0, on_disk = 0;
  try {
    factorize_multifrontal(a, "lattice", 1);
    ADD_FAILURE() << "one megabyte is enough";
  } catch (const Error& refused) {
    ASSERT_EQ(
        std::sscanf(refused.what(), "lattice: its factor takes %d MB, or %d MB", &whole, &on_disk),
        2)
        << refused.what();
  }
  ASSERT_LT(on_disk + 1, whole);
  const auto budget = static_cast<std::size_t>(on_disk + 1);
  EXPECT_LT(error(*factorize_multifrontal(a, "lattice", budget)), 1e-11);
}

}  // namespace
}  // namespace mortise::gen
