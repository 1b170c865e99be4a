// Hexahedra: patch test on distorted cells, rigid-body motions, bending without locking, mass.
#include "generator/bodies/mesh/solid_mesh.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "generator/bodies/mesh/hexahedron.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

const Material kHexSteel{2.1e11, 0.3, 7850.0};

HexCorners distorted_corners() {
  HexCorners corners;
  corners << 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> off(-0.15, 0.15);
  for (double& x : corners.reshaped()) x += off(random);
  return 0.02 * corners;
}

// Displacements of the corners for u = A x.
Eigen::Matrix<double, 24, 1> linear_motion(const HexCorners& corners, const Eigen::Matrix3d& a) {
  Eigen::Matrix<double, 24, 1> u;
  for (int i = 0; i < 8; ++i) u.segment<3>(3 * i) = a * corners.row(i).transpose();
  return u;
}

TEST(Hexahedron, SixMotionsWithoutStiffness) {
  const HexMatrix k = hex_stiffness(distorted_corners(), kHexSteel);
  const Vector values = SymmetricEigen(k).eigenvalues();
  EXPECT_LT(values.head(6).cwiseAbs().maxCoeff(), 1e-12 * values[23]);
  EXPECT_GT(values[6], 1e-4 * values[23]);
}

// Constant strain costs its exact energy, whatever the shape, and loads no mode beyond the corners.
TEST(Hexahedron, ConstantStrainIsExact) {
  const HexCorners corners = distorted_corners();
  const HexMatrix k = hex_stiffness(corners, kHexSteel);
  const double volume = hex_mass(corners, 1.0).sum() / 3.0;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      Eigen::Matrix3d gradient = Eigen::Matrix3d::Zero();
      gradient(i, j) = 1e-3;
      const auto u = linear_motion(corners, gradient);
      const double shear = kHexSteel.young / (2 * (1 + kHexSteel.poisson));
      const double modulus =
          i == j ? 2 * shear * (1 - kHexSteel.poisson) / (1 - 2 * kHexSteel.poisson) : shear;
      EXPECT_NEAR(u.dot(k * u) / (volume * modulus * 1e-6), 1.0, 1e-12) << i << j;
    }
}

TEST(Hexahedron, FoldedCornersAreNamed) {
  HexCorners corners = distorted_corners();
  EXPECT_EQ(folded_corner(corners), 0);
  corners.row(6).swap(corners.row(4));
  EXPECT_NE(folded_corner(corners), 0);
}

// Forces at the surface hold a block in a state of constant stress, inner nodes are free of force.
TEST(SolidMesh, PatchTest) {
  SolidMesh mesh = block_mesh(Vector3(0.3, 0.2, 0.1), {4, 3, 3}, 0.2);
  mesh.sets["fixed"].clear();
  const FullModel model = assemble_solid(mesh, kHexSteel);
  Eigen::Matrix3d gradient;
  gradient << 1, 2, -1, 0.5, -2, 3, 1, 0, 4;
  Vector u(model.size());
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i)
    u.segment<3>(3 * static_cast<Eigen::Index>(i)) = 1e-4 * gradient * mesh.nodes[i];
  const Vector force = model.stiffness * u;
  const auto inside = [](double x, double length) { return x > 1e-9 && x < length - 1e-9; };
  int inner = 0;
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    const Vector3& x = mesh.nodes[i];
    if (!inside(x[0], 0.3) || !inside(x[1], 0.2) || !inside(x[2], 0.1)) continue;
    ++inner;
    EXPECT_LT(force.segment<3>(3 * static_cast<Eigen::Index>(i)).norm(),
              1e-11 * force.cwiseAbs().maxCoeff());
  }
  EXPECT_EQ(inner, 12);
}

// A slender beam of one element through its height: Euler and Bernoulli within 1 %, where bilinear
// elements would be many times too stiff.
TEST(SolidMesh, BendsLikeABeam) {
  const double length = 1.0, width = 0.02, height = 0.02, force = 10.0;
  const Material material{2.1e11, 0.0, 7850.0};
  const SolidMesh mesh = block_mesh(Vector3(length, width, height), {20, 1, 1});
  const FullModel model = assemble_solid(mesh, material);
  Vector load = Vector::Zero(model.size());
  Eigen::Index tip = 0;
  for (Eigen::Index i = 0; i < model.size(); ++i) {
    const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
    if (dof.direction != 3 || model.nodes.at(dof.node)[0] < length - 1e-9) continue;
    load[i] = force / 4;
    tip = i;
  }
  const auto solver = factorize(model.stiffness, "test");
  const double exact =
      force * std::pow(length, 3) / (3 * material.young * width * std::pow(height, 3) / 12);
  EXPECT_NEAR(solver->solve(load)(tip) / exact, 1.0, 0.01);
}

TEST(SolidMesh, MassAndSets) {
  const SolidMesh mesh = block_mesh(Vector3(0.3, 0.2, 0.1), {3, 2, 2}, 0.1);
  EXPECT_EQ(mesh.sets.at("fixed").size(), 9u);
  EXPECT_EQ(mesh.sets.at("tip").size(), 9u);
  SolidMesh loose = mesh;
  loose.sets["fixed"].clear();
  const FullModel model = assemble_solid(loose, kHexSteel);
  EXPECT_NEAR(model.mass.sum() / 3.0, 7850.0 * 0.3 * 0.2 * 0.1, 1e-9);
  EXPECT_EQ(assemble_solid(mesh, kHexSteel).size(), 3 * 27);
  EXPECT_EQ(model.sets.at("tip").size(), 9u);
}

TEST(SolidMesh, RefusesBadBlocks) {
  EXPECT_THROW(block_mesh(Vector3(0.3, 0.0, 0.1), {3, 2, 2}), Error);
  EXPECT_THROW(block_mesh(Vector3(0.3, 0.1, 0.1), {3, 0, 2}), Error);
  EXPECT_THROW(block_mesh(Vector3(0.3, 0.1, 0.1), {3, 2, 2}, 0.5), Error);
  SolidMesh folded = block_mesh(Vector3(0.3, 0.2, 0.1), {2, 1, 1});
  std::swap(folded.elements[1][0], folded.elements[1][6]);
  EXPECT_THROW(assemble_solid(folded, kHexSteel), Error);
}

}  // namespace
}  // namespace mortise::gen
