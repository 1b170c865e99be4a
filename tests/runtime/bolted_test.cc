// The step of bolted contacts against closed forms, and what holds for any of them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "generator/bake/play/instance.hpp"
#include "tests/robustness/bolted_models.hpp"

namespace mortise {
namespace {

using gen::Instance;
using gen::Matrix;
using gen::OutputQuantity;
using gen::Vector;
using robustness::bolted_of;
using robustness::bolted_options;
using robustness::bolted_parts;
using robustness::BoltedParts;

constexpr double kStiffness = 1e6, kPreload = 50.0, kOpening = 0.4;

// One mode and one cluster with springs of kStiffness; the mode opens it along `axis`.
BoltedParts one_cluster(int axis, double omega, double zeta, double friction) {
  BoltedParts parts;
  parts.base = 1;
  parts.compliance = Matrix::Identity(3, 3) / kStiffness;
  parts.gaps = Matrix::Zero(3, 1);
  parts.gaps(axis, 0) = kOpening;
  parts.input_gaps = Matrix::Zero(3, 1);
  parts.preload = Vector::Zero(3);
  parts.preload[0] = kPreload;
  parts.omega = Vector::Constant(1, omega);
  parts.zeta = zeta;
  parts.zone_of = {0};
  parts.friction = {friction};
  parts.input_force = Matrix::Ones(1, 1);
  return parts;
}

gen::BoltedBakeOptions options(double step, int substeps) {
  gen::BoltedBakeOptions o = bolted_options("bolted");
  o.step = step;
  o.substeps = substeps;
  o.solver.tolerance = 1e-12;
  o.inputs[0].minimum = -1e6;
  o.inputs[0].maximum = 1e6;
  o.outputs.resize(4);
  o.outputs[3] = {"gap", "m", OutputQuantity::gap, 0};
  for (const OutputQuantity q :
       {OutputQuantity::dissipated_friction, OutputQuantity::energy_total,
        OutputQuantity::work_external, OutputQuantity::dissipated_material})
    o.outputs.push_back({"energy." + std::to_string(o.outputs.size()), "J", q, 0});
  return o;
}
enum Output { kDisplacement, kSpeed, kMode, kGapOut, kFriction, kTotal, kWork, kMaterial };

const Real* rows_of(const Instance& run, std::uint32_t offset, bool before = false) {
  const ModelView& m = run.model().view();
  const State& s = run.state();
  const std::uint32_t copy = before ? 1 - s.current_ : s.current_;
  return reinterpret_cast<const Real*>(s.at<unsigned char>(m.layout.law_history) +
                                       m.bolted_layout.memory[copy] + offset);
}

TEST(Bolted, BondedMovesExactly) {
  const double omega = 900.0, zeta = 0.02;
  gen::BoltedBakeOptions o = options(3e-4, 1);
  o.initial_q = Vector::Constant(1, 1e-5);
  Instance run(bake(bolted_of(one_cluster(1, omega, zeta, 10.0)), o), "bonded");
  const double rate = omega * std::sqrt(1 - zeta * zeta);
  std::vector<Real> y(run.dims().outputs);
  const Real u[2] = {0, 0};
  for (int k = 1; k <= 1000; ++k) {
    ASSERT_EQ(run.step(u, y.data()), status::kOk);
    const double t = 3e-4 * k;
    const double exact = 1e-5 * std::exp(-zeta * omega * t) *
                         (std::cos(rate * t) + zeta * omega / rate * std::sin(rate * t));
    ASSERT_NEAR(y[kMode], exact, 1e-17) << k;
  }
  EXPECT_EQ(run.state().statistics().steps_in_contact, 0u);
  EXPECT_NEAR(y[kTotal] + y[kMaterial], 0.5 * std::pow(omega * 1e-5, 2), 1e-16);
}

// Driven slowly to and fro: a loop of Jenkins' element loses 4 mu N (g a - mu N / k).
TEST(Bolted, SlidesAroundTheLoopOfJenkins) {
  const double friction = 0.5, limit = friction * kPreload, omega = 2000.0;
  gen::BoltedBakeOptions o = options(1e-4, 1);
  Instance run(bake(bolted_of(one_cluster(1, omega, 0.7, friction)), o), "loop");
  const int period = 4000;
  const double soft = omega * omega - kStiffness * kOpening * kOpening;
  const double force = soft * 3 * limit / kStiffness / kOpening;
  std::vector<Real> y(run.dims().outputs);
  double lost = 0, most = 0, least = 0;
  for (int k = 0; k < 3 * period; ++k) {
    const auto at = [&](int step) {
      return force * std::sin(2 * std::acos(-1.0) * step / period) + 0.0;
    };
    const Real u[2] = {at(k), at(k + 1)};
    ASSERT_EQ(run.step(u, y.data()), status::kOk);
    if (k + 1 == 2 * period) lost = y[kFriction];
    if (k < 2 * period) continue;
    most = std::max(most, y[kMode]);
    least = std::min(least, y[kMode]);
  }
  const double reach = 0.5 * kOpening * (most - least);
  ASSERT_GT(reach, 1.5 * limit / kStiffness) << "it must slide";
  const double loop = 4 * limit * (reach - limit / kStiffness);
  EXPECT_NEAR(y[kFriction] - lost, loop, 1e-6 * loop);
}

// Free, with a slider much stiffer than the rest: every half swing is shorter by twice the friction
// force over the stiffness, until the slider sticks.
TEST(Bolted, SlowsDownAsCoulombHasIt) {
  const double friction = 0.1, limit = friction * kPreload, slow = 100.0;
  const double omega = std::sqrt(slow * slow + kStiffness * kOpening * kOpening);
  gen::BoltedBakeOptions o = options(1e-4, 8);
  const double loss = 2 * limit * kOpening / (slow * slow);
  o.initial_q = Vector::Constant(1, 10.5 * loss);
  Instance run(bake(bolted_of(one_cluster(1, omega, 0.0, friction)), o), "coulomb");
  std::vector<Real> y(run.dims().outputs);
  const Real u[2] = {0, 0};
  std::vector<double> peaks = {10.5 * loss};
  double before = peaks[0], last = before;
  for (int k = 0; k < 2400; ++k) {
    ASSERT_EQ(run.step(u, y.data()), status::kOk);
    const double now = y[kMode];
    const double size = std::abs(before);
    if (size > std::abs(last) && size >= std::abs(now) && size > loss && k > 10)
      peaks.push_back(size);
    last = before;
    before = now;
  }
  ASSERT_GE(peaks.size(), 6u);
  for (std::size_t k = 1; k < 6; ++k) EXPECT_NEAR(peaks[k - 1] - peaks[k], loss, 0.05 * loss) << k;
}

// Pulled apart beyond the preload, at rest: the structure is alone with the load.
struct Opened {
  double mode, gap, force;
};
Opened opened(double step, double load) {
  Instance run(bake(bolted_of(one_cluster(0, 2000.0, 0.7, 0.3)), options(step, 1)), "opening");
  std::vector<Real> y(run.dims().outputs);
  const Real u[2] = {load, load};
  const int steps = static_cast<int>(std::lround(0.3 / step));
  for (int k = 0; k < steps; ++k)
    EXPECT_EQ(run.step(u, y.data()) & (status::kROLLED_BACK | status::kCAPPED), status::kOk);
  return {y[kMode], y[kGapOut], rows_of(run, run.model().view().bolted_layout.y)[0]};
}

TEST(Bolted, OpensToItsEquilibrium) {
  const double omega = 2000.0, soft = omega * omega - kStiffness * kOpening * kOpening;
  // What bonded would need to open it, and half as much again.
  const double load = 1.5 * omega * omega * kPreload / kStiffness / kOpening;
  // soft q = load - g preload: the preload no longer acts
  const double q = (load - kOpening * kPreload) / soft, gap = kOpening * q - kPreload / kStiffness;
  // loads that act in kicks err by the square of the step at rest, too
  const Opened coarse = opened(1e-4, load), fine = opened(5e-5, load);
  EXPECT_NEAR(coarse.mode, q, 4e-3 * q);
  EXPECT_NEAR((4 * fine.mode - coarse.mode) / 3, q, 2e-5 * q);
  EXPECT_NEAR((4 * fine.gap - coarse.gap) / 3, gap, 1e-4 * gap);
  EXPECT_GT(fine.gap, 0.0);
  EXPECT_NEAR(fine.force, 0.0, 1e-9 * kPreload);
}

// Sliding one way, the cluster is a constant force on the softer structure.
double sliding_error(double step) {
  const double friction = 0.1, limit = friction * kPreload, omega = 1000.0;
  const double soft = std::sqrt(omega * omega - kStiffness * kOpening * kOpening);
  gen::BoltedBakeOptions o = options(step, 1);
  const double v0 = 0.5;
  o.initial_v = Vector::Constant(1, v0);
  Instance run(bake(bolted_of(one_cluster(1, omega, 0.0, friction)), o), "sliding");
  // it sticks until the spring is at its limit, then slides until the swing ends
  const double slip = limit / kStiffness / kOpening;
  const double start = std::asin(omega * slip / v0) / omega;
  const double speed = v0 * std::cos(omega * start);
  const double end = 1.2e-3;
  std::vector<Real> y(run.dims().outputs);
  const Real u[2] = {0, 0};
  const int steps = static_cast<int>(std::lround(end / step));
  for (int k = 0; k < steps; ++k) EXPECT_EQ(run.step(u, y.data()), status::kOk);
  const double rest = -limit * kOpening / (soft * soft), t = end - start;
  const double q = rest + (slip - rest) * std::cos(soft * t) + speed / soft * std::sin(soft * t);
  return std::abs(y[kMode] - q) / q;
}

TEST(Bolted, ErrsByTheSquareOfTheStep) {
  const double coarse = sliding_error(4e-5), fine = sliding_error(1e-5);
  EXPECT_LT(coarse, 1e-3);
  EXPECT_GT(coarse / fine, 11.0);  // 16 but for where in a step it begins to slide
}

// Substeps are steps.
TEST(Bolted, SubstepsAreShorterSteps) {
  gen::BoltedBakeOptions o = bolted_options("substeps");
  o.inputs[0].hold = gen::Hold::zero_order;
  const gen::ReducedBolted b = robustness::small_bolted();
  o.step = 1e-4;
  o.substeps = 4;
  Instance whole(bake(b, o), "whole");
  o.step = 2.5e-5;
  o.substeps = 1;
  Instance parts(bake(b, o), "parts");
  for (int k = 0; k < 200; ++k) {
    const Real u = 250.0 * std::sin(0.05 * k);
    const Status all = whole.step(&u, nullptr);
    Status each = 0;
    for (int j = 0; j < 4; ++j) each |= parts.step(&u, nullptr);
    ASSERT_EQ(all & ~status::kUNTRUSTED, each & ~status::kUNTRUSTED);
    ASSERT_EQ(std::memcmp(whole.state().q(whole.model()), parts.state().q(parts.model()),
                          sizeof(Real) * 8),
              0)
        << k;
  }
  EXPECT_EQ(whole.state().statistics().iterations, parts.state().statistics().iterations);
  EXPECT_GT(whole.state().statistics().iterations, 1000u);
}

// The laws of contact and friction at the end of a step, to the tolerance of the solve.
TEST(Bolted, ObeysItsLaws) {
  gen::BoltedBakeOptions o = bolted_options("laws");
  o.substeps = 1;
  o.solver.tolerance = 1e-9;
  o.solver.updates = o.solver.sweeps = 10000;
  Instance run(bake(robustness::small_bolted(), o), "laws");
  const ModelView& m = run.model().view();
  const BoltedView& b = m.bolted;
  const double small = 1e-7 * b.force_scale;
  int slips = 0, opens = 0, closes = 0;
  for (int k = 0; k < 1500; ++k) {
    const Real u[2] = {350.0 * std::sin(0.06 * k), 350.0 * std::sin(0.06 * (k + 1))};
    ASSERT_EQ(run.step(u, nullptr) & (status::kROLLED_BACK | status::kCAPPED), status::kOk) << k;
    const Real *x = rows_of(run, m.bolted_layout.x), *y = rows_of(run, m.bolted_layout.y);
    const Real* x0 = rows_of(run, m.bolted_layout.x, true);
    for (int c = 0; c < b.clusters; ++c) {
      const bool base = c < b.base;
      const Real *force = (base ? y : x) + 3 * c, *gap = (base ? x : y) + 3 * c;
      const double stiff = b.stiffness[c], scale = base ? 1 / stiff : stiff;
      ASSERT_GE(force[0], -small);
      ASSERT_GE(gap[0], -small * scale);
      ASSERT_LE(force[0] * gap[0], small * (std::abs(gap[0]) + std::abs(force[0]) * scale));
      const double limit = b.friction[b.zone_of[c]] * std::max(force[0], 0.0);
      ASSERT_LE(std::hypot(force[1], force[2]), limit + small);
      if (base && (x[3 * c + 1] != x0[3 * c + 1] || x[3 * c + 2] != x0[3 * c + 2])) {
        ++slips;
        ASSERT_NEAR(std::hypot(force[1], force[2]), limit, 3 * small) << "it slips below its limit";
        const double along =
            force[1] * (x[3 * c + 1] - x0[3 * c + 1]) + force[2] * (x[3 * c + 2] - x0[3 * c + 2]);
        ASSERT_LE(along, small / stiff) << "friction pushes along";
      }
      opens += base && gap[0] > 0 ? 1 : 0;
      closes += !base && force[0] > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(slips, 500);
  EXPECT_GT(opens, 100);
  EXPECT_GT(closes, 100);
}

// Whatever the cap, what the contact does in a step to the structure is a loss, and energy stays
// below that of the start.
class BoltedCaps : public ::testing::TestWithParam<int> {};

TEST_P(BoltedCaps, GainNoEnergy) {
  gen::BoltedBakeOptions o = bolted_options("caps");
  o.substeps = 1;
  o.step = 5e-5;
  o.solver.updates = GetParam();
  o.initial_q = Vector::Zero(6);
  o.initial_v = 0.4 * Vector::Ones(6);
  const gen::ReducedBolted bolted = robustness::small_bolted();
  Instance run(bake(bolted, o), "caps");
  const ModelView& m = run.model().view();
  const int d = 3 * m.bolted.base;
  std::vector<Real> y(run.dims().outputs);
  const Real u[2] = {0, 0};
  double first = 0;
  for (int k = 0; k < 3000; ++k) {
    ASSERT_EQ(run.step(u, y.data()) & status::kROLLED_BACK, status::kOk);
    const Real *x = rows_of(run, m.bolted_layout.x), *x0 = rows_of(run, m.bolted_layout.x, true);
    const Real *z = rows_of(run, m.bolted_layout.y), *z0 = rows_of(run, m.bolted_layout.y, true);
    double gain = 0, size = 0;
    for (int r = 0; r < m.bolted.rows; ++r) {
      const double part = r < d ? (x[r] - x0[r]) * z[r] : x[r] * (z[r] - z0[r]);
      gain += part;
      size += std::abs(part);
    }
    ASSERT_LE(gain, 1e-9 * size + 1e-18) << k;
    if (k == 0) first = y[6] + y[9] + y[10];
    ASSERT_LE(y[6], 1.03 * first) << k;
  }
  const Statistics& s = run.state().statistics();
  if (GetParam() < 5) {
    EXPECT_GT(s.capped, 100u);
  }
  EXPECT_LT(y[6], 0.6 * first);
}
INSTANTIATE_TEST_SUITE_P(Updates, BoltedCaps, ::testing::Values(1, 2, 4, 16, 400));

// What is lost and what is left are what was there: to the order of the step.
TEST(Bolted, KeepsItsBooks) {
  double errors[2];
  for (const int fine : {0, 1}) {
    gen::BoltedBakeOptions o = bolted_options("books");
    o.substeps = 1;
    o.step = fine ? 2.5e-6 : 1e-5;
    o.solver.tolerance = 1e-8;
    o.solver.updates = o.solver.sweeps = 10000;
    Instance run(bake(robustness::small_bolted(), o), "books");
    std::vector<Real> y(run.dims().outputs);
    const int steps = static_cast<int>(std::lround(0.02 / o.step));
    double most = 0;
    const auto at = [&](int k) { return 300.0 * std::sin(900.0 * o.step * k); };
    for (int k = 0; k < steps; ++k) {
      const Real u[2] = {at(k), at(k + 1)};
      EXPECT_EQ(run.step(u, y.data()) & status::kCAPPED, status::kOk);
      most = std::max(most, y[6]);
    }
    EXPECT_GT(y[10], 0.02 * most) << "it must rub";
    errors[fine] = std::abs(y[6] + y[9] + y[10] - y[11]) / most;
  }
  EXPECT_LT(errors[0], 0.02);
  EXPECT_LT(errors[1], 0.5 * errors[0]);
}

TEST(Bolted, ResultantsAreSumsOverTheClusters) {
  gen::BoltedBakeOptions o = bolted_options("resultants");
  Instance run(bake(robustness::small_bolted(), o), "resultants");
  const ModelView& m = run.model().view();
  std::vector<Real> out(run.dims().outputs);
  for (int k = 0; k < 100; ++k) {
    const Real u[2] = {300.0 * std::sin(0.1 * k), 300.0 * std::sin(0.1 * (k + 1))};
    EXPECT_EQ(run.step(u, out.data()) & status::kROLLED_BACK, status::kOk);
    const Real *x = rows_of(run, m.bolted_layout.x), *y = rows_of(run, m.bolted_layout.y);
    double normal = 0, along = 0;  // of zone 0, and tangent 1 of zone 1
    for (int c = 0; c < m.bolted.clusters; ++c) {
      const Real* force = (c < m.bolted.base ? y : x) + 3 * c;
      (c % 2 == 0 ? normal : along) += force[c % 2];
    }
    EXPECT_NEAR(out[3], normal, 1e-9 * std::abs(normal));
    EXPECT_NEAR(out[4], along, 1e-9 * std::abs(normal));
  }
}

TEST(Bolted, FrictionIsOfAllZonesOrOfOne) {
  Instance run(bake(robustness::small_bolted(), bolted_options("parameters")), "parameters");
  const Model& model = run.model();
  const int all = find_parameter(model, "contact.friction"),
            one = find_parameter(model, "zone1.friction");
  ASSERT_GE(all, 0);
  ASSERT_GE(one, 0);
  const Real* now =
      reinterpret_cast<const Real*>(run.state().at<unsigned char>(model.view().layout.law_history) +
                                    model.view().bolted_layout.friction);
  EXPECT_EQ(now[0], 0.4);
  EXPECT_EQ(now[1], 0.6);
  EXPECT_EQ(set_parameter(model, run.state(), all, 0.3), status::kOk);
  EXPECT_EQ(set_parameter(model, run.state(), one, 0.2), status::kOk);
  EXPECT_EQ(now[0], 0.3);
  EXPECT_EQ(now[1], 0.2);
  EXPECT_EQ(set_parameter(model, run.state(), one, -0.1), status::kBAD_CALL);
  run.state().reset(model);
  EXPECT_EQ(now[0], 0.4);
}

// Less friction, more slip; without friction no force along the surface.
TEST(Bolted, RubsByTheFrictionInForce) {
  Instance run(bake(robustness::small_bolted(), bolted_options("friction")), "friction");
  const ModelView& m = run.model().view();
  ASSERT_EQ(
      set_parameter(run.model(), run.state(), find_parameter(run.model(), "contact.friction"), 0.0),
      status::kOk);
  const Real u[2] = {50, 50};
  for (int k = 0; k < 20; ++k) EXPECT_EQ(run.step(u, nullptr) & status::kROLLED_BACK, status::kOk);
  const Real* y = rows_of(run, m.bolted_layout.y);
  for (int c = 0; c < m.bolted.base; ++c)
    EXPECT_LT(std::hypot(y[3 * c + 1], y[3 * c + 2]), 1e-3 * m.bolted.force_scale);
}

TEST(Bolted, SaysWhenItLeavesItsTraining) {
  gen::ReducedBolted b = robustness::small_bolted();
  gen::BoltedBakeOptions o = bolted_options("trust");
  Instance run(bake(b, o), "trust");
  std::vector<Real> y(run.dims().outputs);
  double ratio = 0;
  bool said = false;
  for (int k = 0; k < 300; ++k) {
    const Real load = 1.3 * k, u[2] = {load, 1.3 * (k + 1)};
    const Status st = run.step(u, y.data());
    EXPECT_EQ((st & status::kUNTRUSTED) != 0, y[13] > 1.0);
    const Real* q = run.state().q(run.model());
    for (int j = 0; j < 6; ++j) EXPECT_GE(y[13], std::abs(q[j]) / 2e-4 * (1 - 1e-12));
    said = said || (st & status::kUNTRUSTED);
    if (k == 5) ratio = y[13];
  }
  EXPECT_LT(ratio, 1.0);
  EXPECT_TRUE(said);
}

TEST(Bolted, GoesOnFromASavedState) {
  Instance run(bake(robustness::small_bolted(), bolted_options("saved")), "saved");
  const auto drive = [&](int from, int to) {
    for (int k = from; k < to; ++k) {
      const Real u[2] = {300.0 * std::sin(0.1 * k), 300.0 * std::sin(0.1 * (k + 1))};
      EXPECT_EQ(run.step(u, nullptr) & status::kROLLED_BACK, status::kOk);
    }
  };
  const std::size_t bytes = run.model().arena_bytes();
  drive(0, 50);
  std::vector<unsigned char> saved(bytes), after(bytes);
  std::memcpy(saved.data(), &run.state(), bytes);
  drive(50, 120);
  std::memcpy(after.data(), &run.state(), bytes);
  std::memcpy(static_cast<void*>(&run.state()), saved.data(), bytes);
  drive(50, 120);
  EXPECT_EQ(std::memcmp(after.data(), &run.state(), bytes), 0);
}

// Bad inputs are held, a result that is no number is taken back.
TEST(Bolted, KeepsItsStateWhereTheResultIsNone) {
  Instance run(bake(robustness::small_bolted(), bolted_options("rolled back")), "rolled back");
  std::vector<Real> y(run.dims().outputs), again(run.dims().outputs);
  const Real u[2] = {10, 20}, bad[2] = {std::nan(""), 1e9};
  EXPECT_EQ(run.step(u, y.data()), status::kOk);
  EXPECT_EQ(run.step(bad, nullptr), status::kHELD);
  EXPECT_EQ(run.step(u, y.data()), status::kOk);
  run.state().v(run.model())[0] = 1e300;
  EXPECT_NE(run.step(u, again.data()) & status::kROLLED_BACK, 0u);
  EXPECT_EQ(y, again);
}

TEST(Bolted, RefusesWhatItCannotBake) {
  const auto refused = [](gen::ReducedBolted b, gen::BoltedBakeOptions o, const char* why) {
    try {
      static_cast<void>(bake(b, o));
      ADD_FAILURE() << "accepted: " << why;
    } catch (const std::exception& e) {
      EXPECT_NE(std::string(e.what()).find(why), std::string::npos) << e.what();
    }
  };
  const gen::ReducedBolted good = robustness::small_bolted();
  const gen::BoltedBakeOptions o = bolted_options("refused");
  gen::ReducedBolted b = good;
  std::swap(b.clusters.front(), b.clusters.back());
  refused(b, o, "stand behind others");
  b = good;
  b.pivot(4, 4) = 0.0;
  refused(b, o, "cluster 1 has no stiffness");
  b = good;
  b.constant.setZero();
  refused(b, o, "no cluster is pressed");
  b = good;
  b.input_force.resize(6, 2);
  refused(b, o, "another number of inputs");
  gen::BoltedBakeOptions bad = o;
  bad.substeps = 0;
  refused(good, bad, "step.substeps = 0");
  bad = o;
  bad.step = 0.0;
  refused(good, bad, "step.size = 0");
}

}  // namespace
}  // namespace mortise
