#include "generator/ground/sparse/multifrontal.hpp"

#include <dmumps_c.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <mutex>
#include <vector>

#include "generator/ground/dense/blas_turn.hpp"
#include "generator/ground/files/long_work.hpp"
#include "generator/ground/sparse/mumps_codes.hpp"
#include "generator/ground/sparse/nested_dissection.hpp"
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

constexpr double kWide = 2e10;                 // operations from which fronts fill two processors
constexpr double kOperationsPerSecond = 2e10;  // of one core, for the estimate of the time

// Free memory [MB], as the kernel estimates it; a large number where it does not say.
std::size_t free_megabytes() {
  std::ifstream table("/proc/meminfo");
  std::string key, unit;
  std::size_t kilobytes = 0;
  while (table >> key >> kilobytes >> unit)
    if (key == "MemAvailable:") return kilobytes / 1000;
  return std::numeric_limits<std::size_t>::max();
}

class MultifrontalSolver final : public SparseSolver {
 public:
  MultifrontalSolver(const SparseMatrix& matrix, const std::string& what, std::size_t megabytes,
                     bool only_inertia = false)
      : n_(matrix.rows()), what_(what) {
    const MumpsTurn turn;
    mumps_.comm_fortran = mumps::kUseWorldCommunicator;
    mumps_.par = 1;
    mumps_.sym = mumps::kSymmetricIndefinite;
    call(mumps::kNewInstance);
    control(mumps::kDiscard) = only_inertia ? 1 : 0;
    try {
      factorize(matrix, megabytes > 0 ? megabytes : free_megabytes());
    } catch (...) {
      call(mumps::kEnd);
      throw;
    }
  }
  MultifrontalSolver(const MultifrontalSolver&) = delete;
  MultifrontalSolver& operator=(const MultifrontalSolver&) = delete;
  ~MultifrontalSolver() override {
    const MumpsTurn turn;
    call(mumps::kEnd);
  }

  Matrix solve(const Matrix& rhs) const override {
    Matrix x = rhs;
    if (x.size() == 0) return x;
    const MumpsTurn turn;
    const WideBlas wide(wide_);
    mumps_.rhs = x.data();
    mumps_.nrhs = static_cast<MUMPS_INT>(x.cols());
    mumps_.lrhs = static_cast<MUMPS_INT>(n_);
    call(mumps::kSolve);
    mumps_.rhs = nullptr;
    if (answer(mumps::kStatus) < 0) fail();
    return x;
  }
  Eigen::Index negative_pivots() const override { return negative_; }
  Eigen::Index size() const override { return n_; }

 private:
  MUMPS_INT& control(mumps::Control which) { return mumps_.icntl[which - 1]; }
  int answer(mumps::Answer which) const { return mumps_.infog[which - 1]; }
  void call(int job) const {
    mumps_.job = job;
    dmumps_c(&mumps_);
  }
  [[noreturn]] void fail() const {
    throw Error(what_,
                "MUMPS stops with code " + std::to_string(answer(mumps::kStatus)) + ", " +
                    std::to_string(answer(mumps::kDetail)),
                answer(mumps::kStatus) == mumps::kOutOfMemory
                    ? "free memory, or use a coarser mesh"
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
    for (const mumps::Control output :
         {mumps::kErrors, mumps::kDiagnostics, mumps::kGlobal, mumps::kLevel})
      control(output) = 0;
    control(mumps::kOrdering) = mumps::kGivenOrdering;
    control(mumps::kNullPivots) = 1;
    mumps_.cntl[mumps::kNullThreshold - 1] = mumps::kNothing;
    SparseMatrix packed;
    if (!matrix.isCompressed()) packed = matrix;
    packed.makeCompressed();
    const SparseMatrix& graph = matrix.isCompressed() ? matrix : packed;
    std::vector<int> place = nested_dissection(n_, graph.outerIndexPtr(), graph.innerIndexPtr());
    mumps_.perm_in = place.data();
    Triangle triangle(matrix);
    mumps_.n = static_cast<MUMPS_INT>(n_);
    mumps_.nnz = static_cast<MUMPS_INT8>(triangle.value.size());
    mumps_.irn = triangle.row.data();
    mumps_.jcn = triangle.column.data();
    mumps_.a = triangle.value.data();
    call(mumps::kAnalyse);
    if (answer(mumps::kStatus) < 0) fail_or_singular();
    reserve(available);
    const LongWork work(what_ + ": factor of " + std::to_string(n_) + " unknowns, " +
                            std::to_string(answer(mumps::kMegabytes)) + " MB",
                        mumps_.rinfog[0] / kOperationsPerSecond);
    wide_ = mumps_.rinfog[0] > kWide;
    const WideBlas wide(wide_);
    // pivots that had to wait need more room than foreseen
    while (call(mumps::kFactorize), answer(mumps::kStatus) == mumps::kFarTooLittle &&
                                        control(mumps::kRelaxation) < mumps::kMostRelaxation)
      control(mumps::kRelaxation) *= 2;
    if (answer(mumps::kStatus) < 0) fail_or_singular();
    if (answer(mumps::kNullCount) > 0) singular();
    negative_ = answer(mumps::kNegative);
    mumps_.irn = mumps_.jcn = mumps_.perm_in = nullptr;
    mumps_.a = nullptr;
  }

  // In memory, or out of core where that does not fit.
  void reserve(std::size_t available) {
    if (static_cast<std::size_t>(answer(mumps::kMegabytes)) < available) return;
    const int least = answer(mumps::kMegabytesOutOfCore);
    if (static_cast<std::size_t>(least) >= available)
      throw Error(what_,
                  "its factor takes " + std::to_string(answer(mumps::kMegabytes)) + " MB, or " +
                      std::to_string(least) + " MB with the factor on disk; " +
                      std::to_string(available) + " MB are free",
                  "free memory, use a coarser mesh, or import the matrices of parts");
    control(mumps::kOutOfCore) = 1;
    const char* folder = std::getenv("TMPDIR");
    std::snprintf(mumps_.ooc_tmpdir, sizeof mumps_.ooc_tmpdir, "%s", folder ? folder : "/tmp");
  }

  void fail_or_singular() const {
    if (answer(mumps::kStatus) == mumps::kSingularMatrix ||
        answer(mumps::kStatus) == mumps::kStructurallySingular)
      singular();
    fail();
  }
  [[noreturn]] void singular() const { throw SingularMatrix(what_); }

  mutable DMUMPS_STRUC_C mumps_{};
  Eigen::Index n_ = 0;
  Eigen::Index negative_ = 0;
  bool wide_ = false;
  std::string what_;
};

}  // namespace

std::unique_ptr<SparseSolver> factorize_multifrontal(const SparseMatrix& matrix,
                                                     const std::string& what,
                                                     std::size_t megabytes) {
  return std::make_unique<MultifrontalSolver>(matrix, what, megabytes);
}

Eigen::Index negative_pivots_multifrontal(const SparseMatrix& matrix, const std::string& what,
                                          std::size_t megabytes) {
  return MultifrontalSolver(matrix, what, megabytes, true).negative_pivots();
}

}  // namespace mortise::gen
