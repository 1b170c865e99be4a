// A film between bodies that move it as a whole, of full-order dofs and seen by the modes.
#pragma once

#include "generator/contact/film/film_case.hpp"
#include "generator/contact/law/law_answers.hpp"

namespace mortise::gen {

// Between two sides, or a side and the ground.
struct FilmBetween {
  SparseRow opening;       // (n) mean opening of the gap
  double clearance = 0.0;  // the gap at its smallest, of undeformed bodies at rest [m]
  double width = 1.0;      // of a line contact, across the film [m]; 1 around an axis
  FilmCase film;           // lubricant, grid, shape and elasticity of the surfaces
  int substeps = 1;        // that its bodies take within a step of the model
  int entrainment = -1;    // inputs of the system that drive it; -1: the value of `film`
  int viscosity = -1;
};

// Where a film lies between the bodies, on the modes of all of them; what it is made of is among
// the films that the bake stage is given, which completes the place (place_film()).
struct FilmPlace {
  Matrix gaps;             // (points x n) gap over FilmScales::film per modal coordinate
                           // [kg^-0.5 m^-1]
  Matrix forces;           // (n x points) modal force per P [kg^0.5 m/s2]
  Vector opening;          // (n) of the gap as a whole [kg^-0.5]
  double clearance = 0.0;  // gap of the bodies at rest, beside the geometry of the film [m]
  double width = 1.0;      // of a line contact, across the film [m]
  int film = 0;            // which of the films
};

MORTISE_LAW_ANSWERS(FilmBetween, FilmPlace)

}  // namespace mortise::gen
