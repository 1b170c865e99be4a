#include "generator/ground/dense/decompositions.hpp"

#include <complex>
#include <vector>

#include "generator/ground/dense/blas_call.hpp"

namespace mortise::gen {
namespace {

void check_tall(const Matrix& a) {
  demand(a.cols() >= 1 && a.rows() >= a.cols() && a.allFinite(), "dense",
         "a matrix of " + std::to_string(a.rows()) + " x " + std::to_string(a.cols()) +
             " numbers cannot be factorised: it must be finite and not wider than high",
         "check the matrix");
}

void check_done(int info, const char* what) {
  demand(info == 0, "dense", std::string(what) + " failed with code " + std::to_string(info),
         "check the matrix");
}

// Calls a LAPACK routine twice: for the size of its workspace, then to work.
template <class Call>
void with_workspace(const Call& call) {
  const BlasTurn turn;
  double best = 0.0;
  const int ask = -1;
  call(&best, &ask);
  const int size = std::max(1, static_cast<int>(best));
  std::vector<double> work(static_cast<std::size_t>(size));
  call(work.data(), &size);
}

Vector householder(Matrix* a) {
  check_tall(*a);
  const int m = extent(a->rows()), n = extent(a->cols());
  int info = 0;
  Vector tau(n);
  with_workspace([&](double* work, const int* size) {
    dgeqrf_(&m, &n, a->data(), &m, tau.data(), work, size, &info);
  });
  check_done(info, "a QR factorisation");
  return tau;
}

}  // namespace

ThinSvd thin_svd(const Matrix& a) {
  demand(a.size() != 0 && a.allFinite(), "dense", "a matrix is empty or not finite",
         "check the matrix");
  Matrix copy = a;
  const int m = extent(a.rows()), n = extent(a.cols()), k = std::min(m, n);
  ThinSvd svd;
  svd.left.resize(m, k);
  svd.values.resize(k);
  Matrix right(k, n);
  std::vector<int> integers(8 * static_cast<std::size_t>(k));
  int info = 0;
  with_workspace([&](double* work, const int* size) {
    dgesdd_("S", &m, &n, copy.data(), &m, svd.values.data(), svd.left.data(), &m, right.data(), &k,
            work, size, integers.data(), &info);
  });
  check_done(info, "a singular value decomposition");
  svd.right = right.transpose();
  return svd;
}

GeneralEigen general_eigen(Matrix a, bool vectors) {
  check_equal(a.cols(), a.rows(), "the number of columns of a matrix with eigenvalues");
  check_tall(a);
  const int n = extent(a.rows()), one = 1;
  const Eigen::Index rows = vectors ? n : 1;
  Vector real(n), imaginary(n);
  Matrix packed(rows, rows);
  const char* const right = vectors ? "V" : "N";
  const int leading_packed = leading(rows);
  int info = 0;
  with_workspace([&](double* work, const int* size) {
    dgeev_("N", right, &n, a.data(), &n, real.data(), imaginary.data(), nullptr, &one,
           packed.data(), &leading_packed, work, size, &info);
  });
  check_done(info, "an eigenvalue problem");
  GeneralEigen e;
  e.values = real + std::complex<double>(0, 1) * imaginary;
  if (!vectors) return e;
  e.vectors.resize(n, n);
  for (Eigen::Index k = 0; k < n; ++k) {  // a pair keeps real and imaginary part in two columns
    if (imaginary[k] > 0) {
      e.vectors.col(k) = packed.col(k) + std::complex<double>(0, 1) * packed.col(k + 1);
      e.vectors.col(k + 1) = e.vectors.col(k).conjugate();
      ++k;
    } else {
      e.vectors.col(k) = packed.col(k);
    }
  }
  return e;
}

Matrix pseudo_inverse(const ThinSvd& svd) {
  const double limit = 1e-13 * svd.values[0];
  const Vector inverse = (svd.values.array() > limit).select(svd.values.cwiseInverse(), 0.0);
  return svd.right * inverse.asDiagonal() * svd.left.transpose();
}

Matrix triangular_factor(Matrix a) {
  householder(&a);
  return a.topRows(a.cols()).triangularView<Eigen::Upper>();
}

Matrix orthonormal(Matrix a) {
  const Vector tau = householder(&a);
  const int m = extent(a.rows()), n = extent(a.cols());
  int info = 0;
  with_workspace([&](double* work, const int* size) {
    dorgqr_(&m, &n, &n, a.data(), &m, tau.data(), work, size, &info);
  });
  check_done(info, "an orthonormalisation");
  return a;
}

Matrix least_squares(Matrix a, Matrix b) {
  check_tall(a);
  check_equal(b.rows(), a.rows(), "the number of rows of a right side");
  const int m = extent(a.rows()), n = extent(a.cols()), k = extent(b.cols());
  int info = 0;
  with_workspace([&](double* work, const int* size) {
    dgels_("N", &m, &n, &k, a.data(), &m, b.data(), &m, work, size, &info);
  });
  check_done(info, "a least squares problem");
  return b.topRows(n);
}

}  // namespace mortise::gen
