// Sliding contacts in the runtime: step by step against the offline schemes, the slide of the
// shipped beams, flight and landing, and when sliding ends. Numbers of the beams: an independent
// prototype.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>

#include "generator/ground/numbers/constants.hpp"
#include "generator/simulate/sliding/schemes.hpp"
#include "tests/generator/contact/sliding/forward_increment.hpp"
#include "tests/generator/contact/sliding/sliding_run.hpp"
#include "tests/generator/contact/sliding/systems.hpp"
#include "tests/physics/models.hpp"

namespace mortise::test {
namespace {

using gen::kTwoPi;
using gen::SlidingKind;
using gen::Vector;

enum SlidingOutput { kForce, kFriction, kSlip, kPosition, kTipPosition };

gen::BakeOptions bare_options(double h) {
  gen::BakeOptions options;
  options.name = "sliding";
  options.step = h;
  options.golden_steps = 0;
  return options;
}

// Outputs as in SlidingOutput (without the tip); starts at rest.
gen::ReducedSystem with_outputs(gen::ReducedSystem s) {
  const Eigen::Index n = s.size();
  using Q = gen::OutputQuantity;
  s.output_rows = gen::Matrix::Zero(0, n);
  s.input_forces = gen::Matrix::Zero(n, 0);
  s.outputs = {{"force", "N", Q::contact_force, 0},
               {"friction", "N", Q::contact_force, 1},
               {"slip", "m/s", Q::sliding_velocity, 0},
               {"position", "m", Q::contact_position, 0}};
  s.initial_q = s.initial_v = Vector::Zero(n);
  return s;
}

void set_state(gen::Instance& run, const Vector& q, const Vector& v) {
  std::copy(q.begin(), q.end(), run.state().q(run.model()));
  std::copy(v.begin(), v.end(), run.state().v(run.model()));
  run.state().restart_sliding(run.model());
}

Vector q_of(const gen::Instance& run) {
  return Eigen::Map<const Vector>(run.state().q(run.model()), run.dims().modes);
}
Vector v_of(const gen::Instance& run) {
  return Eigen::Map<const Vector>(run.state().v(run.model()), run.dims().modes);
}

struct OfflineDifference {
  double q = 0, v = 0, force = 0, slip = 0;  // relative to the largest value
  long open = 0;                             // steps
};

// Steps in the runtime and offline likewise; input of the first `kicked` steps, if there is one.
OfflineDifference compare_with_offline(gen::Instance& run, gen::SlidingStepper* offline, int steps,
                                       double kick, int kicked) {
  const double h = offline->step_size();
  // the runtime holds an input over the step; the schemes ask for it in the middle or at the end
  const auto inputs = [&](double t) {
    return Vector(Vector::Constant(1, t > 0 && t < (kicked + 0.25) * h ? kick : 0.0));
  };
  OfflineDifference d;
  double q = 0, v = 0, force = 0, slip = 0;
  std::vector<double> y(8);
  for (int k = 0; k < steps; ++k) {
    offline->step(inputs);
    const double u[2] = {k < kicked ? kick : 0.0, k + 1 < kicked ? kick : 0.0};
    (void)run.step(u, y.data());
    const auto at = [&](gen::OutputQuantity quantity, std::uint32_t index) {
      const ModelView& m = run.model().view();
      for (int i = 0; i < run.dims().outputs; ++i)
        if (m.output_rules[i].quantity == static_cast<std::uint32_t>(quantity) &&
            (index > 1 || m.output_rules[i].index == index))
          return y[static_cast<std::size_t>(i)];
      ADD_FAILURE();
      return 0.0;
    };
    q = std::max(q, offline->q().lpNorm<Eigen::Infinity>());
    v = std::max(v, offline->v().lpNorm<Eigen::Infinity>());
    force = std::max(force, std::abs(offline->force()));
    slip = std::max(slip, std::abs(offline->slip_velocity()));
    d.q = std::max(d.q, (q_of(run) - offline->q()).lpNorm<Eigen::Infinity>());
    d.v = std::max(d.v, (v_of(run) - offline->v()).lpNorm<Eigen::Infinity>());
    using Q = gen::OutputQuantity;
    d.force = std::max({d.force, std::abs(at(Q::contact_force, 0) - offline->force()),
                        std::abs(at(Q::contact_force, 1) - offline->friction_force())});
    d.slip = std::max(d.slip, std::abs(at(Q::sliding_velocity, 2) - offline->slip_velocity()));
    d.open += offline->force() == 0 ? 1 : 0;
  }
  d.q /= q;
  d.v /= v;
  d.force /= force;
  d.slip /= slip;
  return d;
}

void expect_same(const OfflineDifference& d, double tolerance) {
  EXPECT_LT(d.q, tolerance);
  EXPECT_LT(d.v, tolerance);
  EXPECT_LT(d.force, tolerance);
  EXPECT_LT(d.slip, tolerance);
}

// ---- a slider on a springy table -------------------------------------------------------------

// Positions of some metres are rounded to 1e-16 m, forces follow the second difference.
constexpr double kMetres = 1e-7;

// Above its flutter threshold; thrown up at the start if unilateral.
gen::ReducedSystem slider(SlidingKind kind, double velocity) {
  gen::TableSlider t;
  t.friction = 1.3 * t.flutter_friction();
  gen::ReducedSystem s = with_outputs(t.system());
  s.make_lone().as<gen::ReducedSliding>()->law.kind = kind;
  s.make_lone().as<gen::ReducedSliding>()->law.velocity = velocity;
  return s;
}

Vector at_rest(const gen::ReducedSystem& s) {
  const gen::SlidingGeometryModel geometry(*s.lone().as<gen::ReducedSliding>(), s.size());
  return gen::sliding_equilibrium(s, geometry, s.lone().as<gen::ReducedSliding>()->geometry.start,
                                  s.lone().as<gen::ReducedSliding>()->law.friction)
      .q;
}

TEST(SlidingStepByStep, SliderBothWays) {
  for (const double velocity : {0.3, -0.3}) {
    const gen::ReducedSystem s = slider(SlidingKind::bilateral, velocity);
    const Vector v = 0.01 * s.lone().as<gen::ReducedSliding>()->slave_rows.row(0).transpose();
    {
      gen::Instance run(gen::bake(s, bare_options(1e-4)), "slider");
      gen::MoreauJeanSliding offline(s, 1e-4);
      set_state(run, at_rest(s), v);
      offline.set_state(at_rest(s), v);
      expect_same(compare_with_offline(run, &offline, 10000, 0, 0), kMetres);
    }
    gen::BakeOptions options = bare_options(1e-4);
    options.alpha_radius = 0.8;
    gen::Instance run(gen::bake(s, options), "slider");
    gen::GeneralisedAlphaSliding offline(s, 1e-4, 0.8);
    set_state(run, at_rest(s), v);
    offline.set_state(at_rest(s), v);
    expect_same(compare_with_offline(run, &offline, 10000, 0, 0), kMetres);
  }
}

TEST(SlidingStepByStep, SliderThatIsThrownOff) {
  const gen::ReducedSystem s = slider(SlidingKind::unilateral, 0.05);
  const Vector v = 0.4 * s.lone().as<gen::ReducedSliding>()->slave_rows.row(1).transpose();
  gen::Instance run(gen::bake(s, bare_options(1e-4)), "slider");
  gen::MoreauJeanSliding offline(s, 1e-4);
  set_state(run, at_rest(s), v);
  offline.set_state(at_rest(s), v);
  const OfflineDifference d = compare_with_offline(run, &offline, 20000, 0, 0);
  EXPECT_GT(d.open, 100);
  expect_same(d, kMetres);
}

double energy(const gen::ReducedSystem& s, const gen::Instance& run) {
  return run.energy() - s.constant_force.dot(q_of(run));
}

// Thrown up, it flies free of force, lands, slides and sticks. All that can raise its energy is the
// work of the frame that carries it along: friction times its velocity, on a flat table.
TEST(UnilateralSlider, FliesLandsAndSticks) {
  const gen::ReducedSystem s = slider(SlidingKind::unilateral, 0.05);
  const double h = 1e-4;
  gen::Instance run(gen::bake(s, bare_options(h)), "slider");
  set_state(run, at_rest(s),
            0.3 * s.lone().as<gen::ReducedSliding>()->slave_rows.row(1).transpose());
  double before = energy(s, run), lost = 0, y[4];
  long flown = 0, landed = 0, stuck = 0;
  bool in_flight = false;
  for (int k = 0; k < 100000; ++k) {
    const Status st = run.step(nullptr, y);
    const double now = energy(s, run);
    const double work = h * -y[kFriction] * s.lone().as<gen::ReducedSliding>()->law.velocity;
    ASSERT_LE(now - before, work + 1e-12) << k;
    lost += work - (now - before);
    before = now;
    const bool open = y[kForce] == 0;
    EXPECT_EQ(open, (st & status::kDETACHED) != 0);
    if (open) {
      EXPECT_EQ(y[kFriction], 0.0);
      ++flown;
    }
    landed += in_flight && !open ? 1 : 0;
    in_flight = open;
    if (st & status::kSTICKING) {
      EXPECT_LT(std::abs(y[kFriction]),
                s.lone().as<gen::ReducedSliding>()->law.friction * y[kForce]);
      ++stuck;
    }
    EXPECT_GE(y[kForce], 0.0);
  }
  EXPECT_GT(flown, 100);
  EXPECT_GE(landed, 1);
  EXPECT_GT(stuck, 100);
  EXPECT_GT(lost, 1e-3);
  EXPECT_EQ(run.state().statistics().detached, static_cast<std::uint64_t>(flown));
  EXPECT_EQ(run.state().statistics().sticking, static_cast<std::uint64_t>(stuck));
}

// The velocity of the frame is changed while it runs: the path goes on from where it is, also
// backwards, with the friction turned around.
TEST(Slider, GoesOnAfterAChangeOfVelocity) {
  const gen::ReducedSystem s = slider(SlidingKind::unilateral, 0.2);
  const double h = 1e-4;
  gen::Instance run(gen::bake(s, bare_options(h)), "slider");
  set_state(run, at_rest(s), Vector::Zero(3));
  const std::int32_t id = find_parameter(run.model(), "sliding.velocity");
  double path = s.lone().as<gen::ReducedSliding>()->geometry.start, y[4];
  for (const double velocity : {0.2, 0.5, -0.3, 0.0, 0.1}) {
    EXPECT_EQ(set_parameter(run.model(), run.state(), id, velocity) & ~status::kOUTSIDE_TRAINING,
              status::kOk);
    for (int k = 0; k < 3000; ++k) {
      (void)run.step(nullptr, y);
      path += velocity * h;
      ASSERT_NEAR(y[kPosition], path, 1e-12) << velocity;
    }
  }
  run.state().reset(run.model());
  (void)run.step(nullptr, y);
  EXPECT_NEAR(y[kPosition], s.lone().as<gen::ReducedSliding>()->geometry.start + 0.2 * h, 1e-15)
      << "back to the file's";
}

TEST(Slider, OfReversedVelocityIsTheMirrorImage) {
  const double h = 1e-4;
  std::vector<double> slips[2];
  for (const int sense : {0, 1}) {
    gen::TableSlider t;
    t.friction = 0.5 * t.flutter_friction();
    t.kxy = sense == 0 ? t.kxy : -t.kxy;
    gen::ReducedSystem s = with_outputs(t.system());
    s.make_lone().as<gen::ReducedSliding>()->geometry.start = 1.0;
    s.make_lone().as<gen::ReducedSliding>()->law.velocity = sense == 0 ? 0.2 : -0.2;
    gen::Instance run(gen::bake(s, bare_options(h)), "slider");
    set_state(run, at_rest(s), Vector::Zero(3));
    double y[4];
    for (int k = 0; k < 2000; ++k) {
      (void)run.step(nullptr, y);
      slips[sense].push_back(sense == 0 ? y[kSlip] : -y[kSlip]);
    }
  }
  for (std::size_t k = 0; k < slips[0].size(); ++k) EXPECT_NEAR(slips[0][k], slips[1][k], 1e-9);
}

TEST(Slider, LeavesItsTargetAtTheEndOfTheChain) {
  gen::ReducedSystem s = slider(SlidingKind::bilateral, 0.5);
  s.make_lone().as<gen::ReducedSliding>()->law.friction = 0;
  s.make_lone().as<gen::ReducedSliding>()->geometry.start = 1.9;
  gen::Instance run(gen::bake(s, bare_options(1e-4)), "slider");
  set_state(run, at_rest(s), Vector::Zero(3));
  double y[4];
  int first = 0;
  for (int k = 1; k <= 3000 && first == 0; ++k)
    if (run.step(nullptr, y) & status::kOFF_TARGET) first = k;
  // the slave itself gives way along x by a little less than its frame moves
  EXPECT_NEAR(y[kPosition], 2.0, 0.01);
  const Statistics& t = run.state().statistics();
  EXPECT_EQ(t.first_not_sliding, static_cast<std::uint64_t>(first));
  EXPECT_EQ(t.off_target, 1u);
  const double slave =
      y[kPosition] + s.lone().as<gen::ReducedSliding>()->slave_rows.row(0).dot(q_of(run));
  EXPECT_NEAR(slave, 2.0, 1e-3);
}

// ---- beam on beam ------------------------------------------------------------------------------

const gen::BakeInput& beams() {
  static const gen::BakeInput input = prepared("beam_on_beam");
  return input;
}

TEST(SlidingStepByStep, BeamOnBeam) {
  const gen::BakeInput& input = beams();
  const gen::ReducedSystem& s = input.system;
  ASSERT_EQ(s.size(), 245);
  const double h = input.options.step;
  {
    gen::Instance run = instance_of(input);
    gen::MoreauJeanSliding offline(s, h);
    offline.set_state(s.initial_q, s.initial_v);
    expect_same(compare_with_offline(run, &offline, 2000, 0.02, 40), 1e-9);
  }
  gen::BakeInput alpha = input;
  alpha.options.alpha_radius = 0.9;
  gen::Instance run = instance_of(alpha);
  gen::GeneralisedAlphaSliding offline(s, h, 0.9);
  offline.set_state(s.initial_q, s.initial_v);
  expect_same(compare_with_offline(run, &offline, 2000, 0.02, 40), 1e-9);
}

struct Slide {
  std::vector<gen::SlidingWindow> windows;
  std::vector<double> tip;  // acceleration of every step [m/s2]
  gen::Range force, slave;  // [N], [m/s]
  Status seen = 0;
};

Slide slide(const gen::BakeInput& input) {
  gen::Instance run = instance_of(input);
  const gen::ReducedSystem& s = input.system;
  ScenarioPlayer player;
  EXPECT_TRUE(player.start(run.model(), find_scenario(run.model(), "slide"), &run.state()));
  const double h = input.options.step, velocity = s.lone().as<gen::ReducedSliding>()->law.velocity;
  const auto names = run.output_names();
  const auto index = [&](const char* name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  const std::size_t tip = index("tip_acceleration"), force = index("contact_force");
  const Vector along = s.lone().as<gen::ReducedSliding>()->slave_rows.row(0).transpose();
  std::vector<double> u(4), y(names.size());
  Slide out;
  const long window = std::lround(0.05 / h), steps = std::lround(88.0 / 30.0 / h);
  double squares = 0;
  out.force = {1e9, -1e9};
  out.slave = out.force;
  const auto widen = [](gen::Range* range, double x) {
    range->low = std::min(range->low, x);
    range->high = std::max(range->high, x);
  };
  for (long k = 0; k < steps; ++k) {
    player.next(run.model(), u.data(), &run.state());
    out.seen |= run.step(u.data(), y.data());
    widen(&out.force, y[force]);
    widen(&out.slave, velocity + along.dot(Eigen::Map<const Vector>(run.state().v(run.model()),
                                                                    run.dims().modes)));
    out.tip.push_back(y[tip]);
    squares += y[tip] * y[tip];
    if ((k + 1) % window != 0) continue;
    const double middle = (static_cast<double>(k + 1) - 0.5 * static_cast<double>(window)) * h;
    out.windows.push_back({middle,
                           s.lone().as<gen::ReducedSliding>()->geometry.start + velocity * middle,
                           std::sqrt(squares / static_cast<double>(window))});
    squares = 0;
  }
  return out;
}

// Where the spectrum of the tip's acceleration has its peak in the window around `time` [Hz].
double peak_frequency(const Slide& run, double time, double h) {
  const auto first = static_cast<std::size_t>(std::lround((time - 0.025) / h));
  const auto count = static_cast<std::size_t>(std::lround(0.05 / h));
  double peak = 0, at = 0;
  for (double f = 1000; f <= 12000; f += 20) {
    const std::complex<double> turn = std::polar(1.0, -kTwoPi * f * h);
    std::complex<double> phase = 1, sum = 0;
    for (std::size_t k = first; k < first + count; ++k, phase *= turn) sum += run.tip[k] * phase;
    if (std::abs(sum) <= peak) continue;
    peak = std::abs(sum);
    at = f;
  }
  return at;
}

// The file starts in the static sliding state, whatever the sense: without a kick nothing moves but
// what the path changes.
TEST(BeamOnBeam, StartsInEquilibriumBothWays) {
  for (const char* velocity : {"sliding.velocity=0.03", "sliding.velocity=-0.03"}) {
    const gen::BakeInput input = prepared("beam_on_beam", {velocity, "sliding.start=0.05"});
    gen::Instance run = instance_of(input);
    std::vector<double> y(static_cast<std::size_t>(run.dims().outputs));
    double fastest = 0, least = 1, largest = 0;
    for (int k = 0; k < 2000; ++k) {
      const double u[2] = {0, 0};
      EXPECT_EQ(run.step(u, y.data()), status::kOk);
      fastest = std::max(fastest, std::abs(y[0]));
      least = std::min(least, y[2]);
      largest = std::max(largest, y[2]);
    }
    EXPECT_LT(fastest, 2e-3) << velocity;  // [m/s] of the tip
    EXPECT_LT(largest - least, 0.05 * largest) << velocity;
  }
}

// 6 to 94 mm at 30 mm/s: bursts at 83.2 and 92.2 mm, ranges of the explicit reference at 50 ns.
TEST(BeamOnBeam, SingsAlongThePath) {
  const Slide run = slide(beams());
  EXPECT_EQ(run.seen, status::kOk);
  ASSERT_EQ(run.windows.size(), 58u);
  const auto found = gen::bursts(run.windows, {});
  double nearest[2] = {1, 1};
  for (const gen::SlidingWindow& w : found) {
    nearest[0] = std::min(nearest[0], std::abs(w.time - 2.575));
    nearest[1] = std::min(nearest[1], std::abs(w.time - 2.875));
    EXPECT_TRUE(std::abs(w.time - 2.575) < 0.076 || std::abs(w.time - 2.875) < 0.076) << w.time;
  }
  EXPECT_NEAR(peak_frequency(run, 2.575, 5e-6), 3480, 40);
  EXPECT_NEAR(peak_frequency(run, 2.875, 5e-6), 3540, 40);
  EXPECT_LT(nearest[0], 0.051);
  EXPECT_LT(nearest[1], 0.051);
  EXPECT_NEAR(run.force.low, 0.1814, 0.02 * 0.1814);
  EXPECT_NEAR(run.force.high, 0.2057, 0.02 * 0.2057);
  EXPECT_NEAR(run.slave.low, 0.029566, 0.02 * 0.029566);
  EXPECT_NEAR(run.slave.high, 0.030451, 0.02 * 0.030451);
}

TEST(BeamOnBeam, IsQuietAtLowFriction) {
  const Slide run = slide(prepared("beam_on_beam", {"contact.friction=0.1"}));
  EXPECT_EQ(run.seen, status::kOk);
  EXPECT_TRUE(gen::bursts(run.windows, {}).empty());
  for (const gen::SlidingWindow& w : run.windows) EXPECT_TRUE(w.time < 1 || w.rms < 0.1) << w.time;
}

// At 92 mm the vibration grows by 133 /s until the slip turns around. In the runtime the first such
// step is kept; the explicit scheme says when it should be.
TEST(BeamOnBeam, ReportsWhenSlidingEnds) {
  gen::BakeInput input = prepared(
      "beam_on_beam", {"sliding.start=0.092", "sliding.velocity=0.0005", "contact.friction=0.3"});
  const gen::ReducedSystem& s = input.system;
  const auto kick = [](double t) { return Vector(Vector::Constant(1, t < 2e-4 ? 1e-4 : 0.0)); };
  gen::ForwardIncrementSliding reference(s, 5e-8);
  reference.set_state(s.initial_q, s.initial_v);
  gen::SlidingRunOptions options;
  options.duration = 0.1;
  options.stop_at_violation = true;
  options.inputs = kick;
  const gen::SlidingSummary expected = gen::run_sliding(&reference, options);
  ASSERT_TRUE(expected.violation.has_value());
  EXPECT_GT(expected.violation->time, 0.005);
  for (const auto& [h, tolerance] : {std::pair{1e-6, 1e-4}, {5e-6, 20e-3}}) {
    input.options.step = h;
    gen::Instance run = instance_of(input);
    std::vector<double> y(static_cast<std::size_t>(run.dims().outputs));
    const Statistics& t = run.state().statistics();
    Status first = 0;
    for (long k = 0; k < std::lround(0.15 / h) && t.first_not_sliding == 0; ++k) {
      const double u[2] = {kick((static_cast<double>(k) + 0.5) * h)[0], 0};
      first = run.step(u, y.data());
    }
    ASSERT_GT(t.first_not_sliding, 0u);
    EXPECT_EQ(t.first_not_sliding, t.steps);
    EXPECT_NEAR(static_cast<double>(t.first_not_sliding) * h, expected.violation->time, tolerance);
    EXPECT_EQ(first, expected.violation->kind == gen::SlidingEnd::sticking ? status::kSTICKING
                                                                           : status::kDETACHED);
  }
}

}  // namespace
}  // namespace mortise::test
