// What a definition says of bolted contacts: their reduction, their starts, what they refuse.
#include <gtest/gtest.h>

#include "generator/define/definition/definition.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/define/definition/definition_text.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kLap = MORTISE_MODELS "/lap_joint/lap_joint.toml";

std::string lap_refusal(const std::vector<std::string>& overrides) {
  try {
    read_definition(kLap, overrides);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(BoltedDefinition, SaysHowItIsReduced) {
  const Definition d =
      read_definition(kLap, {"reduce.clusters=[10, 5]", "reduce.method=clusters",
                             "train.modes=[1, 2]", "step.substeps=3", "damping.ratio=0.02"});
  const BoltedReduceSpec& reduce = d.contact.bolted.reduce;
  EXPECT_TRUE(reduce.asked);
  EXPECT_EQ(reduce.clusters, (std::vector<int>{10, 5}));
  EXPECT_EQ(reduce.loops, (std::vector<int>{1, 2}));
  EXPECT_EQ(d.step.substeps, 3);
  EXPECT_EQ(d.damping.ratio, 0.02);
  EXPECT_EQ(d.scenarios.front().initial.shape, InitialShape::modal);
  EXPECT_EQ(d.scenarios.front().initial.modes, (std::vector<int>{1}));
}

// A stop, a spring to a second body and the bolts of the lap joint.
TEST(BoltedDefinition, IsOneOfSeveralInterfaces) {
  const std::string path = MORTISE_MODELS "/lap_joint/lap_joint_stop.toml";
  const Definition d = read_definition(path), alone = read_definition(kLap);
  ASSERT_EQ(d.interfaces.size(), 3u);
  const BoltedInterfaceSpec& bolted = d.interfaces[0].bolted;
  ASSERT_TRUE(bolted.structure);
  EXPECT_EQ(bolted.body, "plates");
  EXPECT_EQ(bolted.structure->contact.bolted.preload, alone.contact.bolted.preload);
  EXPECT_EQ(bolted.structure->contact.friction, 0.3);
  EXPECT_EQ(d.import.parts[0].import.kind, "lap_joint");
  EXPECT_FALSE(d.interfaces[1].bolted.structure);
  const Definition rough = read_definition(path, {"bolt.friction=0.5"});
  EXPECT_EQ(rough.interfaces[0].bolted.structure->contact.friction, 0.5);
  const auto message = [&](const std::vector<std::string>& overrides) -> std::string {
    try {
      read_definition(path, overrides);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const auto says = [&](const std::string& override_text, const char* expected) {
    const std::string said = message({override_text});
    EXPECT_NE(said.find(expected), std::string::npos) << override_text << ": " << said;
  };
  says("interfaces.bolt.bolted=nowhere.toml", "no file");
  says("interfaces.bolt.bolted=" MORTISE_MODELS "/two_masses/two_masses.toml",
       "is no bolted structure");
  says("interfaces.bolt.bolted=" MORTISE_MODELS "/sphere_on_flat/sphere_on_flat.toml",
       "has no [reduce]");
  says("interfaces.bolt.between=[\"plates.left_top\", \"ground\"]", "both surfaces");
  says("interfaces.bolt.between=[\"plates.end\", \"plates.left_top\"]", "NAME_top and NAME_bottom");
  says("bodies.plates.damping.alpha=1.0", "is that of its bolted contacts");
}

// `mesh` and [import] both say where the structure comes from.
TEST(BoltedDefinition, SaysWhoseMeshItIs) {
  const std::string s4 = MORTISE_MODELS "/s4_beam/s4_beam.toml";
  const std::string matrices = MORTISE_TEST_DATA "/formats_tiny/mm_k.mtx";
  const std::string own =
      "import={kind=\"matrix_market\", units=\"SI\", file=\"" + matrices + "\"}";
  const Definition d = read_definition(s4, {"mesh=file", own});
  EXPECT_EQ(d.import.kind, "matrix_market");
  EXPECT_EQ(d.import.file, matrices);
  const auto refused = [&](const std::vector<std::string>& keys) {
    try {
      read_definition(s4, keys);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refused({"mesh=file"}).find("set import.kind to the format of your export, calculix"),
            std::string::npos);
  EXPECT_NE(refused({"mesh=medium", own}).find("set it to \"file\""), std::string::npos);
  EXPECT_NE(refused({"mesh=fine"}).find("coarse, medium, file"), std::string::npos);
}

TEST(BoltedDefinition, RefusesWhatItCannotHave) {
  EXPECT_NE(lap_refusal({"reduce.clusters=[10]"}).find("is no pair"), std::string::npos);
  EXPECT_NE(lap_refusal({"damping.alpha=1.0"}).find("one damping ratio"), std::string::npos);
  EXPECT_NE(lap_refusal({"initial.velocity=[0, 0, 1]"}).find("start preloaded"), std::string::npos);
  EXPECT_NE(lap_refusal({"scenarios.ring.initial.amplitudes=[1e-3, 1e-4]"}).find("amplitudes"),
            std::string::npos);
  EXPECT_NE(lap_refusal({"gravity.acceleration=[0, 0, -9.81]"}).find("default"), std::string::npos);
  EXPECT_NE(lap_refusal({"contact.profile.left.kind=spherical"}).find("radius"), std::string::npos);
}

}  // namespace
}  // namespace mortise::gen
