// The film's step against the full model: with one shape per node and every row sampled, the
// reduced equations are the full ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "generator/ground/integrate/stepper.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "tests/runtime/film_case.hpp"

namespace mortise::film_test {
namespace {

using gen::FilmScalar;
using gen::Matrix;
using gen::Vector;

gen::FilmContactSpec definition(const std::string& name,
                                const std::vector<std::string>& overrides) {
  const std::string path = std::string(MORTISE_MODELS) + "/" + name + "/" + name + ".toml";
  return gen::reducible(*gen::read_definition(path, overrides).film);
}

// A full problem, the same problem with a shape per node, and the step of both.
struct Twins {
  Twins(const std::string& name, const std::vector<std::string>& overrides, double step_units)
      : definition(film_test::definition(name, overrides)),
        full(definition, nullptr),
        dT(step_units) {
    film.problem = gen::problem_data(definition, &full, definition.film.penalty);
    film.step = dT * film.problem.scales.time;
    film.gap_floor = 1e-8;
    film.profile = false;
    const int n = film.problem.unknowns;
    gen::ReducedBasis basis;
    basis.pressure = Matrix::Zero(film.problem.x.size(), n);
    basis.pressure.middleRows(film.problem.first, n).setIdentity();
    for (int i = 0; i < n; ++i) basis.rows.push_back(film.problem.first + i);
    basis.test = Matrix::Identity(n, n);
    basis.minimum_nodes = basis.rows;
    basis.iterations = 40;
    basis.tolerance = 1e-11;
    basis.step_limit = 0.3;
    film.bases.push_back(basis);
  }

  // State of the full model at time 0.
  Vector start() { return full.initial_state(); }

  // Frame, load and speed at a time in units.
  Drive drive(double T) const {
    Drive d;
    if (!film.problem.loaded) return d;
    const double unit = film.problem.scales.time, w = full.load().value(T * unit);
    d.frame = std::sqrt(w);
    d.frame_rate = full.load().rate(T * unit) * unit / (2.0 * d.frame);
    d.load = 0.5 * gen::kPi * w / (d.frame * d.frame);
    return d;
  }

  // b and H0 of a full state in the frame of a time.
  std::vector<double> unknowns(const Vector& z, double T) {
    const gen::FilmLayout& at = full.system().layout();
    const Vector P = at.unknowns(z).segment(film.problem.first, film.problem.unknowns);
    std::vector<double> x;
    for (const double p : P) x.push_back(p / drive(T).frame);
    if (film.problem.loaded) x.push_back(at.approach(z));
    return x;
  }

  gen::FilmContactSpec definition;
  gen::ContactProblem full;
  gen::ReducedFilm film;
  double dT;
};

constexpr double kGamma = 0.29289321881345247559915563789515;

Report take_step(const FilmKernel& kernel, FilmCase* film, const Twins& twins, double T,
                 int iterations) {
  const Drive at[2] = {twins.drive(T + kGamma * twins.dT), twins.drive(T + twins.dT)};
  return kernel.step(film->run(), at, film->q.data(), film->v.data(), false, iterations);
}

// Largest deviation of the unknowns, over the largest of them.
double deviation(const FilmCase& film, const std::vector<double>& wanted) {
  double error = 0.0, size = 0.0;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const double here = std::abs(film.unknown(static_cast<int>(k)) - wanted[k]);
    if (!(here <= error)) error = here;
    size = std::max(size, std::abs(wanted[k]));
  }
  return error / size;
}

// Runs both over `steps` steps from time `from`; returns the largest deviation.
double compare(Twins* twins, FilmScalar scalar, const FilmKernel& kernel, double from, int steps) {
  FilmCase film(twins->film, scalar);
  Vector z = twins->start();
  gen::Stepper stepper(&twins->full.system(), &gen::alexander());
  stepper.reset(from, z);
  const std::vector<double> initial = twins->unknowns(z, from);
  kernel.start(film.run(), initial.data(), film.q.data(), twins->drive(from));
  double worst = 0.0;
  for (int k = 0; k < steps; ++k) {
    const double T = from + k * twins->dT;
    EXPECT_TRUE(stepper.attempt(twins->dT)) << twins->full.system().failure();
    stepper.commit();
    const Report report = take_step(kernel, &film, *twins, T, 40);
    EXPECT_TRUE(report.good) << "step " << k;
    EXPECT_TRUE(report.converged) << "step " << k;
    worst = std::max(worst, deviation(film, twins->unknowns(stepper.state(), T + twins->dT)));
  }
  return worst;
}

class FilmSubstepTest : public testing::TestWithParam<FilmKernel> {};

const std::vector<std::string> kLine = {"grid.points=81", "grid.extent=[-2.5,1.6]",
                                        "lubricant.pressure_coefficient=1.2e-8",
                                        "film.penalty=1e4"};

const std::vector<std::string> kPoint = {"grid.points=61"};

TEST_P(FilmSubstepTest, LineContactIsTheFullModel) {
  Twins twins("line_shock", kLine, 0.04);
  const double error = compare(&twins, FilmScalar::float64, GetParam(), 0.44, 12);
  EXPECT_LT(error, 1e-8);
  RecordProperty("deviation", std::to_string(error * 1e12) + "e-12");
}

TEST_P(FilmSubstepTest, InFloatToFourDigits) {
  Twins twins("line_shock", kLine, 0.04);
  twins.film.bases[0].tolerance = 2e-5;
  EXPECT_LT(compare(&twins, FilmScalar::float32, GetParam(), 0.44, 12), 1e-4);
}

// Rows mixed by a rotation, as an interpolation operator mixes them: the diagonal is no pivot.
TEST_P(FilmSubstepTest, RowsInAnyOrderNeedChosenPivots) {
  Twins twins("line_shock", kLine, 0.04);
  gen::ReducedBasis& basis = twins.film.bases[0];
  const Eigen::Index n = basis.test.rows();
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j)
      basis.test(i, j) = (i + 17) % n == j ? 1.0 : (i + 5) % n == j ? 0.3 : 0.0;
  basis.pivoting = true;
  EXPECT_LT(compare(&twins, FilmScalar::float64, GetParam(), 0.44, 4), 1e-8);
}

