// What every call of BLAS and LAPACK needs; private to this folder. The Fortran symbols are column
// by column with 32-bit integers. Lengths of character arguments are left out, as is customary from
// C: they are all 1 and never read.
#pragma once

#include <algorithm>
#include <limits>
#include <string>

#include "generator/ground/dense/blas_turn.hpp"
#include "generator/ground/numbers/matrix.hpp"
#include "generator/ground/text/error.hpp"

extern "C" {
// P L U = A in place; info > 0: pivot `info` (from 1) is exactly zero
void dgetrf_(const int* m, const int* n, double* a, const int* lda, int* pivots, int* info);
// b <- A^-1 b from the factors of dgetrf
void dgetrs_(const char* trans, const int* n, const int* columns, const double* a, const int* lda,
             const int* pivots, double* b, const int* ldb, int* info);
// y <- alpha A x + beta y
void dgemv_(const char* trans, const int* m, const int* n, const double* alpha, const double* a,
            const int* lda, const double* x, const int* incx, const double* beta, double* y,
            const int* incy);
// C <- alpha A B + beta C
void dgemm_(const char* trans_a, const char* trans_b, const int* m, const int* n, const int* k,
            const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
            const double* beta, double* c, const int* ldc);
// A = U diag(s) V^T; jobz 'S': the first min(m, n) columns of U, rows of V^T
void dgesdd_(const char* jobz, const int* m, const int* n, double* a, const int* lda, double* s,
             double* u, const int* ldu, double* vt, const int* ldvt, double* work, const int* lwork,
             int* iwork, int* info);
// eigenvalues wr + i wi of A, right vectors if jobvr is 'V' (pairs: real, imaginary part)
void dgeev_(const char* jobvl, const char* jobvr, const int* n, double* a, const int* lda,
            double* wr, double* wi, double* vl, const int* ldvl, double* vr, const int* ldvr,
            double* work, const int* lwork, int* info);
// A = Q R, Householder vectors below the diagonal; Q out of them
void dgeqrf_(const int* m, const int* n, double* a, const int* lda, double* tau, double* work,
             const int* lwork, int* info);
void dorgqr_(const int* m, const int* n, const int* k, double* a, const int* lda, const double* tau,
             double* work, const int* lwork, int* info);
// min |A x - b|, A of full rank
void dgels_(const char* trans, const int* m, const int* n, const int* columns, double* a,
            const int* lda, double* b, const int* ldb, double* work, const int* lwork, int* info);
}

namespace mortise::gen {

// An extent as BLAS takes it.
inline int extent(Eigen::Index n) {
  if (n > std::numeric_limits<int>::max())
    throw Error("dense", "a matrix with extent " + std::to_string(n) + " is too large",
                "use fewer unknowns");
  return static_cast<int>(n);
}

// Leading dimensions are at least 1, also of empty matrices.
inline int leading(Eigen::Index stride) { return std::max(1, extent(stride)); }

inline void check_equal(Eigen::Index found, Eigen::Index expected, const std::string& what) {
  if (found != expected)
    throw Error("dense",
                what + " is " + std::to_string(found) + " instead of " + std::to_string(expected),
                "pass matrices of matching sizes");
}

}  // namespace mortise::gen
