#include "generator/contact/law/residual_compliance.hpp"

namespace mortise::gen {

Matrix ResidualCompliance::ports() const {
  const Eigen::Index nr = row_compliance.rows(), nu = input_compliance.rows();
  Matrix all(nr + nu, nr + nu);
  all.topRows(nr) = row_compliance;
  all.bottomLeftCorner(nu, nr) = row_compliance.rightCols(nu).transpose();
  all.bottomRightCorner(nu, nu) = input_compliance;
  return 0.5 * (all + all.transpose());
}

void ResidualCompliance::add_blind_output() {
  const Eigen::Index rows = output_compliance.rows() + 1;
  output_compliance.conservativeResize(rows, Eigen::NoChange);
  output_compliance.bottomRows(1).setZero();
  output_offset.conservativeResize(rows);
  output_offset[rows - 1] = 0.0;
}

}  // namespace mortise::gen
