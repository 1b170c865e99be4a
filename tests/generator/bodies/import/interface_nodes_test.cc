// Interface nodes against closed forms of a cantilever, and against what they must not change.
#include "generator/bodies/import/interface_nodes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "generator/bodies/condense/modes.hpp"
#include "generator/bodies/mesh/solid_mesh.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/bodies/model/inspect.hpp"
#include "generator/bodies/model/rigid_motion.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kLength = 0.2, kSide = 0.01, kYoung = 210e9;

FullModel cantilever(bool free = false) {
  SolidMesh mesh = block_mesh(Vector3(kLength, kSide, kSide), {24, 2, 2});
  if (free) mesh.sets.erase("fixed");
  return assemble_solid(mesh, {kYoung, 0.0, 7850.0});
}

InterfaceNodeSpec tip(InterfaceKind kind) {
  InterfaceNodeSpec spec;
  spec.name = "FLANGE";
  spec.kind = kind;
  spec.set = "tip";
  return spec;
}

// Displacement of the interface node under a unit force or moment on it.
Vector answer(const FullModel& model, std::int64_t node, int direction) {
  const DofTable table(model);
  const auto factor = factorize(model.stiffness, "test");
  Vector force = Vector::Zero(model.size());
  force[table.at({node, direction}, "test")] = 1.0;
  const Vector u = factor->solve(force);
  Vector motion(6);
  for (int d = 1; d <= 6; ++d) motion[d - 1] = u[table.at({node, d}, "test")];
  return motion;
}

// Bernoulli's beam with a rigid plate at its end: F L^3 / 3EI and F L^2 / 2EI, M L^2 / 2EI and
// M L / EI, F L / EA. The shear of the solid is F L / (kappa G A), 0.4 % here.
TEST(RigidInterface, TipPlateOfACantileverMovesAsBeamTheorySays) {
  const FullModel model = add_interface_nodes(cantilever(), {tip(InterfaceKind::rigid)});
  const std::int64_t node = model.sets.at("FLANGE").at(0);
  EXPECT_LT((model.nodes.at(node) - Vector3(kLength, 0.5 * kSide, 0.5 * kSide)).norm(), 1e-15);
  const double bending = kYoung * std::pow(kSide, 4) / 12.0, area = kSide * kSide;
  const double shear = kLength / (5.0 / 6.0 * 0.5 * kYoung * area);
  const Vector by_force = answer(model, node, 2), by_moment = answer(model, node, 6);
  const double deflection = std::pow(kLength, 3) / (3.0 * bending) + shear;
  const double turn = kLength * kLength / (2.0 * bending);
  EXPECT_NEAR(by_force[1] / deflection, 1.0, 0.005);
  EXPECT_NEAR(by_force[5] / turn, 1.0, 0.005);
  EXPECT_NEAR(by_moment[1], by_force[5], 1e-9 * turn);  // Maxwell
  EXPECT_NEAR(by_moment[5] / (kLength / bending), 1.0, 0.005);
  EXPECT_NEAR(answer(model, node, 1)[0] / (kLength / (kYoung * area)), 1.0, 1e-6);
}

TEST(Interface, KeepsRigidMotionsMassAndInertia) {
  const FullModel free = cantilever(true);
  const ImportReport before = inspect(free);
  for (const InterfaceKind kind : {InterfaceKind::rigid, InterfaceKind::average}) {
    InterfaceNodeSpec spec = tip(kind);
    spec.position = Vector3(0.23, -0.01, 0.02);
    const FullModel model = add_interface_nodes(free, {spec});
    const ImportReport after = inspect(model);
    const double mass = before.total_mass[0];
    EXPECT_LT((after.total_mass - before.total_mass).norm(), 1e-10 * mass);
    EXPECT_LT((*after.centre_of_mass - *before.centre_of_mass).norm(), 1e-9 * kLength);
    EXPECT_LT((*after.inertia - *before.inertia).norm(), 1e-9 * before.inertia->norm());
    for (int d = 1; d <= 3; ++d)
      EXPECT_LT((model.stiffness * translation(model, d)).norm(), 1e-9 * model.stiffness.norm());
    Vector turn = Vector::Zero(model.size());  // about z through the origin
    for (std::size_t i = 0; i < model.dofs.size(); ++i) {
      const Dof& dof = model.dofs[i];
      const Vector3& place = model.nodes.at(dof.node);
      const auto row = static_cast<Eigen::Index>(i);
      if (dof.direction == 1) turn[row] = -place.y();
      if (dof.direction == 2) turn[row] = place.x();
      if (dof.direction == 6) turn[row] = 1.0;
    }
    EXPECT_LT((model.stiffness * turn).norm(), 1e-8 * model.stiffness.norm() * turn.norm());
  }
}

