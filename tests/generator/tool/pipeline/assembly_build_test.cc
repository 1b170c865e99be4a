// Definitions of assemblies as model files.
#include <gtest/gtest.h>

#include <cmath>

#include "generator/bake/play/play.hpp"
#include "generator/bake/structure/bake.hpp"
#include "generator/judge/analyses/coupling_study.hpp"
#include "generator/tool/pipeline/build.hpp"

namespace mortise::gen {
namespace {

Definition shipped_model(const std::string& name, const std::vector<std::string>& overrides = {}) {
  return read_definition(std::string(MORTISE_MODELS) + "/" + name + "/" + name + ".toml",
                         overrides);
}

Trajectory played(const Definition& d, const std::string& scenario, double duration) {
  const BakeInput input = prepare_bake(d, {});
  Instance instance(bake(input.system, input.options), d.name);
  return play(instance, scenario_of(d.path, instance, scenario), duration, 1, {});
}

double last(const Trajectory& t, const std::string& name) {
  const auto at = std::find(t.names.begin(), t.names.end(), name);
  return t.outputs.back().at(static_cast<std::size_t>(at - t.names.begin()));
}

// Event-driven solution to 1e-10 (models/two_masses/README.md); errors of a first-order scheme.
TEST(TwoMasses, ComeToTheExactState) {
  const struct {
    const char* step;
    double error;  // of displacements over 1 mm and velocities over 1 m/s
  } rows[] = {{"step.size=1e-4", 0.05}, {"step.size=1e-5", 5e-3}, {"step.size=1e-6", 1.2e-3}};
  for (const auto& row : rows) {
    const Trajectory t = played(shipped_model("two_masses", {row.step}), "thrown", 0.1);
    EXPECT_NEAR(last(t, "x1"), -0.0008310749757, 1e-3 * row.error) << row.step;
    EXPECT_NEAR(last(t, "x2"), -0.0004210772746, 1e-3 * row.error);
    EXPECT_NEAR(last(t, "v1"), -0.2951658017, row.error);
    EXPECT_NEAR(last(t, "v2"), -0.3964422385, row.error);
    EXPECT_NEAR(last(t, "loss_slider"), 0.3532046688, row.error);
    EXPECT_NEAR(last(t, "loss_stop"), 0.2893584448, row.error);
    EXPECT_NEAR(
        last(t, "energy_total") + last(t, "dissipated_friction") + last(t, "dissipated_impact"),
        0.75, 5e-12);
  }
}

// The frame with the numbers of a stop of its own: a body that nothing joins moves as if alone.
TEST(Assembly, ShortFormAndListsAreOneModel) {
  for (const char* model : {"bouncing_mass", "impact_oscillator"}) {
    SCOPED_TRACE(model);
    const Definition alone = shipped_model(model);
    const BakeInput input = prepare_bake(alone, {});
    BakeInput listed = input;
    listed.system.alone = false;
    for (OutputChannel& c : listed.system.outputs)
      if (c.quantity == OutputQuantity::contact_force || c.quantity == OutputQuantity::gap)
        c.interface = 0;
    const auto run = [&](const BakeInput& from) {
      Instance instance(bake(from.system, from.options), model);
      return play(instance, 0, alone.scenarios[0].duration, 1, {});
    };
    const Trajectory a = run(input), b = run(listed);
    ASSERT_EQ(a.outputs.size(), b.outputs.size());
    EXPECT_GT(a.steps_in_contact, 0);
    for (std::size_t k = 0; k < a.outputs.size(); ++k) ASSERT_EQ(a.outputs[k], b.outputs[k]) << k;
  }
}

TEST(FlangeFrame, SlipsAndStrikesWithClosedBooks) {
  const Definition d = shipped_model("flange_frame");
  const BakeInput input = prepare_bake(d, {});
  ASSERT_EQ(input.system.interfaces.size(), 5u);
  const Trajectory t = played(d, "hit", 0.05);
  EXPECT_GT(last(t, "loss_stop"), 0.0);
  EXPECT_GT(last(t, "loss_foot_left"), 0.0);
  double start = t.outputs.front()[0];
  for (std::size_t i = 0; i < t.names.size(); ++i)
    if (t.names[i] == "energy_total") start = t.outputs.front()[i];
  EXPECT_NEAR(last(t, "energy_total") + last(t, "dissipated_friction") +
                  last(t, "dissipated_impact") + last(t, "dissipated_material"),
              start, 1e-11 * start);
  for (const std::uint32_t status : t.status) ASSERT_EQ(status, 0u);
}

// Rigid gaps on both sides of m between M1 and M2: kappa = 1 / ((1 + m / M1) (1 + m / M2)).
TEST(CouplingStudy, KnowsTheClosedFormOfALightBodyBetweenHeavyOnes) {
  const double m = 0.01, heavy = 1.0;
  ReducedSystem s;
  s.omega = s.damping = s.constant_force = s.initial_q = s.initial_v = Vector::Zero(3);
  s.groups = {0, 1, 2};
  s.input_forces = Matrix::Zero(3, 0);
  s.output_rows = Matrix::Zero(0, 3);
  for (int i = 0; i < 2; ++i) {
    ReducedInterface gap;
    gap.name = "gap" + std::to_string(i);
    gap.make<ReducedContacts>().points = {{gap.name, 0.0, 0.0, 0.0, 0.0}};
    gap.make<ReducedContacts>().rows = Matrix::Zero(3, 3);
    gap.make<ReducedContacts>().rows(0, i) = i == 0 ? -1.0 / std::sqrt(heavy) : -1.0 / std::sqrt(m);
    gap.make<ReducedContacts>().rows(0, i + 1) =
        i == 0 ? 1.0 / std::sqrt(m) : 1.0 / std::sqrt(heavy);
    s.interfaces.push_back(gap);
  }
  BakeOptions options;
  options.step = 1e-5;
  const auto groups = study_coupling(s, {"left", "light", "right"}, options);
  ASSERT_EQ(groups.size(), 1u);
  const double expected = 1.0 / ((1.0 + m / heavy) * (1.0 + m / heavy));
  EXPECT_NEAR(groups[0].kappa, expected, 1e-6);
  EXPECT_EQ(groups[0].sweeps, static_cast<int>(std::ceil(std::log(1e-10) / std::log(expected))));
  ASSERT_EQ(groups[0].pairs.size(), 1u);
  EXPECT_EQ(groups[0].pairs[0].shared, std::vector<std::string>{"light"});
  EXPECT_NE(groups[0].meaning.find("Newton"), std::string::npos);
}

}  // namespace
}  // namespace mortise::gen
