#include "generator/bake/film_cost.hpp"

#include <algorithm>

#include "generator/bake/film_basis.hpp"

namespace mortise::gen {
namespace {

constexpr double kExponential = 25;

// Of density and viscosity at one node, without and with their slopes.
double fluid_flops(const LubricantSpec& spec, bool slopes) {
  double flops = 8;
  if (spec.viscosity_law == ViscosityLaw::barus) flops += 2 + kExponential;
  if (spec.viscosity_law == ViscosityLaw::roelands) flops += 6 + 3 * kExponential;
  return flops + (slopes ? 12 : 0);
}

struct StageCost {
  double kept = 0, rebuilt = 0;  // flops of an iteration
  double bytes = 0;              // operators
};

StageCost stage_cost(const FilmProblemData& p, const ReducedBasis& b, int lanes, int scalar) {
  const double r = static_cast<double>(b.pressure.cols()), u = r + (p.loaded ? 1 : 0);
  const double n = static_cast<double>(p.modes.omega.size()), s = stencil_size(p);
  const auto rows = static_cast<double>(b.rows.size());
  const double holding = rows - b.watched;
  const int blocks = (static_cast<int>(b.rows.size()) + lanes - 1) / lanes;
  const double m = static_cast<double>(blocks) * lanes;
  StageCost c;
  const double shapes = m * s * r * 4;  // P and H at the stencils
  const double modal = n > 0 ? m * s * 2 * n + 2 * n * r + 8 * n : 0;
  const double equation = m * (s * (fluid_flops(p.lubricant, false) + 6) + 30);
  const double update = 2 * holding * u + 2 * u * u + 2 * r;
  c.kept = shapes + modal + equation + update;
  const double columns = m * (r * s * 4 + (p.loaded ? s : 0)) + m * s * 20;
  const double slopes = m * s * (fluid_flops(p.lubricant, true) - fluid_flops(p.lubricant, false));
  const double project = 2 * holding * u * u, factorise = 2.0 / 3 * u * u * u;
  c.rebuilt = c.kept + columns + slopes + project + factorise;
  const double operators = m * (6 + s * (1 + 2 * r + n)) + holding * u + n * r + u;
  c.bytes = scalar * (operators + u * u) + 8 * 4 * n;
  return c;
}

}  // namespace

StepCost count_film_cost(const ReducedFilm& film, int lanes, int scalar_bytes) {
  StepCost cost;
  for (const ReducedBasis& b : film.bases) {
    const StageCost stage = stage_cost(film.problem, b, lanes, scalar_bytes);
    const double r = static_cast<double>(b.pressure.cols());
    const auto n = static_cast<double>(film.problem.modes.omega.size());
    const double nodes = static_cast<double>(b.minimum_nodes.size());
    const double outputs = 4 * r + nodes * (2 * r + 2 * n + 1) + 2 * r;
    const double stages = 2.0 * b.substeps;
    const auto most = [](std::uint64_t* most, double value) {
      *most = std::max(*most, static_cast<std::uint64_t>(value));
    };
    most(&cost.flops_free, stages * stage.kept + outputs);
    // a step that fails is repeated in twice as many stages
    const double solves = stages * b.iterations + 2 * stages * b.repeat_iterations;
    most(&cost.flops_worst, solves * stage.rebuilt + outputs);
    const double bytes = scalar_bytes * (nodes * (1 + r + n) + 3 * r);
    most(&cost.bytes_free, stage.bytes + bytes);
    most(&cost.bytes_worst, stage.bytes + bytes);
  }
  return cost;
}

}  // namespace mortise::gen