// A point mass on an oil film, three-node stencils, Roelands' viscosity, motion in the same system.
TEST_P(FilmSubstepTest, ImpactIsTheFullModel) {
  Twins twins("sphere_impact", kPoint, 0.02);
  const double error = compare(&twins, FilmScalar::float64, GetParam(), 0.0, 150);
  EXPECT_LT(error, 1e-6);  // the full model's Newton stops at 1e-9 a stage
  RecordProperty("deviation", std::to_string(error * 1e12) + "e-12");
}

// With limit 0 the kept Jacobian is made anew in every stage; with a small limit the step is nearly
// the same for less work.
TEST_P(FilmSubstepTest, KeptJacobianIsNearlyAsGood) {
  Twins twins("line_shock", kLine, 0.02);
  struct Outcome {
    std::vector<double> x;
    int rebuilds = 0;
  };
  const auto run = [&](bool every_stage, double age_limit, double row_limit = 0.0) {
    FilmCase film(twins.film, FilmScalar::float64);
    film.constants().every_stage = every_stage ? 1 : 0;
    film.basis().age_limit = age_limit;
    film.basis().row_limit = row_limit;
    film.basis().step_limit = 0.0;
    const std::vector<double> initial = twins.unknowns(twins.start(), 0.44);
    GetParam().start(film.run(), initial.data(), film.q.data(), twins.drive(0.44));
    Outcome out;
    for (int k = 0; k < 30; ++k) {
      const Report report = take_step(GetParam(), &film, twins, 0.44 + k * twins.dT, 1);
      EXPECT_TRUE(report.good);
      EXPECT_EQ(report.iterations, 2);
      out.rebuilds += report.rebuilds;
    }
    for (int k = 0; k < static_cast<int>(initial.size()); ++k) out.x.push_back(film.unknown(k));
    return out;
  };
  const Outcome fresh = run(true, 0.05), at_once = run(false, 0.0), aged = run(false, 0.003);
  // rows alone: the same Jacobian but for what the limit leaves out
  const Outcome rows = run(false, 0.0, 1e-9), few_rows = run(false, 0.003, 0.01);
  EXPECT_EQ(fresh.rebuilds, 60);
  EXPECT_LT(aged.rebuilds, 50);
  EXPECT_GT(aged.rebuilds, 1);
  EXPECT_LE(few_rows.rebuilds, aged.rebuilds);
  EXPECT_GT(few_rows.rebuilds, 1);
  double moved = 0.0, error = 0.0, error_of_rows = 0.0, error_of_few = 0.0;
  const std::vector<double> start = twins.unknowns(twins.start(), 0.44);
  for (std::size_t k = 0; k < start.size(); ++k) {
    moved = std::max(moved, std::abs(fresh.x[k] - start[k]));
    error = std::max(error, std::abs(fresh.x[k] - aged.x[k]));
    error_of_rows = std::max(error_of_rows, std::abs(fresh.x[k] - rows.x[k]));
    error_of_few = std::max(error_of_few, std::abs(fresh.x[k] - few_rows.x[k]));
  }
  EXPECT_EQ(fresh.x, at_once.x);
  EXPECT_LT(error, 0.05 * moved);
  EXPECT_LT(error_of_rows, 1e-6 * moved);
  EXPECT_LT(error_of_few, 0.05 * moved);
  RecordProperty("rebuilds", aged.rebuilds);
  RecordProperty("deviation", std::to_string(error / moved));
}

