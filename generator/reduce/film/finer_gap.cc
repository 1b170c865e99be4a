#include "generator/reduce/film/finer_gap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/simulate/film/simulate.hpp"

namespace mortise::gen {
namespace {

// Lowest, middle and highest of the values in training over `unit`; 1 if the film has no such
// input.
std::vector<double> trained(const ReducedFilm& film, const char* name, double unit) {
  const ReducedFilm::Input* in = film.find(name);
  if (in == nullptr) return {1.0, 1.0, 1.0};
  const double low = in->trained_minimum / unit, high = in->trained_maximum / unit;
  return {low, 0.5 * (low + high), high};
}

}  // namespace

void hold_gap_against_finer(const FilmContactSpec& definition, ReducedFilm* film) {
  const FilmProblemData& p = film->problem;
  const FilmCase full = reducible(definition);
  FilmCase finer = full;
  finer.grid.points = 2 * full.grid.points - 1;

  const std::vector<double> loads = trained(*film, "load", p.scales.load),
                            speeds = trained(*film, "entrainment", full.reference_speed),
                            viscosities = trained(*film, "viscosity_factor", 1.0);
  std::vector<double> ratios;
  for (const double load : loads) {
    for (std::size_t k = 0; k < speeds.size(); ++k) {
      // the viscosity factor acts on a steady film as the speed does
      const double speed = speeds[k] * viscosities[k] * full.reference_speed;
      const auto smallest = [&](const FilmCase& d) {
        return steady_film(at_rest(d, load, speed)).h_min;
      };
      ratios.push_back(smallest(finer) / smallest(full));
    }
  }
  double mean = 0.0;
  for (const double r : ratios) mean += r / static_cast<double>(ratios.size());
  const auto [least, most] = std::minmax_element(ratios.begin(), ratios.end());
  for (const double r : ratios)
    demand(std::abs(r - mean) <= std::abs(r - 1.0), definition.path,
           fmt::format("'reduce.finer_gap': a finer grid changes the smallest gap of steady films "
                       "by {:.3g} to {:.3g} %, too unlike to mend",
                       100.0 * (*least - 1.0), 100.0 * (*most - 1.0)),
           "use more grid.points at the outlet, or leave reduce.finer_gap out");
  film->transport.gap_scale = mean;
  film->findings.push_back(
      fmt::format("smallest gap: times {:.5f}, for the grid falls short of one of half its spacing "
                  "in steady films by {:.2g} to {:.2g} %",
                  mean, 100.0 * (*least - 1.0), 100.0 * (*most - 1.0)));
}

}  // namespace mortise::gen
