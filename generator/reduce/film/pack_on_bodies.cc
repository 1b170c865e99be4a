#include <cmath>
#include <vector>

#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/film_arrays.hpp"

namespace mortise::gen {
namespace {

// Steady films stand in beyond these shares of the smallest and the largest load in training.
constexpr double kLeastShare = 0.75, kMostShare = 1.25;

// Dimensionless, the stiffest first, and behind the softest one that holds nothing: it opens on
// along the last two.
std::vector<Vector> steady_rows(const ReducedFilm& film) {
  const FilmScales& s = film.problem.scales;
  const std::vector<SteadyBearing>& films = film.on_bodies->steady;
  const auto count = static_cast<Eigen::Index>(films.size());
  demand(count >= 2, "film.on_bodies", "a film that bodies bear has no steady films",
         "this is a defect");
  std::vector<Vector> rows(5, Vector(count + 1));
  for (Eigen::Index k = 0; k < count; ++k) {
    const SteadyBearing& f = films[static_cast<std::size_t>(k)];
    rows[0][k] = f.opening / s.film;
    rows[1][k] = 0.5 * kPi * f.share;
    rows[2][k] = f.central_pressure / s.pressure;
    rows[3][k] = f.central_gap / s.film;
    rows[4][k] = film.transport.gap_scale * f.minimum_gap / s.film;
  }
  const double slope =
      (rows[1][count - 1] - rows[1][count - 2]) / (rows[0][count - 1] - rows[0][count - 2]);
  const double way = -rows[1][count - 1] / slope;
  rows[0][count] = rows[0][count - 1] + way;
  rows[1][count] = rows[2][count] = 0.0;
  for (const std::size_t gap : {3, 4}) rows[gap][count] = rows[gap][count - 1] + way;
  return rows;
}

}  // namespace

FilmOnBodies pack_on_bodies(const ReducedFilm& film, FilmNumbers* numbers) {
  const FilmProblemData& p = film.problem;
  const ReducedFilm::Input* load = film.find("load");
  demand(load != nullptr && load->trained_minimum > 0.0, "film.inputs",
         "a film that bodies bear knows no load of its training", "this is a defect");
  FilmOnBodies out{};
  out.open = numbers->add_modal({p.modes.shapes.row(0)}, "open");
  out.push = numbers->add_modal({p.modes.excitation.rowwise().sum() / p.weights.sum()}, "push");
  const std::vector<Vector> steady = steady_rows(film);
  out.steady = static_cast<std::uint32_t>(steady[0].size());
  out.steady_films = numbers->add_modal(steady, "steady_films");
  out.clearance = film.on_bodies->clearance;
  out.datum = film.on_bodies->datum;
  out.trained_least = load->trained_minimum / p.scales.load;
  out.trained_most = load->trained_maximum / p.scales.load;
  out.least = kLeastShare * out.trained_least;
  out.most = kMostShare * out.trained_most;
  return out;
}

}  // namespace mortise::gen
