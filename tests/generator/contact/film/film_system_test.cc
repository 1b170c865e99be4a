// A film and its surroundings integrated in time: order with the content as differential quantity,
// a falling plate in closed form, the error measure.
#include "generator/contact/film/film_system.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "generator/bodies/halfspace/kernels.hpp"
#include "generator/contact/film/contact_problem.hpp"
#include "generator/ground/integrate/stepper.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/contact/film/gaps.hpp"

namespace mortise::gen {
namespace {

Vector integrate(FilmSystem* system, const Tableau* tableau, const Vector& start, double end,
                 int steps, double from = 0.0) {
  Stepper stepper(system, tableau);
  stepper.reset(from, start);
  for (int k = 0; k < steps; ++k) {
    EXPECT_TRUE(stepper.attempt((end - from) / steps))
        << system->failure() << " at " << stepper.time();
    stepper.commit();
  }
  return stepper.state();
}

// A plate of width L sinks under the load W: H^-2 = H0^-2 + 24 W T / (lambda L^3), where the
// trapezoidal load of the quadratic pressure is 1 - (dX / L)^2 of the exact one.
TEST(FallingPlate, SinksByTheSquareRootLaw) {
  const Eigen::Index n = 21;
  const double L = 2.0, lambda = 0.4, W = 0.9, H0 = 0.7, end = 0.5;
  const FilmGrid grid = make_grid(FilmShape::line, n, -1.0, 1.0);
  const Reynolds law(grid, Lubricant(isoviscous(), kTestScale), lambda, 0.0, Cavitation::penalty,
                     1e6);
  const double discrete = 1.0 - std::pow(grid.spacing / L, 2);
  const double wanted =
      std::pow(1.0 / (H0 * H0) + 24.0 * W * end / (lambda * L * L * L * discrete), -0.5);
  const auto error = [&](const Tableau* tableau, int steps) {
    SpringGap gap = rigid_gap(Vector(Vector::Zero(n)));
    gap.carry(grid.weights(), [W](double) { return W; });
    FilmSystem system(&gap, &law, {}, tight(), {});
    FilmUnknowns x;
    x.U = Vector::Zero(n);
    x.H = Vector::Constant(n, H0);
    x.approach = H0;
    const Vector z = integrate(&system, tableau, system.state_of(x, Vector()), end, steps);
    EXPECT_NEAR(grid.weights().dot(system.layout().unknowns(z)), W, 1e-11);
    EXPECT_EQ(system.layout().gap(z)[0], system.layout().approach(z));
    return std::abs(system.layout().approach(z) - wanted);
  };
  EXPECT_NEAR(std::log2(error(&backward_euler(), 160) / error(&backward_euler(), 320)), 1.0, 0.02);
  EXPECT_NEAR(std::log2(error(&alexander(), 20) / error(&alexander(), 40)), 2.0, 0.1);
  EXPECT_NEAR(std::log2(error(nullptr, 160) / error(nullptr, 320)), 2.0, 0.1);
  EXPECT_NEAR(std::log2(error(&hairer_wanner(), 10) / error(&hairer_wanner(), 20)), 4.0, 0.3);
  EXPECT_LT(error(&hairer_wanner(), 40), 1e-8);
}

// A soft cylinder sinks into a compressible, piezoviscous oil under a load that grows unevenly; no
// node cavitates, which would be a kink. The fourth-order method loses some of its order to the
// stiffness, as methods of stage order one do, but not its lead.
TEST(Order, DifferentiatingTheContentKeepsTheOrderOfPressureAndGap) {
  const FilmGrid grid = make_grid(FilmShape::line, 41, -1.0, 1.0);
  const Reynolds law(grid, Lubricant(compressible(), kTestScale), 0.5, 0.0, Cavitation::penalty,
                     1e4);
  SpringGap gap([&](double) { return Vector(0.5 * grid.x.array().square()); }, 0.4);
  gap.carry(grid.weights(), [](double t) { return 0.6 + 0.4 * t + 0.1 * std::sin(3.0 * t); });
  FilmSystem system(&gap, &law, {}, tight(), {});
  FilmUnknowns x;
  x.U = 0.5 * (1.0 - grid.x.array().square());
  x.approach = 0.5;
  x.H = 0.5 * grid.x.array().square() + 0.5;
  // past the first transient
  const double from = 0.2, end = 1.4;
  const Vector start =
      integrate(&system, &hairer_wanner(), system.state_of(x, Vector()), from, 100);
  const Vector exact = integrate(&system, &hairer_wanner(), start, end, 400, from);
  EXPECT_GE(system.layout().unknowns(exact).minCoeff(), 0.0);
  EXPECT_GT(system.layout().unknowns(exact).maxCoeff(), 0.3);
  const auto errors = [&](const Tableau* tableau, int steps) {
    const Vector off = integrate(&system, tableau, start, end, steps, from) - exact;
    return Eigen::Vector2d(system.layout().unknowns(off).cwiseAbs().maxCoeff(),
                           system.layout().gap(off).cwiseAbs().maxCoeff());
  };
  const auto check = [&](const Tableau* tableau, int steps, double order, double within) {
    const Eigen::Vector2d rough = errors(tableau, steps), fine = errors(tableau, 2 * steps);
    EXPECT_NEAR(std::log2(rough[0] / fine[0]), order, within) << "pressure";
    EXPECT_NEAR(std::log2(rough[1] / fine[1]), order, within) << "gap";
  };
  check(&alexander(), 40, 2.0, 0.1);
  check(nullptr, 80, 2.0, 0.1);
  check(&backward_euler(), 160, 1.0, 0.1);
  EXPECT_LT(errors(&hairer_wanner(), 80)[0], 0.25 * errors(&alexander(), 80)[0]);
  EXPECT_LT(errors(&hairer_wanner(), 80)[1], 0.25 * errors(&alexander(), 80)[1]);
}

// A loaded cylinder on a half-space.
class HalfSpaceGap final : public SpringGap {
 public:
  HalfSpaceGap(const FilmGrid& grid, double load)
      : SpringGap([x = grid.x](double) { return Vector(0.5 * x.array().square()); }, 0.0),
        kernel_(line_compliance(grid.points(), grid.spacing)) {
    carry(grid.weights(), [load](double) { return load; });
  }
  void add_compliance(const Vector& P, Vector* gap) const override { *gap += kernel_ * P; }
  const Matrix& compliance() override { return kernel_; }

