#include "tests/robustness/film_models.hpp"

#include <numeric>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/reduce/film/reduce_film.hpp"

namespace mortise::robustness {

namespace {

using namespace gen;

constexpr double kHalfPi = 1.5707963267948966;

BodySpec steel() {
  BodySpec body;
  body.young = 210e9;
  body.poisson = 0.3;
  return body;
}

// Every node with unknown pressure is a shape and a row.
ReducedBasis all_nodes(const FilmProblemData& p) {
  ReducedBasis b;
  b.pressure = Matrix::Zero(p.x.size(), p.unknowns);
  b.pressure.block(p.first, 0, p.unknowns, p.unknowns).setIdentity();
  b.rows.resize(static_cast<std::size_t>(p.unknowns));
  std::iota(b.rows.begin(), b.rows.end(), p.first);
  b.test = Matrix::Identity(p.unknowns, p.unknowns);
  b.minimum_nodes.resize(static_cast<std::size_t>(p.x.size()));
  std::iota(b.minimum_nodes.begin(), b.minimum_nodes.end(), 0);
  b.pivoting = true;
  b.repeat_iterations = 12;
  return b;
}

}  // namespace

FilmContactSpec line_definition(int points) {
  FilmContactSpec d;
  d.path = d.name = "line";
  d.film.kind = FilmKind::line;
  d.film.penalty = 1e3;
  d.lubricant.viscosity = 0.05;
  d.lubricant.pressure_coefficient = 1e-8;
  d.lubricant.viscosity_law = ViscosityLaw::barus;
  d.grid.points = points;
  d.grid.start = -2.5;
  d.grid.end = 1.5;
  d.grid.frame = FilmFrame::load_scaled;
  d.load.reference = 1e5;
  d.load.base = 0.8;
  d.entrainment = d.reference_speed = 4.0;
  d.reduced_radius = 0.02;
  d.lower = d.upper = steel();
  return d;
}

FilmContactSpec point_definition(int points) {
  FilmContactSpec d;
  d.path = d.name = "point";
  d.film.kind = FilmKind::point;
  d.film.penalty = 1e3;
  d.lubricant.viscosity = 0.2;
  d.lubricant.pressure_coefficient = 1e-8;
  d.grid.points = points;
  d.grid.start = 0.0;
  d.grid.end = 3.0;
  d.impact = {0.2, 5e-6, 9.81, 0.0, 0.05};
  d.reduced_radius = 0.0125;
  d.lower = d.upper = steel();
  return d;
}

ReducedFilm line_film(int points) {
  const FilmContactSpec d = line_definition(points);
  ContactProblem problem(d, nullptr);
  ReducedFilm film;
  film.problem = problem_data(d, &problem, d.film.penalty);
  const FilmProblemData& p = film.problem;
  ReducedBasis basis = all_nodes(p);
  basis.rows.insert(basis.rows.end(), {p.first + 3, p.first + p.unknowns / 2});
  basis.watched = 2;
  basis.iterations = 3;
  film.bases = {basis};
  const FilmUnknowns steady = problem.steady(0.0);
  const double frame = std::sqrt(d.load.base);
  Vector guess(p.unknowns + 1);
  guess << steady.P.segment(p.first, p.unknowns) / frame, steady.approach;
  film.initial = steady_reduced(p, basis, guess, frame, kHalfPi, 1.0, false);
  film.step = 0.05 * p.scales.time;
  film.load_slope = 1.5 * d.load.reference / (2 * p.scales.time);
  const double w = d.load.reference;
  film.inputs = {{"load", "N/m", 0.4 * w, 1.4 * w, 0.8 * w, 0.6 * w, 1.1 * w},
                 {"entrainment", "m/s", 2.0, 6.0, 4.0, 3.0, 5.0},
                 {"viscosity_factor", "1", 0.5, 2.0, 1.0, 0.75, 1.5}};
  return film;
}

ReducedFilm point_film(double landing, int points) {
  const FilmContactSpec d = point_definition(points);
  ContactProblem problem(d, nullptr);
  ReducedFilm film;
  film.problem = problem_data(d, &problem, d.film.penalty);
  const FilmProblemData& p = film.problem;
  ReducedBasis basis = all_nodes(p);
  basis.iterations = 8;
  basis.tolerance = 1e-6;
  film.bases = {basis, basis};
  film.bases[0].leave_fraction = 0.9;
  film.bases[1].leave_fraction = 0.05;
  film.bases[1].substeps = 2;
  film.step = 0.02 * p.scales.time;
  film.landing_gap = landing * d.impact.height / p.scales.film;
  film.inputs = {{"acceleration", "m/s2", 0.0, 1000.0, 9.81, 5.0, 500.0}};
  return film;
}

FilmBakeOptions film_options(const ReducedFilm& film, const std::string& name, FilmScalar scalar) {
  FilmBakeOptions o;
  o.name = name;
  o.scalar = scalar;
  o.golden_steps = 24;
  o.provenance.definition_hash = o.provenance.input_hash = "0";
  ScenarioOptions s;
  s.name = "ramp";
  s.duration = 200 * film.step;
  const double first = film.inputs[0].default_value;
  s.ramps = {{0,
              {10 * film.step, 60 * film.step, 120 * film.step},
              {first, film.inputs[0].trained_maximum, film.inputs[0].trained_minimum}}};
  ScenarioOptions still;
  still.name = "still";
  still.duration = s.duration;
  o.scenarios = {s, still};
  return o;
}

}  // namespace mortise::robustness
