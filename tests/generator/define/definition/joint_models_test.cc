// The shipped models with joints and sliding contacts are the structures of the papers. Numbers:
// independent prototype, closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "generator/contact/joint/joint_stiffness.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/assemble/damping.hpp"
#include "generator/simulate/assemble/locate.hpp"

#include "tests/generator/define/definition/definition_text.hpp"

namespace mortise::gen {
namespace {

std::size_t scenario_of(const Definition& d, const std::string& name) {
  for (std::size_t i = 0; i < d.scenarios.size(); ++i) {
    if (d.scenarios[i].name == name) return i;
  }
  ADD_FAILURE() << "no scenario " << name;
  return 0;
}

const OperatingCase& case_of(const Definition& d, const AssembledSystem& a,
                             const std::string& scenario, std::size_t phase = 0) {
  return a.cases.at(a.scenario_phases.at(scenario_of(d, scenario)).at(phase).operating_case);
}

using Vector2 = Eigen::Vector2d;

struct Counted {
  const char* model;
  JointState state;
  std::vector<double> hz;
};

TEST(JointModels, FrequenciesOfOpenBondedAndStuckJoints) {
  const Counted known[] = {
      {"two_cantilevers", JointState::open, {86.247, 120.438, 524.455, 732.361, 1266.25, 1768.22}},
      {"two_cantilevers", JointState::bonded, {99.1607, 601.627, 1266.25, 1593.8, 1768.22, 2874.2}},
      {"two_cantilevers",
       JointState::stuck,
       {128.353, 642.254, 1350.07, 1628.74, 1967.47, 2900.79}},
      {"plate_on_base", JointState::stuck, {599.135, 7120.22, 8632.72, 8694.59, 9524.71, 10429.3}}};
  for (const Counted& k : known) {
    const Definition d = shipped(k.model);
    const AssembledSystem a = assemble(d, nullptr);
    ModeRequest request;
    request.count = 12;
    const Vector hz = lowest_modes(stiffness_with_joint(a.system, d.contact.joint.law, k.state),
                                   a.system.model.mass, request)
                          .frequencies_hz();
    for (const double known_hz : k.hz) {  // the prototype prints six digits
      EXPECT_LT((hz.array() - known_hz).abs().minCoeff(), 6e-6 * known_hz) << k.model;
    }
    EXPECT_NEAR(hz[0], k.hz[0], 6e-6 * k.hz[0]) << k.model;
  }
}

// The prototype counts with frequencies of five or six digits.
TEST(JointModels, DampingOfTheCasesIsCountedWithTheirInterface) {
  const Definition d = shipped("two_cantilevers");
  const AssembledSystem a = assemble(d, nullptr);
  for (const char* name : {"case_I", "case_II", "case_II_clamped"}) {
    for (const Rayleigh& r : case_of(d, a, name).damping) {
      EXPECT_NEAR(r.alpha, 3.1577550746031213, 2e-5) << name;
      EXPECT_NEAR(r.beta, 7.700362536802156e-6, 5e-11) << name;
    }
  }
  for (const char* name : {"case_III", "case_IV"}) {
    ASSERT_EQ(case_of(d, a, name).damping.size(), 2u);
    for (const Rayleigh& r : case_of(d, a, name).damping) {
      EXPECT_NEAR(r.alpha, 5.3488501807081965, 3e-5) << name;
      EXPECT_NEAR(r.beta, 2.2710860935607083e-6, 2e-11) << name;
    }
  }
}

TEST(JointModels, CasesTakeUnitsAway) {
  const Definition d = shipped("two_cantilevers");
  const AssembledSystem a = assemble(d, nullptr);
  EXPECT_EQ(a.cases.size(), 6u);  // five, and the definition's own
  const JointLaw& one = case_of(d, a, "case_I").law;
  EXPECT_EQ(one.normal.separation_stiffness, 0.0);
  EXPECT_EQ(one.normal.damping, 0.0);
  EXPECT_EQ(one.tangential.kind, TangentialKind::none);
  EXPECT_EQ(case_of(d, a, "case_II").law.normal.damper, ImpactDamper::printed);
  const JointLaw& clamped = case_of(d, a, "case_II_clamped").law;
  EXPECT_EQ(clamped.normal.damper, ImpactDamper::clamped);
  EXPECT_EQ(clamped.normal.damping, 1e7);
  EXPECT_EQ(case_of(d, a, "case_III").law.normal.separation_stiffness, 1e11);
  const JointLaw& four = case_of(d, a, "case_IV").law;
  EXPECT_EQ(four.tangential.kind, TangentialKind::oden_pires);
  EXPECT_EQ(four.tangential.friction, 0.4);
  EXPECT_EQ(four.tangential.friction_modulus, 1e10);
  EXPECT_EQ(four.normal.damping, 0.0);
}

TEST(JointModels, TheKeysOfScriptsReachTheCasesThatUseThem) {
  const Definition d = shipped(
      "two_cantilevers", {"contact.friction=0.2", "contact.friction_modulus=2e10",
                          "contact.gap=1e-4", "contact.impact_damping=3e6", "damping.ratio=0.01"});
  const AssembledSystem a = assemble(d, nullptr);
  const OperatingCase& four = case_of(d, a, "case_IV");
  EXPECT_EQ(four.law.tangential.friction, 0.2);
  EXPECT_EQ(four.law.tangential.friction_modulus, 2e10);
  EXPECT_EQ(four.law.normal.gap, 1e-4);
  EXPECT_NEAR(four.damping[0].alpha, 2.0 * 5.3488501807081965, 6e-5);
  EXPECT_EQ(case_of(d, a, "case_II_clamped").law.normal.damping, 3e6);
  EXPECT_EQ(case_of(d, a, "case_I").law.normal.gap, 1e-4);
}

TEST(JointModels, OutputsStandAtTheTipsAndEnergiesFollow) {
  const Definition d = shipped("two_cantilevers");
  const AssembledSystem a = assemble(d, nullptr);
  const FullModel& m = a.system.model;
  const auto node_of = [&](const SparseRow& row) {
    return m.dofs[static_cast<std::size_t>(SparseRow::InnerIterator(row).index())].node;
  };
  EXPECT_EQ(m.nodes.at(node_of(a.system.output_rows[1])), Vector3(1.0, 0.2, 0.0));
  EXPECT_EQ(m.nodes.at(node_of(a.system.output_rows[3])), Vector3(1.0, 0.0, 0.0));
  EXPECT_EQ(m.nodes.at(node_of(a.system.input_forces[0])), Vector3(0.5, 0.2, 0.0));
  ASSERT_EQ(a.system.outputs.size(), 15u);
  const char* energies[] = {"energy_total",        "energy_kinetic",      "energy_strain",
                            "dissipated_material", "dissipated_friction", "dissipated_impact",
                            "work_external"};
  for (int i = 0; i < 7; ++i) {
    const OutputChannel& o = a.system.outputs[static_cast<std::size_t>(8 + i)];
    EXPECT_EQ(o.name, energies[i]);
    EXPECT_EQ(o.unit, "J");
    EXPECT_EQ(static_cast<int>(o.quantity), static_cast<int>(OutputQuantity::energy_total) + i);
  }
}

TEST(JointModels, PlateIsPressedEvenlyBeforeItRubs) {
  const Definition d = shipped("plate_on_base");
  const AssembledSystem a = assemble(d, nullptr);
  ASSERT_EQ(a.system.lone().as<Joint>()->points.size(), 192u);
  // p = k times closing = the applied pressure at every law point
  const Vector& u = a.scenario_states[scenario_of(d, "harmonic_0.05")].displacement;
  for (const JointPoint& p : a.system.lone().as<Joint>()->points) {
    const auto opening = [&](int i) {
      return a.system.lone()
          .as<Joint>()
          ->nodes[static_cast<std::size_t>(p.node[static_cast<std::size_t>(i)])]
          .normal.dot(u);
    };
    EXPECT_NEAR(-3.3e12 * (p.share[0] * opening(0) + p.share[1] * opening(1)), 1e4, 1e-3);
  }
  EXPECT_EQ(a.scenario_states[scenario_of(d, "press_and_rub")].displacement.norm(), 0.0);
}

TEST(JointModels, PlateIsDampedAtItsStuckModes) {
  const Definition d = shipped("plate_on_base");
  const AssembledSystem a = assemble(d, nullptr);
  const Rayleigh light = case_of(d, a, "harmonic_0.005").damping.at(0);
  EXPECT_NEAR(light.alpha, 34.722967, 5e-6);
  EXPECT_NEAR(light.beta, 2.0617644e-7, 5e-14);
  const Rayleigh heavy = case_of(d, a, "harmonic_0.05").damping.at(0);
  EXPECT_NEAR(heavy.alpha, 347.22967, 5e-5);
  EXPECT_EQ(a.scenario_phases[scenario_of(d, "harmonic_0.05")][0].operating_case, 0u);
}

TEST(JointModels, PressAndRubHasTwoPhases) {
  const Definition d = shipped("plate_on_base");
  const AssembledSystem a = assemble(d, nullptr);
  const std::size_t i = scenario_of(d, "press_and_rub");
  EXPECT_DOUBLE_EQ(d.scenarios[i].duration, 0.03);
  ASSERT_EQ(a.scenario_phases[i].size(), 2u);
  EXPECT_EQ(a.scenario_phases[i][0].duration, 0.02);
  const OperatingCase& press = case_of(d, a, "press_and_rub", 0);
  const OperatingCase& rub = case_of(d, a, "press_and_rub", 1);
  EXPECT_EQ(press.name, "press_and_rub.press");
  EXPECT_EQ(press.law.tangential.kind, TangentialKind::none);
  EXPECT_NEAR(press.damping[0].alpha, 190.0 * 34.722967, 1e-3);
  EXPECT_EQ(rub.law.tangential.friction, 0.4);
  // the same law and damping as harmonic_0.005: one case
  EXPECT_EQ(rub.name, "harmonic_0.005");
  EXPECT_EQ(a.scenario_phases[i][1].operating_case,
            a.scenario_phases[scenario_of(d, "harmonic_0.005")][0].operating_case);
}

// Total force and moment of a uniform traction, and the weights of a trapezoidal rule.
TEST(JointModels, LineInputsAreConsistentNodalLoads) {
  const AssembledSystem a = assemble(shipped("plate_on_base"), nullptr);
  const FullModel& m = a.system.model;
  const SparseRow& pull = a.system.input_forces[0];
  EXPECT_EQ(a.system.inputs[0].unit, "N/m");
  double sum = 0.0, moment = 0.0;
  for (SparseRow::InnerIterator it(pull); it; ++it) {
    const Dof dof = m.dofs[static_cast<std::size_t>(it.index())];
    EXPECT_EQ(dof.direction, 1);
    sum += it.value();
    moment += it.value() * m.nodes.at(dof.node).y();
  }
  EXPECT_NEAR(sum, 0.09, 1e-15);
  EXPECT_NEAR(moment, 0.09 * 0.045, 1e-15);
  EXPECT_EQ(pull.nonZeros(), 4);
  EXPECT_NEAR(pull.norm(), 0.03 * std::sqrt(0.25 + 1.0 + 1.0 + 0.25), 1e-15);
  EXPECT_NEAR(a.system.constant_force.sum(), -1e4 * 0.36, 1e-9);
}

TEST(SlidingModel, HasTheSizesOfThePaper) {
  const Definition d = shipped("beam_on_beam");
  const AssembledSystem a = assemble(d, nullptr);
  const SlidingContact& s = *a.system.lone().as<SlidingContact>();
  EXPECT_EQ(a.system.model.size(), 1062 - 3 - 6);
  ASSERT_EQ(s.target_x.size(), 101u);
  EXPECT_EQ(s.target_x[0].nonZeros(), 0);  // clamped
  EXPECT_EQ(s.target_y[1].nonZeros(), 1);
  EXPECT_EQ(s.geometry.start, 0.006);
  EXPECT_DOUBLE_EQ(s.geometry.slave_height, 0.002);
  EXPECT_DOUBLE_EQ(s.geometry.target_positions(0, 100), 0.1);
  EXPECT_EQ(s.law.friction, 0.3);
  ASSERT_EQ(a.system.damping.size(), 2u);
  EXPECT_EQ(a.system.damping[0].alpha, 0.2);
  EXPECT_EQ(a.system.damping[1].alpha, 40.0);
  EXPECT_EQ(a.system.damping[1].beta, 4e-8);
}

// The constrained bodies balance: the residual of K u = f + lambda b is the force of the contact,
// lambda (n - mu t) on the slave. Start and force at the corner: independent prototype, 0.19999 N.
TEST(SlidingModel, StaticSlidingStateBalances) {
  const AssembledSystem a = assemble(shipped("beam_on_beam"), nullptr);
  const SlidingContact& s = *a.system.lone().as<SlidingContact>();
  const Vector& u = a.scenario_states[0].displacement;
  const Vector rest = a.system.model.stiffness * u - a.system.constant_force;
  const Vector2 force(s.slave_x.dot(rest), s.slave_y.dot(rest));
  // slope of the deformed segment below the slave, x = 6 mm
  const Vector2 t1(6e-3 + s.target_x[6].dot(u), 2e-3 + s.target_y[6].dot(u));
  const Vector2 t2(7e-3 + s.target_x[7].dot(u), 2e-3 + s.target_y[7].dot(u));
  const Vector2 t0(5e-3 + s.target_x[5].dot(u), 2e-3 + s.target_y[5].dot(u));
  const Vector2 slave(6e-3 + s.slave_x.dot(u), 2e-3 + s.slave_y.dot(u));
  const bool left = slave.x() < t1.x();
  const Vector2 from = left ? t0 : t1, to = left ? t1 : t2;
  const Vector2 t = (to - from).normalized(), n(-t.y(), t.x());
  EXPECT_NEAR(n.dot(slave - from), 0.0, 1e-15);
  const double lambda = n.dot(force);
  EXPECT_NEAR(lambda, 0.1999923974455188, 1e-7);
  EXPECT_NEAR(t.dot(force), -0.3 * lambda, 1e-9);
  EXPECT_NEAR(force.y(), 0.2, 1e-9);  // vertical equilibrium of the sliding beam
}

}  // namespace
}  // namespace mortise::gen
