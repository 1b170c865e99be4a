// Films whose grid begins too near: found from the film itself, and told with where it must begin.
#include <cmath>
#include <fstream>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/contact/film/inlet.hpp"
#include "tests/generator/simulate/film/film_models.hpp"

namespace mortise::gen {
namespace {

// A roller in cold oil, 12 nodes each half-width, from `start` half-widths before the contact on.
FilmCase thick_oil(int start) {
  const std::string path = ::testing::TempDir() + "thick_oil.toml";
  std::ofstream(path) << R"(
name = "thick_oil"
duration = 1e-4
[film]
kind = "line"
[lubricant]
viscosity = 0.25
pressure_coefficient = 1.8e-8
viscosity_law = "barus"
[grid]
points = )" << 12 * (2 - start) + 1
                      << "\nextent = [" << start << R"(.0, 2.0]
[load]
reference = 3e5
base = 1.0
[speed]
entrainment = 16.0
[bodies]
radius = 0.03
[bodies.lower]
E = 210e9
nu = 0.3
[bodies.upper]
E = 210e9
nu = 0.3
[step]
size = 1e-5
)";
  return *read_definition(path).film;
}

InletFlow inlet_of(const FilmCase& d, const FilmSteady& film) {
  return inlet_flow(film.profile, film_scales(d).radius);
}

TEST(FilmInlet, StarvedFilmIsTold) {
  const FilmCase near = thick_oil(-4), far = thick_oil(-24);
  const FilmSteady starved = steady_film(near), flooded = steady_film(far);
  const double thinner = 1.0 - starved.h_min / flooded.h_min;
  EXPECT_GT(thinner, 0.1);
  EXPECT_NEAR(inlet_of(near, starved).missing, thinner, 0.2 * thinner);
  EXPECT_NE(starved.starved.find("grid.extent begins too near"), std::string::npos);
  EXPECT_LT(inlet_of(far, flooded).missing, kMissingInlet);
  EXPECT_EQ(flooded.starved, "");
}

// What is told as needed is enough.
TEST(FilmInlet, NeededExtentIsFlooded) {
  const FilmCase near = thick_oil(-4);
  const double needed = inlet_of(near, steady_film(near)).needed / film_scales(near).length;
  const FilmCase there = thick_oil(static_cast<int>(std::floor(needed)));
  EXPECT_LT(inlet_of(there, steady_film(there)).missing, kMissingInlet);
}

// Surfaces that run the other way take in oil at the other end.
TEST(FilmInlet, ReversedEntrainmentStarvesTheOtherEnd) {
  const FilmCase near = thick_oil(-4);
  FilmCase reversed = near;
  reversed.entrainment = -near.entrainment;
  reversed.grid.start = -near.grid.end;
  reversed.grid.end = -near.grid.start;
  const FilmSteady forward = steady_film(near), back = steady_film(reversed);
  EXPECT_NEAR(back.h_min, forward.h_min, 1e-6 * forward.h_min);
  EXPECT_NEAR(back.extent.missing, forward.extent.missing, 1e-6);
  EXPECT_EQ(back.extent.start, -forward.extent.end);
  EXPECT_EQ(back.extent.end, -forward.extent.start);
  EXPECT_NE(back.starved.find("grid.extent ends too near"), std::string::npos) << back.starved;
  reversed.grid.end = 24.0;
  reversed.grid.points = 12 * 26 + 1;
  EXPECT_EQ(steady_film(reversed).starved, "");
}

// What would be enough at the end from which nothing comes is not.
TEST(FilmInlet, RoomBehindTheContactFloodsNothing) {
  FilmCase reversed = thick_oil(-24);
  reversed.entrainment = -reversed.entrainment;
  EXPECT_NE(steady_film(reversed).starved.find("ends too near"), std::string::npos);
}

// In a frame that moves with the load the extent counts in its half-widths.
TEST(FilmInlet, ExtentCountsInHalfWidthsOfTheLoad) {
  FilmCase fixed = thick_oil(-4), scaled = fixed;
  fixed.load.base = scaled.load.base = 0.25;
  fixed.grid.start = -2.0;
  fixed.grid.end = 1.0;
  scaled.grid.frame = FilmFrame::load_scaled;
  const FilmSteady a = steady_film(fixed), b = steady_film(scaled);
  EXPECT_NEAR(b.extent.inlet, -4.0, 1e-12);
  EXPECT_NEAR(a.extent.missing, b.extent.missing, 1e-3);
  EXPECT_NEAR(b.extent.start, 2.0 * a.extent.start, 2.0);
}

TEST(FilmInlet, FullRunTellsItOnce) {
  FilmCase near = thick_oil(-4), far = thick_oil(-24);
  near.entrainment_over_time = {{0.0, 5e-5}, {16.0, 8.0}};
  std::vector<std::string> of_near, of_far;
  (void)simulate_film(near, {}, &of_near);
  (void)simulate_film(far, {}, &of_far);
  ASSERT_EQ(of_near.size(), 1u);
  EXPECT_NE(of_near[0].find("begins too near"), std::string::npos) << of_near[0];
  EXPECT_TRUE(of_far.empty());
}

// Where no flow enters there is nothing to starve.
TEST(FilmInlet, UnpressedFilmMissesNothing) {
  FilmProfile film;
  film.x = Vector::LinSpaced(5, -2.0, 2.0);
  film.pressure = Vector::Zero(5);
  film.gap = Vector::Ones(5);
  EXPECT_EQ(inlet_flow(film, 1.0).missing, 0.0);
}

}  // namespace
}  // namespace mortise::gen
