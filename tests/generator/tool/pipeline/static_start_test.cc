// Where a file starts without a scenario: as [initial] says, at rest under the defaults of its
// inputs. And where it starts when parameters are set.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "generator/bake/play/play.hpp"
#include "generator/bake/play/static_start.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/tool/pipeline/build.hpp"
#include "tests/generator/tool/pipeline/planted_keys.hpp"

namespace mortise::gen {
namespace {

BakeInput input_of_shipped(const std::string& name) {
  return prepare_bake(
      read_definition(std::string(MORTISE_MODELS) + "/" + name + "/" + name + ".toml"), {});
}

Definition planted_definition(const std::string& kind, const std::vector<std::string>& overrides) {
  const auto& kinds = planted_kinds();
  const auto found = std::find_if(kinds.begin(), kinds.end(),
                                  [&](const PlantedKind& k) { return k.name == kind; });
  const std::string path = testing::TempDir() + "/static_start_" + kind + ".toml";
  std::ofstream(path) << found->text;
  return read_definition(path, overrides);
}

Instance started(const BakeInput& input) { return {bake(input.system, input.options), "start"}; }

Instance planted_start(const std::string& kind, const std::vector<std::string>& overrides = {}) {
  return started(prepare_bake(planted_definition(kind, overrides), {}));
}

// The named output after every one of `steps`, under the defaults of the inputs.
std::vector<double> column_at_rest(Instance* instance, const std::string& name, int steps) {
  const auto names = instance->output_names();
  const auto at =
      static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  std::vector<double> u(static_cast<std::size_t>(2 * instance->dims().inputs) + 1), y(names.size()),
      column;
  for (int k = 0; k < instance->model().input_values(); ++k)
    u[static_cast<std::size_t>(k)] =
        instance->model().view().input_ranges[k % instance->dims().inputs].default_value;
  for (int k = 0; k < steps; ++k) {
    (void)instance->step(u.data(), y.data());
    column.push_back(y.at(at));
  }
  return column;
}

void set(Instance* instance, const std::string& name, double value) {
  const auto id = find_parameter(instance->model(), name.c_str());
  ASSERT_EQ(set_parameter(instance->model(), instance->state(), id, value) & status::kBAD_CALL, 0u);
}

std::string refusal_to_follow(Instance* instance, const std::string& name) {
  try {
    follow_parameters({name}, true, instance);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(StaticStart, FileIsPressedWithoutAScenario) {
  const BakeInput input = input_of_shipped("plate_on_base");
  Instance plate = started(input);
  for (const char* place : {"p_left", "p_mid", "p_right"}) {
    plate.state().reset(plate.model());
    for (const double p : column_at_rest(&plate, place, 200)) EXPECT_NEAR(p, 1e4, 1e-6) << place;
  }
}

// A scenario that starts otherwise does so: nothing of the file's pressure is left.
TEST(StaticStart, ScenariosHaveStartsOfTheirOwn) {
  const BakeInput input = input_of_shipped("plate_on_base");
  Instance plate = started(input);
  ScenarioPlayer player;
  ASSERT_TRUE(
      player.start(plate.model(), find_scenario(plate.model(), "press_and_rub"), &plate.state()));
  for (const double value : initial_outputs(plate)) EXPECT_EQ(value, 0.0);
}

TEST(StaticStart, SlidesOfAssembliesArePressed) {
  for (const char* law : {"interfaces.slide.law=unilateral", "interfaces.slide.law=bilateral",
                          "interfaces.slide.velocity=-0.1", "interfaces.slide.friction=0.9"}) {
    Instance assembly = planted_start("assembly", {law});
    const std::vector<double> normal = column_at_rest(&assembly, "normal", 300);
    EXPECT_GT(normal.front(), 0.5) << law;
    for (const double n : normal) EXPECT_NEAR(n, normal.front(), 2e-3 * normal.front()) << law;
  }
}

// The reduced start is the full one, seen by its modes.
TEST(StaticStart, SlidesAreWhereTheFullModelHasThem) {
  const std::vector<std::string> all = {"bodies.0.condense={ method = \"none\" }",
                                        "bodies.1.condense={ method = \"none\" }"};
  const Definition d = planted_definition("assembly", all);
  const BakeInput input = prepare_bake(d, {});
  const AssembledSystem full = assemble(d, nullptr);
  const Vector& u = full.system.initial_displacement;
  EXPECT_NEAR(0.5 * u.dot(full.system.model.stiffness * u),
              0.5 * input.system.omega.cwiseProduct(input.system.initial_q).squaredNorm(),
              1e-7 * 0.5 * u.dot(full.system.model.stiffness * u));
}

TEST(StaticStart, SlideStartsUnderTheDefaultsOfItsInputs) {
  Instance slider = planted_start("sliding", {"inputs.force.default=5.0"});
  const double first = column_at_rest(&slider, "x", 1).front();
  EXPECT_NEAR(first, (5.0 - 0.5 * 20.0) / 10000.0, 2e-6);
  for (const double x : column_at_rest(&slider, "x", 200)) EXPECT_NEAR(x, first, 1e-7);
}

TEST(StaticStart, FollowsTheFrictionThatIsSet) {
  for (const char* scheme : {"contact.law=unilateral", "step.scheme=generalised_alpha"}) {
    Instance slider =
        planted_start("sliding", scheme == std::string("contact.law=unilateral")
                                     ? std::vector<std::string>{scheme}
                                     : std::vector<std::string>{"contact.law=bilateral", scheme});
    set(&slider, "contact.friction", 0.1);
    const std::vector<double> x = column_at_rest(&slider, "x", 200);
    EXPECT_NEAR(x.front(), -0.1 * 20.0 / 10000.0, 2e-7) << scheme;
    for (const double now : x) EXPECT_NEAR(now, x.front(), 1e-8) << scheme;
  }
}

TEST(StaticStart, PressedOneRefusesWhatItIsPressedBy) {
  Instance plates = planted_start("joint");
  EXPECT_NE(refusal_to_follow(&plates, "contact.stiffness").find("mortise build"),
            std::string::npos);
  EXPECT_EQ(refusal_to_follow(&plates, "contact.friction"), "");
  Instance assembly = planted_start("assembly");
  for (const char* name : {"stop.clearance", "pad.gap", "slide.friction", "slide.velocity"})
    EXPECT_NE(refusal_to_follow(&assembly, name).find(name), std::string::npos) << name;
  EXPECT_EQ(refusal_to_follow(&assembly, "stop.friction"), "");
}

}  // namespace
}  // namespace mortise::gen
