// Factor and lowest modes by SLEPc's Krylov-Schur with MUMPS:
//   mortise_peer_slepc EXPORT.sti MODES
#include <slepceps.h>

#include <chrono>
#include <cmath>

#include "generator/ground/numbers/constants.hpp"
#include "tests/bench/peer_case.hpp"

namespace mortise::gen {
namespace {

Mat petsc_matrix(const SparseMatrix& a) {
  Mat matrix = nullptr;
  const auto n = static_cast<PetscInt>(a.rows());
  std::vector<PetscInt> entries(static_cast<std::size_t>(n));
  for (Eigen::Index i = 0; i < a.cols(); ++i)
    entries[static_cast<std::size_t>(i)] = a.outerIndexPtr()[i + 1] - a.outerIndexPtr()[i];
  MatCreateSeqAIJ(PETSC_COMM_SELF, n, n, 0, entries.data(), &matrix);
  for (PetscInt i = 0; i < n; ++i)  // column i is row i
    MatSetValues(matrix, 1, &i, entries[static_cast<std::size_t>(i)],
                 a.innerIndexPtr() + a.outerIndexPtr()[i], a.valuePtr() + a.outerIndexPtr()[i],
                 INSERT_VALUES);
  MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY);
  MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY);
  MatSetOption(matrix, MAT_SYMMETRIC, PETSC_TRUE);
  return matrix;
}

}  // namespace

int run_peer(const std::string& path, int modes) {
  const PeerCase c = peer_case(path);
  Mat stiffness = petsc_matrix(c.stiffness), mass = petsc_matrix(c.mass);
  const auto start = std::chrono::steady_clock::now();
  EPS solver = nullptr;
  ST transformation = nullptr;
  KSP linear = nullptr;
  PC factor = nullptr;
  EPSCreate(PETSC_COMM_SELF, &solver);
  EPSSetOperators(solver, stiffness, mass);
  EPSSetProblemType(solver, EPS_GHEP);
  EPSSetDimensions(solver, modes, PETSC_DEFAULT, PETSC_DEFAULT);
  EPSSetTolerances(solver, 1e-10, PETSC_DEFAULT);
  EPSSetWhichEigenpairs(solver, EPS_TARGET_MAGNITUDE);
  EPSSetTarget(solver, 0.0);
  EPSGetST(solver, &transformation);
  STSetType(transformation, STSINVERT);
  STGetKSP(transformation, &linear);
  KSPSetType(linear, KSPPREONLY);
  KSPGetPC(linear, &factor);
  PCSetType(factor, PCCHOLESKY);
  PCFactorSetMatSolverType(factor, MATSOLVERMUMPS);
  EPSSetFromOptions(solver);
  const bool solved = EPSSolve(solver) == 0;
  PetscInt converged = 0;
  EPSGetConverged(solver, &converged);
  std::vector<double> hz;
  for (PetscInt i = 0; i < std::min<PetscInt>(converged, modes); ++i) {
    PetscScalar square = 0.0;
    EPSGetEigenvalue(solver, i, &square, nullptr);
    hz.push_back(std::sqrt(PetscRealPart(square)) / kTwoPi);
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  print_peer(taken.count(), hz);
  return solved && converged >= modes ? 0 : 1;
}

}  // namespace mortise::gen

int main(int argc, char** argv) {
  if (argc < 3) return std::fprintf(stderr, "usage: mortise_peer_slepc EXPORT.sti MODES\n"), 2;
  if (SlepcInitialize(&argc, &argv, nullptr, nullptr) != 0) return 1;
  const int code = mortise::gen::run_peer(argv[1], std::atoi(argv[2]));
  SlepcFinalize();
  return code;
}
