// Bodies as a moving edge sees them: against the compliance they were condensed to.
#include "generator/reduce/film/edge_bodies.hpp"

#include <gtest/gtest.h>

#include "generator/bodies/halfspace/kernels.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/reduce/film/spline.hpp"
#include "tests/robustness/film_models.hpp"

namespace mortise::gen {
namespace {

constexpr double kContact = 0.65;  // [b]

const FilmProblemData& pliant() {
  static const FilmProblemData p =
      problem_data(robustness::edge_definition(true, true), 1e3, nullptr);
  return p;
}

Vector hertz(const Vector& x, double radius) {
  return (1.0 - (x / radius).array().square()).cwiseMax(0.0).sqrt();
}

TEST(EdgeBodies, HalfSpacesAreThemselves) {
  const FilmProblemData p = problem_data(robustness::edge_definition(true), 1e3, nullptr);
  const EdgeBodies bodies(&p, kContact);
  EXPECT_TRUE(bodies.half_spaces());
  EXPECT_EQ(bodies.bending(), 0.0);
  EXPECT_LT((bodies.compliance(p.x, p.weights) - p.compliance).cwiseAbs().maxCoeff(),
            1e-9 * p.compliance.maxCoeff());
  EXPECT_LT((bodies.geometry(p.x) - p.geometry).cwiseAbs().maxCoeff(), 1e-12);
}

// Half-spaces alone are off by more than a per cent.
TEST(EdgeBodies, CondensedBodiesAnswerAsTheyDoOnTheGrid) {
  const FilmProblemData& p = pliant();
  const EdgeBodies bodies(&p, kContact);
  EXPECT_FALSE(bodies.half_spaces());
  EXPECT_LT(bodies.bending(), 5e-3);
  EXPECT_LT(bodies.left(), 3e-3);
  const double factor = 8.0 * p.scales.radius * p.scales.pressure /
                        (3.14159265358979 * p.scales.modulus * p.scales.length);
  for (const double radius : {0.3, 0.6}) {
    const Vector pressure = hertz(p.x, radius), answer = p.compliance * pressure;
    const auto off = [&](const Matrix& compliance) {
      return (compliance * pressure - answer).cwiseAbs().maxCoeff() / answer.maxCoeff();
    };
    EXPECT_LT(off(bodies.compliance(p.x, p.weights)), 5e-3) << radius;
    EXPECT_GT(off(point_compliance(p.x, factor)), 1e-2) << radius;
  }
}

TEST(EdgeBodies, GeometryStandsAtAnyNode) {
  const FilmProblemData& p = pliant();
  const Vector x = Vector::LinSpaced(37, 0.0, 2.9);
  EXPECT_LT((EdgeBodies(&p, kContact).geometry(x) - local_cubics(p.x, x) * p.geometry)
                .cwiseAbs()
                .maxCoeff(),
            1e-3);
}

TEST(EdgeBodies, ModesThatBendTheContactAreRefused) {
  FilmProblemData p = pliant();
  const Vector bend = 1.0 - 0.2 * p.x.array().square();
  p.modes.shapes = bend.asDiagonal() * p.modes.shapes;
  try {
    const EdgeBodies bodies(&p, kContact);
    ADD_FAILURE() << bodies.bending();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("bend the contact"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace mortise::gen
