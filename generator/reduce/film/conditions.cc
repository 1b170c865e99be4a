#include "generator/reduce/film/conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/contact/film/load_history.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/inputs.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/simulate/film/simulate.hpp"

namespace mortise::gen {
namespace {

double largest(double alone, const Corners& over_time) {
  double value = alone;
  for (const double corner : over_time.values)
    if (std::abs(corner) > std::abs(value)) value = corner;
  return value;
}

// How far an inlet reaches in the unit of its grid, but for a factor: sqrt(h), h ~ u^0.7 w^-0.13
// (Dowson and Higginson), over the half-width of the load where the grid moves with it.
double reach(const FilmConditions& c, bool moves) {
  return std::pow(std::abs(c.pull), 0.35) * std::pow(c.least_load, moves ? -0.565 : -0.065);
}

TrainRange widened(const TrainRange& range, double share) {
  const double by = share * (range.maximum - range.minimum);
  return {range.minimum - by, range.maximum + by};
}

}  // namespace

void FilmConditions::meet_load(double load) {
  if (!(load > 0.0)) return;
  least_load = least_load > 0.0 ? std::min(least_load, load) : load;
  most_load = std::max(most_load, load);
}

void FilmConditions::meet_pull(double speed) {
  if (std::abs(speed) > std::abs(pull)) pull = speed;
}

void FilmConditions::meet(const FilmConditions& other) {
  meet_load(other.least_load);
  meet_load(other.most_load);
  meet_pull(other.pull);
}

FilmConditions conditions_of(const FilmCase& run) {
  FilmConditions c;
  if (run.film.kind != FilmKind::line) return c;
  const LoadHistory load(run.load);
  c.meet_load(load.value(0.0));
  for (const double kink : load.kinks()) c.meet_load(load.value(kink));
  c.meet_pull(largest(run.entrainment, run.entrainment_over_time) *
              largest(run.lubricant.viscosity_factor, run.viscosity_over_time));
  return c;
}

FilmConditions trained_conditions(const FilmContactSpec& film, double margin) {
  FilmConditions c;
  if (!film.train || film.film.kind != FilmKind::line) return c;
  const TrainSpec& t = *film.train;
  double share = 0.0;
  for (const double part : kMarginShares)
    if (widened(t.load, part * margin).minimum > 0.0) share = std::max(share, part * margin);
  const TrainRange load = widened(t.load, share);
  c.meet_load(load.minimum);
  c.meet_load(load.maximum);
  c.meet_pull(widened(t.entrainment, share).maximum * widened(t.viscosity_factor, share).maximum);
  return c;
}

std::string starved_in(const FilmContactSpec& film, const std::vector<FilmConditions>& conditions) {
  const bool moves = film.balanced();
  const FilmConditions* worst = nullptr;
  for (const FilmConditions& c : conditions) {
    if (!(c.least_load > 0.0) || c.pull == 0.0) continue;
    if (worst == nullptr || reach(c, moves) > reach(*worst, moves)) worst = &c;
  }
  if (worst == nullptr) return "";
  try {
    const std::string starved =
        steady_film(at_rest(reducible(film), worst->least_load, worst->pull)).starved;
    if (starved.empty()) return "";
    return fmt::format(
        "at the lowest load and the highest speed, {:.4g} N/m and {:.4g} m/s times viscosity "
        "factor, {}",
        worst->least_load * film.load.reference, worst->pull, starved);
  } catch (const Error&) {
    return "";  // where inputs are narrowed it is told that there is none
  }
}

}  // namespace mortise::gen
