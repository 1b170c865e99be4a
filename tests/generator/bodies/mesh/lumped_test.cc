#include "generator/bodies/mesh/lumped.hpp"

#include <cmath>

#include "generator/ground/dense/symmetric_eigen.hpp"
#include "tests/generator/bodies/import/small_export.hpp"

namespace mortise::gen {
namespace {

TEST(Lumped, BouncingMassIsFree) {
  LumpedSpec spec;
  spec.masses = {{1, 0.5, {1, 2, 3}, Vector3(0.0, 0.0, 1.0)}};
  spec.sets["MASS"] = {1};
  const FullModel model = build_lumped(spec);
  EXPECT_EQ(model.size(), 3);
  EXPECT_EQ(model.stiffness.nonZeros(), 0);
  EXPECT_EQ((Matrix(model.mass) - 0.5 * Matrix::Identity(3, 3)).norm(), 0.0);
  EXPECT_EQ(model.dofs[2], (Dof{1, 3}));
  EXPECT_EQ(model.sets.at("MASS"), std::vector<std::int64_t>{1});
}

TEST(Lumped, ChainHasItsClosedFormFrequencies) {
  // n equal masses between two walls: omega_k = 2 sqrt(k/m) sin(k pi / (2 n + 2))
  const int n = 5;
  const double mass = 2.0, stiffness = 3e4;
  LumpedSpec spec;
  for (int i = 1; i <= n; ++i) spec.masses.push_back({i, mass, {2}, Vector3(0.0, i, 0.0)});
  for (int i = 1; i < n; ++i) spec.springs.push_back({i, i + 1, 2, stiffness});
  spec.springs.push_back({Spring::kGround, 1, 2, stiffness});
  spec.springs.push_back({n, Spring::kGround, 2, stiffness});
  const FullModel model = build_lumped(spec);
  const PencilEigen modes = pencil_eigen(Matrix(model.stiffness), Matrix(model.mass));
  for (int k = 1; k <= n; ++k) {
    const double omega =
        2.0 * std::sqrt(stiffness / mass) * std::sin(k * std::acos(-1.0) / (2 * n + 2));
    EXPECT_NEAR(std::sqrt(modes.values[k - 1]), omega, 1e-11 * omega);
  }
}

TEST(Lumped, WrongSpecificationsAreToldInWords) {
  const auto message = [](auto change) {
    LumpedSpec spec;
    spec.name = "chain";
    spec.masses = {{1, 1.0, {1}, Vector3::Zero()}, {2, 1.0, {1, 2}, Vector3::Zero()}};
    spec.springs = {{1, 2, 1, 10.0}};
    change(spec);
    return message_of([&] { build_lumped(spec); });
  };
  const auto expect = [&](auto change, const std::string& told) {
    const std::string text = message(change);
    EXPECT_NE(text.find(told), std::string::npos) << text;
    EXPECT_EQ(text.find("chain"), 0u) << text;
  };
  expect([](LumpedSpec& s) { s.masses.clear(); }, "no mass");
  expect([](LumpedSpec& s) { s.masses[1].mass = 0.0; }, "mass 1: the mass is not positive");
  expect([](LumpedSpec& s) { s.masses[0].mass = NAN; }, "mass 0: the mass is not positive");
  expect([](LumpedSpec& s) { s.masses[1].node = 1; }, "node 1 stands twice");
  expect([](LumpedSpec& s) { s.masses[1].node = 0; }, "label is below 1");
  expect([](LumpedSpec& s) { s.masses[1].directions = {}; }, "no direction");
  expect([](LumpedSpec& s) { s.masses[1].directions = {4}; }, "direction 4 is not 1..3");
  expect([](LumpedSpec& s) { s.masses[1].directions = {2, 2}; }, "direction 2 stands twice");
  expect([](LumpedSpec& s) { s.masses[1].position.x() = INFINITY; }, "position is not finite");
  expect([](LumpedSpec& s) { s.springs[0].stiffness = -1.0; }, "spring 0: the stiffness");
  expect([](LumpedSpec& s) { s.springs[0].direction = 2; }, "node 1 has no dof in direction 2");
  expect([](LumpedSpec& s) { s.springs[0].to = 9; }, "node 9 has no dof");
  expect([](LumpedSpec& s) { s.springs[0].to = 1; }, "both ends");
  expect([](LumpedSpec& s) { s.sets["A"] = {3}; }, "set A names node 3");
}

}  // namespace
}  // namespace mortise::gen
