// Kept stages of joints and sliding contacts: the same file from them as without, another one for
// another law.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "generator/tool/pipeline/build.hpp"
#include "tests/generator/tool/pipeline/same_bytes.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

struct Shipped {
  const char* name;
  std::vector<std::string> laws;  // overrides that the condensed model carries along
  const char* step;               // one that it does not
};

class InterfaceCache : public ::testing::TestWithParam<Shipped> {
 protected:
  AlignedBytes build(const std::vector<std::string>& overrides, const std::string& cache) {
    const std::string name = GetParam().name;
    BuildSettings settings;
    settings.certify = false;
    settings.cache = cache;
    kept_ = false;
    settings.log = [this](const std::string& line) {
      kept_ = kept_ || line == "condense  kept from an earlier build";
    };
    return build_model(
        read_definition(std::string(MORTISE_MODELS) + "/" + name + "/" + name + ".toml", overrides),
        settings);
  }

  bool kept_ = false;
};

TEST_P(InterfaceCache, SameBytesFromKeptStagesOthersForAnotherLaw) {
  const fs::path folder = fs::path(testing::TempDir()) / "interface_cache" / GetParam().name;
  fs::remove_all(folder);
  const AlignedBytes first = build({}, folder.string());
  EXPECT_FALSE(kept_);
  EXPECT_TRUE(same(build({}, folder.string()), first));
  EXPECT_TRUE(kept_);
  EXPECT_TRUE(same(build({}, ""), first)) << "without a cache";
  for (const std::string& law : GetParam().laws) {
    const AlignedBytes other = build({law}, folder.string());
    EXPECT_FALSE(same(other, first)) << law;
    EXPECT_TRUE(same(other, build({law}, ""))) << law << ": not of the file kept for another law";
    EXPECT_TRUE(same(build({law}, folder.string()), other)) << law;
    EXPECT_TRUE(kept_);
  }
  const AlignedBytes finer = build({GetParam().step}, folder.string());
  EXPECT_TRUE(kept_) << "the step is only baked";
  EXPECT_FALSE(same(finer, first));
  EXPECT_TRUE(same(finer, build({GetParam().step}, "")));
  fs::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(
    Models, InterfaceCache,
    ::testing::Values(
        Shipped{"two_cantilevers",
                {"contact.gap=1e-5", "contact.damper=hunt_crossley", "damping.ratio=0.01"},
                "step.size=4e-6"},
        Shipped{"plate_on_base",
                {"contact.friction_modulus=2e10", "contact.friction=0.3"},
                "step.size=1e-6"},
        Shipped{"beam_on_beam", {"contact.friction=0.2", "sliding.start=0.01"}, "step.size=4e-6"}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace mortise::gen
