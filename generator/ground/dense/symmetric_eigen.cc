#include "generator/ground/dense/symmetric_eigen.hpp"

#include <Eigen/Eigenvalues>

namespace mortise::gen {

template <int size>
SymmetricEigenOf<size>::SymmetricEigenOf(const Square& a, bool vectors) {
  const Eigen::SelfAdjointEigenSolver<Square> eigen(
      a, vectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
  converged_ = eigen.info() == Eigen::Success;
  values_ = eigen.eigenvalues();
  if (vectors) vectors_ = eigen.eigenvectors();
}

template class SymmetricEigenOf<3>;
template class SymmetricEigenOf<6>;
template class SymmetricEigenOf<Eigen::Dynamic>;

PencilEigen pencil_eigen(const Matrix& stiffness, const Matrix& mass) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> eigen(stiffness, mass);
  if (eigen.info() != Eigen::Success) return {};
  return {eigen.eigenvalues(), eigen.eigenvectors(), true};
}

}  // namespace mortise::gen
