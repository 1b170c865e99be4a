#include "generator/ground/sparse/multifrontal.hpp"

#include <dmumps_c.h>
#include <metis.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <mutex>
#include <vector>

#include "generator/ground/dense/blas_turn.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// MUMPS keeps variables of its own: one call at a time in a process.
class MumpsTurn {
 public:
  MumpsTurn() : turn_(mutex()) {}

 private:
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
  std::lock_guard<std::mutex> turn_;
  BlasTurn blas_;
};

// Names of MUMPS's control parameters, one-based as in its guide.
enum Control {
  kErrors = 1,
  kDiagnostics = 2,
  kGlobal = 3,
  kLevel = 4,
  kOrdering = 7,
  kRelaxation = 14,
  kOutOfCore = 22,
  kNullPivots = 24,
};
enum Answer {
  kStatus = 1,
  kDetail = 2,
  kNegative = 12,
  kMegabytes = 17,
  kMegabytesOutOfCore = 27,
  kNullCount = 28,
};
constexpr int kNewInstance = -1, kEnd = -2, kAnalyse = 1, kFactorize = 2, kSolve = 3;
constexpr int kUseWorldCommunicator = -987654;
constexpr int kSymmetricIndefinite = 2;
constexpr int kGivenOrdering = 1;
constexpr int kStructurallySingular = -6, kFarTooLittle = -9, kSingularMatrix = -10,
              kOutOfMemory = -13;
// A pivot below this share of the scaled matrix is rounding: the matrix is singular.
constexpr double kNothing = 1e-14;
constexpr int kMostRelaxation = 400;  // of the workspace that the analysis foresees [%]

// Free memory [MB], as the kernel estimates it; a large number where it does not say.
std::size_t free_megabytes() {
  std::ifstream table("/proc/meminfo");
  std::string key, unit;
  std::size_t kilobytes = 0;
  while (table >> key >> kilobytes >> unit)
    if (key == "MemAvailable:") return kilobytes / 1000;
  return std::numeric_limits<std::size_t>::max();
}

// Place of every unknown, from 1, in a nested dissection of the matrix's graph. Not MUMPS's own
// choice: with the ordering its factors would depend on what the process has ordered before.
std::vector<MUMPS_INT> nested_dissection(const SparseMatrix& matrix) {
  idx_t size = static_cast<idx_t>(matrix.rows());
  std::vector<idx_t> first{0}, neighbour;
  first.reserve(static_cast<std::size_t>(size) + 1);
  neighbour.reserve(static_cast<std::size_t>(matrix.nonZeros()));
  for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
    for (SparseMatrix::InnerIterator it(matrix, j); it; ++it)
      if (it.row() != j) neighbour.push_back(static_cast<idx_t>(it.row()));
    first.push_back(static_cast<idx_t>(neighbour.size()));
  }
  std::vector<idx_t> order(static_cast<std::size_t>(size)), place(order.size());
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;
  if (METIS_NodeND(&size, first.data(), neighbour.data(), nullptr, options, order.data(),
                   place.data()) != METIS_OK)
    throw Error("ordering", "METIS fails", "free memory");
  std::vector<MUMPS_INT> from_one(place.begin(), place.end());
  for (MUMPS_INT& i : from_one) ++i;
  return from_one;
}

class MultifrontalSolver final : public SparseSolver {
 public:
  MultifrontalSolver(const SparseMatrix& matrix, const std::string& what, std::size_t megabytes)
      : n_(matrix.rows()), what_(what) {
    const MumpsTurn turn;
    mumps_.comm_fortran = kUseWorldCommunicator;
    mumps_.par = 1;
    mumps_.sym = kSymmetricIndefinite;
    call(kNewInstance);
    try {
      factorize(matrix, megabytes > 0 ? megabytes : free_megabytes());
    } catch (...) {
      call(kEnd);
      throw;
    }
  }
  MultifrontalSolver(const MultifrontalSolver&) = delete;
  MultifrontalSolver& operator=(const MultifrontalSolver&) = delete;
  ~MultifrontalSolver() override {
    const MumpsTurn turn;
    call(kEnd);
  }

  Matrix solve(const Matrix& rhs) const override {
    Matrix x = rhs;
    if (x.size() == 0) return x;
    const MumpsTurn turn;
    mumps_.rhs = x.data();
    mumps_.nrhs = static_cast<MUMPS_INT>(x.cols());
    mumps_.lrhs = static_cast<MUMPS_INT>(n_);
    call(kSolve);
    mumps_.rhs = nullptr;
    if (answer(kStatus) < 0) fail();
    return x;
  }
  Eigen::Index negative_pivots() const override { return negative_; }
  Eigen::Index size() const override { return n_; }

