// The adapted Craig-Chang basis (Schmidt 2.67-2.68): modes of the free interface instead of the
// fixed one, brought into the form of Craig-Bampton.
//
//   u = Psi r + Phi eta,   r = R u
//   Phi = Phi_free - Psi R Phi_free   so that R Phi = 0; the span of [Phi, Psi] contains Phi_free
//
// Rigid-body modes are interface motions and vanish; what else depends linearly is left out. The
// rest is made orthogonal in mass and stiffness within its span, so that eta have frequencies, the
// fixed-interface ones as far as this span knows them.
#include "generator/bodies/condense/component.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"

#include <cmath>
#include <utility>

namespace mortise::gen {
namespace {

// Share of its kinetic energy that remains of a free-interface mode: less is rounding, the mode an
// interface motion. Psi R X differs from a rigid-body mode X by some 1e-8 on fine meshes.
constexpr double kVanished = 1e-14;
constexpr double kContainedModes =
    1e-10;  // the same of a combination of such remainders, each unit

// Unit-mass columns that are no interface motion.
Matrix remainders(const SparseMatrix& mass, const Matrix& at_rest) {
  Matrix kept(at_rest.rows(), 0);
  for (Eigen::Index i = 0; i < at_rest.cols(); ++i) {
    const double energy = at_rest.col(i).dot(mass * at_rest.col(i));
    if (!(energy > kVanished)) continue;
    kept.conservativeResize(Eigen::NoChange, kept.cols() + 1);
    kept.rightCols(1) = at_rest.col(i) / std::sqrt(energy);
  }
  return kept;
}

}  // namespace

Modes modes_at_rest(const Component& c, const Matrix& motions, const Modes& free) {
  const Matrix at_rest =
      remainders(c.mass, motions - c.constraint_modes * Matrix(c.interface_rows * motions));
  Modes modes{Vector(), Matrix(c.mass.rows(), 0), 0, free.residual, free.splits_multiple};
  if (at_rest.cols() == 0) return modes;
  const Matrix gram = at_rest.transpose() * (c.mass * at_rest);
  const SymmetricEigen eigen(0.5 * (gram + gram.transpose()));
  const Eigen::Index kept = (eigen.eigenvalues().array() > kContainedModes).count();
  const Matrix span =
      at_rest * (eigen.eigenvectors().rightCols(kept) *
                 eigen.eigenvalues().tail(kept).cwiseSqrt().cwiseInverse().asDiagonal());
  Modes ritz =
      dense_modes(span.transpose() * (c.stiffness * span), span.transpose() * (c.mass * span),
                  rigid_body_level(c.stiffness, c.mass));
  modes.omega = std::move(ritz.omega);
  modes.shapes = span * ritz.shapes;
  return modes;
}

Modes craig_chang(const Component& c, const ModeRequest& request) {
  const Modes free = lowest_modes(c.stiffness, c.mass, request);
  return modes_at_rest(c, free.shapes, free);
}

}  // namespace mortise::gen
