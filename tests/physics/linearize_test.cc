// The step about a state against closed forms, and against the step itself: along a trajectory the
// linearised steps predict how it answers small inputs, but for what is of second order in them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>

#include "generator/ground/dense/orthogonal.hpp"
#include "generator/ground/dense/small_lu.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/numbers/dice.hpp"
#include "generator/judge/analyses/linearization.hpp"
#include "tests/physics/assemblies.hpp"
#include "tests/physics/models.hpp"
#include "tests/physics/squeeze_film.hpp"
#include "tests/robustness/film_models.hpp"

namespace mortise::test {
namespace {

using namespace gen;

StateSpace about(const Instance& run, const Vector& u) { return gen::linearize(run, u, "test"); }

// The inputs at their defaults.
Vector default_inputs(const Instance& run) {
  const ModelView& view = run.model().view();
  Vector u(run.model().input_values());
  for (Eigen::Index k = 0; k < u.size(); ++k)
    u[k] = view.input_ranges[k % view.dims.inputs].default_value;
  return u;
}

// Steps `before` steps of a scenario (null: with the default inputs); returns the inputs of `steps`
// more.
std::vector<Vector> lead(Instance* run, const char* scenario, int before, int steps) {
  const Model& model = run->model();
  ScenarioPlayer player;
  const bool plays = scenario && player.start(model, find_scenario(model, scenario), &run->state());
  EXPECT_EQ(plays, scenario != nullptr);
  std::vector<Vector> inputs;
  for (int k = 0; k < before + steps; ++k) {
    Vector u = default_inputs(*run);
    if (plays) player.next(model, u.data(), &run->state());
    if (k >= before) inputs.push_back(u);
    if (k < before) (void)run->step(u.data(), nullptr);
  }
  return inputs;
}

// Largest deviation of entries, each over the largest of its row (of zero rows: over 1).
double row_error(const Matrix& found, const Matrix& expected) {
  double worst = 0;
  for (Eigen::Index i = 0; i < expected.rows(); ++i) {
    const double size = expected.row(i).cwiseAbs().maxCoeff();
    worst = std::max(
        worst, (found.row(i) - expected.row(i)).cwiseAbs().maxCoeff() / (size > 0 ? size : 1));
  }
  return worst;
}

// Modes without contact, an input of either hold, outputs of each kind.
ReducedSystem free_modes() {
  ReducedSystem s;
  s.omega = Vector{{0.0, 90.0, 700.0, 4100.0}};
  s.damping = Vector{{0.4, 1.8, 30.0, 600.0}};
  s.inputs = {{"held", "N", -1e9, 1e9, 0.0, Hold::zero_order},
              {"ramped", "N", -1e9, 1e9, 0.0, Hold::linear}};
  s.input_forces = Matrix{{0.3, 1.0}, {-0.7, 0.2}, {1.1, 0.0}, {0.5, -2.0}};
  s.output_rows = Matrix{{1.0, 0.5, -0.3, 0.2}};
  s.outputs = {{"x", "m", OutputQuantity::displacement, 0},
               {"v", "m/s", OutputQuantity::velocity, 0}};
  s.constant_force = Vector{{0.1, 0.0, -2.0, 0.0}};
  s.initial_q = Vector{{1e-3, 2e-3, -1e-4, 0.0}};
  s.initial_v = Vector{{0.2, 0.0, 0.5, -1.0}};
  return s;
}

BakeOptions plain_options(double h) {
  BakeOptions options;
  options.name = "linear";
  options.step = h;
  options.golden_steps = 0;
  return options;
}

// Moreau and Jean at theta = 1/2: A = 1 + h/2 d + h^2/4 w^2,
//   v+ = ((1 - h/2 d - h^2/4 w^2) v - h w^2 q + h f) / A,   q+ = q + h/2 (v + v+)
TEST(Linearize, FreeModesHaveTheClosedFormOfTheStep) {
  const double h = 1e-4;
  const ReducedSystem s = free_modes();
  Instance run(bake(s, plain_options(h)), "free");
  const Vector u{{2.0, -1.0, 2.0, 3.0}};
  for (int k = 0; k < 7; ++k) (void)run.step(u.data(), nullptr);
  const StateSpace got = about(run, u);
  const Eigen::Index n = 4;
  Matrix a = Matrix::Zero(8, 8), b = Matrix::Zero(8, 2), b_end = b;
  for (Eigen::Index j = 0; j < n; ++j) {
    const double w2 = s.omega[j] * s.omega[j], inertia = 1 + h / 2 * s.damping[j] + h * h / 4 * w2;
    const double by_v = (1 - h / 2 * s.damping[j] - h * h / 4 * w2) / inertia,
                 by_q = -h * w2 / inertia;
    a(n + j, j) = by_q;
    a(n + j, n + j) = by_v;
    a(j, j) = 1 + h / 2 * by_q;
    a(j, n + j) = h / 2 * (1 + by_v);
    const double held = h / inertia * s.input_forces(j, 0),
                 ramped = h / 2 / inertia * s.input_forces(j, 1);
    b.row(n + j) << held, ramped;
    b_end(n + j, 1) = ramped;
  }
  b.topRows(n) = h / 2 * b.bottomRows(n);
  b_end.topRows(n) = h / 2 * b_end.bottomRows(n);
  Matrix functionals = Matrix::Zero(2, 8);
  functionals.block(0, 0, 1, n) = functionals.block(1, n, 1, n) = s.output_rows;
  EXPECT_LT(row_error(got.a, a), 1e-11);
  EXPECT_LT(row_error(got.b, b), 1e-10);
  EXPECT_LT(row_error(got.b_end, b_end), 1e-10);
  EXPECT_LT(row_error(got.c, functionals * a), 1e-11);
  EXPECT_LT(row_error(got.d, functionals * b), 1e-10);
  EXPECT_LT(row_error(got.d_end, functionals * b_end), 1e-10);
  EXPECT_LT(got.error, 1e-9);
  EXPECT_TRUE(got.findings.empty());
  EXPECT_EQ(got.states[0].name, "q1");
  EXPECT_EQ(got.states[7].name, "v4");
  // an oscillator's samples: |z| = exp(-zeta w h) and its frequency, to the scheme's order two
  for (const DiscreteMode& mode : discrete_modes(got)) {
    if (!mode.frequency_hz) continue;
    Eigen::Index j = 0;
    (s.omega.array() - kTwoPi * *mode.frequency_hz).abs().minCoeff(&j);
    EXPECT_NEAR(kTwoPi * *mode.frequency_hz / s.omega[j], 1.0,
                h * h * s.omega[j] * s.omega[j] / 10);
    EXPECT_NEAR(*mode.damping_ratio, s.damping[j] / 2 / s.omega[j],
                0.1 * s.damping[j] / s.omega[j]);
  }
}

TEST(Linearize, LeavesTheStateAsItIsAndGivesTheSameBits) {
  Instance run(bake(free_modes(), plain_options(1e-4)), "free");
  const Vector u{{2.0, -1.0, 2.0, 3.0}};
  (void)run.step(u.data(), nullptr);
  const AlignedBytes before(&run.state(), run.model().arena_bytes());
  const StateSpace first = about(run, u), second = about(run, u);
  EXPECT_EQ(std::memcmp(before.data(), &run.state(), before.size()), 0);
  EXPECT_TRUE(first.a == second.a && first.b_end == second.b_end && first.c == second.c);
  EXPECT_EQ(first.error, second.error);
  // whatever the scratch holds
  const Model& model = run.model();
  AlignedBytes scratch(linear_scratch_bytes(model, run.state()));
  std::memset(scratch.data(), 0xff, scratch.size());
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> a(8, 8);
  LinearSpace space;
  space.a = a.data();
  ASSERT_EQ(mortise::linearize(model, run.state(), u.data(), space, nullptr, scratch.data(),
                               scratch.size()),
            status::kOk);
  EXPECT_TRUE(a == first.a);
  EXPECT_EQ(mortise::linearize(model, run.state(), u.data(), space, nullptr, scratch.data(),
                               scratch.size() - 64),
            status::kBAD_CALL);
  EXPECT_EQ(mortise::linearize(model, run.state(), u.data(), space, nullptr, nullptr, 1 << 30),
            status::kBAD_CALL);
}

// A mass at rest on its floor that sticks: its velocity vanishes with whatever it was, a push moves
// nothing.
TEST(Linearize, MassAtRestOnItsFloorDoesNotMove) {
  Instance run = instance_of(prepared("bouncing_mass"));
  const Vector none = default_inputs(run);
  for (int k = 0; k < 40000; ++k) (void)run.step(none.data(), nullptr);
  const double h = run.model().step_size();
  const StateSpace s = about(run, none);
  ASSERT_EQ(s.states.size(), 6u);
  // the floor's normal and tangents in the modal coordinates, of mass 1
  const ModelView& view = run.model().view();
  Matrix rows(3, 3);
  for (int r = 0; r < 3; ++r)
    for (int j = 0; j < 3; ++j) rows(r, j) = view.contact_rows[r * view.dims.modes_padded + j];
  ASSERT_EQ(pivoted_columns(rows).rank, 3);
  Matrix a = Matrix::Zero(6, 6);
  a.topLeftCorner(3, 3).setIdentity();
  a.topRightCorner(3, 3) = h / 2 * Matrix::Identity(3, 3);
  EXPECT_LT((s.a - a).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_LT(s.b.cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(pivoted_columns(s.a, 1e-8).rank, 3);
  ASSERT_GE(s.findings.size(), 1u);
  EXPECT_EQ(s.findings[0].where, "bouncing_mass, contact 1");
  EXPECT_NE(s.findings[0].what.find("corner"), std::string::npos);
  // the floor's friction answers the push: force_tangential = -push
  EXPECT_NEAR(s.d(5, 0), -1.0, 1e-9);
}

// In the air the same mass is free.
TEST(Linearize, MassInTheAirIsFree) {
  Instance run = instance_of(prepared("bouncing_mass"));
  const double h = run.model().step_size();
  const StateSpace s = about(run, default_inputs(run));
  Matrix a = Matrix::Identity(6, 6);
  a.topRightCorner(3, 3) = h * Matrix::Identity(3, 3);
  EXPECT_LT((s.a - a).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_TRUE(s.findings.empty());
}

// Pressed on its stop, where nothing moves but what rounding leaves: no place to take increments
// from. The stop returns .7 of any approach, however slow.
TEST(Linearize, OscillatorPressedOnItsStopStaysThere) {
  Instance run = instance_of(prepared("impact_oscillator"));
  const double h = run.model().step_size();
  const std::vector<Vector> inputs = lead(&run, "period_two", 400, 1);
  const StateSpace s = about(run, inputs[0]);
  const Matrix a{{1.0, h / 2 * 0.3}, {0.0, -0.7}};
  EXPECT_LT(row_error(s.a, a), 1e-9);
  EXPECT_LT(s.b.cwiseAbs().maxCoeff(), 1e-12);
  ASSERT_EQ(s.outputs[2].name, "contact_force");
  EXPECT_NEAR(s.d(2, 0), 0.5, 1e-9);
  EXPECT_NEAR(s.d_end(2, 0), 0.5, 1e-9);
}

// 1 kg on a spring, its stop touched from outside: towards it the stop holds, away from it the mass
// is free.
TEST(Linearize, TellsWhichContactIsAboutToChange) {
  Assembly a = masses({1.0}, Matrix{{1e4}});
  a.stop("stop", {-1}, 0.0, 0.0);
  const double h = 1e-4;
  Instance run(bake(a.system(), assembly_options(h)), "touching");
  const StateSpace s = about(run, default_inputs(run));
  ASSERT_FALSE(s.findings.empty());
  bool named = false;
  for (const Finding& f : s.findings) named = named || f.where == "stop, contact 1";
  EXPECT_TRUE(named) << finding_line(s.findings[0]);
}

// ---- predictions

// dx along a trajectory, step by step linearised anew; the nominal inputs and the deviations are
// given. Returns the largest deviation of outputs from their prediction, output k over scale[k].
struct Prediction {
  double error = 0;   // of outputs
  double answer = 0;  // largest answer of outputs
  int findings = 0;   // on the way
};

Prediction predict(Instance* run, const std::vector<Vector>& inputs,
                   const std::vector<Vector>& deviations, const Vector& scale) {
  const Model& model = run->model();
  const auto ny = static_cast<std::size_t>(model.dims().outputs);
  const Eigen::Index nu = model.dims().inputs;
  AlignedBytes other_bytes(&run->state(), model.arena_bytes());
  State& other = *reinterpret_cast<State*>(other_bytes.data());
  Vector x, y(static_cast<Eigen::Index>(ny)), y_other = y;
  Prediction out;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const StateSpace s = about(*run, inputs[k]);
    out.findings += static_cast<int>(s.findings.size());
    if (x.size() == 0) x = Vector::Zero(s.a.rows());
    EXPECT_EQ(x.size(), s.a.rows());
    const Vector moved = inputs[k] + deviations[k];
    (void)run->step(inputs[k].data(), y.data());
    (void)step(model, other, moved.data(), y_other.data());
    Vector answer = s.c * x + s.d * deviations[k].head(nu);
    Vector next = s.a * x + s.b * deviations[k].head(nu);
    if (deviations[k].size() > nu) {
      answer += s.d_end * deviations[k].tail(nu);
      next += s.b_end * deviations[k].tail(nu);
    }
    x = next;
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      if (!(scale[i] > 0)) continue;
      out.error = std::max(out.error, std::abs(y_other[i] - y[i] - answer[i]) / scale[i]);
      out.answer = std::max(out.answer, std::abs(answer[i]) / scale[i]);
    }
  }
  return out;
}

// Continuous deviations of inputs, input k up to size[k] and zero at the start.
std::vector<Vector> random_deviations(const Instance& run, int steps, const Vector& size) {
  const Eigen::Index nu = size.size();
  const bool both = run.model().input_values() > nu;
  Dice dice(17);
  std::vector<Vector> list;
  Vector now = Vector::Zero(nu);
  for (int k = 0; k < steps; ++k) {
    Vector next(nu);
    for (Eigen::Index i = 0; i < nu; ++i) next[i] = size[i] * (2 * dice.share() - 1);
    Vector u(both ? 2 * nu : nu);
    u.head(nu) = now;
    if (both) u.tail(nu) = next;
    if (!both) u = next;
    list.push_back(u);
    now = next;
  }
  return list;
}

struct Predicted {
  Prediction small, large;
};

// With deviations of inputs up to `size`, and four times as large.
Predicted predict_both(const std::function<Instance()>& make, const char* scenario, int before,
                       const Vector& size, const Vector& scale, int steps = 20) {
  Prediction found[2];
  for (int k = 0; k < 2; ++k) {
    Instance run = make();
    const std::vector<Vector> inputs = lead(&run, scenario, before, steps);
    found[k] =
        predict(&run, inputs, random_deviations(run, steps, (k == 0 ? 1.0 : 4.0) * size), scale);
  }
  return {found[0], found[1]};
}

// Rows of outputs that have a derivative, others 0.
Vector scale_of(const Instance& run, const std::vector<std::pair<std::uint32_t, double>>& scales) {
  Vector scale = Vector::Zero(run.dims().outputs);
  for (Eigen::Index k = 0; k < scale.size(); ++k)
    for (const auto& [quantity, size] : scales)
      if (run.model().view().output_rules[k].quantity == quantity) scale[k] = size;
  return scale;
}

// Two masses with an elastic slider between them: sticking it is a spring of 2e4 N/m, slipping a
// constant force.
Assembly pushed_masses() {
  Assembly a = two_masses(1);
  a.input({1, 0});
  a.system().outputs = {{"x1", "m", OutputQuantity::displacement, 0},
                        {"x2", "m", OutputQuantity::displacement, 1}};
  return a;
}

TEST(Linearize, SliderIsASpringWhileItSticksAndNoneWhileItSlips) {
  const double h = 1e-5;
  Assembly a = pushed_masses();
  Instance run(bake(a.system(), assembly_options(h)), "masses");
  const Vector none = Vector::Zero(2);
  const auto stiffness = [&](double slider) {
    return Matrix(Matrix{{12000 + slider, -2000 - slider}, {-2000 - slider, 2000 + slider}});
  };
  const Matrix mass = Vector{{1.0, 0.5}}.asDiagonal();
  int stuck = 0, slipped = 0;
  for (int k = 0; k < 4000; ++k) {
    if (k % 500 == 250) {
      const StateSpace s = about(run, none);
      if (!s.findings.empty()) continue;
      // positions of the masses by their velocities: M (v+ - v) = -h K (x + x+) / 2 - h slider
      const Matrix back = a.shapes();
      ASSERT_EQ(s.a.rows(), 5);
      EXPECT_EQ(s.states[4].name, "slider0.shear1");
      const double held = s.a(4, 4);  // of the shear by itself: ~1 sticking, 0 slipping
      const double spring = held > 0.5 ? 2e4 : 0.0;
      (spring > 0 ? stuck : slipped) += 1;
      // x+ and v+ by x and v with the shear kept: the slider sees half of the step's slip
      const Matrix k_all = stiffness(0), g = Matrix{{1.0, -1.0}, {-1.0, 1.0}};
      const Matrix left = mass + h * h / 4 * (k_all + spring * g);
      const Matrix by_x = SmallLu(left).solve(Matrix(-h * k_all));
      const Matrix by_v = SmallLu(left).solve(Matrix(mass - h * h / 4 * (k_all + spring * g)));
      const Matrix got_v = back * s.a.block(2, 2, 2, 2) * inverse(back);
      const Matrix got_x = back * s.a.block(2, 0, 2, 2) * inverse(back);
      EXPECT_LT(row_error(got_v, by_v), 1e-9) << k;
      EXPECT_LT(row_error(got_x, by_x), 1e-7) << k;
    }
    (void)run.step(none.data(), nullptr);
  }
  EXPECT_GE(stuck, 1);
  EXPECT_GE(slipped, 1);
}

TEST(Linearize, PredictsMassesWithAStickingAndASlippingSlider) {
  const auto make = [] {
    return Instance(bake(pushed_masses().system(), assembly_options(1e-5)), "masses");
  };
  for (const int before : {50, 400, 1200}) {
    SCOPED_TRACE(before);
    const Predicted p = predict_both(make, nullptr, before, Vector{{0.5}}, Vector{{1e-9, 1e-9}});
    EXPECT_GT(p.small.answer, 0.1);
    // piecewise linear
    EXPECT_LT(p.small.error, 1e-6 * p.small.answer);
  }
}

// Friction with the pressure of the step, dampers, springs that pull: smooth between statuses.
TEST(Linearize, PredictsAJoint) {
  const BakeInput input = prepared("two_cantilevers");
  const auto make = [&] { return instance_of(input); };
  const Vector scale =
      scale_of(make(), {{quantity::displacement, 1e-9}, {quantity::velocity, 1e-5}});
  ASSERT_GT(scale.maxCoeff(), 0);
  const Predicted p = predict_both(make, "case_IV", 100, Vector{{1e2}}, scale);
  EXPECT_GT(p.small.answer, 1e-3);
  EXPECT_LT(p.small.error, 1e-4 * p.small.answer);
  EXPECT_LT(p.large.error, 1e-3 * p.large.answer);
}

TEST(Linearize, PredictsASlidingContact) {
  const BakeInput input = prepared("beam_on_beam");
  const auto make = [&] { return instance_of(input); };
  const Vector scale =
      scale_of(make(), {{quantity::velocity, 1e-5}, {quantity::contact_force, 1.0}});
  ASSERT_GT(scale.maxCoeff(), 0);
  const Predicted p = predict_both(make, "slide", 200, Vector{{1e-2}}, scale);
  EXPECT_GT(p.small.answer, 1e-4);
  EXPECT_LT(p.small.error, 1e-4 * p.small.answer);
}

// Inputs of every hold; what is missed is of second order in their size, and a step of the file's
// own Newton is one of the converged film but for its tolerance.
TEST(Linearize, PredictsAFilm) {
  for (const FilmHold hold : {FilmHold::zero_order, FilmHold::linear, FilmHold::cubic}) {
    SCOPED_TRACE(static_cast<int>(hold));
    const auto make = [&] {
      const ReducedFilm film = robustness::line_film();
      FilmBakeOptions options = robustness::film_options(film, "line");
      options.hold = hold;
      options.golden_steps = 0;
      return Instance(bake(film, options), "line");
    };
    const Instance run = make();
    const Vector scale =
        scale_of(run, {{quantity::central_pressure, 1e6}, {quantity::central_gap, 1e-9}});
    const Vector size = 1e-3 * default_inputs(run).head(3);
    const Predicted p = predict_both(make, nullptr, 20, size, scale);
    EXPECT_GT(p.small.answer, 1e-2);
    EXPECT_LT(p.small.error, 1e-2 * p.small.answer);
    EXPECT_NEAR(p.large.error / p.small.error, 16, 3);
  }
}

// A squeeze film beside a stop: the film's pressure is no more than the bodies' motion, the closed
// stop holds its body.
TEST(Linearize, PredictsAFilmInAnAssembly) {
  int substeps = 1;
  const auto make = [&] {
    Assembly bodies = lumps({{1.0, 0.0, 0.0}, {0.1, 30.0, 0.02}});
    BakeOptions options = assembly_options(substeps * 5e-6);
    add_film(&bodies, &options, "film", {1, -1}, squeeze_film(4.7e-10, 1e-4));
    options.films[0].film.bases[0].substeps = substeps;
    bodies.stop("stop", {0, 1}, 2e-5, 0);
    bodies.input({1, 0});
    bodies.start({0, 0}, {-0.2, 0});
    bodies.system().outputs = {{"x1", "m", OutputQuantity::displacement, 0},
                               {"x2", "m", OutputQuantity::displacement, 1}};
    return Instance(bake(bodies.system(), options), "film and stop");
  };
  for (const int parts : {1, 2}) {
    substeps = parts;
    for (const int before : {20, 300}) {  // on the way, and on the stop
      SCOPED_TRACE(before);
      const Predicted p =
          predict_both(make, nullptr, before / parts, Vector{{1.0}}, Vector{{1e-9, 1e-9}});
      EXPECT_GT(p.small.answer, 1e-3);
      EXPECT_LT(p.small.error, 1e-4 * p.small.answer);
    }
  }
}

// What is held and no state of the model: an output that is a sum of energy misses what has been
// added to it, and only that.
TEST(Linearize, SumsOfEnergiesAreHeld) {
  const double h = 1e-5;
  Assembly a = two_masses(1);
  a.input({1, 0});
  a.system().outputs = {{"work", "J", OutputQuantity::work_external, 0}};
  Instance run(bake(a.system(), assembly_options(h)), "masses");
  const Vector u = Vector::Constant(2, 10.0);
  for (int k = 0; k < 50; ++k) (void)run.step(u.data(), nullptr);
  const StateSpace s = about(run, u);
  ASSERT_FALSE(s.held.empty());
  EXPECT_NE(s.held.back().find("work"), std::string::npos);
  // work of a step: f h (v + v+) / 2 of the first mass; no trace of the sum so far
  Vector by_v = Vector::Zero(5);
  by_v.segment(2, 2) = a.shapes().row(0).transpose();
  Matrix mean = h * 10.0 / 2 * (by_v.transpose() + by_v.transpose() * s.a);
  EXPECT_LT((s.c - mean).cwiseAbs().maxCoeff(), 1e-7 * mean.cwiseAbs().maxCoeff());
}

}  // namespace
}  // namespace mortise::test
