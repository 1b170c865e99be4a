// grid.extent = "auto": films that are flooded wherever they run, and what is said where none is.
#include "generator/reduce/film/choose_extent.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/conditions.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/simulate/film/simulate.hpp"
#include "tests/generator/tool/pipeline/tiny_film.hpp"

namespace mortise::gen {
namespace {

// The tiny film in cold oil.
Definition cold(std::vector<std::string> overrides) {
  overrides.insert(overrides.begin(), {"lubricant.viscosity=0.4", "grid.points=201"});
  const std::string path = write_tiny_film(testing::TempDir() + "cold_film.toml");
  Definition definition = read_definition(path, overrides);
  choose_extents(&definition);
  return definition;
}

std::string refusal(const std::vector<std::string>& overrides) {
  try {
    (void)cold(overrides);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(ChooseExtent, FilmIsFloodedWhereverItRuns) {
  const Definition chosen = cold({"grid.extent=auto"});
  const FilmContactSpec& film = *chosen.film;
  EXPECT_FALSE(film.grid.automatic);
  EXPECT_LT(film.grid.start, -4.0);
  // the corner that asks for most: lowest load, highest speed, as far as inputs are accepted
  const double load = 0.6 - 0.25 * 0.4, speed = 32.0 + 0.25 * 4.0;
  const FilmSteady steady = steady_film(at_rest(reducible(film), load, speed));
  EXPECT_LT(steady.extent.missing, kMissingInlet);
  EXPECT_EQ(starved_in(film, {trained_conditions(film, 0.25)}), "");
  // of what a near inlet is off by, hardly anything is left
  FilmContactSpec near = film, wide = film;
  near.grid.start = -4.0;
  near.grid.end = 2.0;
  near.grid.points = 81;
  wide.grid.start *= 3.0;
  wide.grid.end *= 2.0;
  wide.grid.points *= 2;
  const FilmSteady far = steady_film(at_rest(reducible(wide), load, speed));
  const FilmSteady thin = steady_film(at_rest(reducible(near), load, speed));
  const auto off = [&](double FilmSteady::*value) {
    return std::abs(steady.*value - far.*value) / std::abs(thin.*value - far.*value);
  };
  EXPECT_NEAR(steady.h_central, far.h_central, 0.03 * far.h_central);
  EXPECT_LT(off(&FilmSteady::h_central), 0.1);
  EXPECT_LT(off(&FilmSteady::p_central), 0.1);
}

TEST(ChooseExtent, ScenariosAndSpeedsCount) {
  const Definition few = cold({"grid.extent=auto"});
  const Definition more = cold({"grid.extent=auto", "scenarios.smooth.viscosity_factor=3"});
  EXPECT_LT(more.film->grid.start, few.film->grid.start);
}

// It is told, and from then on a setting like one that was given.
TEST(ChooseExtent, StandsAsIfGiven) {
  const Definition chosen = cold({"grid.extent=auto"});
  const auto setting = std::find_if(chosen.settings.begin(), chosen.settings.end(),
                                    [](const auto& s) { return s.key == "grid.extent"; });
  ASSERT_NE(setting, chosen.settings.end());
  const Definition given = cold({"grid.extent=" + setting->value});
  EXPECT_EQ(given.film->grid.start, chosen.film->grid.start);
  EXPECT_EQ(given.film->grid.end, chosen.film->grid.end);
  const auto same = std::find_if(given.settings.begin(), given.settings.end(),
                                 [](const auto& s) { return s.key == "grid.extent"; });
  EXPECT_EQ(same->value, setting->value);
  ASSERT_EQ(chosen.notices.size(), given.notices.size() + 1);
  EXPECT_NE(chosen.notices.back().find(setting->value), std::string::npos);
}

TEST(ChooseExtent, WhatCannotBeFoundIsRefused) {
  const std::string few = refusal({"grid.extent=auto", "grid.points=41"});
  EXPECT_NE(few.find("remedy: raise grid.points"), std::string::npos) << few;
  const std::string still = refusal(
      {"grid.extent=auto", "speed.entrainment=0", "speed.reference=30", "train.entrainment=0"});
  EXPECT_NE(still.find("nothing is entrained"), std::string::npos) << still;
  EXPECT_NE(still.find("remedy: give grid.extent"), std::string::npos) << still;
}

TEST(ChooseExtent, UnchosenExtentIsNoGrid) {
  const std::string path = write_tiny_film(testing::TempDir() + "open_film.toml");
  EXPECT_THROW((void)steady_film(*read_definition(path, {"grid.extent=auto"}).film), Error);
}

}  // namespace
}  // namespace mortise::gen
