// Well placed nodes for a coarse film.
#include "generator/compare/grid_search.hpp"

#include <cmath>

#include "generator/compare/random_search.hpp"
#include "generator/compare/smallest_gap.hpp"
#include "generator/error.hpp"
#include "tests/generator/ehd/film_models.hpp"

namespace mortise::gen {
namespace {

TEST(RandomSearch, FindsTheBottomOfARoughValley) {
  const auto valley = [](const std::vector<double>& v) {
    return std::abs(v[0] - 3.0) + 20.0 * std::abs(v[1] + 1.0 - 0.3 * v[0]);
  };
  const std::vector<double> found = random_search(valley, {0.0, 0.0}, {1.0, 1.0}, 2000);
  EXPECT_NEAR(found[0], 3.0, 0.05);
  EXPECT_NEAR(found[1], -0.1, 0.05);
  EXPECT_EQ(found, random_search(valley, {0.0, 0.0}, {1.0, 1.0}, 2000));
}

TEST(SmallestGap, IsThatOfAParabolaOnAnyNodes) {
  Vector x(6), H(6);
  x << -1.0, -0.2, 0.1, 0.7, 0.9, 2.0;
  H = (x.array() - 0.43).square() + 0.25;
  EXPECT_NEAR(smallest_gap(x, H), 0.25, 1e-14);
  EXPECT_EQ(smallest_gap(x, x), -1.0);
}

FilmDefinition coarse_shock() {
  return film_model("line_shock", {"grid.points=401", "grid.frame=load_scaled"});
}

TEST(GridSearch, PlacesNodesWhereTheyCountMost) {
  GridSearch search;
  search.points = 48;
  search.loads = {0.6667, 1.0};
  search.trials = 300;
  const GridChoice choice = search_grid(coarse_shock(), search);
  EXPECT_EQ(choice.refine.size(), 3U);
  EXPECT_LT(choice.error, 0.5 * choice.even_error);
  EXPECT_LE(choice.error, choice.start_error);
  EXPECT_GT(choice.films, 600);
  // going on with the same error cannot make it worse
  const auto narrower = [](const std::vector<GridRefinement>& places) { return places[0].width; };
  const std::vector<GridRefinement> further = improve_refinements(choice.refine, 30, narrower);
  EXPECT_LT(further[0].width, choice.refine[0].width);
}

TEST(GridSearch, RefusesOtherFilms) {
  GridSearch search;
  search.points = 48;
  search.loads = {1.0};
  EXPECT_THROW(search_grid(film_model("sphere_impact"), search), Error);
  search.points = 4;
  EXPECT_THROW(search_grid(coarse_shock(), search), Error);
  search.points = 48;
  search.loads.clear();
  EXPECT_THROW(search_grid(coarse_shock(), search), Error);
}

}  // namespace
}  // namespace mortise::gen
