// Data and equations of a reduced film against the full problem they stand for.
#include <gtest/gtest.h>

#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/inputs.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/reduce/film/residual_training.hpp"
#include "tests/generator/reduce/film/small_film.hpp"
#include "tests/generator/reduce/oracle/basis_equations.hpp"

namespace mortise::gen {
namespace {

// Gap and end states of a stage, by the gap model and by the data.
void expect_same_motion(const FilmContactSpec& d) {
  ContactProblem full(d, nullptr);
  const FilmProblemData p = problem_data(d, &full, 1e3);
  GapModel& gap = full.system().gap();
  const Eigen::Index n = p.x.size(), m = p.modes.omega.size();
  ASSERT_EQ(gap.states(), 2 * m);
  const double shift = stage_shift(0.03);
  const Vector P = random_vector(n, 0.0, 1.0, 3), start = random_vector(2 * m, -1.0, 1.0, 4);
  gap.begin_stage(0.0, shift, start);
  Vector expected = gap.base();
  gap.add_compliance(P, &expected);

  const ModalStage stage = modal_stage(p.modes, shift);
  const Vector q_start = start.head(m), v_start = start.tail(m);
  const Vector q = stage.spring.cwiseProduct(stage.position.cwiseProduct(q_start) +
                                             stage.velocity.cwiseProduct(v_start) +
                                             p.modes.constant + p.modes.excitation * P);
  const Vector H = p.geometry + p.compliance * P + p.modes.shapes * q;
  EXPECT_LT((H - expected).cwiseAbs().maxCoeff(), 1e-9 * expected.cwiseAbs().maxCoeff());
  const Vector end = gap.end_states(P);
  EXPECT_LT((end.head(m) - q).norm(), 1e-9 * end.norm());
  EXPECT_LT((end.tail(m) - shift * (q - q_start)).norm(), 1e-9 * end.norm());
  EXPECT_NEAR(gap.velocity(end), p.modes.rigid_row.dot(shift * (q - q_start)), 1e-8 * end.norm());
  EXPECT_LT((p.modes.initial_q - gap.initial_states().head(m)).norm(), 1e-14);

  // C V + shapes spring E V is the compliance of the stage
  const Matrix unit = Matrix::Identity(n, n);
  EXPECT_LT((stage_gap_shapes(p, unit, shift) - gap.compliance()).norm(),
            1e-9 * gap.compliance().norm());
}

TEST(ProblemData, PointMass) { expect_same_motion(small_film("sphere_impact", 41)); }

std::vector<std::string> coarse_bodies() {
  std::vector<std::string> keys{"structure.kind=condensed"};
  for (const std::string body : {"bodies.lower.", "bodies.upper."}) {
    keys.push_back(body + "contact_elements=10");
    keys.push_back(body + "cutoff_hz=60e3");
  }
  return keys;
}

TEST(ProblemData, CondensedBodies) {
  expect_same_motion(small_film("sphere_impact", 41, coarse_bodies()));
}

// The acceleration is a share of the constant modal force.
TEST(ProblemData, AccelerationOfBodies) {
  for (const bool condensed : {false, true}) {
    FilmContactSpec d =
        small_film("sphere_impact", 41, condensed ? coarse_bodies() : std::vector<std::string>());
    const FilmProblemData slow = problem_data(d, 1e3, nullptr);
    const double from = d.impact.acceleration;
    d.impact.acceleration = 500.0;
    const FilmProblemData fast = problem_data(d, 1e3, nullptr);
    const FilmScales& s = slow.scales;
    const double change = (500.0 - from) * s.time * s.time / s.film;
    EXPECT_LT((slow.modes.constant + change * slow.modes.acceleration - fast.modes.constant).norm(),
              1e-9 * fast.modes.constant.norm());
    EXPECT_GT(fast.modes.constant.norm(), 10.0 * slow.modes.constant.norm());
  }
}

TEST(ProblemData, LineInTheMovingFrame) {
  const FilmContactSpec d = small_film("line_shock", 61);
  ContactProblem full(d, nullptr);
  const FilmProblemData p = problem_data(d, &full, 1e3);
  ASSERT_TRUE(p.load_scaled && p.loaded);
  const double time = 0.75;  // on the ramp
  const double a = full.system().frame().scale(time);
  GapModel& gap = full.system().gap();
  gap.begin_stage(time, 0.0, Vector());
  const Vector scaled = random_vector(61, 0.0, 1.0, 9);
  Vector expected = gap.base();
  gap.add_compliance(a * scaled, &expected);
  const Vector H = a * a * (p.geometry + p.compliance * scaled);
  EXPECT_LT((H - expected).norm(), 1e-12 * expected.norm());
  // weights . P^ = reduced load <=> weights . P = load
  const double w = full.load().value(time * p.scales.time);
  EXPECT_NEAR(a * reduced_load(w, a), gap.load(time), 1e-13);
  EXPECT_NEAR(p.force * reduced_load(w, a) * a * a, w * d.load.reference, 1e-7);
}

TEST(ProblemData, RefusesWhatItCannotReduce) {
  EXPECT_THROW(
      reducible(*read_definition(std::string(MORTISE_MODELS) + "/valve_dry/valve_dry.toml").film),
      Error);
  EXPECT_THROW(small_film("line_shock", 61, {"film.cavitation=mass_conserving"}), Error);
}

TEST(BasisEquations, JacobianIsTheDerivative) {
  for (const char* name : {"line_shock", "sphere_impact"}) {
    const FilmProblemData p = problem_data(small_film(name, 41), 1e3, nullptr);
    ReducedBasis basis;
    basis.pressure = Matrix::Zero(41, 3);
    for (int k = 0; k < 3; ++k) basis.pressure.col(k) = random_vector(41, 0.0, 0.5, 10 + k);
    basis.rows = {3, 9, 17, 30, 12};
    basis.watched = 1;
    basis.test = Matrix::Ones(3, 4);
    const BasisEquations e(&p, basis, 1e-4);
    FilmStage stage;
    stage.frame = p.loaded ? 0.9 : 1.0;
    stage.speed = p.loaded ? 1.0 : 0.0;
    stage.shift = 30.0;
    const Vector start = Vector::Constant(5, 0.2);
    const Eigen::Index n = p.modes.omega.size();
    const Vector spring = n > 0 ? modal_stage(p.modes, stage.shift).spring : Vector();
    const Vector free = Vector::Constant(n, 0.4);
    const auto point = [&](const Vector& x) {
      ReducedPoint at{x.head(3), p.loaded ? x[3] : 0.0, Vector()};
      at.q = n > 0 ? Vector(free + spring.cwiseProduct(e.excitation() * at.b)) : Vector();
      return at;
    };
    Vector x = random_vector(e.unknowns(), 0.3, 0.6, 77), f;
    Matrix jacobian;
    e.residual(point(x), stage, start, spring, &f, &jacobian);
    for (Eigen::Index k = 0; k < x.size(); ++k) {
      Vector up, down, moved = x;
      moved[k] = x[k] + 1e-6;
      e.residual(point(moved), stage, start, spring, &up, nullptr);
      moved[k] = x[k] - 1e-6;
      e.residual(point(moved), stage, start, spring, &down, nullptr);
      const Vector slope = (up - down) / 2e-6;
      EXPECT_LT((jacobian.col(k) - slope).norm(), 1e-5 * (1.0 + slope.norm())) << name << k;
    }
  }
}

// V^T W of all rows is the Galerkin projection of the full residual.
TEST(GalerkinTest, ProjectsAsTheFullResidual) {
  const FilmContactSpec d = small_film("line_shock", 41);
  const FilmProblemData p = problem_data(d, d.film.penalty, nullptr);
  Matrix shapes = Matrix::Zero(41, 2);
  for (int k = 0; k < 2; ++k) shapes.col(k).segment(1, 39) = random_vector(39, 0.0, 1.0, k);
  const Vector P = shapes * Vector{{0.3, 0.2}}, H = (p.geometry + p.compliance * P).array() + 0.7;
  const FilmRowSet rows(p, all_rows(p));
  FilmStage stage;
  stage.speed = 1.0;
  stage.shift = 5.0;
  Vector f;
  rows.evaluate(rows.gather(P), rows.gather(H), stage, Vector::Ones(39), &f, nullptr, nullptr);

  ContactProblem full(d, nullptr);
  StageTerms terms;
  const Vector content = Vector::Ones(41);
  terms.shift = 5.0;
  terms.start = &content;
  Vector expected;
  full.reynolds()->residual(P, H, terms, &expected);
  EXPECT_LT((galerkin_test(p, shapes).transpose() * f - shapes.transpose() * expected).norm(),
            1e-10 * expected.norm());
}

}  // namespace
}  // namespace mortise::gen
