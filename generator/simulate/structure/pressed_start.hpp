// Static starts: interfaces pressed, free of shear.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generator/contact/film/resting_film.hpp"
#include "generator/contact/sliding/geometry.hpp"
#include "generator/contact/system/reduced_system.hpp"

namespace mortise::gen {

struct PressedStart {
  Vector q;         // (n)
  Vector pressure;  // normal forces of the law points, positive pushes apart [N]
};

// Solves  omega^2 q = f0 + B u + W^T F,  F the normal springs of the law at  s = W q + C (F, u) +
// offset, without friction; rigid motions that nothing holds stay as small as possible.
//   inputs: (nu) at the start. Throws Error if no set of closed points is in equilibrium.
PressedStart pressed_start(const ReducedSystem& system, const NormalLaw& law, const Vector& inputs);

// What opens against a force: a unilateral or sliding contact, a law point of a joint, or a rolling
// film.
struct Opening {
  double clearance = 0.0;  // of a contact at rest [m]
  bool spring = false;     // of a joint: with the normal law and length that follow
  NormalLaw law;
  double length = 0.0;  // [m]
  // Of a film: a contact whose clearance follows from its force [m] [N]; force: a first guess.
  std::function<double(double)> clearance_of;
  double force = 0.0;
};

// A sliding contact at the start of its path: a contact whose row and clearance follow from the
// place, and whose friction is fully up.
struct PressedSlide {
  std::size_t opening = 0;  // which it is
  SlidingGeometryModel geometry;
  double path = 0.0;  // [m]
  SlidingLaw law;
  std::string interface;
};

// All interfaces of an assembly, one behind another, without friction but that of sliding contacts.
struct Openings {
  SparseMatrix rows;  // (m x n) opening per motion; none of `slides`
  std::vector<Opening> laws;
  std::vector<PressedSlide> slides;
};

// The film of an interface at rest; throws Error for one that does not roll.
using FilmAtRest = std::function<RestingFilm(std::size_t interface)>;
RestingFilm resting_film(const FilmCase& film, double width, double clearance,
                         const std::string& interface);

// Under the changes that a scenario begins with. Throws Error, naming the interface, for films
// between bodies that do not roll.
Openings openings_of(const FullSystem& system, const std::vector<LawChange>& changes);
Openings openings_of(const ReducedSystem& system, const std::vector<LawChange>& changes,
                     const FilmAtRest& films);

struct PressedState {
  Vector displacement;  // (n) of `stiffness` and `mass`
  Vector force;         // (m) of the openings, positive pushes apart [N]
};

// Equilibrium  K u = f + W^T F  of all openings together: contacts  0 <= F, 0 <= g, F g = 0, joints
// the normal springs of their laws, films as RestingFilm, sliding contacts as contacts that rub.
// Reached by viscous steps as in statics.hpp; every one solves all openings at once for their
// statuses. Rigid motions that nothing holds do not move.
//   stiffness, mass: (n x n); force: (n) [N]. Throws Error if there is no equilibrium.
PressedState pressed_equilibrium(const SparseMatrix& stiffness, const SparseMatrix& mass,
                                 const Openings& openings, const Vector& force);

}  // namespace mortise::gen
