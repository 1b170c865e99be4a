// [[ties]]: rigid ones against closed forms, meshes that do not match by patch tests.
#include <gtest/gtest.h>

#include <cmath>

#include "generator/bodies/model/dof_table.hpp"
#include "generator/bodies/model/tie_bodies.hpp"
#include "generator/contact/unilateral/node_contact.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "tests/generator/define/definition/definition_text.hpp"

namespace mortise::gen {
namespace {

Vector static_answer(const FullModel& model, const Vector& force) {
  return factorize(model.stiffness, "test")->solve(force);
}

std::string refusal_of_ties(const std::string& text, const std::vector<std::string>& overrides) {
  try {
    (void)assemble(read_text(text, overrides), nullptr);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

// A cantilever of two halves, and a mass that an arm holds aside of its tip.
constexpr const char* kEccentric = R"(name = "eccentric"
[[bodies]]
name = "inner"
import = { kind = "beam", beam = { diameter = 0.01, young = 2e11, density = 7800.0, segments = [{ elements = 6, length = 0.2 }], stations = [{ name = "end", distance = 0.2 }] } }
condense = { method = "craig_bampton", modes = 8 }
[[bodies]]
name = "outer"
import = { kind = "beam", beam = { diameter = 0.01, young = 2e11, density = 7800.0, root = "free", segments = [{ elements = 6, length = 0.2 }], stations = [{ name = "end", distance = 0.0 }, { name = "tip", distance = 0.2 }] } }
placement = { position = [0.0, 0.0, 0.2] }
[[bodies]]
name = "mass"
import = { kind = "lumped", masses = [{ node = 1, mass = 0.5, directions = [1, 2, 3], position = [0.03, 0.0, 0.4] }] }
[[ties]]
between = ["inner.end", "outer.end"]
rigid = true
[[ties]]
between = ["outer.tip", "mass"]
rigid = true
[[interfaces]]
name = "stop"
kind = "unilateral"
between = ["mass.1", "ground"]
normal = [1.0, 0.0, 0.0]
clearance = 1e-3
[step]
size = 1e-5
[[scenarios]]
name = "rest"
duration = 0.01
)";

// kEccentric without the arm; the halves tied rigidly, or their nodes merged.
std::string beam_alone(bool rigid) {
  const std::string text = kEccentric;
  const std::size_t arm = text.find("[[bodies]]\nname = \"mass\""), ties = text.find("[[ties]]"),
                    second = text.find("[[ties]]", ties + 1), stop = text.find("[[interfaces]]");
  std::string halves = text.substr(0, arm) + text.substr(ties, second - ties) + text.substr(stop);
  halves.replace(halves.find("mass.1"), 6, "outer.tip");
  if (!rigid) halves.replace(halves.find("rigid = true"), 12, "rigid = false");
  return halves;
}

// Tied in place they are the whole beam, mode by mode.
TEST(RigidTies, EndToEndAreOneBeam) {
  const auto condensed = [](const std::string& definition) {
    const Definition d = read_text(definition);
    return condense_as_defined(d, assemble(d, nullptr)).system;
  };
  const ReducedSystem one = condensed(beam_alone(false)), tied = condensed(beam_alone(true));
  ASSERT_EQ(one.size(), tied.size());
  for (Eigen::Index i = 0; i < one.size(); ++i)
    EXPECT_NEAR(tied.omega[i], one.omega[i], 1e-8 * one.omega[i]) << i;
}

// Force F along the beam at the arm's end, e aside: the tip is stretched by F L / (E A) and bent by
// the moment F e, the mass also follows the tip's turn.
TEST(RigidTies, EccentricLoadBendsAsInClosedForm) {
  const AssembledSystem a = assemble(read_text(kEccentric), nullptr);
  const FullModel& model = a.system.model;
  ASSERT_EQ(model.substructures.size(), 1u);
  EXPECT_EQ(model.substructures[0].name, "inner");
  const std::int64_t mass = model.sets.at("mass").front(), tip = model.sets.at("outer.tip").front();
  const double L = 0.4, e = 0.03, F = 120.0, E = 2e11, area = M_PI * 25e-6,
               inertia = M_PI * 1e-8 / 64.0;
  const auto row = [&](std::int64_t node, int axis) {
    return Vector(translation_row(model, node, Vector3::Unit(axis)));
  };
  const Vector u = static_answer(model, F * row(mass, 2));
  const double turn = F * e * L / (E * inertia), stretch = F * L / (E * area);
  EXPECT_NEAR(row(tip, 2).dot(u), stretch, 1e-9 * stretch);
  EXPECT_NEAR(row(mass, 2).dot(u), stretch + turn * e, 1e-9 * turn * e);
  EXPECT_NEAR(std::abs(row(mass, 0).dot(u)), turn * L / 2, 1e-9 * turn * L);
  EXPECT_NEAR(row(tip, 0).dot(u), row(mass, 0).dot(u), 1e-12);
  // all that moves along x in a rigid translation
  const Vector along = translation(model, 1);
  const FullModel beam = assemble(read_text(beam_alone(false)), nullptr).system.model;
  const Vector of_beam = translation(beam, 1);
  const double alone = of_beam.dot(beam.mass * of_beam);
  EXPECT_NEAR(along.dot(model.mass * along), alone + 0.5, 1e-12);
}

TEST(RigidTies, AreRefusedWhereTheyContradict) {
  EXPECT_NE(refusal_of_ties(kEccentric, {"ties.1.normal=[1,0,0]"}).find("rigid = true"),
            std::string::npos);
  EXPECT_NE(refusal_of_ties(kEccentric, {"ties.1.between=[\"outer.end\",\"mass\"]"})
                .find("is tied already"),
            std::string::npos);
  EXPECT_NE(refusal_of_ties(kEccentric, {"ties.1.rigid=false"}).find("rigid = true"),
            std::string::npos);
}

// Two plates one above the other, 3 and 5 elements along the side that joins them.
constexpr const char* kPatch = R"(name = "patch"
[[bodies]]
name = "lower"
import = { kind = "plane", bodies = [{ length = 0.3, height = 0.1, width = 0.02, elements = [5, 2], young = 2e11, poisson = 0.3, density = 7800.0, supports = [{ edge = "left", directions = [1] }, { edge = "bottom", directions = [2] }] }] }
[[bodies]]
name = "upper"
import = { kind = "plane", bodies = [{ length = 0.3, height = 0.1, width = 0.02, origin = [0.0, 0.1], elements = [3, 2], young = 2e11, poisson = 0.3, density = 7800.0, supports = [{ edge = "left", directions = [1] }] }] }
[[ties]]
between = ["lower.top", "upper.bottom"]
normal = [0.0, 1.0, 0.0]
[[interfaces]]
name = "stop"
kind = "unilateral"
between = ["upper.right", "ground"]
normal = [0.0, 1.0, 0.0]
clearance = 1e-3
[[inputs]]
name = "right_lower"
set = "lower.right"
direction = [1.0, 0.0, 0.0]
distribution = "line"
[[inputs]]
name = "right_upper"
set = "upper.right"
direction = [1.0, 0.0, 0.0]
distribution = "line"
[[inputs]]
name = "top"
set = "upper.top"
direction = [0.0, 1.0, 0.0]
distribution = "line"
[step]
size = 1e-6
[[scenarios]]
name = "rest"
duration = 0.001
)";

// Constant stresses pass the joined side: u_x = (s_x - nu s_y) x / E, u_y = (s_y - nu s_x) y / E.
TEST(ProjectedTies, PassThePatchTest) {
  const AssembledSystem a = assemble(read_text(kPatch), nullptr);
  const FullModel& model = a.system.model;
  ASSERT_EQ(model.substructures.size(), 1u);
  ASSERT_EQ(model.followers.size(), 11u);  // 6 nodes, one of them held along x
  const double sx = 3e7, sy = -5e7, E = 2e11, nu = 0.3, width = 0.02;
  const Vector force = sx * width * Vector(a.system.input_forces[0] + a.system.input_forces[1]) +
                       sy * width * Vector(a.system.input_forces[2]);
  const Vector u = static_answer(model, force);
  const double scale = 0.3 * (std::abs(sx) + std::abs(sy)) / E;
  for (const auto& [node, place] : model.nodes)
    for (int axis = 0; axis < 2; ++axis) {
      SparseRow row(model.size());
      add_translation(DofTable(model), node, Vector3::Unit(axis), &row);
      const double strain = (axis == 0 ? sx - nu * sy : sy - nu * sx) / E;
      EXPECT_NEAR(row.dot(u), strain * place[axis], 1e-9 * scale) << node << " " << axis;
    }
}

TEST(ProjectedTies, AreRefusedWithAGapAndBeyondTheEnd) {
  EXPECT_NE(refusal_of_ties(kPatch, {"bodies.upper.placement.position=[0,0.01,0]"})
                .find("to close a gap"),
            std::string::npos);
  EXPECT_NE(
      refusal_of_ties(kPatch, {"bodies.lower.import.bodies.0.length=0.6"}).find("a longer side"),
      std::string::npos);
  EXPECT_NE(refusal_of_ties(kPatch, {"ties.0.rigid=true", "ties.0.normal=[0,1,0]"}).find("rigid"),
            std::string::npos);
}

// Nodes of a surface, n by n over the unit square, tilted by no more than its normal says.
FullModel grid_of(const std::string& name, int n, std::int64_t first) {
  FullModel model;
  const int count = n * n;
  for (int i = 0; i < count; ++i) {
    const std::int64_t label = first + i;
    model.nodes[label] = {double(i % n) / (n - 1), double(i / n) / (n - 1), 0.25};
    model.sets[name].push_back(label);
    for (int d = 1; d <= 3; ++d) model.dofs.push_back({label, d});
  }
  model.mass.resize(3 * count, 3 * count);
  model.mass.setIdentity();
  model.stiffness = model.mass;
  return model;
}

// Every node of the finer surface follows a motion that is linear in place exactly.
TEST(ProjectedTies, OfSurfacesCarryLinearMotions) {
  FullModel a = grid_of("a", 4, 1), b = grid_of("b", 6, 101);
  FullModel both = a;
  both.nodes.insert(b.nodes.begin(), b.nodes.end());
  both.sets.insert(b.sets.begin(), b.sets.end());
  both.dofs.insert(both.dofs.end(), b.dofs.begin(), b.dofs.end());
  both.mass.resize(a.size() + b.size(), a.size() + b.size());
  both.mass.setIdentity();
  both.stiffness = both.mass;
  both.substructures = {{"a", 0, a.size()}, {"b", a.size(), b.size()}};
  const FullModel tied = tie_bodies(both, {{"a", "b", false, Vector3(0, 0, 1)}});
  ASSERT_EQ(tied.size(), a.size());
  ASSERT_EQ(tied.followers.size(), static_cast<std::size_t>(b.size()));
  const auto field = [](const Vector3& p, int d) {
    return 0.3 * d + (1.0 + d) * p.x() - (2.0 - 0.7 * d) * p.y();
  };
  for (const auto& [dof, leaders] : tied.followers) {
    double sum = 0.0;
    for (const auto& [leader, weight] : leaders) {
      EXPECT_EQ(leader.direction, dof.direction);
      sum += weight * field(tied.nodes.at(leader.node), leader.direction);
    }
    EXPECT_NEAR(sum, field(tied.nodes.at(dof.node), dof.direction), 1e-12);
  }
  // what follows weighs on what it follows
  Vector one = Vector::Zero(tied.size());
  for (std::size_t i = 0; i < tied.dofs.size(); ++i)
    one[static_cast<Eigen::Index>(i)] = tied.dofs[i].direction == 1 ? 1.0 : 0.0;
  EXPECT_NEAR(one.dot(tied.mass * one), 16.0 + 36.0, 1e-10);
}

}  // namespace
}  // namespace mortise::gen
