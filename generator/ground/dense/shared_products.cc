// Products and triangular solves of BLAS as a multifrontal factor needs them.
//
// These definitions stand before those of OpenBLAS, also for MUMPS. They share large products among
// the processors while a WideBlas lives: the library's own threads, between two calls, wait by
// turning round in the kernel, and gain nothing where the products are thin. And they hand products
// with a single column to the routines for vectors: those for matrices, by which MUMPS solves, copy
// the factor before they use it.
#ifdef MORTISE_OPENBLAS
#include <cblas.h>

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

#include "generator/ground/dense/blas_turn.hpp"

namespace mortise::gen {
namespace {

constexpr double kWorth = 4e6;  // operations that are worth a thread
constexpr double kWorthOfVector = 4e5;
constexpr int kGrain = 8;  // rows or columns that stay together

CBLAS_TRANSPOSE transposed(const char* t) {
  return *t == 'N' || *t == 'n' ? CblasNoTrans : CblasTrans;
}
bool is(const char* given, char upper) { return (*given & ~0x20) == upper; }

// Calls part(first, count) for parts of 0 .. size - 1, at once.
template <class Part>
void share(int size, double operations, double worth, const Part& part) {
  static const int processors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const int parts = WideBlas::any()
                        ? std::min({processors, size / kGrain,
                                    static_cast<int>(std::min(operations / worth, 1e3))})
                        : 1;
  if (parts < 2) return part(0, size);
  const int step = (size / parts + kGrain - 1) / kGrain * kGrain;
  std::vector<std::thread> others;
  int first = step;
  for (; first < size; first += step)
    others.emplace_back(part, first, std::min(step, size - first));
  part(0, step);
  for (std::thread& other : others) other.join();
}

std::ptrdiff_t column(int index, int ld) { return static_cast<std::ptrdiff_t>(index) * ld; }

}  // namespace
}  // namespace mortise::gen

extern "C" {

void dgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
            const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
            const double* beta, double* c, const int* ldc) {
  using namespace mortise::gen;
  const CBLAS_TRANSPOSE ta = transposed(transa), tb = transposed(transb);
  const bool plain_a = ta == CblasNoTrans, plain_b = tb == CblasNoTrans;
  const double operations = 2.0 * *m * *n * *k;
  const auto rows_of_a = [&](int first) { return a + (plain_a ? first : column(first, *lda)); };
  if (*n == 1 && *m > 0 && *k > 0)
    return share(*m, operations, kWorthOfVector, [&](int first, int count) {
      cblas_dgemv(CblasColMajor, ta, plain_a ? count : *k, plain_a ? *k : count, *alpha,
                  rows_of_a(first), *lda, b, plain_b ? 1 : *ldb, *beta, c + first, 1);
    });
  if (*m >= *n)
    return share(*m, operations, kWorth, [&](int first, int count) {
      cblas_dgemm(CblasColMajor, ta, tb, count, *n, *k, *alpha, rows_of_a(first), *lda, b, *ldb,
                  *beta, c + first, *ldc);
    });
  share(*n, operations, kWorth, [&](int first, int count) {
    cblas_dgemm(CblasColMajor, ta, tb, *m, count, *k, *alpha, a, *lda,
                b + (plain_b ? column(first, *ldb) : first), *ldb, *beta, c + column(first, *ldc),
                *ldc);
  });
}

void dtrsm_(const char* side, const char* uplo, const char* transa, const char* diag, const int* m,
            const int* n, const double* alpha, const double* a, const int* lda, double* b,
            const int* ldb) {
  using namespace mortise::gen;
  const CBLAS_UPLO part = is(uplo, 'U') ? CblasUpper : CblasLower;
  const CBLAS_DIAG unit = is(diag, 'U') ? CblasUnit : CblasNonUnit;
  const CBLAS_TRANSPOSE ta = transposed(transa);
  const bool left = is(side, 'L');
  if (left && *n == 1 && *m > 0 && *alpha == 1)
    return cblas_dtrsv(CblasColMajor, part, ta, unit, *m, a, *lda, b, 1);
  const double operations = 1.0 * *m * *n * (left ? *m : *n);
  share(left ? *n : *m, operations, kWorth, [&](int first, int count) {
    cblas_dtrsm(CblasColMajor, left ? CblasLeft : CblasRight, part, ta, unit, left ? *m : count,
                left ? count : *n, *alpha, a, *lda, b + (left ? column(first, *ldb) : first), *ldb);
  });
}

}  // extern "C"
#endif
