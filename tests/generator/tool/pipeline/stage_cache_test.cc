// Kept stages are used as they were written or not at all, with all that was said of them.
#include "generator/ground/files/stage_cache.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "generator/ground/text/error.hpp"
#include "generator/tool/pipeline/build.hpp"
#include "tests/generator/tool/pipeline/same_bytes.hpp"
#include "tests/generator/tool/pipeline/tiny_film.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

std::string cache_folder() {
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  const fs::path folder = fs::path(testing::TempDir()) / "stage_cache" / info->name();
  fs::remove_all(folder);
  return folder.string();
}

std::string bytes_in(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void put_bytes(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::vector<fs::path> entries_with(const std::string& folder, const std::string& ending) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ending) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

TEST(StageCache, GivesBackWhatWasKeptWithItsWarnings) {
  const StageCache cache(cache_folder());
  EXPECT_FALSE(cache.load("a", "1"));
  const nlohmann::json result = {{"x", 0.1}, {"y", {1, 2, 3}}};
  cache.store("a", "1", result, {"first", "second\nline"});
  std::vector<std::string> warnings{"before"};
  EXPECT_EQ(cache.load("a", "1", &warnings), result);
  EXPECT_EQ(warnings, (std::vector<std::string>{"before", "first", "second\nline"}));
  EXPECT_FALSE(cache.load("a", "2"));
  EXPECT_FALSE(cache.load("b", "1"));
}

TEST(StageCache, NoBitOfAnEntryMayDiffer) {
  const std::string folder = cache_folder();
  const StageCache cache(folder);
  cache.store("a", "1", {{"x", 0.1}}, {"said"});
  const fs::path path = entries_with(folder, ".stage").at(0);
  const std::string whole = bytes_in(path);
  testing::internal::CaptureStderr();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = whole;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
      put_bytes(path, flipped);
      EXPECT_FALSE(cache.load("a", "1")) << i << " " << bit;
    }
  }
  for (std::size_t size = 0; size < whole.size(); ++size) {
    put_bytes(path, whole.substr(0, size));
    EXPECT_FALSE(cache.load("a", "1")) << size;
  }
  put_bytes(path, whole + "x");
  EXPECT_FALSE(cache.load("a", "1"));
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(static_cast<std::size_t>(std::count(said.begin(), said.end(), '\n')),
            9 * whole.size() + 1);
  EXPECT_NE(said.find("is damaged and made again"), std::string::npos);
  // nor is it another's
  put_bytes(folder + "/a-2.stage", whole);
  EXPECT_FALSE(cache.load("a", "2"));
  put_bytes(path, whole);
  EXPECT_TRUE(cache.load("a", "1"));
}

TEST(StageCache, AFolderThatCannotBeWrittenIsKnownBeforeTheWork) {
  const std::string folder = cache_folder();
  fs::create_directories(folder);
  put_bytes(folder + "/file", "x");
  EXPECT_THROW((void)StageCache(folder + "/file").load("a", "1"), Error);
  EXPECT_THROW((void)StageCache(folder + "/file/below").load("a", "1"), Error);
}

// A result that cannot be kept is a result all the same.
TEST(StageCache, AnEntryThatCannotBeReplacedIsOnlyAWarning) {
  const std::string folder = cache_folder();
  const StageCache cache(folder);
  fs::create_directories(folder + "/a-1.stage");
  testing::internal::CaptureStderr();
  cache.store("a", "1", {{"x", 0.1}});
  EXPECT_NE(testing::internal::GetCapturedStderr().find("is not kept"), std::string::npos);
}

struct Build {
  AlignedBytes bytes;
  std::vector<std::string> lines, warnings;
  bool kept = false;
};

template <class Make>
Build build_with(const Make& make, const std::string& cache) {
  Build build;
  BuildSettings settings;
  settings.certify = false;
  settings.cache = cache;
  settings.log = [&](const std::string& line) {
    build.lines.push_back(line);
    if (line.rfind("warning: ", 0) == 0) build.warnings.push_back(line);
    build.kept = build.kept || line.find("kept from an earlier build") != std::string::npos;
  };
  build.bytes = make(settings);
  return build;
}

Build build_beam(const std::string& cache, const std::vector<std::string>& overrides = {}) {
  return build_with(
      [&](const BuildSettings& settings) {
        return build_model(
            read_definition(std::string(MORTISE_MODELS) + "/beam_wall/beam_wall.toml", overrides),
            settings);
      },
      cache);
}

// What is only baked takes the condensation as it is; another condensation is another stage.
TEST(StageCache, AChangedKeyMakesItsStageAndThoseBehindItAnew) {
  const std::string folder = cache_folder();
  const Build first = build_beam(folder);
  for (const char* baked :
       {"contact.friction=0.25", "step.size=1e-5", "law.friction_velocity=end"}) {
    const Build other = build_beam(folder, {baked});
    EXPECT_TRUE(other.kept) << baked;
    EXPECT_FALSE(same(other.bytes, first.bytes)) << baked;
    EXPECT_TRUE(same(other.bytes, build_beam("", {baked}).bytes)) << baked;
  }
  EXPECT_FALSE(build_beam(folder, {"damping.ratio=0.02"}).kept);
  EXPECT_TRUE(build_beam(folder).kept);
}