TEST(AverageInterface, StiffensNothing) {
  const FullModel plain = cantilever();
  const FullModel model = add_interface_nodes(plain, {tip(InterfaceKind::average)});
  EXPECT_EQ(model.size(), plain.size());
  const ModeRequest request{8, 0.0, false};
  const Vector hz = lowest_modes(plain.stiffness, plain.mass, request).frequencies_hz();
  const Vector found = lowest_modes(model.stiffness, model.mass, request).frequencies_hz();
  ASSERT_EQ(found.size(), hz.size());
  for (Eigen::Index i = 0; i < hz.size(); ++i) EXPECT_NEAR(found[i] / hz[i], 1.0, 1e-8) << i;
  const FullModel rigid = add_interface_nodes(plain, {tip(InterfaceKind::rigid)});
  EXPECT_LT(rigid.size(), plain.size());
}

// A force on the node is the distribution R^T F on its nodes: same answer, in equilibrium.
TEST(AverageInterface, SpreadsForcesInEquilibrium) {
  const FullModel plain = cantilever();
  InterfaceNodeSpec spec = tip(InterfaceKind::average);
  spec.nodes = plain.sets.at("tip");
  spec.set.clear();
  spec.position = Vector3(0.21, 0.02, -0.01);
  for (std::size_t i = 0; i < spec.nodes.size(); ++i)
    spec.weights.push_back(1.0 + 0.3 * static_cast<double>(i));
  const FullModel model = add_interface_nodes(plain, {spec});
  const std::int64_t node = model.sets.at("FLANGE").at(0);

  std::vector<Master> masters;
  for (std::size_t i = 0; i < spec.nodes.size(); ++i)
    masters.push_back({spec.nodes[i], {}, spec.weights[i]});
  const Matrix fit = RigidMotion(plain, masters, *spec.position).rows();
  const auto factor = factorize(plain.stiffness, "test");
  for (int d = 1; d <= 6; ++d) {
    const Vector forces = fit.row(d - 1).transpose();
    Vector3 sum = Vector3::Zero(), moment = Vector3::Zero();
    for (std::size_t i = 0; i < plain.dofs.size(); ++i) {
      const Dof& dof = plain.dofs[i];
      const Vector3 part = forces[static_cast<Eigen::Index>(i)] * Vector3::Unit(dof.direction - 1);
      sum += part;
      moment += (plain.nodes.at(dof.node) - *spec.position).cross(part);
    }
    Vector total(6);
    total << sum, moment;
    EXPECT_LT((total - Vector(Vector::Unit(6, d - 1))).norm(), 1e-9) << d;
    const Vector expected = fit * factor->solve(forces);
    EXPECT_LT((answer(model, node, d) - expected).norm(), 1e-8 * expected.norm()) << d;
  }
}

TEST(Interface, WrongOnesAreToldInWords) {
  const auto told = [](auto change) {
    InterfaceNodeSpec spec = tip(InterfaceKind::average);
    change(spec);
    try {
      add_interface_nodes(cantilever(), {spec});
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  const auto expect = [&](auto change, const char* words) {
    EXPECT_NE(told(change).find(words), std::string::npos) << told(change);
  };
  using Spec = InterfaceNodeSpec;
  expect([](Spec& s) { s.set = "NONE"; }, "\"NONE\" does not exist");
  expect([](Spec& s) { s.nodes = {1}; }, "either set or nodes");
  expect([](Spec& s) { s.name = "tip"; }, "has this name already");
  expect([](Spec& s) { s.weights = {1.0}; }, "weights do not fit");
  expect([](Spec& s) { s.set.clear(), s.nodes = {5, 6}; }, "determine");
  expect([](Spec& s) { s.set.clear(), s.nodes = {1, 2, 3}; }, "no free dof");
  expect([](Spec& s) { s.node = 5; }, "in use");
  expect([](Spec& s) { s.set = "fixed", s.kind = InterfaceKind::rigid; }, "no free dof");
}

}  // namespace
}  // namespace mortise::gen
