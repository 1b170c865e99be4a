#include "generator/tool/petsc/parallel_modes.hpp"

#include <slepceps.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "generator/tool/petsc/result_file.hpp"

namespace mortise::gen {
namespace {

constexpr double kTolerance = 1e-10;  // residual of an eigenpair over its value
constexpr int kMostRestarts = 300;

// A handle of PETSc or SLEPc, destroyed with its owner.
template <class T, PetscErrorCode (*Destroy)(T*)>
struct Owned {
  Owned() = default;
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() { Destroy(&handle); }
  T handle = nullptr;
};
using OwnedMatrix = Owned<Mat, MatDestroy>;
using OwnedVector = Owned<Vec, VecDestroy>;
using OwnedSolver = Owned<EPS, EPSDestroy>;

// A number in -0.5..0.5 of an entry, the same on any number of ranks (the mixer of splitmix64).
double scattered(std::uint64_t entry, std::uint64_t seed) {
  std::uint64_t z = (entry + 1) * 0x9e3779b97f4a7c15u + seed * 0xd1b54a32d192ed03u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return static_cast<double>(z >> 11) * 0x1p-53 - 0.5;
}

// The rows of this rank of a symmetric matrix are its columns.
void read_matrix(const std::string& path, const RankRows& rows, Mat* matrix) {
  const job::SparseColumns mine =
      job::read_columns(path, rows.first(), rows.first() + rows.count());
  const auto n = static_cast<PetscInt>(rows.total());
  require_petsc(
      MatCreateMPIAIJWithArrays(MPI_COMM_WORLD, rows.count(), rows.count(), n, n, mine.outer.data(),
                                mine.inner.data(), mine.values.data(), matrix),
      "mass matrix");
}

// What the operator needs on this rank.
class InverseOperator {
 public:
  InverseOperator(ParallelFactor* factor, const ModesRequest& request)
      : factor_(factor), rows_(factor->rows()) {
    read_matrix(request.mass, rows_, &mass_.handle);
    require_petsc(MatCreateVecs(mass_.handle, nullptr, &load_.handle), "vectors");
    if (request.rows.empty()) return;
    interface_ = job::read_columns(request.rows, rows_.first(), rows_.first() + rows_.count());
    rows_.read_dense(request.projector, &projector_);
    reaction_.resize(static_cast<std::size_t>(interface_.rows));
  }

  Mat mass() const { return mass_.handle; }

  // y = A^-1 P^T f
  void apply(Vec f, Vec y) {
    require_petsc(VecCopy(f, load_.handle), "vector");
    double* load = nullptr;
    require_petsc(VecGetArray(load_.handle, &load), "vector");
    remove_reaction(load);
    double* whole = rows_.gather(load);
    require_petsc(VecRestoreArray(load_.handle, &load), "vector");
    factor_->solve(whole, 1);
    double* motion = nullptr;
    require_petsc(VecGetArray(y, &motion), "vector");
    rows_.scatter(motion);
    require_petsc(VecRestoreArray(y, &motion), "vector");
  }

 private:
  // f - R^T Psi^T f
  void remove_reaction(double* load) {
    if (interface_.rows == 0) return;
    const int count = rows_.count();
    for (std::size_t c = 0; c < reaction_.size(); ++c) {
      const double* column = projector_.data() + c * static_cast<std::size_t>(count);
      double sum = 0.0;
      for (int i = 0; i < count; ++i) sum += column[i] * load[i];
      reaction_[c] = sum;
    }
    MPI_Allreduce(MPI_IN_PLACE, reaction_.data(), static_cast<int>(reaction_.size()), MPI_DOUBLE,
                  MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < count; ++i)
      for (int k = interface_.outer[static_cast<std::size_t>(i)];
           k < interface_.outer[static_cast<std::size_t>(i) + 1]; ++k) {
        const auto entry = static_cast<std::size_t>(k);
        load[i] -=
            interface_.values[entry] * reaction_[static_cast<std::size_t>(interface_.inner[entry])];
      }
  }

  ParallelFactor* factor_;
  RankRows& rows_;
  OwnedMatrix mass_;
  OwnedVector load_;
  job::SparseColumns interface_;   // the columns of R of this rank
  std::vector<double> projector_;  // its rows of Psi
  std::vector<double> reaction_;   // (m)
};

// In place of the solver of the shifted and inverted pencil, which M is applied in front of.
PetscErrorCode apply_inverse(PC shell, Vec load, Vec motion) {
  void* context = nullptr;
  require_petsc(PCShellGetContext(shell, &context), "operator");
  static_cast<InverseOperator*>(context)->apply(load, motion);
  return 0;
}

// The residual of a pair of the operator over its eigenvalue 1 / value. SLEPc's own tests divide by
// the value, of another size and unit.
PetscErrorCode residual_over_eigenvalue(EPS, PetscScalar value, PetscScalar, PetscReal residual,
                                        PetscReal* error, void*) {
  *error = residual * std::abs(value);
  return 0;
}

// Vectors like `like`, filled with the rows of this rank of a dense file.
class KnownModes {
 public:
  KnownModes(const std::string& path, const RankRows& rows, Vec like) {
    if (path.empty()) return;
    std::vector<double> values;
    count_ = static_cast<PetscInt>(rows.read_dense(path, &values));
    require_petsc(VecDuplicateVecs(like, count_, &vectors_), "known modes");
    for (PetscInt c = 0; c < count_; ++c) {
      double* mine = nullptr;
      require_petsc(VecGetArray(vectors_[c], &mine), "known modes");
      std::copy_n(values.data() + static_cast<std::ptrdiff_t>(c) * rows.count(), rows.count(),
                  mine);
      require_petsc(VecRestoreArray(vectors_[c], &mine), "known modes");
    }
  }
  KnownModes(const KnownModes&) = delete;
  KnownModes& operator=(const KnownModes&) = delete;
  ~KnownModes() {
    if (vectors_ != nullptr) VecDestroyVecs(count_, &vectors_);
  }
  PetscInt count() const { return count_; }
  Vec* vectors() const { return vectors_; }