TEST(StageCache, WarningsAreSaidAgain) {
  const std::string folder = cache_folder();
  const std::vector<std::string> heavy = {"import.expected_mass=1"};  // it weighs 0.13 kg
  const Build first = build_beam(folder, heavy), second = build_beam(folder, heavy);
  EXPECT_FALSE(first.kept);
  EXPECT_TRUE(second.kept);
  ASSERT_FALSE(first.warnings.empty());
  EXPECT_EQ(first.warnings, second.warnings);
  EXPECT_TRUE(same(first.bytes, second.bytes));
}

// Wherever a kept file is damaged, the model is the same as without it.
TEST(StageCache, ADamagedStageNeverChangesAModel) {
  const std::string folder = cache_folder();
  const Build whole = build_beam(folder);
  const fs::path path = entries_with(folder, ".stage").at(0);
  const std::string bytes = bytes_in(path);
  for (std::size_t at = 5; at < bytes.size(); at += bytes.size() / 12) {
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
    put_bytes(path, flipped);
    const Build again = build_beam(folder);
    EXPECT_FALSE(again.kept) << at;
    EXPECT_TRUE(same(whole.bytes, again.bytes)) << at;
    EXPECT_TRUE(bytes_in(path) == bytes) << at;  // written anew
  }
}

// Short runs start from the model's state lifted by the shapes: these are kept, too, and made again
// where they are not.
TEST(StageCache, ShapesServeTheShortCertificateOfALaterBuild) {
  const std::string folder = cache_folder();
  const auto build = [&](const std::string& cache) {
    return build_with(
        [](BuildSettings settings) {
          settings.certify = true;
          settings.full_steps = kShortRun;
          return build_model(
              read_definition(std::string(MORTISE_MODELS) + "/beam_wall/beam_wall.toml"), settings);
        },
        cache);
  };
  const Build alone = build(""), first = build(folder);
  EXPECT_TRUE(same(alone.bytes, first.bytes));
  const auto keep_only = [&](const std::vector<std::string>& stages) {  // as if killed behind them
    std::size_t kept = 0;
    for (const fs::path& path : entries_with(folder, ".stage")) {
      const std::string name = path.filename().string();
      const auto is = [&](const std::string& stage) { return name.rfind(stage + "-", 0) == 0; };
      if (std::any_of(stages.begin(), stages.end(), is))
        ++kept;
      else
        fs::remove(path);
    }
    return kept;
  };
  ASSERT_EQ(keep_only({"condense", "shapes"}), 2U);
  const Build second = build(folder);
  EXPECT_TRUE(second.kept);
  EXPECT_TRUE(same(alone.bytes, second.bytes));
  ASSERT_EQ(keep_only({"condense"}), 1U);
  EXPECT_TRUE(same(alone.bytes, build(folder).bytes));
  EXPECT_EQ(keep_only({"condense", "shapes"}), 2U);
}

// Films keep their reduction, full runs of the certificate, and a training store.
TEST(StageCache, ADamagedFileNeverChangesAFilm) {
  const std::string folder = cache_folder();
  fs::create_directories(folder);
  const std::string definition = write_tiny_film(folder + "/tiny.toml"), cache = folder + "/kept";
  const auto build = [&] {
    return build_with(
        [&](BuildSettings settings) {
          settings.certify = true;
          return build_model(read_definition(definition), settings);
        },
        cache);
  };
  const Build whole = build();
  std::vector<fs::path> kept = entries_with(cache, ".stage");
  EXPECT_EQ(kept.size(), 5u);  // the reduced film, its reference with three steps, what was found
  for (const fs::path& path : entries_with(cache, ".h5")) kept.push_back(path);
  EXPECT_EQ(kept.size(), 6u);
  for (const fs::path& path : kept) {
    const std::string bytes = bytes_in(path);
    std::string flipped = bytes;
    flipped[bytes.size() / 2] = static_cast<char>(flipped[bytes.size() / 2] ^ 0x10);
    put_bytes(path, flipped);
    // only read if what was made of it is gone
    const bool training = path.extension() == ".h5";
    const bool reference = path.filename().string().rfind("reference-", 0) == 0;
    for (const fs::path& stage : entries_with(cache, ".stage")) {
      const bool found = stage.filename().string().rfind("certify-", 0) == 0;
      if (training || (reference && found)) fs::remove(stage);
    }
    const Build again = build();
    EXPECT_TRUE(same(whole.bytes, again.bytes)) << path;
    EXPECT_TRUE(bytes_in(path) == bytes) << path;
  }
}

}  // namespace
}  // namespace mortise::gen
