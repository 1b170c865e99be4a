#include "generator/reduce/film/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/contact/film/load_history.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/reduce/film/reduce_film.hpp"
#include "generator/simulate/film/simulate.hpp"

namespace mortise::gen {
namespace {

constexpr double kMostAtRest = 0.015;  // error of the central and the smallest gap of a steady film

// Steady films at one load and speed, over the references; the viscosity factor acts on a steady
// film as the speed does.
class SteadyComparison {
 public:
  SteadyComparison(const FilmCase& definition, const ReducedFilm& film)
      : full_(reducible(definition)), film_(film) {}

  // Larger one of the relative errors of both gaps; 1 if either model has no steady film.
  double error(double load, double speed) const {
    const FilmProblemData& p = film_.problem;
    try {
      const Vector gap = p.scales.film * steady_film_of(film_, film_.initial, load, speed).gap;
      const FilmSteady truth = steady_film(at_rest(full_, load, speed * full_.reference_speed));
      return std::max(std::abs(problem_grid(p).central(gap) / truth.h_central - 1.0),
                      std::abs(gap.minCoeff() / truth.h_min - 1.0));
    } catch (const Error&) {
      return 1.0;
    }
  }

 private:
  FilmCase full_;
  const ReducedFilm& film_;
};

void accept(double margin, ReducedFilm* film) {
  for (ReducedFilm::Input& in : film->inputs) {
    const double beyond = margin * (in.trained_maximum - in.trained_minimum);
    in.minimum = in.trained_minimum - beyond;
    in.maximum = in.trained_maximum + beyond;
  }
}

// Largest error at the corners of what the film accepts.
double worst_corner(const SteadyComparison& steady, const ReducedFilm& film) {
  double low[2] = {1.0, 1.0}, high[2] = {1.0, 1.0};  // load; speed times viscosity factor
  const auto widen = [&](int axis, const char* name, double unit) {
    const ReducedFilm::Input* in = film.find(name);
    if (in == nullptr) return;
    low[axis] *= in->minimum / unit;
    high[axis] *= in->maximum / unit;
  };
  widen(0, "load", film.problem.scales.load);
  widen(1, "entrainment", film.problem.speed_reference);
  widen(1, "viscosity_factor", 1.0);
  double worst = 0.0;
  for (const double load : {low[0], high[0]}) {
    for (const double speed : {low[1], high[1]}) {
      worst = std::max(worst, speed > 0.0 ? steady.error(load, speed) : 1.0);
      if (worst > kMostAtRest) return worst;
    }
  }
  return worst;
}

}  // namespace

double standard_acceleration(const FilmCase& d) {
  return d.carried() ? d.load.reference / d.load.mass * LoadHistory(d.load).value(0.0)
                     : d.impact.acceleration;
}

double reduced_load(double load, double frame) { return 0.5 * kPi * load / (frame * frame); }

void add_inputs(const FilmContactSpec& d, const FilmSnapshots& s, ReducedFilm* film) {
  const double margin = d.reduce->margin, time = film->problem.scales.time;
  const auto add = [&](const char* name, const char* unit, const Vector& trained, double standard) {
    film->inputs.push_back(
        {name, unit, 0.0, 0.0, standard, trained.minCoeff(), trained.maxCoeff()});
  };
  if (film->problem.loaded) {
    const double w = d.load.reference;
    add("load", "N/m", w * s.load, w * LoadHistory(d.load).value(0.0));
    add("entrainment", "m/s", d.reference_speed * s.speed, d.entrainment);
    film->load_slope = (1.0 + margin) * w / time * s.largest_slope;
  } else {
    add("acceleration", "m/s2", s.acceleration, standard_acceleration(d));
    if (film->problem.speed_reference > 0.0)
      add("entrainment", "m/s", d.reference_speed * s.speed, d.entrainment);
  }
  add("viscosity_factor", "-", s.viscosity_factor, 1.0);
  accept(margin, film);
}

void narrow_inputs(const FilmContactSpec& definition, ReducedFilm* film) {
  const double margin = definition.reduce->margin;
  if (!film->problem.loaded || !(film->problem.speed_reference > 0.0) || !(margin > 0.0)) return;
  const SteadyComparison steady(definition, *film);
  double kept = 0.0;
  for (const double share : kMarginShares) {
    accept(share * margin, film);
    if (worst_corner(steady, *film) > kMostAtRest) continue;
    kept = share * margin;
    break;
  }
  accept(kept, film);
  film->findings.push_back(fmt::format(
      "inputs are accepted {:.3g} % of their trained width beyond it{}", 100.0 * kept,
      kept < margin
          ? ", not as far as reduce.margin: steady films beyond are off by more than 1.5 %"
          : ""));
}

}  // namespace mortise::gen
