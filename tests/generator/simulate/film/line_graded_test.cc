// Line contacts on graded grids: convergence, and few nodes where many equidistant ones stood.
#include <cmath>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/simulate/film/film_models.hpp"

namespace mortise::gen {
namespace {

// Closer at the inlet, where the film is decided, and at the outlet, where it is thinnest.
constexpr const char* kRefinement = "grid.refine=[-1.1, 3, 0.6, 0.85, 12, 0.15]";

std::vector<std::string> graded(int points, bool refined) {
  std::vector<std::string> settings = {"load.base=1", "load.step=0", "load.rise=[]", "load.fall=[]",
                                       "grid.points=" + std::to_string(points)};
  if (refined) settings.emplace_back(kRefinement);
  return settings;
}

double central(int points, bool refined) {
  const FilmContactSpec d = film_model("line_shock", graded(points, refined));
  return steady_film(d).h_central / film_scales(d).film;
}

// H_c 0.09301 is the limit of equidistant grids (Richardson from 501 and 1001 nodes).
TEST(LineGraded, ConvergesWithOrderTwoToTheSameFilm) {
  const double coarse = central(101, true), middle = central(201, true), fine = central(401, true);
  EXPECT_NEAR(std::log2((middle - coarse) / (fine - middle)), 2.0, 0.2);
  EXPECT_NEAR(fine + (fine - middle) / 3.0, 0.09301, 3e-5);
}

// Places found by a search for 90 nodes: an even grid of that size errs by more than 10 %.
TEST(LineGraded, WellPlacedNodesAreWorthManyEvenOnes) {
  const auto error = [](bool placed) {
    std::vector<std::string> settings = graded(90, false);
    settings.emplace_back("grid.frame=load_scaled");
    if (placed) {
      settings.emplace_back(
          "grid.refine=[-1.1654, 15.02, 0.1969, 0.7487, 0.7685, 0.2529, 0.9006, 10.6, 0.0292]");
    }
    const FilmContactSpec d = film_model("line_shock", settings);
    return std::abs(steady_film(d).h_central / film_scales(d).film / 0.09301 - 1.0);
  };
  EXPECT_GT(error(false), 0.1);
  EXPECT_LT(error(true), 0.015);
}

TEST(LineGraded, RefusesIncompletePlaces) {
  for (const char* bad :
       {"grid.refine=[1, 2]", "grid.refine=[1, -1, 1]", "grid.refine=[1, 1, 0]"}) {
    EXPECT_THROW(film_model("line_shock", {bad}), Error) << bad;
  }
  const FilmContactSpec d = film_model("line_shock", {kRefinement});
  ASSERT_EQ(d.grid.refine.size(), 2U);
  EXPECT_EQ(d.grid.refine[1].at, 0.85);
  EXPECT_EQ(d.grid.refine[1].factor, 12.0);
  EXPECT_EQ(d.grid.refine[1].width, 0.15);
}

}  // namespace
}  // namespace mortise::gen