TEST_P(FilmSubstepTest, HalfStepsAreStepsOfHalfTheLength) {
  Twins whole("line_shock", kLine, 0.04), halved("line_shock", kLine, 0.02);
  FilmCase film(whole.film, FilmScalar::float64), wanted(halved.film, FilmScalar::float64);
  const std::vector<double> initial = whole.unknowns(whole.start(), 0.48);
  GetParam().start(film.run(), initial.data(), film.q.data(), whole.drive(0.48));
  GetParam().start(wanted.run(), initial.data(), wanted.q.data(), whole.drive(0.48));
  for (int k = 0; k < 2; ++k) {
    const double T = 0.48 + k * halved.dT;
    const Drive at[2] = {halved.drive(T + kGamma * halved.dT), halved.drive(T + halved.dT)};
    GetParam().step(film.run(), at, film.q.data(), film.v.data(), true, 40);
    GetParam().step(wanted.run(), at, wanted.q.data(), wanted.v.data(), false, 40);
  }
  for (int k = 0; k < static_cast<int>(initial.size()); ++k)
    EXPECT_NEAR(film.unknown(k), wanted.unknown(k), 1e-12);
}

TEST_P(FilmSubstepTest, BadStepsAreReported) {
  Twins twins("line_shock", kLine, 0.04);
  FilmCase film(twins.film, FilmScalar::float64);
  const std::vector<double> initial = twins.unknowns(twins.start(), 0.0);
  const auto start = [&] {
    GetParam().start(film.run(), initial.data(), film.q.data(), twins.drive(0.0));
  };
  Drive at[2] = {twins.drive(0.01), twins.drive(0.02)};
  const auto step = [&](int iterations) {
    return GetParam().step(film.run(), at, film.q.data(), film.v.data(), false, iterations);
  };
  start();
  EXPECT_TRUE(step(20).good);
  at[0].load = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(step(20).good);
  // a failure leaves nothing behind in the kept factorisation
  at[0] = twins.drive(0.01);
  start();
  EXPECT_TRUE(step(20).good);
  // beyond the guard
  film.constants().guard = 1e-12;
  at[1].load *= 1.1;
  start();
  EXPECT_FALSE(step(20).good);
  // a correction still cut short at the cap solves nothing
  film.constants().guard = 1e3;
  film.basis().step_limit = 1e-9;
  start();
  EXPECT_FALSE(step(2).good);
  // one that is not, but larger than the tolerance
  film.basis().step_limit = 0.0;
  start();
  const Report report = step(1);
  EXPECT_TRUE(report.good);
  EXPECT_FALSE(report.converged);
}

// A watched row that is also held: its residual is what Newton's method has left over.
TEST_P(FilmSubstepTest, WatchedRowsAreMeasured) {
  Twins twins("line_shock", kLine, 0.04);
  gen::ReducedBasis& basis = twins.film.bases[0];
  basis.rows.push_back(basis.rows[basis.rows.size() / 2]);
  basis.watched = 1;
  basis.step_limit = 0.0;
  const auto residual = [&](int iterations, double scale) {
    basis.residual_scale = scale;
    FilmCase film(twins.film, FilmScalar::float64);
    const std::vector<double> initial = twins.unknowns(twins.start(), 0.48);
    GetParam().start(film.run(), initial.data(), film.q.data(), twins.drive(0.48));
    return take_step(GetParam(), &film, twins, 0.48, iterations).residual;
  };
  const double once = residual(1, 1.0);
  EXPECT_GT(once, 1e-4);
  EXPECT_NEAR(residual(1, 2.0), 0.5 * once, 1e-12);
  EXPECT_LT(residual(40, 1.0), 1e-6 * once);
}

// To the same basis: nothing changes but the stage's gap shapes.
TEST_P(FilmSubstepTest, HandOverKeepsPressureAndContent) {
  Twins twins("sphere_impact", kPoint, 0.02);
  twins.film.bases.push_back(twins.film.bases[0]);
  FilmCase film(twins.film, FilmScalar::float64);
  GetParam().start(film.run(), nullptr, film.q.data(), {});
  for (int k = 0; k < 60; ++k) EXPECT_TRUE(take_step(GetParam(), &film, twins, 0.0, 40).good);
  const int n = twins.film.problem.unknowns;
  std::vector<double> b, y;
  for (int k = 0; k < n; ++k) b.push_back(film.unknown(k)), y.push_back(film.content(k));
  const Outputs before = GetParam().outputs(film.run(0), film.q.data(), 1.0);
  EXPECT_GT(before.force, 0.0);
  GetParam().hand_over(film.run(1), 0, film.q.data());
  for (int k = 0; k < n; ++k) {
    EXPECT_NEAR(film.unknown(k), b[static_cast<std::size_t>(k)], 1e-11);
    EXPECT_NEAR(film.content(k), y[static_cast<std::size_t>(k)], 1e-11);
  }
  const Outputs after = GetParam().outputs(film.run(1), film.q.data(), 1.0);
  EXPECT_NEAR(after.force, before.force, 1e-11);
  EXPECT_NEAR(after.central_gap, before.central_gap, 1e-12);
  EXPECT_NEAR(after.minimum_gap, before.minimum_gap, 1e-12);
}

