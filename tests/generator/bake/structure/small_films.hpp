// Reduced films small enough to be written down: every node of a coarse grid is a shape of its own
// and its row holds, so that nothing is reduced.
#pragma once

#include <cmath>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/reduce/film/inputs.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "tests/generator/simulate/film/film_models.hpp"

namespace mortise::gen {

// V = unit pressures, T = identity. step [unit of time].
inline ReducedBasis nodal_basis(const FilmProblemData& problem) {
  ReducedBasis basis;
  basis.pressure = Matrix::Zero(problem.x.size(), problem.unknowns);
  for (int k = 0; k < problem.unknowns; ++k) {
    basis.pressure(problem.first + k, k) = 1.0;
    basis.rows.push_back(problem.first + k);
    basis.minimum_nodes.push_back(problem.first + k);
  }
  basis.test = Matrix::Identity(problem.unknowns, problem.unknowns);
  basis.pivoting = true;
  return basis;
}

inline FilmContactSpec small_line_definition() {
  return film_model("line_shock",
                    {"grid.points=49", "grid.extent=[-3.0, 1.8]", "speed.entrainment=30"});
}

// A line contact under two thirds of its reference load, at its steady film.
inline ReducedFilm nodal_line() {
  const FilmContactSpec d = small_line_definition();
  ReducedFilm film;
  film.problem = problem_data(d, 1e3, nullptr);
  film.bases = {nodal_basis(film.problem)};
  film.step = 0.02 * film.problem.scales.time;
  ContactProblem full(reducible(d), nullptr);
  const FilmUnknowns steady = full.steady(0.0);
  const double frame = std::sqrt(full.load().value(0.0));
  film.initial.resize(film.problem.unknowns + 1);
  film.initial << steady.U.segment(film.problem.first, film.problem.unknowns) / frame,
      steady.approach;
  const double w = film.problem.scales.load, u = film.problem.speed_reference;
  film.inputs = {{"load", "N/m", 0.5 * w, 1.2 * w, 2.0 / 3 * w, 0.6 * w, w},
                 {"entrainment", "m/s", 0.5 * u, 1.5 * u, u, 0.8 * u, 1.2 * u},
                 {"viscosity_factor", "-", 0.5, 2.0, 1.0, 0.8, 1.25}};
  return film;
}

// The steel sphere that falls on a plate, on two equal bases: the second takes over when the force
// has fallen to half of its peak.
inline ReducedFilm nodal_impact() {
  const FilmContactSpec d = film_model("sphere_impact", {"grid.points=25"});
  ReducedFilm film;
  film.problem = problem_data(d, 1e3, nullptr);
  film.bases = {nodal_basis(film.problem), nodal_basis(film.problem)};
  film.bases[0].leave_fraction = 0.5;
  film.bases[1].leave_fraction = 0.05;
  for (ReducedBasis& basis : film.bases) basis.iterations = 3;
  film.step = 0.004 * film.problem.scales.time;
  film.landing_gap = 0.3;
  film.inputs = {{"acceleration", "m/s2", -1e4, 1e4, d.impact.acceleration, -1e3, 1e3},
                 {"viscosity_factor", "-", 0.5, 2.0, 1.0, 0.8, 1.25}};
  return film;
}

}  // namespace mortise::gen
