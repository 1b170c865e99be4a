#include "generator/bake/film/steady_films.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/inputs.hpp"
#include "generator/reduce/film/reduce_film.hpp"

namespace mortise::gen {
namespace {

constexpr int kLoads = 5, kSpeeds = 9;
constexpr int kParts = 8;             // of the way from a film to one that cannot be had at once
constexpr double kSlowestFilm = 0.1;  // of the largest speed; slower films are those of this one
constexpr double kNoWidth = 1e-9;     // relative

struct Interval {
  double low = 1.0, high = 1.0, standard = 1.0;
};

// Accepted values of an input over `unit`; `otherwise` if the film has none.
Interval accepted(const ReducedFilm& film, const char* name, double unit) {
  const ReducedFilm::Input* in = film.find(name);
  if (in == nullptr) return {};
  return {in->minimum / unit, in->maximum / unit, in->default_value / unit};
}

// Evenly spread in their logarithm: a film grows with a power of load and speed.
std::vector<double> axis(const Interval& range, int count) {
  if (range.high <= range.low * (1.0 + kNoWidth)) return {range.low};
  std::vector<double> values;
  for (int k = 0; k < count; ++k) {
    const double share = static_cast<double>(k) / (count - 1);
    values.push_back(range.low * std::pow(range.high / range.low, share));
  }
  values.back() = range.high;
  return values;
}

struct SteadyPlace {
  double load = 0.0, speed = 0.0;
};

class SteadySolver {
 public:
  SteadySolver(const ReducedFilm& film, const SteadyPlace& start) : film_(film) {
    known_.push_back({start, film.initial});
  }

  // From the nearest film known, at once or in several parts; nothing if a part has no solution.
  std::optional<Vector> solve(const SteadyPlace& place) {
    const Known from = nearest(place);
    std::optional<Vector> found = attempt(place, from.film);
    for (int k = 1; !found && k <= kParts; ++k) {
      const double share = static_cast<double>(k) / kParts;
      const SteadyPlace between = {from.place.load + share * (place.load - from.place.load),
                                   from.place.speed + share * (place.speed - from.place.speed)};
      const std::optional<Vector> next = attempt(between, k == 1 ? from.film : last_);
      if (!next) return std::nullopt;
      last_ = *next;
      if (k == kParts) found = next;
    }
    if (found) known_.push_back({place, *found});
    return found;
  }

  const Vector& nearest_film(const SteadyPlace& place) const { return nearest(place).film; }

 private:
  struct Known {
    SteadyPlace place;
    Vector film;
  };

  const Known& nearest(const SteadyPlace& place) const {
    const auto distance = [&](const Known& k) {
      return std::abs(std::log(k.place.load / place.load)) +
             std::abs(std::log(k.place.speed / place.speed));
    };
    return *std::min_element(known_.begin(), known_.end(), [&](const Known& a, const Known& b) {
      return distance(a) < distance(b);
    });
  }

  std::optional<Vector> attempt(const SteadyPlace& place, const Vector& guess) const {
    try {
      return steady_film_of(film_, guess, place.load, place.speed).unknowns;
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  const ReducedFilm& film_;
  std::vector<Known> known_;
  Vector last_;
};

std::string missing(const ReducedFilm& film, const SteadyPlace& place) {
  return fmt::format(
      "no steady film at a load of {:.4g} N/m and a speed times viscosity factor of {:.4g} m/s",
      place.load * film.problem.scales.load, place.speed * film.problem.speed_reference);
}

}  // namespace

SteadyFilmTable steady_film_table(const ReducedFilm& film) {
  const FilmProblemData& p = film.problem;
  SteadyFilmTable table;
  if (!p.loaded || !(p.speed_reference > 0.0)) return table;
  const Interval load = accepted(film, "load", p.scales.load);
  const Interval speed = accepted(film, "entrainment", p.speed_reference);
  const Interval viscosity = accepted(film, "viscosity_factor", 1.0);
  Interval pull = {speed.low * viscosity.low, speed.high * viscosity.high,
                   speed.standard * viscosity.standard};
  pull.low = std::max(pull.low, kSlowestFilm * pull.high);
  table.loads = axis(load, kLoads);
  table.speeds = axis(pull, kSpeeds);
  const auto loads = table.loads.size(), speeds = table.speeds.size();

  // from the middle outwards, so that every film has a neighbour to start from
  std::vector<std::size_t> order(loads * speeds);
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  const auto place_of = [&](std::size_t k) {
    return SteadyPlace{table.loads[k / speeds], table.speeds[k % speeds]};
  };
  const auto far = [&](std::size_t k) {
    return std::abs(std::log(place_of(k).load / load.standard)) +
           std::abs(std::log(place_of(k).speed / pull.standard));
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return far(a) < far(b); });
  SteadySolver solver(film, {load.standard, pull.standard});
  std::vector<Vector> films(order.size());
  for (const std::size_t k : order) {
    if (const std::optional<Vector> found = solver.solve(place_of(k))) {
      films[k] = *found;
    } else {
      films[k] = solver.nearest_film(place_of(k));
      table.findings.push_back(missing(film, place_of(k)));
    }
  }
  for (const Vector& b : films) table.films.insert(table.films.end(), b.begin(), b.end());
  return table;
}

}  // namespace mortise::gen
