#include "generator/condense/craig_bampton.hpp"

#include <cmath>
#include <utility>

#include "generator/condense/constraint_modes.hpp"

namespace mortise::gen {
namespace {

constexpr double kContained = 1e-12;  // share of the energy of an attachment mode that is worth it

// Removes from every column what Phi and the earlier columns contain, in the energy product.
Matrix attachment(const SparseMatrix& stiffness, const Modes& fixed, const Matrix& answers) {
  Matrix kept(answers.rows(), 0);
  for (Eigen::Index i = 0; i < answers.cols(); ++i) {
    Vector a = answers.col(i);
    const double energy = a.dot(stiffness * a);
    for (int pass = 0; pass < 2; ++pass) {
      const Vector share =
          (fixed.shapes.transpose() * (stiffness * a)).array() / fixed.omega.array().square();
      a -= fixed.shapes * share;
      a -= kept * (kept.transpose() * (stiffness * a));
    }
    const double rest = a.dot(stiffness * a);
    if (!(rest > kContained * energy)) continue;
    kept.conservativeResize(Eigen::NoChange, kept.cols() + 1);
    kept.rightCols(1) = a / std::sqrt(rest);
  }
  return kept;
}

}  // namespace

CraigBamptonBasis craig_bampton(const SparseMatrix& stiffness, const SparseMatrix& mass,
                                const SparseMatrix& interface_rows, const ModeRequest& request,
                                const Matrix& loads) {
  ConstraintModes constraint = constraint_modes(stiffness, mass, interface_rows);
  CraigBamptonBasis basis;
  basis.rigid_body_modes = constraint.rigid_body_modes;
  basis.constraint_modes = std::move(constraint.shapes);
  basis.fixed_interface = lowest_modes(stiffness, mass, request, interface_rows);

  basis.attachment_modes = Matrix(mass.rows(), 0);
  if (loads.cols() > 0) {
    Matrix answers = constraint.solver->solve(loads);
    answers -= basis.constraint_modes * (interface_rows * answers);
    basis.attachment_modes = attachment(stiffness, basis.fixed_interface, answers);
  }
  return basis;
}

}  // namespace mortise::gen
