// A lap joint from its definition to a model file that is held against all points of its contact.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "generator/bake/play/play.hpp"
#include "generator/bake/structure/bake_options.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/assemble_bolted.hpp"
#include "generator/simulate/structure/run_full.hpp"
#include "generator/tool/pipeline/build.hpp"
#include "mortise/training.hpp"
#include "tests/generator/tool/pipeline/same_bytes.hpp"
#include "tests/generator/tool/pipeline/trajectory_column.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kLapJoint = MORTISE_MODELS "/lap_joint/lap_joint.toml";

// Trained in a moment.
Definition small_lap_joint(std::vector<std::string> overrides = {}) {
  for (const char* key :
       {"contact.grid=[8, 6]", "reduce.clusters=[6, 3]", "train.steps=8", "train.random_steps=60",
        "reduce.seeds=1", "reduce.error_bar=1.0", "reduce.trust_draws=0"})
    overrides.emplace_back(key);
  return read_definition(kLapJoint, overrides);
}

// A file of that lap joint for an assembly that names it: `name`.
std::string small_structure(const std::string& name) {
  std::ifstream in(kLapJoint);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  for (const auto& [from, to] :
       {std::pair<std::string, std::string>{"grid = [12, 9]", "grid = [8, 6]"},
        {"clusters = [16, 8]", "clusters = [6, 3]"},
        {"error_bar = 0.3", "error_bar = 1.0\nseeds = 1\ntrust_draws = 0"},
        {"modes = [1]\n", "modes = [1]\nsteps = 8\nrandom_steps = 60\n"}}) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) text.replace(at, from.size(), to);
  }
  std::ofstream(testing::TempDir() + "/" + name) << text;
  return testing::TempDir() + "/" + name;
}

TEST(BoltedBuild, IsTrainedBakedAndPlayed) {
  const std::string cache = testing::TempDir() + "/bolted_build";
  std::filesystem::remove_all(cache);
  BuildSettings settings;
  settings.cache = cache;
  settings.certify = false;
  std::vector<std::string> log;
  settings.log = [&](const std::string& line) { log.push_back(line); };
  const Definition definition = small_lap_joint();
  const AlignedBytes bytes = build_model(definition, settings);
  Instance instance(bytes, "lap_joint");
  ASSERT_TRUE(instance.model().view().is_bolted());
  EXPECT_EQ(instance.model().view().bolted.clusters, 9);
  // what the scenarios show of the force, as structures say it
  TrainedRange shown;
  ASSERT_TRUE(trained_range_of_input(instance.model(), 0, &shown));
  EXPECT_EQ(shown.minimum, -1.0);
  EXPECT_GT(shown.maximum, 10.0);

  // what friction takes and the structure has left is what the blow has given
  const Trajectory t = play(instance, scenario_of("", instance, "blow"), 0.0, 1, {});
  const std::size_t loss = column_of(t, "loss"), energy = column_of(t, "energy");
  for (std::size_t k = 1; k < t.outputs.size(); ++k)
    ASSERT_GE(t.outputs[k][loss], t.outputs[k - 1][loss]) << k;
  EXPECT_GT(t.outputs.back()[loss], 0.0);
  EXPECT_GT(t.outputs.back()[energy], 0.0);

  // the stage is kept: the second build says so and has the same bytes
  log.clear();
  EXPECT_TRUE(same(build_model(definition, settings), bytes));
  EXPECT_TRUE(std::any_of(log.begin(), log.end(), [](const std::string& line) {
    return line.find("kept from an earlier build") != std::string::npos;
  }));

  // bent by its first mode, it is so in the file
  Instance bent(bytes, "lap_joint");
  const Trajectory ring = play(bent, scenario_of("", bent, "ring"), 1e-3, 1, {});
  EXPECT_NEAR(std::abs(ring.outputs.front()[column_of(ring, "end_z")]), 2e-4, 4e-5);
}

