#include <cmath>
#include <vector>

#include "generator/bake/film/film_basis.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// Steady films stand in beyond these shares of the smallest and the largest load in training.
constexpr double kLeast = 0.75, kMost = 1.25;

std::uint32_t add_rows(const std::vector<Vector>& rows, const char* what, FilmNumbers* numbers) {
  std::vector<double> values;
  for (const Vector& row : rows) {
    values.insert(values.end(), row.begin(), row.end());
    values.resize((values.size() + 7) / 8 * 8, 0.0);
  }
  return numbers->add_float64(values, what);
}

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
  out.open = add_rows({p.modes.shapes.row(0)}, "open", numbers);
  out.push = add_rows({p.modes.excitation.rowwise().sum() / p.weights.sum()}, "push", numbers);
  const std::vector<Vector> steady = steady_rows(film);
  out.steady = static_cast<std::uint32_t>(steady[0].size());
  out.steady_films = add_rows(steady, "steady_films", numbers);
  out.clearance = film.on_bodies->clearance;
  out.datum = film.on_bodies->datum;
  out.trained_least = load->trained_minimum / p.scales.load;
  out.trained_most = load->trained_maximum / p.scales.load;
  out.least = kLeast * out.trained_least;
  out.most = kMost * out.trained_most;
  return out;
}

}  // namespace mortise::gen
