#include "generator/contact/system/position_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/contact/system/contact_lag.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/numbers/constants.hpp"

namespace mortise::gen {
namespace {

constexpr double kRigid = 1e-11;  // of the softest direction: rows that follow from others

// W^T C^-1 W, of the directions that have a compliance (n x n).
Matrix bonded_stiffness(const ReducedInterface& interface) {
  const Matrix& rows = interface.contacts().rows;
  const Matrix soft = interface.residual->row_compliance.leftCols(rows.rows());
  const SymmetricEigen eigen(0.5 * (soft + soft.transpose()));
  const Vector& values = eigen.eigenvalues();
  const Vector stiffness = values.unaryExpr(
      [least = kRigid * values.maxCoeff()](double c) { return c > least ? 1.0 / c : 0.0; });
  const Matrix along = eigen.eigenvectors().transpose() * rows;
  return along.transpose() * stiffness.asDiagonal() * along;
}

}  // namespace

PositionFit position_fit(const ReducedInterface& interface, const Vector& omega) {
  PositionFit fit;
  Matrix stiffness = bonded_stiffness(interface);
  stiffness.diagonal() += omega.cwiseAbs2();
  const SymmetricEigen eigen(stiffness, kEigenvaluesOnly);
  fit.bonded = std::sqrt(eigen.eigenvalues().maxCoeff());
  const Matrix rigid = rigid_part(interface.contacts().rows, omega);
  fit.half_period = HUGE_VAL;
  for (Eigen::Index r = 0; r < rigid.rows(); r += 3) {
    const double felt = rigid.row(r).squaredNorm();  // 1/mass
    if (!(felt > 0.0)) continue;
    fit.half_period =
        std::min(fit.half_period, kPi * std::sqrt(interface.residual->row_compliance(r, r) / felt));
  }
  return fit;
}

const ContactParameters* stiff_contact(const ReducedInterface& interface) {
  for (std::size_t c = 0; c < interface.contacts().points.size(); ++c) {
    const auto r = static_cast<Eigen::Index>(3 * c);
    if (!interface.residual || !(interface.residual->row_compliance(r, r) > 0.0))
      return &interface.contacts().points[c];
  }
  return nullptr;
}

std::string finding_of(const PositionFit& fit, double step) {
  std::string text = fmt::format("bonded contacts have {:.4g} rad/s, omega h = {:.3g}", fit.bonded,
                                 fit.bonded * step);
  if (std::isfinite(fit.half_period))
    text += fmt::format("; {:.3g} steps in half a period of the body on one of them",
                        fit.half_period / step);
  return text;
}

}  // namespace mortise::gen
