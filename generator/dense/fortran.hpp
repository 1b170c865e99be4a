// The Fortran symbols of BLAS and LAPACK used here (column-major, 32-bit integers). Lengths of
// character arguments are left out, as is customary from C: they are all 1 and never read.
// Private to this folder.
#pragma once

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
#ifdef MORTISE_OPENBLAS
void openblas_set_num_threads(int count);
#endif
}