 private:
  MUMPS_INT& control(Control which) { return mumps_.icntl[which - 1]; }
  int answer(Answer which) const { return mumps_.infog[which - 1]; }
  void call(int job) const {
    mumps_.job = job;
    dmumps_c(&mumps_);
  }
  [[noreturn]] void fail() const {
    throw Error(what_,
                "MUMPS stops with code " + std::to_string(answer(kStatus)) + ", " +
                    std::to_string(answer(kDetail)),
                answer(kStatus) == kOutOfMemory ? "free memory, or use a coarser mesh"
                                                : "see INFOG(1) in the guide of MUMPS");
  }

  // The lower triangle in coordinates, which MUMPS reads until the factor is made.
  struct Triangle {
    explicit Triangle(const SparseMatrix& matrix) {
      const auto most = static_cast<std::size_t>(matrix.nonZeros() + matrix.rows()) / 2;
      row.reserve(most);
      column.reserve(most);
      value.reserve(most);
      for (Eigen::Index j = 0; j < matrix.cols(); ++j)
        for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) {
          if (it.row() < j) continue;
          row.push_back(static_cast<MUMPS_INT>(it.row() + 1));
          column.push_back(static_cast<MUMPS_INT>(j + 1));
          value.push_back(it.value());
        }
    }
    std::vector<MUMPS_INT> row, column;
    std::vector<double> value;
  };

  void factorize(const SparseMatrix& matrix, std::size_t available) {
    for (const Control output : {kErrors, kDiagnostics, kGlobal, kLevel}) control(output) = 0;
    control(kOrdering) = kGivenOrdering;
    control(kNullPivots) = 1;
    mumps_.cntl[2] = kNothing;
    std::vector<MUMPS_INT> place = nested_dissection(matrix);
    mumps_.perm_in = place.data();
    Triangle triangle(matrix);
    mumps_.n = static_cast<MUMPS_INT>(n_);
    mumps_.nnz = static_cast<MUMPS_INT8>(triangle.value.size());
    mumps_.irn = triangle.row.data();
    mumps_.jcn = triangle.column.data();
    mumps_.a = triangle.value.data();
    call(kAnalyse);
    if (answer(kStatus) < 0) fail_or_singular();
    reserve(available);
    // pivots that had to wait need more room than foreseen
    while (call(kFactorize),
           answer(kStatus) == kFarTooLittle && control(kRelaxation) < kMostRelaxation)
      control(kRelaxation) *= 2;
    if (answer(kStatus) < 0) fail_or_singular();
    if (answer(kNullCount) > 0) singular();
    negative_ = answer(kNegative);
    mumps_.irn = mumps_.jcn = mumps_.perm_in = nullptr;
    mumps_.a = nullptr;
  }

  // In memory, or out of core where that does not fit.
  void reserve(std::size_t available) {
    if (static_cast<std::size_t>(answer(kMegabytes)) < available) return;
    const int least = answer(kMegabytesOutOfCore);
    if (static_cast<std::size_t>(least) >= available)
      throw Error(what_,
                  "its factor takes " + std::to_string(answer(kMegabytes)) + " MB, or " +
                      std::to_string(least) + " MB with the factor on disk; " +
                      std::to_string(available) + " MB are free",
                  "free memory, use a coarser mesh, or import the matrices of parts");
    control(kOutOfCore) = 1;
    const char* folder = std::getenv("TMPDIR");
    std::snprintf(mumps_.ooc_tmpdir, sizeof mumps_.ooc_tmpdir, "%s", folder ? folder : "/tmp");
  }

  void fail_or_singular() const {
    if (answer(kStatus) == kSingularMatrix || answer(kStatus) == kStructurallySingular) singular();
    fail();
  }
  [[noreturn]] void singular() const {
    throw Error(what_, "the matrix is singular to working precision",
                "hold the structure, or check for dofs without stiffness and mass");
  }

  mutable DMUMPS_STRUC_C mumps_{};
  Eigen::Index n_ = 0;
  Eigen::Index negative_ = 0;
  std::string what_;
};

}  // namespace

std::unique_ptr<SparseSolver> factorize_multifrontal(const SparseMatrix& matrix,
                                                     const std::string& what,
                                                     std::size_t megabytes) {
  return std::make_unique<MultifrontalSolver>(matrix, what, megabytes);
}

}  // namespace mortise::gen