TEST_P(FilmSubstepTest, OutputsAreThoseOfTheFullModel) {
  Twins twins("line_shock", kLine, 0.04);
  FilmCase film(twins.film, FilmScalar::float64);
  const Vector z = twins.start();
  const std::vector<double> initial = twins.unknowns(z, 0.0);
  GetParam().start(film.run(), initial.data(), film.q.data(), twins.drive(0.0));
  const gen::FilmSample sample = twins.full.sample(0.0, z, nullptr, 0.0);
  const gen::FilmScales& scales = twins.film.problem.scales;
  const Outputs out = GetParam().outputs(film.run(), film.q.data(), twins.drive(0.0).frame);
  EXPECT_NEAR(film.constants().force * out.force / sample.force, 1.0, 1e-9);
  EXPECT_NEAR(scales.pressure * out.central_pressure / sample.p_central, 1.0, 1e-9);
  EXPECT_NEAR(scales.film * out.central_gap / sample.h_central, 1.0, 1e-9);
  EXPECT_NEAR(scales.film * out.minimum_gap / sample.h_min, 1.0, 1e-9);
}

// Without pressure the bodies move as in a vacuum: the parabola is exact for a method of order two.
TEST_P(FilmSubstepTest, FreeFlightIsExact) {
  Twins twins("sphere_impact", kPoint, 0.02);
  FilmCase film(twins.film, FilmScalar::float64);
  const double q0 = film.q[0], v0 = film.v[0];
  Drive at[2];
  at[0].acceleration = at[1].acceleration = 0.01;
  for (int k = 0; k < 10; ++k) GetParam().fly(film.run(), at, film.q.data(), film.v.data(), false);
  const double pull = twins.film.problem.modes.constant[0] - 0.01, t = 10 * twins.dT;
  EXPECT_NEAR(film.v[0], v0 + pull * t, 1e-12);
  EXPECT_NEAR(film.q[0], q0 + v0 * t + 0.5 * pull * t * t, 1e-12);
}

TEST_P(FilmSubstepTest, BitsDoNotDependOnTheInstructionSet) {
#if defined(MORTISE_FAST)
  GTEST_SKIP() << "the fast preset trades the bits away";
#endif
  const auto memory = [](const FilmKernel& kernel, const Twins& twins, FilmScalar scalar,
                         const std::vector<double>* initial, int steps, int iterations) {
    FilmCase film(twins.film, scalar);
    kernel.start(film.run(), initial ? initial->data() : nullptr, film.q.data(), twins.drive(0.44));
    for (int k = 0; k < steps; ++k)
      take_step(kernel, &film, twins, 0.44 + k * twins.dT, iterations);
    std::vector<unsigned char> bytes = film.memory();
    const auto* q = reinterpret_cast<const unsigned char*>(film.q.data());
    bytes.insert(bytes.end(), q, q + 8 * film.q.size());
    const Outputs out = kernel.outputs(film.run(), film.q.data(), 0.9);
    const auto* o = reinterpret_cast<const unsigned char*>(&out);
    bytes.insert(bytes.end(), o, o + sizeof out);
    return bytes;
  };
  const FilmKernel first = film_kernels().front();
  Twins line("line_shock", kLine, 0.04), point("sphere_impact", kPoint, 0.02);
  line.film.bases[0].step_limit = 0.0;
  const std::vector<double> initial = line.unknowns(line.start(), 0.44);
  for (const FilmScalar scalar : {FilmScalar::float64, FilmScalar::float32}) {
    for (const bool choose : {false, true}) {
      line.film.bases[0].pivoting = choose;
      EXPECT_EQ(memory(GetParam(), line, scalar, &initial, 20, 1),
                memory(first, line, scalar, &initial, 20, 1));
    }
    EXPECT_EQ(memory(GetParam(), point, scalar, nullptr, 60, 6),
              memory(first, point, scalar, nullptr, 60, 6));
  }
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Sets, FilmSubstepTest, testing::ValuesIn(film_kernels()),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace mortise::film_test
