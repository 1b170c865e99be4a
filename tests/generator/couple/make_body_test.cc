// Bodies of a definition, meshed or imported.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "generator/couple/condense_body.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

FilmDefinition ball_on_plate() {
  FilmDefinition d;
  d.path = "ball.toml";
  d.film.kind = FilmKind::point;
  d.structure = StructureKind::condensed;
  d.impact.velocity = 0.3;
  d.impact.acceleration = 9.81;
  d.upper.shape = BodyShape::sphere;
  d.upper.radius = 0.0127;
  d.lower.shape = BodyShape::plate;
  d.lower.radius = 0.02;
  d.lower.thickness = 0.01;
  for (BodySpec* body : {&d.upper, &d.lower}) {
    body->young = 2.1e11;
    body->poisson = 0.3;
    body->density = 7800.0;
    body->contact_radius = 1.4e-3;
    body->contact_elements = 6;
    body->cutoff_hz = 2e5;
  }
  return d;
}

std::string refusal(const FilmDefinition& definition, bool upper) {
  try {
    make_body(definition, upper, nullptr);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(MakeBody, UpperApproachesAndFallsLowerRests) {
  const FilmDefinition d = ball_on_plate();
  const CondensedBody ball = make_body(d, true, nullptr);
  EXPECT_NEAR(ball.rigid_row.dot(ball.initial_v), -0.3, 1e-9);
  EXPECT_NEAR(ball.rigid_row.dot(ball.constant_force), -9.81, 1e-7);
  EXPECT_GT(ball.height.maxCoeff(), 5e-5);
  const CondensedBody plate = make_body(d, false, nullptr);
  EXPECT_EQ(plate.initial_v.cwiseAbs().maxCoeff(), 0.0);
  EXPECT_EQ(plate.constant_force.cwiseAbs().maxCoeff(), 0.0);
  EXPECT_EQ(plate.height.cwiseAbs().maxCoeff(), 0.0);
  EXPECT_EQ(plate.mass, 0.0);
  EXPECT_EQ(plate.position.size(), 13);
}

TEST(MakeBody, ExtraMastersAreTheNearestNodes) {
  FilmDefinition d = ball_on_plate();
  const Eigen::Index before = make_body(d, false, nullptr).constraint_modes;
  d.lower.extra_masters = {Vector3(0.0199, -0.001, 0.0)};
  EXPECT_EQ(make_body(d, false, nullptr).constraint_modes, before + 2);
  d.lower.extra_masters = {Vector3(0.01, -0.01, 0.0)};  // held
  EXPECT_NE(refusal(d, false).find("ball.toml: bodies.lower"), std::string::npos);
}

TEST(MakeBody, RefusesBodiesThatDoNotFitTheContact) {
  FilmDefinition d = ball_on_plate();
  d.film.kind = FilmKind::dry;
  EXPECT_NE(refusal(d, true).find("axisymmetric"), std::string::npos) << refusal(d, true);
  d = ball_on_plate();
  std::swap(d.upper, d.lower);
  EXPECT_NE(refusal(d, true).find("held"), std::string::npos) << refusal(d, true);
  EXPECT_NE(refusal(d, false).find("floats"), std::string::npos) << refusal(d, false);
}

}  // namespace
}  // namespace mortise::gen
