// No step creates energy, whatever the step, the restitution, the friction and the iteration cap.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/physics/models.hpp"

namespace mortise::test {
namespace {

struct EnergyRecord {
  double largest = 0, end = 0;  // relative to the start
  std::uint64_t contact_steps = 0, capped = 0, limited = 0;
};

// Tip velocity 0.3 m/s towards the wall and 0.2 m/s along it, in the first two bending pairs.
void throw_at_wall(gen::Instance& run) {
  const ModelView& m = run.model().view();
  const Real* normal = m.contact_rows + (run.dims().rows - 3) * run.dims().modes_padded;
  const Real* tangent = normal + 2 * run.dims().modes_padded;
  double nn = 0, tt = 0;
  for (int i = 0; i < 4; ++i) {
    nn += normal[i] * normal[i];
    tt += tangent[i] * tangent[i];
  }
  for (int i = 0; i < 4; ++i)
    run.state().v(run.model())[i] = -0.3 * normal[i] / nn + (tt > 0 ? 0.2 * tangent[i] / tt : 0);
}

// The undamped beam, thrown at the wall.
EnergyRecord thrown(gen::BakeInput input, double e, double mu, double h, double duration,
                    int sweeps) {
  input.system.damping.setZero();
  for (gen::ContactParameters& c : input.system.make_lone().make<gen::ReducedContacts>().points) {
    c.restitution = e;
    c.friction = mu;
  }
  input.options.step = h;
  input.options.solver.sweeps = sweeps;
  gen::Instance run = instance_of(input);
  throw_at_wall(run);
  const double energy = run.energy();
  EnergyRecord r;
  const double u[2] = {0, 0};
  for (long k = 0; k < std::lround(duration / h); ++k) {
    (void)run.step(u, nullptr);
    r.largest = std::max(r.largest, run.energy() / energy);
  }
  r.end = run.energy() / energy;
  r.contact_steps = run.state().statistics().steps_in_contact;
  r.capped = run.state().statistics().capped;
  r.limited = run.state().statistics().limited;
  return r;
}

class ThrownBeam : public ::testing::TestWithParam<std::tuple<double, double, double>> {};

TEST_P(ThrownBeam, NeverGainsEnergy) {
  const auto [e, mu, h] = GetParam();
  for (const char* model : {"beam_wall", "rod_wall"}) {
    static const gen::BakeInput beam = prepared("beam_wall"), rod = prepared("rod_wall");
    const EnergyRecord r = thrown(std::string(model) == "beam_wall" ? beam : rod, e, mu, h, 0.3, 0);
    EXPECT_GE(r.contact_steps, 5u) << model;
    EXPECT_LE(r.largest, 1 + 1e-12) << model;
    if (e == 1 && mu == 0) {
      EXPECT_NEAR(r.end, 1.0, 1e-11) << model;
    } else {
      EXPECT_LT(r.end, 0.95) << model;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Laws, ThrownBeam,
                         ::testing::Combine(::testing::Values(0.0, 0.5, 1.0),
                                            ::testing::Values(0.0, 0.3),
                                            ::testing::Values(1e-4, 2e-5)));

// With one sweep the solver stops early; the work limit keeps the step passive.
TEST(CappedSolver, StaysPassive) {
  gen::BakeInput input = prepared(
      "beam_wall", {"solver.kind=gauss_seidel", "contact.clearance=0.0", "contact.tip.points=4"});
  for (const double e : {0.0, 0.5, 1.0}) {
    const EnergyRecord r = thrown(input, e, 0.3, 1e-4, 0.3, 1);
    EXPECT_GT(r.capped, 0u);
    EXPECT_LE(r.largest, 1 + 1e-12);
  }
}

// The plain Newton rule gains energy when a contact already leaves: the choice is not cosmetic.
TEST(PlainNewtonRule, GainsEnergyOnElasticBodies) {
  gen::BakeInput input = prepared("beam_wall");
  input.system.make_lone().make<gen::ReducedContacts>().law.restitution_rule =
      gen::RestitutionRule::newton;
  double gain = 0;
  for (const double h : {1e-4, 5e-5, 2e-5}) {
    gen::BakeInput one = input;
    one.system.damping.setZero();
    for (gen::ContactParameters& c : one.system.make_lone().make<gen::ReducedContacts>().points) {
      c.restitution = 0.5;
      c.friction = 0.0;
    }
    one.options.step = h;
    gen::Instance run = instance_of(one);
    throw_at_wall(run);
    const double start = run.energy(), u[2] = {0, 0};
    double last = start;
    for (long k = 0; k < std::lround(0.3 / h); ++k) {
      (void)run.step(u, nullptr);
      gain = std::max(gain, (run.energy() - last) / start);
      last = run.energy();
    }
  }
  EXPECT_GT(gain, 1e-6);
}

}  // namespace
}  // namespace mortise::test
