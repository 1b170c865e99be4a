// Products and triangular solves that are shared among the processors are those of BLAS.
#include <gtest/gtest.h>

#include "generator/ground/dense/blas_turn.hpp"
#include "generator/ground/numbers/matrix.hpp"

extern "C" {
void dgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
            const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
            const double* beta, double* c, const int* ldc);
void dtrsm_(const char* side, const char* uplo, const char* transa, const char* diag, const int* m,
            const int* n, const double* alpha, const double* a, const int* lda, double* b,
            const int* ldb);
}

namespace mortise::gen {
namespace {

Matrix turned(const Matrix& a, char how) { return how == 'N' ? a : Matrix(a.transpose()); }

TEST(SharedProducts, AreProducts) {
  const WideBlas wide(true);
  for (const int m : {1, 7, 300, 517})
    for (const int n : {1, 2, 8, 333})
      for (const int k : {1, 64, 401})
        for (const char ta : {'N', 'T'})
          for (const char tb : {'N', 't'}) {
            const Matrix a = Matrix::Random(ta == 'N' ? m : k, ta == 'N' ? k : m);
            const Matrix b = Matrix::Random(tb == 'N' ? k : n, tb == 'N' ? n : k);
            Matrix c = Matrix::Random(m, n);
            const Matrix exact = -0.5 * turned(a, ta) * turned(b, tb) + 2.0 * c;
            const int lda = static_cast<int>(a.rows()), ldb = static_cast<int>(b.rows());
            const double alpha = -0.5, beta = 2.0;
            dgemm_(&ta, &tb, &m, &n, &k, &alpha, a.data(), &lda, b.data(), &ldb, &beta, c.data(),
                   &m);
            ASSERT_LT((c - exact).cwiseAbs().maxCoeff(), 1e-12) << m << ' ' << n << ' ' << k;
          }
}

TEST(SharedProducts, TriangularSolvesUndoProducts) {
  const WideBlas wide(true);
  for (const char side : {'L', 'R'})
    for (const char part : {'U', 'L'})
      for (const char trans : {'N', 'T'})
        for (const char unit : {'N', 'U'})
          for (const int thin : {1, 8, 200}) {
            const int size = 260;
            Matrix a = Matrix::Random(size, size) / size;
            a.diagonal().array() += 1.0;
            Matrix triangle = part == 'U' ? Matrix(a.triangularView<Eigen::Upper>())
                                          : Matrix(a.triangularView<Eigen::Lower>());
            if (unit == 'U') triangle.diagonal().setOnes();
            const Matrix used = turned(triangle, trans);
            const bool left = side == 'L';
            const Matrix x = left ? Matrix::Random(size, thin) : Matrix::Random(thin, size);
            Matrix b = left ? Matrix(used * x) : Matrix(x * used);
            const int m = static_cast<int>(b.rows()), n = static_cast<int>(b.cols());
            const double one = 1.0;
            dtrsm_(&side, &part, &trans, &unit, &m, &n, &one, a.data(), &size, b.data(), &m);
            ASSERT_LT((b - x).cwiseAbs().maxCoeff(), 1e-11)
                << side << part << trans << unit << thin;
          }
}

}  // namespace
}  // namespace mortise::gen
