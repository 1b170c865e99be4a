#include "generator/bodies/mesh/hexahedron.hpp"

#include <Eigen/LU>
#include <array>
#include <cmath>
#include "generator/ground/dense/cholesky.hpp"

namespace mortise::gen {
namespace {

using HexGradients = Eigen::Matrix<double, 8, 3>;
using HexStrain = Eigen::Matrix<double, 6, 24>;   // xx, yy, zz, xy, yz, zx of the corners' dofs
using HexInternal = Eigen::Matrix<double, 6, 9>;  // of the incompatible modes
using Elasticity = Eigen::Matrix<double, 6, 6>;

constexpr std::array<std::array<double, 3>, 8> kHexCorner{{{-1, -1, -1},
                                                           {1, -1, -1},
                                                           {1, 1, -1},
                                                           {-1, 1, -1},
                                                           {-1, -1, 1},
                                                           {1, -1, 1},
                                                           {1, 1, 1},
                                                           {-1, 1, 1}}};

// Shape functions and their derivatives by the natural coordinates r.
struct HexPoint {
  explicit HexPoint(const Vector3& r) : r(r) {
    for (int i = 0; i < 8; ++i) {
      const auto& c = kHexCorner[static_cast<std::size_t>(i)];
      const Vector3 f(1.0 + c[0] * r[0], 1.0 + c[1] * r[1], 1.0 + c[2] * r[2]);
      shape[i] = 0.125 * f[0] * f[1] * f[2];
      slope.row(i) << 0.125 * c[0] * f[1] * f[2], 0.125 * c[1] * f[0] * f[2],
          0.125 * c[2] * f[0] * f[1];
    }
  }

  // d(x, y, z) / d(r), column by column.
  Eigen::Matrix3d jacobian(const HexCorners& corners) const { return corners.transpose() * slope; }

  Vector3 r;
  Eigen::Matrix<double, 8, 1> shape;
  HexGradients slope;
};

std::array<HexPoint, 8> eight_points() {
  const double g = 1.0 / std::sqrt(3.0);
  const auto at = [&](std::size_t i) {
    return HexPoint(g * Vector3(kHexCorner[i][0], kHexCorner[i][1], kHexCorner[i][2]));
  };
  return {at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7)};
}

Elasticity elasticity_of(const Material& material) {
  const double shear = material.young / (2.0 * (1.0 + material.poisson));
  const double lame = 2.0 * shear * material.poisson / (1.0 - 2.0 * material.poisson);
  Elasticity d = Elasticity::Zero();
  d.topLeftCorner<3, 3>().setConstant(lame);
  d.diagonal().head<3>().array() += 2.0 * shear;
  d.diagonal().tail<3>().setConstant(shear);
  return d;
}

// Strains of the columns (x, y, z) of functions with these gradients.
template <int functions>
Eigen::Matrix<double, 6, 3 * functions> hex_strain(
    const Eigen::Matrix<double, functions, 3>& gradients) {
  Eigen::Matrix<double, 6, 3 * functions> strain = Eigen::Matrix<double, 6, 3 * functions>::Zero();
  for (int i = 0; i < functions; ++i) {
    const double x = gradients(i, 0), y = gradients(i, 1), z = gradients(i, 2);
    strain.template middleCols<3>(3 * i) << x, 0, 0, 0, y, 0, 0, 0, z, y, x, 0, 0, z, y, z, 0, x;
  }
  return strain;
}

}  // namespace

int folded_corner(const HexCorners& corners) {
  for (std::size_t i = 0; i < 8; ++i) {
    const HexPoint corner(Vector3(kHexCorner[i][0], kHexCorner[i][1], kHexCorner[i][2]));
    if (!(corner.jacobian(corners).determinant() > 0.0)) return static_cast<int>(i) + 1;
  }
  return 0;
}

HexMatrix hex_stiffness(const HexCorners& corners, const Material& material) {
  const Elasticity d = elasticity_of(material);
  const Eigen::Matrix3d centre = HexPoint(Vector3::Zero()).jacobian(corners);
  const Eigen::Matrix3d to_centre = centre.inverse();
  HexMatrix k = HexMatrix::Zero();
  Eigen::Matrix<double, 24, 9> coupling = Eigen::Matrix<double, 24, 9>::Zero();
  Eigen::Matrix<double, 9, 9> internal = Eigen::Matrix<double, 9, 9>::Zero();
  for (const HexPoint& at : eight_points()) {
    const Eigen::Matrix3d jacobian = at.jacobian(corners);
    const double volume = jacobian.determinant();
    const HexStrain b = hex_strain<8>(at.slope * jacobian.inverse());
    // 1 - r^2 of every direction, corrected to a strain of mean zero
    const Eigen::Matrix3d slope = (-2.0 * at.r).asDiagonal();
    const HexInternal g = hex_strain<3>((centre.determinant() / volume) * (slope * to_centre));
    const HexStrain stress = volume * (d * b);
    k += b.transpose() * stress;
    coupling += stress.transpose() * g;
    internal += volume * (g.transpose() * d * g);
  }
  condense_inner(internal, coupling, &k);
  return 0.5 * (k + k.transpose());
}

HexMatrix hex_mass(const HexCorners& corners, double density) {
  HexMatrix m = HexMatrix::Zero();
  for (const HexPoint& at : eight_points()) {
    const double weight = density * at.jacobian(corners).determinant();
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j)
        m.block<3, 3>(3 * i, 3 * j).diagonal().array() += weight * at.shape[i] * at.shape[j];
  }
  return m;
}

}  // namespace mortise::gen
