// The matrix types of the offline half.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <Eigen/SparseCore>

#include "generator/ground/numbers/kernels.hpp"
#include "generator/ground/numbers/products.hpp"

namespace mortise::gen {

using Vector = Eigen::VectorXd;
using Vector3 = Eigen::Vector3d;
using Matrix = Eigen::MatrixXd;
using SparseMatrix = Eigen::SparseMatrix<double>;
using SparseRow = Eigen::SparseVector<double>;  // a linear functional of a vector

}  // namespace mortise::gen
