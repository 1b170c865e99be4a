// From the definition of a film to a model file with its certificate.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "generator/bake/play/instance.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/certify/certify_film.hpp"
#include "generator/judge/certify/verdict.hpp"
#include "generator/tool/pipeline/build.hpp"
#include "mortise_generated.h"
#include "tests/generator/tool/pipeline/same_bytes.hpp"
#include "tiny_film.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

std::string scratch_file(const std::string& name) {
  const fs::path folder = fs::path(testing::TempDir()) / "build_film";
  fs::create_directories(folder);
  return (folder / name).string();
}

Definition tiny_film(const std::vector<std::string>& overrides = {}) {
  return read_definition(write_tiny_film(scratch_file("tiny_film.toml")), overrides);
}

TEST(BuildFilm, StagesAreKeptAndGiveTheSameFile) {
  const std::string cache = scratch_file("cache");
  fs::remove_all(cache);
  BuildSettings settings;
  settings.cache = cache;
  std::vector<std::string> lines;
  settings.log = [&](const std::string& line) { lines.push_back(line); };
  const auto kept = [&] {
    return std::count(lines.begin(), lines.end(), "reduce    kept from an earlier build");
  };
  const AlignedBytes first = build_model(tiny_film(), settings);
  EXPECT_EQ(kept(), 0);
  const AlignedBytes again = build_model(tiny_film(), settings);
  EXPECT_EQ(kept(), 1);
  EXPECT_TRUE(same(first, again));
  // the hold is only baked; the number of shapes and the scalar, whose blocks the rows fill, are
  // not
  const Instance held(build_model(tiny_film({"reduce.hold=zero_order"}), settings), "held");
  EXPECT_EQ(kept(), 2);
  const Instance floats(build_model(tiny_film({"reduce.scalar=float32"}), settings), "floats");
  EXPECT_EQ(kept(), 2);
  EXPECT_EQ(floats.model().view().film.scalar, 4);
  EXPECT_EQ(floats.model().view().film.bases[0].rows % 16, 0u);
  const Instance fewer(build_model(tiny_film({"reduce.modes=12"}), settings), "fewer");
  EXPECT_EQ(kept(), 2);
  EXPECT_EQ(fewer.model().view().film.bases[0].modes, 12u);
  fs::remove_all(cache);
  EXPECT_TRUE(same(first, build_model(tiny_film(), {})));
}

// It has crashed where no step fits into a run of training.
TEST(BuildFilm, CarriedStepsMustFitIntoTheRunsOfTraining) {
  const auto build = [](const std::string& step) {
    build_model(tiny_film({"reduce.method=transported", "reduce.modes=[3,4]", "reduce.samples=12",
                           "reduce.points=12", "reduce.step=" + step}),
                {});
  };
  for (const char* step : {"0.37", "4e-5"}) {
    try {
      build(step);
      FAIL() << step;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("reduce.step"), std::string::npos) << error.what();
    }
  }
}

TEST(BuildFilm, CertificateIsOfTheHeldOutScenario) {
  const Instance model(build_model(tiny_film(), {}), "tiny");
  const auto* c = model.model().root()->certificate();
  ASSERT_NE(c, nullptr);
  ASSERT_EQ(c->errors()->size(), 1u);
  const auto* e = c->errors()->Get(0);
  EXPECT_EQ(e->scenario()->str(), "swell");
  EXPECT_TRUE(e->touched());
  // stored scenarios and the certificate are checked again from the file alone
  const CertificateOptions now = certify_film(tiny_film(), model.bytes(), {"swell", 1, {}});
  EXPECT_TRUE(shortcomings(now).empty());
  ASSERT_EQ(e->measured()->size(), 4u) << "a rolling contact does not rebound";
  for (const auto* stored : *e->measured()) {
    const auto m = static_cast<Measure>(stored->measure());
    EXPECT_EQ(now.errors[0].total[m], stored->total().value());
    EXPECT_LE(stored->total().value(),
              1.0001 * (stored->reduction().value() + stored->step().value()));
    EXPECT_LE(stored->reference().value(), kReferenceShare * now.limits[m].value());
    if (m == Measure::force) {
      EXPECT_LT(stored->total().value(), 1e-3) << "the load is prescribed";
      continue;
    }
    EXPECT_GT(stored->reduction().value(), 1e-6) << "something is reduced";
    EXPECT_LT(stored->total().value(), 0.05);
    EXPECT_EQ(now.limits[m].value(), 0.1);
  }
  ASSERT_TRUE(e->reference_step());
  EXPECT_LE(e->reference_step().value(), 1.1e-7) << "half the model's step at most";
}

// What starves the full film as well shows in no error.
TEST(BuildFilm, CertificateWarnsOfAStarvedFilm) {
  const Definition near = tiny_film({"grid.extent=[-1.6, 1.8]", "grid.points=35"});
  const Definition far = tiny_film({"grid.extent=[-8, 1.8]", "grid.points=99"});
  const Instance starved(build_model(near, {}), "starved"), flooded(build_model(far, {}), "far");
  EXPECT_EQ(flooded.model().root()->certificate()->warnings(), nullptr);
  const auto* warnings = starved.model().root()->certificate()->warnings();
  ASSERT_NE(warnings, nullptr);
  ASSERT_EQ(warnings->size(), 1u);
  // lowest load and highest speed of [train] and of what is held out
  const std::string text = warnings->Get(0)->str();
  EXPECT_NE(text.find("3.277e+05 N/m and 32 m/s"), std::string::npos) << text;
  EXPECT_NE(text.find("grid.extent begins too near"), std::string::npos) << text;
  const std::vector<std::string> told =
      warnings_of(certify_film(near, starved.bytes(), {"swell", 1, {}}));
  EXPECT_EQ(std::count(told.begin(), told.end(), text), 1);
}

TEST(BuildFilm, ChosenExtentIsThatOfAGivenOne) {
  std::vector<std::string> lines;
  BuildSettings settings;
  settings.certify = false;
  settings.log = [&](const std::string& line) { lines.push_back(line); };
  const AlignedBytes chosen =
      build_model(tiny_film({"grid.extent=auto", "grid.points=99"}), settings);
  const std::string head = "notice: grid.extent = \"auto\": ";
  const auto said = std::find_if(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.compare(0, head.size(), head) == 0;
  });
  ASSERT_NE(said, lines.end());
  const std::string extent =
      said->substr(head.size(), said->find(" b ", head.size()) - head.size());
  EXPECT_TRUE(
      same(chosen, build_model(tiny_film({"grid.extent=" + extent, "grid.points=99"}), settings)))
      << extent;
}

TEST(BuildFilm, WhatIsMissingIsNamed) {
  const std::string text = kTinyFilm;
  const auto message = [&](const std::string& without) {
    std::string shorter = text;
    const auto from = shorter.find(without), to = shorter.find("\n[", from + 1);
    shorter.erase(from, to - from + 1);
    const std::string path = write_tiny_film(scratch_file("shorter.toml"), shorter);
    try {
      (void)build_model(read_definition(path), {});
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(message("[train]").find("there is no [train]"), std::string::npos)
      << message("[train]");
  EXPECT_NE(message("[reduce]").find("there is no [reduce]"), std::string::npos)
      << message("[reduce]");
}

}  // namespace
}  // namespace mortise::gen
