#include "generator/reduce/film/input_ranges.hpp"

#include "generator/contact/film/load_history.hpp"
#include "generator/ground/numbers/constants.hpp"

namespace mortise::gen {
namespace {

ReducedFilm::Input input_over(const char* name, const char* unit, const Vector& trained,
                              double margin, double default_value) {
  ReducedFilm::Input input;
  input.name = name;
  input.unit = unit;
  input.default_value = default_value;
  input.trained_minimum = trained.minCoeff();
  input.trained_maximum = trained.maxCoeff();
  const double beyond = margin * (input.trained_maximum - input.trained_minimum);
  input.minimum = input.trained_minimum - beyond;
  input.maximum = input.trained_maximum + beyond;
  return input;
}

}  // namespace

double reduced_load(double load, double frame) { return 0.5 * kPi * load / (frame * frame); }

void add_inputs(const FilmContactSpec& d, const FilmSnapshots& s, ReducedFilm* film) {
  const double margin = d.reduce->margin, time = film->problem.scales.time;
  if (film->problem.loaded) {
    const double w = d.load.reference;
    film->inputs.push_back(
        input_over("load", "N/m", w * s.load, margin, w * LoadHistory(d.load).value(0.0)));
    film->inputs.push_back(
        input_over("entrainment", "m/s", d.reference_speed * s.speed, margin, d.entrainment));
    film->load_slope = (1.0 + margin) * w / time * s.largest_slope;
  } else {
    film->inputs.push_back(
        input_over("acceleration", "m/s2", s.acceleration, margin, d.impact.acceleration));
  }
  film->inputs.push_back(input_over("viscosity_factor", "-", s.viscosity_factor, margin, 1.0));
}

}  // namespace mortise::gen
