// What the bake stage is given is what the runtime reads back.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "generator/bake/play/instance.hpp"
#include "generator/bake/structure/bake.hpp"
#include "mortise_generated.h"
#include "tests/robustness/seed_models.hpp"

namespace mortise {
namespace {

using namespace gen;

// Numbers that differ from each other everywhere, so that no two fields can be confused.
ReducedSystem distinct_system() {
  ReducedSystem s;
  const int n = 11, nc = 3;
  s.omega = Vector::LinSpaced(n, 100.0, 1100.0);
  s.damping = Vector::LinSpaced(n, 1.0, 12.0);
  ReducedInterface& lone = s.make_lone();
  lone.make<ReducedContacts>().rows = Matrix::NullaryExpr(3 * nc, n, [](auto i, auto j) {
    return std::cos(1.3 * static_cast<double>((i + 1) * (j + 2)));
  });
  lone.make<ReducedContacts>().points = {
      {"a", 1e-6, 0.1, 0.2, 0.3}, {"b", 2e-6, 0.4, 0.5, 0.6}, {"c", 3e-6, 0.7, 0.8, 0.9}};
  lone.make<ReducedContacts>().law.friction_velocity = FrictionVelocity::end;
  lone.make<ReducedContacts>().law.restitution_rule = RestitutionRule::newton;
  lone.make<ReducedContacts>().law.activation = Activation::start_velocity;
  lone.make<ReducedContacts>().law.activation_threshold = 1e-9;
  lone.make<ReducedContacts>().law.activation_hysteresis = 2e-9;
  lone.make<ReducedContacts>().law.restitution_threshold = 3e-3;
  s.inputs = {{"force", "N", -3.0, 4.0, 0.5, Hold::zero_order},
              {"motion", "m", -1.0, 2.0, 0.25, Hold::linear}};
  s.input_forces = Matrix::NullaryExpr(n, 2, [](auto i, auto j) {
    return 1.0 + static_cast<double>(i) + 0.5 * static_cast<double>(j);
  });
  s.outputs = {{"u", "m", OutputQuantity::displacement, 1},
               {"f", "N", OutputQuantity::contact_force, 7},
               {"g", "m", OutputQuantity::gap, 2}};
  s.output_rows = Matrix::NullaryExpr(2, n, [](auto i, auto j) {
    return std::sin(2.0 + 5.0 * static_cast<double>(i) + static_cast<double>(j));
  });
  s.constant_force = Vector::LinSpaced(n, -1.0, -2.0);
  s.initial_q = Vector::LinSpaced(n, 1e-6, 2e-6);
  s.initial_v = Vector::LinSpaced(n, 1e-3, 2e-3);
  return s;
}

BakeOptions distinct_options() {
  BakeOptions o;
  o.name = "distinct";
  o.description = "every field differs";
  o.step = 2.5e-4;
  o.solver.kind = SolverChoice::newton;
  o.solver.sweeps = 17;
  o.solver.iterations = 19;
  o.solver.tail_sweeps = 23;
  o.solver.tolerance = 1e-9;
  o.provenance = {"d0", "1f", {{"step.size", "2.5e-4"}}, {"11 of 400 modes"}};
  return o;
}

TEST(RoundTrip, SizesAndSettings) {
  const Instance run(bake(distinct_system(), distinct_options()), "round trip");
  const Dims& d = run.dims();
  EXPECT_EQ(d.modes, 11);
  EXPECT_EQ(d.modes_padded, 16);
  EXPECT_EQ(d.contacts, 3);
  EXPECT_EQ(d.rows, 9);
  EXPECT_EQ(d.rows_padded, 16);
  EXPECT_EQ(d.inputs, 2);
  EXPECT_EQ(d.outputs, 3);
  EXPECT_EQ(d.output_rows, 2);
  EXPECT_EQ(run.model().step_size(), 2.5e-4);
  EXPECT_EQ(run.model().input_values(), 4);
  const ModelView& m = run.model().view();
  EXPECT_FALSE(m.mean_friction);
  EXPECT_FALSE(m.energy_safe);
  EXPECT_TRUE(m.start_activation);
  EXPECT_TRUE(m.newton);
  EXPECT_EQ(m.activation_threshold, 1e-9);
  EXPECT_EQ(m.activation_hysteresis, 2e-9);
  EXPECT_EQ(m.restitution_threshold, 3e-3);
  EXPECT_EQ(m.sweep_cap, 17);
  EXPECT_EQ(m.newton_cap, 19);
  EXPECT_EQ(m.tail_sweeps, 23);
  EXPECT_EQ(m.tolerance, 1e-9);
}

TEST(RoundTrip, Arrays) {
  const ReducedSystem s = distinct_system();
  const Instance run(bake(s, distinct_options()), "round trip");
  const ModelView& m = run.model().view();
  const auto* law = run.model().root()->law_as_SignoriniCoulomb();
  for (int i = 0; i < 11; ++i) {
    EXPECT_EQ(m.omega[i], s.omega[i]);
    EXPECT_EQ(m.damping[i], s.damping[i]);
    EXPECT_EQ(m.initial_q[i], s.initial_q[i]);
    EXPECT_EQ(m.initial_v[i], s.initial_v[i]);
    for (int r = 0; r < 9; ++r)
      EXPECT_EQ(m.contact_rows[16 * r + i], s.lone().contacts().rows(r, i));
    for (int r = 0; r < 2; ++r) EXPECT_EQ(m.output_rows[16 * r + i], s.output_rows(r, i));
    // A v* = (...) + h (B u + f0): the input column is h B / A, as the constant is h f0 / A.
    EXPECT_NEAR(m.from_input[16 + i] / m.constant[i], s.input_forces(i, 1) / s.constant_force[i],
                1e-14 * std::abs(s.input_forces(i, 1)));
  }
  for (unsigned c = 0; c < 3; ++c) {
    EXPECT_EQ(law->clearance()->Get(c), s.lone().contacts().points[c].clearance);
    EXPECT_EQ(law->friction()->Get(c), s.lone().contacts().points[c].friction);
    EXPECT_EQ(law->restitution()->Get(c), s.lone().contacts().points[c].restitution);
    EXPECT_EQ(law->restitution_tangential()->Get(c),
              s.lone().contacts().points[c].restitution_tangential);
  }
}

TEST(RoundTrip, DelassusIsTheInterfaceAdmittanceAndItsInverse) {
  const ReducedSystem s = distinct_system();
  const Instance run(bake(s, distinct_options()), "round trip");
  const ModelView& m = run.model().view();
  ASSERT_NE(m.delassus_inverse, nullptr);
  for (int i = 0; i < 9; ++i) {
    for (int j = 0; j < 9; ++j) {
      double g = 0, one = 0;
      for (int k = 0; k < 11; ++k)
        g += s.lone().contacts().rows(i, k) * m.admittance[k] * s.lone().contacts().rows(j, k);
      EXPECT_NEAR(m.delassus[16 * j + i], g, 1e-12 * std::abs(m.delassus[16 * i + i]));
      for (int k = 0; k < 9; ++k) one += m.delassus[16 * k + i] * m.delassus_inverse[16 * j + k];
      EXPECT_NEAR(one, i == j ? 1.0 : 0.0, 1e-6);
    }
  }
}

TEST(RoundTrip, ChannelsAndProvenance) {
  const Instance run(bake(distinct_system(), distinct_options()), "round trip");
  EXPECT_EQ(run.input_names(), (std::vector<std::string>{"force", "motion"}));
  EXPECT_EQ(run.output_names(), (std::vector<std::string>{"u", "f", "g"}));
  const schema::Model& root = *run.model().root();
  EXPECT_EQ(root.inputs()->Get(1)->unit()->str(), "m");
  EXPECT_EQ(root.outputs()->Get(1)->unit()->str(), "N");
  const ModelView& m = run.model().view();
  EXPECT_EQ(m.input_ranges[0].minimum, -3.0);
  EXPECT_EQ(m.input_ranges[0].maximum, 4.0);
  EXPECT_EQ(m.input_ranges[0].default_value, 0.5);
  EXPECT_EQ(m.input_ranges[0].hold, kHoldZeroOrder);
  EXPECT_EQ(m.input_ranges[1].hold, kHoldLinear);
  EXPECT_EQ(m.output_rules[0].quantity, quantity::displacement);
  EXPECT_EQ(m.output_rules[0].index, 1u);
  EXPECT_EQ(m.output_rules[1].quantity, quantity::contact_force);
  EXPECT_EQ(m.output_rules[1].index, 7u);
  EXPECT_EQ(m.output_rules[2].quantity, quantity::gap);
  EXPECT_EQ(root.name()->str(), "distinct");
  EXPECT_EQ(root.description()->str(), "every field differs");
  EXPECT_EQ(root.provenance()->definition_hash()->str(), "d0");
  EXPECT_EQ(root.provenance()->input_hash()->str(), "1f");
  EXPECT_EQ(root.provenance()->settings()->Get(0)->key()->str(), "step.size");
  EXPECT_EQ(root.provenance()->reduction()->Get(0)->str(), "11 of 400 modes");
}

TEST(RoundTrip, SameSystemGivesTheSameBytes) {
  const AlignedBytes a = bake(distinct_system(), distinct_options());
  const AlignedBytes b = bake(distinct_system(), distinct_options());
  ASSERT_EQ(a.size(), b.size());
  EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size()), 0);
}

TEST(RoundTrip, EveryArrayLiesOnAMultipleOf64) {
  for (const robustness::SeedModel& seed : robustness::make_seed_models()) {
    const Instance run(seed.bytes, seed.name);
    const ModelView& m = run.model().view();
    for (const Real* p : {m.from_velocity, m.from_position, m.constant, m.from_input, m.admittance,
                          m.delassus, m.delassus_inverse, m.local_contacts, m.contact_rows})
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % 64, 0u) << seed.name;
    for (const Real* p : {m.omega, m.damping, m.initial_q, m.initial_v}) {
      EXPECT_TRUE(m.dims.modes == 0 || reinterpret_cast<std::uintptr_t>(p) % 64 == 0) << seed.name;
    }
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(m.film.numbers) % 64, 0u) << seed.name;
    EXPECT_EQ(run.model().arena_bytes(), run.model().root()->cost()->arena_bytes());
    EXPECT_EQ(run.model().arena_bytes() % 64, 0u);
  }
}

}  // namespace
}  // namespace mortise
