#include <algorithm>
#include <cmath>

#include "generator/bodies/condense/modes.hpp"
#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kMassless = 1e-12;  // eigenvalue of the diagonally scaled mass that counts as zero
constexpr double kRigid = 1e-13;     // of the largest omega^2

// Coordinates with unit mass, u = motion * y: directions without mass follow statically.
Matrix massive_motions(const Matrix& stiffness, const Matrix& mass) {
  // scale the dofs, which may be metres and radians, by their mass, else by their stiffness
  const double mass_scale = mass.diagonal().maxCoeff();
  Vector scale(mass.rows());
  for (Eigen::Index i = 0; i < scale.size(); ++i) {
    const bool massive = mass(i, i) > 1e-300 && mass(i, i) > 1e-30 * mass_scale;
    const double entry = massive ? mass(i, i) : stiffness(i, i);
    if (!(entry > 0.0) || !std::isfinite(entry))
      throw Error("modes", "dof " + std::to_string(i + 1) + " has neither mass nor stiffness",
                  "remove the dof or give it mass or stiffness");
    scale[i] = 1.0 / std::sqrt(entry);
  }
  const Matrix scaled = scale.asDiagonal() * mass * scale.asDiagonal();
  const SymmetricEigen eigen(0.5 * (scaled + scaled.transpose()));
  const Vector& values = eigen.eigenvalues();
  const double limit = kMassless * std::max(values.tail(1)[0], 0.0);
  if (values[0] < -limit || values.tail(1)[0] <= 0.0)
    throw Error("modes", "the mass matrix is zero or has negative eigenvalues",
                "check the mass matrix and the densities");
  const Eigen::Index massless = (values.array() <= limit).count();
  const Eigen::Index massive = values.size() - massless;
  Matrix motion = scale.asDiagonal() * eigen.eigenvectors().rightCols(massive) *
                  values.tail(massive).cwiseSqrt().cwiseInverse().asDiagonal();
  if (massless == 0) return motion;

  const Matrix null = scale.asDiagonal() * eigen.eigenvectors().leftCols(massless);
  const Matrix held = null.transpose() * stiffness * null;
  const Vector norm = held.diagonal().cwiseMax(0.0).cwiseSqrt();
  const bool stiff = norm.minCoeff() > 0.0;
  const PivotedCholesky factor(
      stiff ? Matrix(norm.cwiseInverse().asDiagonal() * held * norm.cwiseInverse().asDiagonal())
            : held);
  if (!stiff || factor.pivots().minCoeff() <= kMassless)
    throw Error("modes", "stiffness and mass share a null direction",
                "remove mechanisms without mass from the model");
  const Matrix load = norm.cwiseInverse().asDiagonal() * (null.transpose() * stiffness * motion);
  return motion - null * (norm.cwiseInverse().asDiagonal() * factor.solve(load));
}

}  // namespace

Modes dense_modes(const Matrix& stiffness, const Matrix& mass, double zero_level) {
  const Matrix motion = massive_motions(stiffness, mass);
  const Matrix reduced = motion.transpose() * stiffness * motion;
  const SymmetricEigen eigen(0.5 * (reduced + reduced.transpose()));
  demand(eigen.converged(), "modes", "the dense eigen-solver did not converge",
         "check the matrices for non-finite entries");
  const double rigid = std::max(zero_level, kRigid * eigen.eigenvalues().cwiseAbs().maxCoeff());
  Modes modes;
  modes.shapes = motion * eigen.eigenvectors();
  modes.omega = eigen.eigenvalues();
  for (double& value : modes.omega) {
    if (value < -rigid)
      throw Error("modes", "the stiffness matrix has a negative eigenvalue beyond rounding",
                  "check the export: a preload beyond buckling, or a damaged matrix");
    if (value <= rigid) ++modes.rigid_body_modes;
    value = value <= rigid ? 0.0 : std::sqrt(value);
  }
  return modes;
}

}  // namespace mortise::gen
