// Rolling films at rest between bodies that bear them.
#include "generator/contact/film/resting_film.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "generator/ground/text/error.hpp"
#include "tests/generator/reduce/film/small_film.hpp"

namespace mortise::gen {
namespace {

FilmCase rolling() {
  FilmCase film = small_film("line_shock", 161, {"grid.extent=[-6.0, 3.0]", "grid.refine=[]"});
  film.load.rest_distance = film.reduced_radius;
  return film;
}

TEST(RestingFilm, ForceAndOpeningAreEachOthersInverse) {
  const FilmCase film = rolling();
  const RestingFilm resting(film, 0.01, 2e-6);
  double before = 1e300;
  for (const double share : {0.3, 0.6, 1.0, 1.4}) {
    const double force = share * resting.reference_force(), opening = resting.opening(force);
    EXPECT_LT(opening, before) << "it opens as it holds less";
    before = opening;
    const auto found = resting.at(opening);
    ASSERT_TRUE(found.has_value());
    EXPECT_NEAR(found->force, force, 1e-6 * force);
  }
  EXPECT_FALSE(resting.at(1e-3).has_value());
  EXPECT_THROW(resting.opening(-1.0), Error);
}

// Deflections are counted from where half-spaces rest: of a load w [N/m] a distance e times as far
// adds 2 w / (pi E') of them (ln of the kernel), and a clearance is none of the film's.
TEST(RestingFilm, OpensLessTheFurtherItsBodiesRest) {
  FilmCase film = rolling();
  const double load = 0.8 * film.load.reference;
  const double near = RestingFilm(film, 0.01, 0.0).opening(0.01 * load);
  film.load.rest_distance *= std::exp(1.0);
  const double far = RestingFilm(film, 0.01, 0.0).opening(0.01 * load);
  const double modulus = film_scales(film).modulus;
  const double more = 4.0 * load / (std::acos(-1.0) * modulus);
  EXPECT_NEAR(near - far, more, 1e-9 * more);
  EXPECT_NEAR(RestingFilm(film, 0.01, 3e-6).opening(0.01 * load), far - 3e-6, 1e-15);
}

TEST(RestingFilm, FilmsThatStandInDescendInLoad) {
  const std::vector<SteadyBearing> films = steady_bearings(rolling(), 0.6, 1.1);
  ASSERT_GE(films.size(), 10u);
  for (std::size_t k = 1; k < films.size(); ++k) {
    EXPECT_GT(films[k].opening, films[k - 1].opening);
    EXPECT_LT(films[k].share, films[k - 1].share);
    EXPECT_LT(films[k].central_pressure, films[k - 1].central_pressure);
    EXPECT_LE(films[k].minimum_gap, films[k].central_gap);
  }
}

}  // namespace
}  // namespace mortise::gen
