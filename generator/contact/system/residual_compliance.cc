#include "generator/contact/system/residual_compliance.hpp"

namespace mortise::gen {

Matrix ResidualCompliance::ports() const {
  const Eigen::Index nr = row_compliance.rows(), nu = input_compliance.rows();
  Matrix all(nr + nu, nr + nu);
  all.topRows(nr) = row_compliance;
  all.bottomLeftCorner(nu, nr) = row_compliance.rightCols(nu).transpose();
  all.bottomRightCorner(nu, nu) = input_compliance;
  return 0.5 * (all + all.transpose());
}

}  // namespace mortise::gen
