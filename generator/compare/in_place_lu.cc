#include "generator/compare/in_place_lu.hpp"

// LAPACK, column-major, 32-bit integers, as in generator/dense.
extern "C" {
void dgetrf_(const int* m, const int* n, double* a, const int* lda, int* pivots, int* info);
void sgetrf_(const int* m, const int* n, float* a, const int* lda, int* pivots, int* info);
void dgetrs_(const char* trans, const int* n, const int* columns, const double* a, const int* lda,
             const int* pivots, double* b, const int* ldb, int* info);
void sgetrs_(const char* trans, const int* n, const int* columns, const float* a, const int* lda,
             const int* pivots, float* b, const int* ldb, int* info);
}

namespace mortise::gen {

template <>
bool InPlaceLu<double>::factorise() {
  int info = 0;
  dgetrf_(&size_, &size_, lu_.data(), &size_, pivots_.data(), &info);
  return info == 0;
}

template <>
bool InPlaceLu<float>::factorise() {
  int info = 0;
  sgetrf_(&size_, &size_, lu_.data(), &size_, pivots_.data(), &info);
  return info == 0;
}

template <>
void InPlaceLu<double>::solve(double* rhs) const {
  const int one = 1;
  int info = 0;
  dgetrs_("N", &size_, &one, lu_.data(), &size_, pivots_.data(), rhs, &size_, &info);
}

template <>
void InPlaceLu<float>::solve(float* rhs) const {
  const int one = 1;
  int info = 0;
  sgetrs_("N", &size_, &one, lu_.data(), &size_, pivots_.data(), rhs, &size_, &info);
}

}  // namespace mortise::gen