TEST(BoltedBuild, IsCertifiedAgainstAllPoints) {
  const Definition definition = small_lap_joint({"scenarios.blow.duration=0.02"});
  BuildSettings settings;
  settings.certify = false;
  const AlignedBytes bytes = build_model(definition, settings);
  CertifySettings how;
  how.scenario = "blow";
  const CertificateOptions c = certify_model(definition, bytes, how);
  ASSERT_EQ(c.errors.size(), 1u);
  const ScenarioErrors& e = c.errors.front();
  EXPECT_TRUE(e.touched);
  ASSERT_TRUE(e.total[Measure::displacement] && e.total[Measure::force] &&
              e.total[Measure::dissipated_energy]);
  EXPECT_LT(*e.total[Measure::displacement], 0.2);
  EXPECT_LT(*e.reduction[Measure::force], 0.5);
}

// A blow arrives with its momentum, though none of its samples is the sine's.
TEST(BoltedBuild, BlowsKeepTheirMomentum) {
  const Definition definition = small_lap_joint({"reduce.fit_rounds=0", "impulse.frequency=3700"});
  BuildSettings settings;
  settings.certify = false;
  const Instance instance(build_model(definition, settings), "lap_joint");
  const Model& model = instance.model();
  ScenarioPlayer player;
  ASSERT_TRUE(player.start(model, scenario_of("", instance, "blow"), nullptr));
  double momentum = 0.0, u[2];
  for (int k = 0; k < 60; ++k) {
    player.next(model, u, nullptr);
    momentum += 0.5 * model.step_size() * (u[0] + u[1]);
  }
  EXPECT_NEAR(momentum, 20.0 / (kPi * 3700.0), 1e-12);
}

// What random forces have chosen stands in the file, and is passed by a motion that is far off.
TEST(BoltedBuild, TrustIsChosenByRandomForces) {
  Definition definition = small_lap_joint({"reduce.fit_rounds=0"});
  definition.contact.bolted.reduce.trust_draws = 4;
  BuildSettings settings;
  settings.certify = false;
  const AlignedBytes bytes = build_model(definition, settings);
  Instance instance(bytes, "lap_joint");
  const double limit = instance.model().view().bolted.trust_limit;
  EXPECT_GT(limit, 0.0);
  EXPECT_LT(limit, 4.1);  // the strongest force reaches 4
  const auto flagged = [&](double force) {
    Instance run(bytes, "lap_joint");
    const auto inputs = [force](long) { return Vector(Vector::Constant(2, force)); };
    const Trajectory t = play(run, inputs, 100, 1, {});
    return std::any_of(t.status.begin(), t.status.end(),
                       [](std::uint32_t s) { return (s & status::kUNTRUSTED) != 0; });
  };
  EXPECT_FALSE(flagged(0.01));
  EXPECT_TRUE(flagged(1e5));
}

// Bolts, a stop and an absorber in one file: the step of the file is that of all points, but for
// what the clusters miss.
TEST(BoltedBuild, StandsBesideOtherInterfaces) {
  const std::string path = MORTISE_MODELS "/lap_joint/lap_joint_stop.toml",
                    structure = small_structure("bolts_beside.toml");
  const std::string cache = testing::TempDir() + "/bolted_beside";
  std::filesystem::remove_all(cache);
  BuildSettings settings;
  settings.certify = false;
  settings.cache = cache;
  const Definition definition = read_definition(
      path, {"scenarios.blow.duration=0.01", "interfaces.bolt.bolted=" + structure});
  const AlignedBytes bytes = build_model(definition, settings);
  EXPECT_TRUE(same(build_model(definition, settings), bytes)) << "kept";
  Instance instance(bytes, "lap_joint_stop");
  ASSERT_TRUE(instance.model().view().is_assembly());
  const Trajectory t = play(instance, scenario_of("", instance, "blow"), 0.0, 1, {});
  EXPECT_GT(t.outputs.back()[column_of(t, "loss_stop")], 0.0);
  EXPECT_GT(t.outputs.back()[column_of(t, "loss_bolt")], 0.0);
  CertifySettings how;
  how.scenario = "blow";
  const CertificateOptions c = certify_model(definition, bytes, how);
  ASSERT_EQ(c.errors.size(), 1u);
  const ScenarioErrors& e = c.errors.front();
  ASSERT_EQ(e.interfaces.size(), 3u);
  ASSERT_TRUE(e.reduction[Measure::displacement] && e.reduction[Measure::dissipated_energy]);
  EXPECT_LT(*e.reduction[Measure::displacement], 0.02);
  EXPECT_LT(*e.reduction[Measure::dissipated_energy], 0.1);
  EXPECT_LT(*e.interfaces[0].reduction[Measure::dissipated_energy], 0.5);
}

