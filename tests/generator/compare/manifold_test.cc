// Quadratic manifolds and windows of the load.
#include "generator/compare/manifold_film.hpp"

#include <cmath>

#include "generator/compare/film_trial.hpp"
#include "generator/error.hpp"
#include "generator/reduce/problem_data.hpp"
#include "tests/generator/compare/small_shock.hpp"

namespace mortise::gen {
namespace {

// Two shapes and a curved third direction on 9 nodes.
PressureBasis two_shapes() {
  PressureBasis basis;
  basis.shapes = Matrix::Identity(9, 2);
  basis.weights = Vector::Ones(9);
  return basis;
}

Matrix curved_snapshots() {
  Matrix snapshots = Matrix::Zero(9, 40);
  for (Eigen::Index k = 0; k < 40; ++k) {
    const double a = std::sin(0.7 * k), b = std::cos(1.3 * k);
    snapshots(0, k) = a;
    snapshots(1, k) = b;
    snapshots(4, k) = 0.3 * a * a - 0.2 * a * b + 0.7 * b * b;
  }
  return snapshots;
}

TEST(PressureManifold, FindsTheCurvature) {
  const Matrix compliance = 2.0 * Matrix::Identity(9, 9);
  const Matrix snapshots = curved_snapshots();
  PressureManifold manifold(two_shapes(), compliance);
  EXPECT_GT(manifold.pressure_error(snapshots), 0.2);
  manifold.bend(snapshots, 1e-10);
  EXPECT_LT(manifold.pressure_error(snapshots), 1e-8);
  EXPECT_LT(manifold.deformation_error(snapshots), 1e-8);
  Vector b(2);
  b << 0.4, -1.1;
  EXPECT_NEAR(manifold.pressure(b)[4], 0.3 * 0.16 + 0.2 * 0.44 + 0.7 * 1.21, 1e-7);
  EXPECT_LT((manifold.deformation(b) - 2.0 * manifold.pressure(b)).norm(), 1e-12);
}

TEST(PressureManifold, SlopesAreDerivatives) {
  const Matrix compliance = Matrix::Random(9, 9);
  PressureManifold manifold(two_shapes(), compliance);
  manifold.bend(curved_snapshots(), 1e-8);
  Vector b(2);
  b << 0.4, -1.1;
  for (Eigen::Index k = 0; k < 2; ++k) {
    const Vector step = 1e-5 * Vector::Unit(2, k);
    const Vector p = (manifold.pressure(b + step) - manifold.pressure(b - step)) / 2e-5;
    const Vector h = (manifold.deformation(b + step) - manifold.deformation(b - step)) / 2e-5;
    EXPECT_LT((p - manifold.pressure_slope(b).col(k)).norm(), 1e-9);
    EXPECT_LT((h - manifold.deformation_slope(b).col(k)).norm(), 1e-9);
  }
}

TEST(LoadWindows, CoverTheLoadsAndOverlap) {
  const Matrix compliance = Matrix::Identity(9, 9);
  const Matrix snapshots = curved_snapshots().cwiseAbs();
  const Vector load = Vector::LinSpaced(40, 0.6, 1.2);
  BasisOptions options;
  options.modes = 2;
  const std::vector<LoadWindow> windows = load_windows(snapshots, load, compliance, options, 3);
  ASSERT_EQ(windows.size(), 3U);
  EXPECT_LT(windows[0].low, 0.6);
  EXPECT_GT(windows[2].high, 1.2);
  EXPECT_NEAR(windows[0].high - windows[1].low, 0.04, 1e-12);
  EXPECT_THROW(load_windows(snapshots, Vector::Ones(40), compliance, options, 0), Error);
}

class ManifoldRun : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    definition = new FilmDefinition(small_shock());
    snapshots = new FilmSnapshots(small_training(*definition));
    held_out = new FilmCase(
        make_film_case(*definition, definition->scenarios.front(), definition->reduce->step, {}));
    problem = new FilmProblemData(problem_data(*definition, 1e3, nullptr));
  }
  static void TearDownTestSuite() {
    delete definition;
    delete snapshots;
    delete held_out;
    delete problem;
  }
  static FilmTrial run(int modes, int windows) {
    BasisOptions basis;
    basis.modes = modes;
    const std::vector<LoadWindow> made =
        load_windows(snapshots->pressure, snapshots->load, problem->compliance, basis, windows);
    ManifoldOptions options;
    options.step = definition->reduce->step / problem->scales.time;
    options.iterations = 2;
    return try_manifold(*problem, made, options, *held_out);
  }
  static FilmDefinition* definition;
  static FilmSnapshots* snapshots;
  static FilmCase* held_out;
  static FilmProblemData* problem;
};
FilmDefinition* ManifoldRun::definition = nullptr;
FilmSnapshots* ManifoldRun::snapshots = nullptr;
FilmCase* ManifoldRun::held_out = nullptr;
FilmProblemData* ManifoldRun::problem = nullptr;

TEST_F(ManifoldRun, MoreShapesAreMoreAccurate) {
  const FilmTrial few = run(8, 1), many = run(20, 1);
  EXPECT_EQ(few.failure, "");
  EXPECT_EQ(many.failure, "");
  EXPECT_LT(many.errors.film(), 0.5 * few.errors.film());
  EXPECT_LT(many.errors.film(), 0.03);
}

TEST_F(ManifoldRun, WindowsOfTheLoadGoOver) {
  const FilmTrial two = run(14, 2);
  EXPECT_EQ(two.failure, "");
  EXPECT_LT(two.errors.film(), 0.08);
}

}  // namespace
}  // namespace mortise::gen