 private:
  Matrix kernel_;
};

// 5e-4 lies below the numbers that converge from afar: the film is thinned step by step.
TEST(SteadyState, DoesNotMoveAndLeavesTheLawAsItWas) {
  const FilmGrid grid = make_grid(FilmShape::line, 151, -4.0, 2.0);
  const double load = 1.5707963267948966;
  double thicker = 1.0;
  for (const double lambda : {8e-3, 5e-4}) {
    HalfSpaceGap gap(grid, load);
    Reynolds law(grid, Lubricant(compressible(), kTestScale), lambda, 1.0, Cavitation::penalty,
                 1e6);
    FilmSystem system(&gap, &law, {}, tight(), {});
    const FilmUnknowns x = steady_state(&system, &law, 0.0);
    EXPECT_EQ(law.lambda(), lambda);
    EXPECT_NEAR(grid.weights().dot(x.P), load, 1e-11);
    EXPECT_NEAR(x.P.maxCoeff(), 1.0, 0.1) << "near Hertz";
    EXPECT_LT(x.H.minCoeff(), 0.5 * thicker);
    thicker = x.H.minCoeff();
    const Vector start = system.state_of(x, Vector());
    const Vector end = integrate(&system, &alexander(), start, 1.0, 10);
    EXPECT_LT((end - start).cwiseAbs().maxCoeff(), 1e-7);
  }
}

TEST(SteadyState, SaysHowFarItCame) {
  const FilmGrid grid = make_grid(FilmShape::line, 31, -4.0, 2.0);
  HalfSpaceGap gap(grid, 1.5707963267948966);
  Reynolds law(grid, Lubricant(compressible(), kTestScale), 8e-3, 1.0, Cavitation::penalty, 1e6);
  NewtonOptions options;
  options.iterations = 2;
  FilmSystem system(&gap, &law, {}, options, {});
  try {
    steady_state(&system, &law, 0.0);
    FAIL();
  } catch (const Error& e) {
    const std::string text = e.what();
    EXPECT_NE(text.find("with 0 % of the pressure-viscosity coefficient, no convergence in 2"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("remedy"), std::string::npos) << text;
  }
  EXPECT_EQ(law.lambda(), 8e-3);
}

TEST(FilmLayout, PartsLieOneBehindTheOther) {
  const FilmLayout layout(3, 2);
  EXPECT_EQ(layout.size(), 12);
  const Vector z = layout.pack(Eigen::Vector3d(1, 2, 3), Eigen::Vector2d(4, 5),
                               Eigen::Vector3d(6, 7, 8), Eigen::Vector3d(9, 10, 11), 12.0);
  for (Eigen::Index i = 0; i < 12; ++i) EXPECT_EQ(z[i], static_cast<double>(i + 1));
  EXPECT_EQ(Vector(layout.content(z)), Vector(Eigen::Vector3d(1, 2, 3)));
  EXPECT_EQ(Vector(layout.states(z)), Vector(Eigen::Vector2d(4, 5)));
  EXPECT_EQ(Vector(layout.unknowns(z)), Vector(Eigen::Vector3d(6, 7, 8)));
  EXPECT_EQ(Vector(layout.gap(z)), Vector(Eigen::Vector3d(9, 10, 11)));
  EXPECT_EQ(layout.approach(z), 12.0);
}

// rms(e / (eps_r |z| + eps_a)), the larger of pressure and gap (Schmidt 2.78).
TEST(ErrorMeasure, IsTheLargerOfPressureAndGap) {
  const FilmGrid grid = make_grid(FilmShape::line, 4, -1.0, 1.0);
  const Reynolds law(grid, Lubricant(isoviscous(), kTestScale), 1.0, 1.0, Cavitation::penalty, 0);
  SpringGap gap = rigid_gap(Vector(Vector::Ones(4)));
  FilmTolerances tolerances;
  tolerances.relative = 0.01;
  tolerances.pressure = 0.02;
  tolerances.gap = 0.005;
  const FilmSystem system(&gap, &law, {}, tight(), tolerances);
  const FilmLayout& layout = system.layout();
  const Vector zero = Vector::Zero(4), none;
  Vector U(4), H(4), of_U(4), of_H(4);
  U << 0.0, 1.0, -2.0, 0.0;
  H << 1.0, 0.5, 0.5, 1.0;
  of_U << 0.0, 0.03, 0.04, 0.0;
  of_H << 0.015, 0.0, 0.0, 0.0;
  const Vector z = layout.pack(zero, none, U, H, 0.0);
  const double pressure = std::sqrt((1.0 + 1.0) / 4.0), gap_share = std::sqrt(1.0 / 4.0);
  const auto measure = [&](const Vector& a, const Vector& b) {
    return system.error_measure(layout.pack(zero, none, a, b, 0.0), z);
  };
  EXPECT_NEAR(measure(of_U, zero), pressure, 1e-14);
  EXPECT_NEAR(measure(zero, of_H), gap_share, 1e-14);
  EXPECT_NEAR(measure(of_U, of_H), pressure, 1e-14);
  EXPECT_NEAR(measure(of_U, 3.0 * of_H), 3.0 * gap_share, 1e-14);
  // neither may hide behind the other
  const Vector lost = Vector::Constant(4, std::numeric_limits<double>::quiet_NaN());
  EXPECT_FALSE(measure(lost, of_H) <= 1.0);
  EXPECT_FALSE(measure(zero, lost) <= 1.0);
}

// Surroundings whose states end in NaN.
class LostGap final : public SpringGap {
 public:
  using SpringGap::SpringGap;
  Eigen::Index states() const override { return 1; }
  Vector initial_states() const override { return Vector::Zero(1); }
  Vector end_states(const Vector& /*P*/) const override {
    return Vector::Constant(1, std::numeric_limits<double>::quiet_NaN());
  }
};

TEST(FilmSystem, StatesThatAreNotNumbersFailWithAReason) {
  const FilmGrid grid = make_grid(FilmShape::line, 9, -1.0, 1.0);
  const Reynolds law(grid, Lubricant(isoviscous(), kTestScale), 1.0, 1.0, Cavitation::penalty, 1e4);
  LostGap gap([](double) { return Vector(Vector::Ones(9)); }, 0.0);
  FilmSystem system(&gap, &law, {}, tight(), {});
  FilmUnknowns x;
  x.U = Vector::Zero(9);
  x.H = Vector::Ones(9);
  Vector z = system.state_of(x, gap.initial_states());
  const Vector start = z;
  EXPECT_FALSE(system.solve_stage(0.0, 10.0, start, &z));
  EXPECT_NE(system.failure().find("states"), std::string::npos) << system.failure();
}

}  // namespace
}  // namespace mortise::gen