 private:
  PetscInt count_ = 0;
  Vec* vectors_ = nullptr;
};

void write_modes(EPS solver, const std::string& path, RankRows* rows, Vec vector, int found) {
  std::unique_ptr<ResultFile> file;
  if (rows->rank() == 0) file = std::make_unique<ResultFile>(path, rows->total(), found);
  for (int i = 0; i < found; ++i) {
    require_petsc(EPSGetEigenvector(solver, i, vector, nullptr), "eigenvector");
    const double* mine = nullptr;
    require_petsc(VecGetArrayRead(vector, &mine), "eigenvector");
    const double* whole = rows->gather(mine);
    if (file) file->write(whole, 1);
    require_petsc(VecRestoreArrayRead(vector, &mine), "eigenvector");
  }
  if (file) file->commit();
}

}  // namespace

void require_petsc(int code, const char* what) {
  if (code == 0) return;
  throw std::runtime_error(std::string("PETSc fails with code ") + std::to_string(code) + ": " +
                           what);
}

int lowest_modes_of(ParallelFactor* factor, const ModesRequest& request) {
  RankRows& rows = factor->rows();
  InverseOperator inverse(factor, request);
  OwnedVector start;
  require_petsc(MatCreateVecs(inverse.mass(), &start.handle, nullptr), "start vector");
  double* values = nullptr;
  require_petsc(VecGetArray(start.handle, &values), "start vector");
  const auto first = static_cast<std::uint64_t>(rows.first());
  for (int i = 0; i < rows.count(); ++i)
    values[i] =
        scattered(first + static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(request.seed));
  require_petsc(VecRestoreArray(start.handle, &values), "start vector");
  const KnownModes known(request.known, rows, start.handle);

  OwnedSolver owned;
  require_petsc(EPSCreate(MPI_COMM_WORLD, &owned.handle), "eigen-solver");
  EPS solver = owned.handle;
  // the first matrix stands for A and is never looked at: the solver below has its factor
  require_petsc(EPSSetOperators(solver, inverse.mass(), inverse.mass()), "operators");
  require_petsc(EPSSetProblemType(solver, EPS_GHEP), "problem type");
  require_petsc(EPSSetType(solver, EPSKRYLOVSCHUR), "eigen-solver");
  require_petsc(EPSSetWhichEigenpairs(solver, EPS_TARGET_MAGNITUDE), "end of the spectrum");
  require_petsc(EPSSetTarget(solver, 0.0), "end of the spectrum");
  const auto room = static_cast<PetscInt>(rows.total()) - known.count();
  const PetscInt space = std::min<PetscInt>(room, 2 * request.wanted + 24);
  require_petsc(EPSSetDimensions(solver, request.wanted, space, PETSC_DEFAULT), "dimensions");
  require_petsc(EPSSetTolerances(solver, kTolerance, kMostRestarts), "tolerance");
  require_petsc(EPSSetConvergenceTestFunction(solver, residual_over_eigenvalue, nullptr, nullptr),
                "convergence test");
  ST inversion = nullptr;
  KSP linear = nullptr;
  PC shell = nullptr;
  require_petsc(EPSGetST(solver, &inversion), "operator");
  require_petsc(STSetType(inversion, STSINVERT), "operator");
  require_petsc(STGetKSP(inversion, &linear), "operator");
  require_petsc(KSPSetType(linear, KSPPREONLY), "operator");
  require_petsc(KSPGetPC(linear, &shell), "operator");
  require_petsc(PCSetType(shell, PCSHELL), "operator");
  require_petsc(PCShellSetContext(shell, &inverse), "operator");
  require_petsc(PCShellSetApply(shell, apply_inverse), "operator");
  require_petsc(EPSSetInitialSpace(solver, 1, &start.handle), "start vector");
  if (known.count() > 0)
    require_petsc(EPSSetDeflationSpace(solver, known.count(), known.vectors()), "known modes");
  require_petsc(EPSSetFromOptions(solver), "options");
  require_petsc(EPSSolve(solver), "eigen-solver");
  PetscInt converged = 0;
  require_petsc(EPSGetConverged(solver, &converged), "eigen-solver");
  const int found = static_cast<int>(std::min<PetscInt>(converged, request.wanted));
  write_modes(solver, request.result, &rows, start.handle, found);
  return found;
}

}  // namespace mortise::gen
