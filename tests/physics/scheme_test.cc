// Moreau-Jean theta = 1/2: order of convergence, exact energy identity, frequency error, modal
// damping of fast modes, and the modified Newmark scheme of the paper beside it.
#include <gtest/gtest.h>

#include <cmath>

#include "generator/bake/play/play.hpp"
#include "generator/judge/certify/trajectory_errors.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/structure/assembly_order.hpp"
#include "generator/simulate/structure/run_full.hpp"
#include "tests/physics/models.hpp"

namespace mortise::test {
namespace {

// A damped oscillator without contact, f0 = 10 Hz, zeta = 0.05, from q = 1.
gen::ReducedSystem oscillator() {
  gen::ReducedSystem s;
  s.omega = gen::Vector::Constant(1, 2 * M_PI * 10);
  s.damping = gen::Vector::Constant(1, 2 * 0.05 * s.omega[0]);
  s.input_forces.resize(1, 0);
  s.output_rows.resize(0, 1);
  s.constant_force = gen::Vector::Zero(1);
  s.initial_q = gen::Vector::Ones(1);
  s.initial_v = gen::Vector::Zero(1);
  return s;
}

double error_after(double h, double time) {
  gen::BakeOptions o;
  o.name = "oscillator";
  o.step = h;
  gen::Instance run(gen::bake(oscillator(), o), "oscillator");
  for (long k = 0; k < std::lround(time / h); ++k)
    EXPECT_EQ(run.step(nullptr, nullptr), status::kOk);
  const double w = 2 * M_PI * 10, d = 0.05 * w, wd = std::sqrt(w * w - d * d);
  const double exact = std::exp(-d * time) * (std::cos(wd * time) + d / wd * std::sin(wd * time));
  return std::abs(run.state().q(run.model())[0] - exact);
}

TEST(MoreauJean, ConvergesWithSecondOrder) {
  const double coarse = error_after(2e-4, 0.53), fine = error_after(1e-4, 0.53);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.05);
}

// The period is that of the trapezoidal rule: tan(omega' h / 2) = omega h / 2.
TEST(MoreauJean, HasTheTrapezoidalFrequencyAndNoDamping) {
  gen::ReducedSystem s = oscillator();
  s.damping.setZero();
  gen::BakeOptions o;
  o.name = "oscillator";
  o.step = 5e-3;
  gen::Instance run(gen::bake(s, o), "oscillator");
  const double w = s.omega[0], numeric = 2 / o.step * std::atan(w * o.step / 2);
  const double energy = run.energy();
  for (int k = 1; k <= 1000; ++k) {
    (void)run.step(nullptr, nullptr);
    ASSERT_NEAR(run.state().q(run.model())[0], std::cos(numeric * k * o.step), 1e-10);
  }
  EXPECT_NEAR(run.energy(), energy, 1e-12 * energy);
}

TEST(FastModes, AreDampedOnlyBeyondFourOverH) {
  gen::ReducedSystem s = oscillator();
  s.damping.setZero();
  gen::BakeOptions o;
  o.name = "oscillator";
  o.damp_fast_modes = 0.7;
  for (const double wh : {3.9, 4.1}) {
    o.step = wh / s.omega[0];
    gen::Instance run(gen::bake(s, o), "oscillator");
    const double energy = run.energy();
    for (int k = 0; k < 50; ++k) (void)run.step(nullptr, nullptr);
    if (wh < 4) {
      EXPECT_NEAR(run.energy(), energy, 1e-12 * energy);
    } else {
      EXPECT_LT(run.energy(), 0.1 * energy);
    }
  }
}

// The beam with all its modes kept is the full model in other coordinates: the offline integrator
// (sparse matrices, semi-smooth Newton oracle) and the runtime must agree through an impact.
TEST(FullOrder, EqualsTheRuntimeWithoutTruncation) {
  const gen::Definition d = shipped("beam_wall");
  const gen::AssembledSystem assembled = gen::assemble(d, nullptr);
  gen::ModeRequest all;
  all.all = true;
  const gen::Condensation condensed = gen::condense_modal(assembled.system, all);
  ASSERT_EQ(condensed.system.size(), assembled.system.model.size());

  gen::BakeOptions o;
  o.name = "beam";
  o.step = 1e-5;
  o.solver.tolerance = 1e-13;
  gen::ScenarioOptions thrown;
  thrown.name = "thrown";
  thrown.duration = 6e-3;
  const gen::InitialState& start = assembled.scenario_states[2];
  const gen::Matrix to_modal =
      condensed.shapes.transpose() * gen::Matrix(assembled.system.model.mass);
  thrown.initial_q = to_modal * start.displacement;
  thrown.initial_v = to_modal * start.velocity;
  o.scenarios.push_back(thrown);
  gen::Instance run(gen::bake(condensed.system, o), "beam");
  const gen::Trajectory fast = gen::play(run, 0, 0, 1, {});

  gen::FullOrderOptions options;
  options.step = o.step;
  const gen::Trajectory full = gen::run_full(assembled.system, options, {}, start.displacement,
                                             start.velocity, thrown.duration, 1, {});
  EXPECT_GT(full.steps_in_contact, 3);
  EXPECT_EQ(full.steps_in_contact, fast.steps_in_contact);
  const gen::Measured e = gen::compare("thrown", fast, full);
  EXPECT_LT(e[gen::Measure::displacement].value(), 1e-6);
  EXPECT_LT(e[gen::Measure::velocity].value(), 1e-5);
  EXPECT_LT(e[gen::Measure::force].value(), 1e-6);
  EXPECT_LT(e[gen::Measure::remaining_energy].value(), 1e-5);
}

// One free mass through the schemes of the full-order integrator.
gen::FullSystem free_mass(double restitution) {
  gen::FullSystem s;
  s.model.mass.resize(1, 1);
  s.model.mass.insert(0, 0) = 2.0;
  s.model.stiffness.resize(1, 1);
  s.model.dofs = {{1, 1}};
  gen::ContactPoint c;
  c.normal.resize(1);
  c.normal.insert(0) = 1.0;
  c.tangent1.resize(1);
  c.tangent2.resize(1);
  c.parameters.clearance = 1e-3;
  c.parameters.restitution = restitution;
  s.make_lone().make<gen::UnilateralContacts>().points.push_back(c);
  return s;
}

TEST(SchurzigScheme, HasExactRestitutionOnAFreeMass) {
  for (const gen::TimeScheme scheme : {gen::TimeScheme::moreau_jean, gen::TimeScheme::schurzig}) {
    for (const double e : {0.0, 0.25, 0.5, 0.9, 1.0}) {
      const gen::FullSystem s = free_mass(e);
      gen::FullOrderOptions options;
      options.step = 1e-4;
      options.scheme = scheme;
      gen::AssemblyOrder full(s, options);
      full.set_state(gen::Vector::Zero(1), gen::Vector::Constant(1, -1.0));
      for (int k = 0; k < 40; ++k) full.step(gen::Vector());
      EXPECT_NEAR(full.velocity()[0], e, 1e-12);
    }
  }
}

// With stiffness the printed scheme gains energy (its acceleration belongs to the predictor), the
// one of the runtime does not: the reason for the choice.
TEST(SchurzigScheme, GainsEnergyOnTheBeam) {
  const gen::Definition d =
      shipped("beam_wall", {"contact.restitution=1.0", "contact.friction=0.0"});
  gen::AssembledSystem assembled = gen::assemble(d, nullptr);
  assembled.system.damping.clear();
  const gen::InitialState& start = assembled.scenario_states[2];
  gen::FullOrderOptions options;
  options.step = 1e-4;
  double end[2];
  for (const gen::TimeScheme scheme : {gen::TimeScheme::moreau_jean, gen::TimeScheme::schurzig}) {
    options.scheme = scheme;
    const gen::Trajectory t = gen::run_full(assembled.system, options, {}, start.displacement,
                                            start.velocity, 0.15, 100, {});
    end[scheme == gen::TimeScheme::schurzig] = t.energy_end / t.energy_start;
  }
  EXPECT_NEAR(end[0], 1.0, 1e-9);
  EXPECT_GT(end[1], 1.5);
}

}  // namespace
}  // namespace mortise::test
