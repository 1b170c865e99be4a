#include "generator/condense/craig_chang.hpp"

#include <Eigen/Eigenvalues>
#include <utility>

namespace mortise::gen {
namespace {

// Kinetic energy, as a share of that of the free-interface modes, below which a direction is
// rounding. Psi R X differs from a rigid-body mode X by about 1e-8 on fine meshes.
constexpr double kVanished = 1e-12;

}  // namespace

Modes craig_chang(const SparseMatrix& stiffness, const SparseMatrix& mass,
                  const SparseMatrix& interface_rows, const Matrix& constraint_modes,
                  const ModeRequest& request) {
  const Modes free = lowest_modes(stiffness, mass, request);
  const Matrix at_rest = free.shapes - constraint_modes * Matrix(interface_rows * free.shapes);
  const Matrix gram = at_rest.transpose() * (mass * at_rest);
  Modes modes{Vector(), Matrix(mass.rows(), 0), 0, free.residual, free.splits_multiple};
  if (gram.rows() == 0) return modes;
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(0.5 * (gram + gram.transpose()));
  const Eigen::Index kept = (eigen.eigenvalues().array() > kVanished).count();
  if (kept == 0) return modes;
  const Matrix span =
      at_rest * (eigen.eigenvectors().rightCols(kept) *
                 eigen.eigenvalues().tail(kept).cwiseSqrt().cwiseInverse().asDiagonal());
  Modes ritz = dense_modes(span.transpose() * (stiffness * span), span.transpose() * (mass * span),
                           rigid_body_level(stiffness, mass));
  modes.omega = std::move(ritz.omega);
  modes.shapes = span * ritz.shapes;
  return modes;
}

}  // namespace mortise::gen
