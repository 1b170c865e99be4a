// The solve of a carried film, columns in registers or in memory, against what it was made of.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cstring>
#include <limits>

#include "tests/runtime/film_kernel.hpp"

namespace mortise::film_test {
namespace {

void eliminate(const FilmKernel& k, double* matrix, int unknowns, int up, double* x) {
  k.eliminate_double(matrix, unknowns, up, x);
}
void eliminate(const FilmKernel& k, float* matrix, int unknowns, int up, float* x) {
  k.eliminate_float(matrix, unknowns, up, x);
}

constexpr int kMost = 32;

template <class T>
class EliminateOnce : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(EliminateOnce, Scalars, );

TYPED_TEST(EliminateOnce, SolvesWithEveryNumberOfUnknowns) {
  using T = TypeParam;
  using Square = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
  using Column = Eigen::Matrix<T, Eigen::Dynamic, 1>;
  std::srand(7);
  for (const int n : {1, 2, 7, 8, 15, 16, 17, 31}) {
    const int up = (n + 15) / 16 * 16;
    // no pivots are chosen: the diagonal is large enough without
    const Square a = Square::Random(n, n) + static_cast<T>(n) * Square::Identity(n, n);
    const Column exact = Column::Random(n), b = a * exact;
    std::vector<Column> found;
    for (const FilmKernel& kernel : film_kernels()) {
      alignas(64) T columns[kMost * kMost] = {}, right[kMost] = {};
      Eigen::Map<Square> matrix(columns, up, up);
      Eigen::Map<Column> x(right, up);
      matrix.topLeftCorner(n, n) = a;
      x.head(n) = b;
      eliminate(kernel, columns, n, up, right);
      EXPECT_LT((x.head(n) - exact).norm(), 32 * std::numeric_limits<T>::epsilon() * exact.norm())
          << n << " unknowns, " << kernel.name;
      EXPECT_EQ(x.tail(up - n).norm(), 0) << n << " unknowns, " << kernel.name;
      found.push_back(x);
    }
#if !defined(MORTISE_FAST)
    for (const Column& x : found) {
      const auto bytes = sizeof(T) * static_cast<std::size_t>(up);
      EXPECT_EQ(std::memcmp(x.data(), found.front().data(), bytes), 0) << n << " unknowns";
    }
#endif
  }
}

}  // namespace
}  // namespace mortise::film_test
