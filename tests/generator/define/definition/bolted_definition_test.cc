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
      read_definition(kLap, {"reduce.clusters=[10, 5]", "reduce.method=jenkins", "reduce.sliders=6",
                             "train.modes=[1, 2]", "step.substeps=3", "damping.ratio=0.02"});
  const BoltedReduceSpec& reduce = d.contact.bolted.reduce;
  EXPECT_TRUE(reduce.asked);
  EXPECT_EQ(reduce.method, 2);
  EXPECT_EQ(reduce.clusters, (std::vector<int>{10, 5}));
  EXPECT_EQ(reduce.sliders, 6);
  EXPECT_EQ(reduce.loops, (std::vector<int>{1, 2}));
  EXPECT_EQ(d.step.substeps, 3);
  EXPECT_EQ(d.damping.ratio, 0.02);
  EXPECT_EQ(d.scenarios.front().initial.shape, InitialShape::modal);
  EXPECT_EQ(d.scenarios.front().initial.modes, (std::vector<int>{1}));
}

TEST(BoltedDefinition, IsNotOneOfSeveralInterfacesYet) {
  constexpr const char* kPair = R"(name = "pair"
[[bodies]]
name = "a"
import = { kind = "beam", beam = { diameter = 0.01, young = 2e11, density = 7800.0, segments = [{ elements = 4, length = 0.2 }], stations = [{ name = "tip", distance = 0.2 }] } }
condense = { method = "craig_bampton", modes = 3 }
[[interfaces]]
name = "flange"
kind = "bolted"
between = ["a.tip", "ground"]
[step]
size = 1e-4
)";
  const std::string message = refusal(kPair);
  EXPECT_NE(message.find("a model of its own"), std::string::npos) << message;
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
