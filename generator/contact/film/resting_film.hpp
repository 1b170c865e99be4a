// A rolling film at rest between bodies that bear it: their opening against the force it holds.
#pragma once

#include "generator/contact/film/contact_problem.hpp"

namespace mortise::gen {

// Gap of half-spaces between bodies whose opening is known: LineGap in a fixed frame, deflections
// counted from where surfaces rest.
GapEquations gap_of_bodies(const FilmCase& film, ContactProblem* problem);

// A steady film that stands in for one beyond its training.
struct SteadyBearing {
  double opening = 0.0;  // of undeformed bodies that touch at 0 [m]
  double share = 0.0;    // of the reference load
  double central_pressure = 0.0, central_gap = 0.0, minimum_gap = 0.0;  // [Pa] [m]
};

// Bearings of a balanced film at its own speed, from far above the largest of these shares of its
// reference load to far below the smallest, the stiffest first. Throws Error unless they reach
// beyond both.
std::vector<SteadyBearing> steady_bearings(const FilmCase& film, double least, double most);

class RestingFilm {
 public:
  // film: balanced, of the case's own entrainment and viscosity; width: across the film [m];
  // clearance: the gap at its smallest of undeformed bodies at rest [m].
  RestingFilm(const FilmCase& film, double width, double clearance);

  // Opening of the bodies, against that at rest, by which the film holds a force [N] > 0. Throws
  // Error if there is no steady film.
  double opening(double force) const;

  struct Found {
    double force = 0.0;  // [N]
    FilmUnknowns film;   // on the grid of the case, in a fixed frame
  };
  // The film at an opening [m]; nothing where it would hold less than a thousandth of its
  // reference load. Throws Error if there is no steady film.
  std::optional<Found> at(double opening) const;

  double reference_force() const { return case_.load.reference * width_; }  // [N]

  FilmUnknowns steady(double share) const;
  double opening_of(const FilmUnknowns& film, double share) const;

 private:
  FilmCase case_;
  double width_, clearance_, unit_, datum_;
};

}  // namespace mortise::gen
