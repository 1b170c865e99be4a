#include <gtest/gtest.h>

#include "tests/generator/bodies/mesh/structures.hpp"

namespace mortise::gen {
namespace {

const Material kSteel{210e9, 0.3, 7850.0};

double lame() { return kSteel.young * kSteel.poisson / (1.3 * 0.4); }
double shear() { return kSteel.young / 2.6; }

// Largest force on a node inside [x0, x1] x [0, height], and the largest of all.
std::pair<double, double> inner_forces(const FullModel& model, const Vector& force, double x0,
                                       double x1, double height) {
  double inside = 0.0, all = 0.0;
  for (Eigen::Index i = 0; i < model.size(); ++i) {
    const Vector3& p = model.nodes.at(model.dofs[static_cast<std::size_t>(i)].node);
    all = std::max(all, std::abs(force[i]));
    if (p.x() > x0 + 1e-9 && p.x() < x1 - 1e-9 && p.y() > 1e-9 && p.y() < height - 1e-9)
      inside = std::max(inside, std::abs(force[i]));
  }
  return {inside, all};
}

TEST(AssemblePlane, LinearFieldsAreInEquilibriumOnADistortedPlaneMesh) {
  const double width = 0.3, height = 0.2;
  const FullModel model = assemble_plane(
      distorted_rectangle(PlaneState::strain, -0.1, width, height, 4, 3, 0.08), kSteel);
  const Eigen::Vector3d strain(1e-3, -4e-4, 7e-4);  // xx, yy, shear
  const Vector u = sample(model, [&](const Vector3& p) {
    return Eigen::Vector2d(strain[0] * p.x() + 0.2 * strain[2] * p.y(),
                           0.8 * strain[2] * p.x() + strain[1] * p.y());
  });
  const Vector force = model.stiffness * u;
  const auto [inside, all] = inner_forces(model, force, -0.1, -0.1 + width, height);
  EXPECT_LT(inside, 1e-11 * all);
  const double trace = strain[0] + strain[1];
  const double density = lame() * trace * trace +
                         2.0 * shear() * (strain[0] * strain[0] + strain[1] * strain[1]) +
                         shear() * strain[2] * strain[2];  // stress . strain
  EXPECT_NEAR(u.dot(force) / (density * width * height), 1.0, 1e-12);
}

TEST(AssemblePlane, UniformRadialAndAxialStrainIsInEquilibriumWithAndWithoutAHole) {
  for (const double hole : {0.0, 0.05}) {
    const double width = 0.1, height = 0.2;
    const FullModel model = assemble_plane(
        distorted_rectangle(PlaneState::axisymmetric, hole, width, height, 4, 3, 0.08), kSteel);
    const double radial = 1e-3, axial = -3e-4;
    const Vector u = sample(
        model, [&](const Vector3& p) { return Eigen::Vector2d(radial * p.x(), axial * p.y()); });
    const Vector force = model.stiffness * u;
    const auto [inside, all] = inner_forces(model, force, hole, hole + width, height);
    EXPECT_LT(inside, 1e-11 * all);
    const double trace = 2.0 * radial + axial;
    const double density =
        lame() * trace * trace + 2.0 * shear() * (2.0 * radial * radial + axial * axial);
    const double outer = hole + width;
    const double volume = kPi * (outer * outer - hole * hole) * height;
    EXPECT_NEAR(u.dot(force) / (density * volume), 1.0, 1e-12);
  }
}

TEST(AssemblePlane, RigidMotionsStoreNoEnergyAndMassIsDensityTimesVolume) {
  const PlaneMesh plane = distorted_rectangle(PlaneState::strain, 0.2, 0.3, 0.1, 4, 3, 0.1);
  const FullModel model = assemble_plane(plane, kSteel);
  EXPECT_NEAR(mesh_volume(plane) / 0.03, 1.0, 1e-13);
  const double scale = model.stiffness.diagonal().maxCoeff();
  for (int motion = 0; motion < 3; ++motion) {
    const Vector rigid = sample(model, [&](const Vector3& p) {
      return motion == 2 ? Eigen::Vector2d(-p.y(), p.x())
                         : Eigen::Vector2d(Eigen::Vector2d::Unit(motion));
    });
    EXPECT_LT((model.stiffness * rigid).cwiseAbs().maxCoeff(), 1e-12 * scale);
    // Turning about the origin: the integral of x^2 + y^2.
    const double measure = motion == 2 ? 0.1 * (0.125 - 0.008) / 3.0 + 0.3 * 0.001 / 3.0 : 0.03;
    EXPECT_NEAR(rigid.dot(model.mass * rigid) / (7850.0 * measure), 1.0, 1e-12);
  }
}

TEST(AssemblePlane, ThickWalledCylinderFollowsLame) {
  // Inner pressure, free ends: radial displacement of plane stress, the same at every height.
  const double a = 0.02, b = 0.05, height = 0.03, pressure = 1e8;
  const double e = kSteel.young, nu = kSteel.poisson;
  const auto radial = [&](double r) {
    return pressure * a * a / (e * (b * b - a * a)) * ((1.0 - nu) * r + (1.0 + nu) * b * b / r);
  };
  std::vector<double> errors;
  for (const int n : {2, 4, 8}) {
    const PlaneMesh mesh =
        distorted_rectangle(PlaneState::axisymmetric, a, b - a, height, n, 2, 0.0);
    const FullModel model = assemble_plane(mesh, kSteel);
    Vector force = Vector::Zero(model.size());
    std::int64_t foot = 0;
    for (Eigen::Index i = 0; i < model.size(); ++i) {
      const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
      const Vector3& p = model.nodes.at(dof.node);
      if (p.x() > a + 1e-9) continue;
      if (p.y() < 1e-9) foot = dof.node;
      // Nodes at quarters of the height: 1 4 2 4 1 of a sixth of an element's half.
      const int quarter = static_cast<int>(std::lround(4.0 * p.y() / height));
      const double weight = quarter % 2 == 1 ? 4.0 : quarter == 2 ? 2.0 : 1.0;
      if (dof.direction == 1) force[i] = pressure * 2.0 * kPi * a * height / 12.0 * weight;
    }
    const Vector u = solve_held(model, force, [&](const Dof& dof, const Vector3&) {
      return dof == Dof{foot, 2};
    });
    double error = 0.0;
    for (Eigen::Index i = 0; i < model.size(); ++i) {
      const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
      if (dof.direction == 1)
        error = std::max(error, std::abs(u[i] / radial(model.nodes.at(dof.node).x()) - 1.0));
    }
    errors.push_back(error);
  }
  EXPECT_LT(errors[2], 1e-4);
  EXPECT_GT(std::log2(errors[1] / errors[2]), 2.7);  // cubic in displacements
}

}  // namespace
}  // namespace mortise::gen
