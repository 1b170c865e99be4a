#include <cmath>
#include <vector>

#include "generator/bake/film/film_basis.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// A film that bodies bear leaves them below this share of the smallest load in training, and its
// frame goes up to this share of the largest.
constexpr double kLeaves = 0.75, kMostFrame = 1.25;

std::uint32_t add_row(const Vector& row, const char* what, FilmNumbers* numbers) {
  std::vector<double> values(row.begin(), row.end());
  values.resize((values.size() + 7) / 8 * 8, 0.0);
  return numbers->add_float64(values, what);
}

}  // namespace

FilmOnBodies pack_on_bodies(const ReducedFilm& film, FilmNumbers* numbers) {
  const FilmProblemData& p = film.problem;
  const ReducedFilm::Input* load = film.find("load");
  demand(load != nullptr && load->trained_minimum > 0.0, "film.inputs",
         "a film that bodies bear knows no load of its training", "this is a defect");
  FilmOnBodies out{};
  out.open = add_row(p.modes.shapes.row(0), "open", numbers);
  out.push = add_row(p.modes.excitation.rowwise().sum() / p.weights.sum(), "push", numbers);
  out.clearance = film.on_bodies->clearance;
  out.datum = film.on_bodies->datum;
  out.frame = std::sqrt(load->default_value / p.scales.load);
  out.trained_least = load->trained_minimum / p.scales.load;
  out.trained_most = load->trained_maximum / p.scales.load;
  out.least = kLeaves * out.trained_least;
  out.most = kMostFrame * out.trained_most;
  return out;
}

}  // namespace mortise::gen
