// The matrix types of the offline half.
#pragma once

#include <Eigen/Dense>
#include <Eigen/SparseCore>

namespace mortise::gen {

using Vector = Eigen::VectorXd;
using Vector3 = Eigen::Vector3d;
using Matrix = Eigen::MatrixXd;
using SparseMatrix = Eigen::SparseMatrix<double>;
using SparseRow = Eigen::SparseVector<double>;  // a linear functional of a vector

}  // namespace mortise::gen
