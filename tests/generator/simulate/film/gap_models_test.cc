// Gap models as a stage sees them: the equations of motion hold at its end, and the compliance is
// what the gap does.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "generator/bodies/mesh/bodies.hpp"
#include "generator/contact/film/body_gaps.hpp"
#include "generator/contact/film/half_space_gaps.hpp"

namespace mortise::gen {
namespace {

constexpr double kTestShift = 37.0;

FilmScales test_scales() { return impact_scales(0.066, 0.313, 0.0127, 112.8e9, 0.48); }

Vector test_pressure(const Vector& x) { return (-x.array().square()).exp() * (1.0 + x.array()); }

// gap at the end of the stage for a pressure, and what compliance() says about it
void expect_compliance(GapModel* gap, const Vector& P) {
  Vector h = gap->base();
  gap->add_compliance(P, &h);
  const Vector by_matrix = gap->base() + gap->compliance() * P;
  EXPECT_LT((h - by_matrix).cwiseAbs().maxCoeff(), 1e-12 * h.cwiseAbs().maxCoeff());
  const Matrix before = gap->compliance();
  const Vector start = gap->states() > 0 ? gap->initial_states() : Vector();
  gap->begin_stage(0.0, kTestShift, start);
  EXPECT_TRUE(gap->compliance() == before) << "the same shift keeps the compliance";
}

CondensedBody two_modes() {
  CondensedBody body;
  body.name = "test";
  body.position = Vector::LinSpaced(5, 0.0, 2e-3);
  body.height = body.position.array().square() / (2.0 * 0.0127);
  body.omega = Vector(2);
  body.omega << 0.0, 9e4;
  body.damping = Vector(2);
  body.damping << 0.0, 0.05;
  body.shapes.resize(5, 2);
  body.shapes.col(0).setConstant(1.0 / std::sqrt(0.066));
  body.shapes.col(1) << 3.0, 2.9, 2.5, 2.2, 2.1;
  body.static_compliance = 1e-9 * Matrix::Identity(5, 5);
  body.constant_force = Vector(2);
  body.constant_force << -9.81 * std::sqrt(0.066), 0.2;
  body.initial_q = Vector::Zero(2);
  body.initial_v = Vector(2);
  body.initial_v << -0.313 * std::sqrt(0.066), 0.01;
  body.rigid_row = Vector(2);
  body.rigid_row << 1.0 / std::sqrt(0.066), 0.0;
  body.mass = 0.066;
  return body;
}

TEST(GapModels, PointMassObeysNewton) {
  const FilmScales s = test_scales();
  const FilmGrid grid = make_grid(FilmShape::axis, 21, 0.0, 3.1);
  const auto made = point_mass_gap(grid, s, 0.066, 30e-6, 0.313, 9.81);
  GapModel& gap = *made;
  const Vector start = gap.initial_states();
  EXPECT_NEAR(start[1], -1.0, 1e-12) << "with Hertz's scales the first velocity is one";
  gap.begin_stage(0.0, kTestShift, start);
  const Vector P = test_pressure(grid.x);
  const Vector end = gap.end_states(P);
  const double force =
      2.0 * 3.14159265358979323846 * s.pressure * s.length * s.length * grid.weights().dot(P);
  const double acceleration = (force / 0.066 - 9.81) * s.time * s.time / s.film;
  EXPECT_NEAR(kTestShift * (end[1] - start[1]), acceleration, 1e-10 * std::abs(acceleration));
  EXPECT_NEAR(kTestShift * (end[0] - start[0]), end[1], 1e-10 * std::abs(end[1]));
  // kappa = 15/4 exactly
  EXPECT_NEAR((acceleration + 9.81 * s.time * s.time / s.film) / grid.weights().dot(P), 3.75,
              1e-10);
  expect_compliance(&gap, P);
}

TEST(GapModels, CondensedModesObeyTheirEquations) {
  const FilmScales s = test_scales();
  const CondensedBody body = two_modes();
  const Vector x = Vector::LinSpaced(9, 0.0, 1.9e-3);
  CondensedGap gap(x, {body}, s, 30e-6, true);
  const Vector start = gap.initial_states();
  gap.begin_stage(0.0, kTestShift, start);
  const Vector P = test_pressure(x / s.length);
  const Vector end = gap.end_states(P);

  // modal force by direct integration of the pressure against the (constant) rigid shape
  Vector h = gap.base();
  gap.add_compliance(P, &h);
  const Vector q = end.head(2), v = end.tail(2);
  EXPECT_LT((kTestShift * (q - start.head(2)) - v).norm(), 1e-10 * v.norm());
  const Vector omega = s.time * body.omega;
  const Vector inertia = kTestShift * (v - start.tail(2));
  const Vector rest = inertia + (2.0 * body.damping.array() * omega.array() * v.array() +
                                 omega.array().square() * q.array())
                                    .matrix();
  // what is left is the modal force, linear in the pressure
  gap.begin_stage(0.0, kTestShift, start);
  const Vector twice = gap.end_states(2.0 * P);
  const Vector idle = gap.end_states(Vector::Zero(9));
  EXPECT_LT((twice - 2.0 * end + idle).norm(), 1e-10 * end.norm());
  double force = 0.0;  // int p 2 pi x dx, exact for the piecewise linear pressure
  for (Eigen::Index i = 0; i + 1 < x.size(); ++i) {
    const double a = x[i], b = x[i + 1], p = P[i], r = P[i + 1];
    force += 2.0 * 3.14159265358979323846 * s.pressure * (b - a) / 6.0 *
             (p * (2.0 * a + b) + r * (a + 2.0 * b));
  }
  const double rigid = s.time * s.time / s.film * (force - 9.81 * 0.066) / std::sqrt(0.066);
  EXPECT_NEAR(rest[0], rigid, 1e-9 * std::abs(rigid));
  EXPECT_NEAR(gap.velocity(end) * s.film / s.time, v[0] * s.film / s.time / std::sqrt(0.066),
              1e-12);
  expect_compliance(&gap, P);
}

TEST(GapModels, LineFramesScaleTheKernel) {
  const FilmGrid grid = make_grid(FilmShape::line, 31, -4.0, 2.0);
  LineGap fixed(grid, [](double) { return 0.5; }, {});
  LineGap moving(
      grid, [](double) { return 0.5; }, [](double T) { return 1.0 + 0.1 * T; });
  fixed.begin_stage(2.0, kTestShift, Vector());
  moving.begin_stage(2.0, kTestShift, Vector());
  const Vector P = test_pressure(grid.x);
  Vector a = Vector::Zero(31), b = Vector::Zero(31);
  fixed.add_compliance(P, &a);
  moving.add_compliance(P, &b);
  EXPECT_LT((1.2 * a - b).norm(), 1e-12 * b.norm());
  EXPECT_LT((1.44 * fixed.base() - moving.base()).norm(), 1e-12 * moving.base().norm());
  EXPECT_NEAR(fixed.load(2.0), 0.25 * 3.14159265358979323846, 1e-12);
  EXPECT_NEAR(moving.load(2.0), fixed.load(2.0) / 1.2, 1e-12);
  Vector h = moving.base();
  moving.add_compliance(P, &h);
  EXPECT_LT((h - moving.base() - moving.compliance() * P).norm(), 1e-12 * h.norm());
}

// The unreduced body: M u'' + K u = f at the end of the stage, and Hooke's answer of a long step.
TEST(GapModels, UnreducedBodyObeysItsMatrices) {
  const FilmScales s = plane_impact_scales(5.5, 1.0, 0.0127, 2.0 * 100e9 / 0.91);
  const PlaneMesh mesh = t_profile_mesh({0.0127, 0.004, 0.03, 0.025, 0.0095}, 1.2e-3, 3);
  const FullModel model = assemble_plane(mesh, {100e9, 0.3, 7692.1});
  BodySetup setup;
  setup.name = "test";
  for (const int node : mesh.sets.at("contact")) setup.contact.push_back(node + 1);
  setup.velocity = -1.0;
  setup.acceleration = -9.81;
  FullBodyGap gap(model, setup, s, 1e-6, false);
  EXPECT_NEAR(gap.mass(), 7692.1 * mesh_volume(mesh), 1e-9 * gap.mass());
  const Eigen::Index n = model.size();
  const Vector start = gap.initial_states();
  EXPECT_NEAR(gap.velocity(start) * s.film / s.time, -1.0, 1e-12);
  gap.begin_stage(0.0, kTestShift, start);
  const Vector P = Vector::Ones(gap.points());
  const Vector end = gap.end_states(P);
  EXPECT_LT((kTestShift * (end.head(n) - start.head(n)) - end.tail(n)).norm(),
            1e-9 * end.tail(n).norm());
  // the sum of all forces along the opening moves the centre of mass
  const double width = gap.position().maxCoeff() - gap.position().minCoeff();
  const double force = s.pressure * width - 9.81 * gap.mass();
  const double change = kTestShift * (gap.velocity(end) - gap.velocity(start));
  EXPECT_NEAR(change, force / gap.mass() * s.time * s.time / s.film, 1e-7 * std::abs(change));
  expect_compliance(&gap, P);
}

}  // namespace
}  // namespace mortise::gen
