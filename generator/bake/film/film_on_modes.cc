#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/bake/film/bake_film.hpp"
#include "generator/bake/film/film_parts.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

// In an assembly: the step over that of the training; passes of a film beside other interfaces.
constexpr double kLongerStep = 1.05;
constexpr int kLeastPasses = 8;
constexpr int kMostDeposits = 4096;  // that the runtime has room for

// What is carried was trained at a step; shorter ones leave more deposits.
void fit_to_step(ReducedFilm* film, const std::string& name, double step) {
  demand(step < kLongerStep * film->step, name,
         fmt::format("its film was trained for steps of {} s, the assembly takes it {} s",
                     number_text(film->step), number_text(step)),
         "shorten the assembly's step.size, or lengthen reduce.step");
  int& deposits = film->transport.deposits;
  deposits = static_cast<int>(std::ceil((deposits - 4) * film->step / step)) + 4;
  demand(deposits <= kMostDeposits, name,
         "its steps are so short that the line needs more deposits than the runtime has room for",
         "lengthen the assembly's step.size");
  ReducedBasis& b = film->bases.front();
  b.iterations = std::max(b.iterations, kLeastPasses);
  b.repeat_iterations = std::max(b.repeat_iterations, 2 * b.iterations);
}

}  // namespace

ReducedFilm film_on_modes(const AssemblyFilm& reduced, const FilmPlace& place,
                          const ReducedSystem& system, const std::string& name, double step) {
  ReducedFilm film = reduced.film;
  demand(!film.moving(), name, "is a film whose rebound moves with the edge of its contact",
         "set reduce.rebound = \"fixed\" where an assembly steps it");
  demand(!film.problem.loaded || film.transported(), name, "is a film under a prescribed load",
         "give it bodies that move: in an assembly they carry the load");
  if (film.transported()) {
    const FilmScales& s = film.problem.scales;
    film.on_bodies = FilmBearing{place.clearance / s.film,
                                 std::log(reduced.rest_distance / s.length), reduced.steady};
    fit_to_step(&film, name, step);
  }
  const double time = film.problem.scales.time;
  const Eigen::Index n = system.size();
  FilmModes& m = film.problem.modes;
  // Damping without a spring: one that is too soft to matter.
  m.omega = time * system.omega.cwiseMax(1e-9 * system.damping);
  m.damping = Vector::Zero(n);
  for (Eigen::Index i = 0; i < n; ++i)
    if (system.damping[i] > 0) m.damping[i] = time * system.damping[i] / (2 * m.omega[i]);
  m.constant = m.acceleration = Vector::Zero(n);
  m.shapes = place.gaps;
  m.excitation = time * time * place.forces;
  m.rigid_row = place.opening;
  m.initial_q = system.initial_q;
  m.initial_v = time * system.initial_v;
  film.step = step;
  film.load_slope = 0.0;
  film.profile = false;
  for (ReducedBasis& b : film.bases) {
    b.substeps = 1;
    b.gap_share = 0.0;  // the assembly steps
    demand(b.tolerance > 0, name, "its film is solved to no tolerance",
           film.transported() ? "give reduce.iterations more than one"
                              : "give reduce.tolerance, 1e-8 for example");
  }
  check_film(film);
  return film;
}

void place_film(AssemblyFilm* film, FilmPlace* place) {
  FilmProblemData& p = film->film.problem;
  p.geometry.array() += place->clearance / p.scales.film;
  p.force *= place->width;
  place->gaps = Vector::Ones(p.x.size()) * place->opening.transpose() / p.scales.film;
  place->forces = p.force * place->opening * p.weights.transpose();
}

}  // namespace mortise::gen