// A stop that nothing reaches: the file and the full order are those of the bolts alone.
TEST(BoltedBuild, OutOfReachIsTheModelOfTheBolts) {
  const std::string path = testing::TempDir() + "/out_of_reach.toml",
                    structure = small_structure("bolts_out_of_reach.toml");
  std::ofstream(path) << R"(name = "out_of_reach"
[[bodies]]
name = "plates"
[[interfaces]]
name = "bolt"
kind = "bolted"
between = ["plates.left_top", "plates.left_bottom"]
bolted = ")" << structure
                      << R"("
[[interfaces]]
name = "stop"
kind = "unilateral"
between = ["plates.sensor", "ground"]
normal = [0.0, 0.0, 1.0]
clearance = 1.0
[step]
size = 1e-4
[[inputs]]
name = "force"
set = "plates.end"
direction = [0.0, 0.0, 1.0]
hold = "linear"
[[outputs]]
name = "end_z"
set = "plates.sensor"
direction = [0.0, 0.0, 1.0]
[[outputs]]
name = "joint_tangent1"
quantity = "contact_force"
interface = "bolt"
contact = 0
component = "tangent1"
[[outputs]]
name = "loss"
quantity = "dissipated_friction"
interface = "bolt"
[[scenarios]]
name = "shaken"
duration = 0.01
kind = "harmonic"
amplitude = 100.0
frequency = 260.0
)";
  BuildSettings settings;
  settings.certify = false;
  const Definition beside = read_definition(path),
                   alone = read_definition(structure, {"scenarios.shaken.amplitude=100",
                                                       "scenarios.shaken.frequency=260"});
  Instance one(build_model(beside, settings), "beside"), two(build_model(alone, settings), "alone");
  const auto same_run = [](const Trajectory& a, const Trajectory& b, double within) {
    for (const char* name : {"end_z", "joint_tangent1", "loss"}) {
      const std::size_t i = column_of(a, name), j = column_of(b, name);
      double size = 0.0;
      for (std::size_t k = 0; k < a.outputs.size(); ++k)
        size = std::max(size, std::abs(b.outputs[k][j]));
      ASSERT_GT(size, 0.0);
      for (std::size_t k = 0; k < a.outputs.size(); ++k)
        ASSERT_NEAR(a.outputs[k][i], b.outputs[k][j], within * size) << name << ' ' << k;
    }
  };
  same_run(play(one, scenario_of("", one, "shaken"), 0.01, 1, {}),
           play(two, scenario_of("", two, "shaken"), 0.01, 1, {}), 1e-12);

  const AssembledSystem assembled = assemble(beside, nullptr);
  const std::vector<SourceOptions> sources =
      sources_of(beside, beside.scenarios[0], assembled.system.inputs, 0.0);
  FullOrderOptions options;
  options.step = 1e-4;
  const InitialState& start = assembled.scenario_states[0];
  const Trajectory full =
      run_full(assembled.system, options, sources, start.displacement, start.velocity, 0.01, 1, {});
  const BoltedModel model = assemble_bolted(alone, nullptr);
  BoltedRun how;
  how.step = 1e-4;
  how.duration = 0.01;
  const auto signals = [&](double time) { return input_values(model.inputs, sources, time); };
  same_run(full, run_bolted(model, how, signals, Vector::Zero(model.system.modes.count()), {}),
           1e-10);
}

TEST(BoltedBuild, NeedsToBeAskedForAReduction) {
  const Definition s4 = read_definition(MORTISE_MODELS "/sphere_on_flat/sphere_on_flat.toml");
  EXPECT_THROW(check_build(s4), Error);
}

}  // namespace
}  // namespace mortise::gen
