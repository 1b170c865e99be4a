// The numerics of a film, whatever its kind, scalar and stencil: a table of functions, chosen when
// a step begins. What surrounds them (step.hpp) is thereby compiled once per instruction set; a
// call is a whole substep, or what a step asks for once.
#pragma once

#include "mortise/kernel/kernels.hpp"
#include "mortise/model.hpp"

namespace mortise::MORTISE_ISA {

// What is prescribed at the time of a stage, dimensionless.
struct FilmDrive {
  double frame, frame_rate;  // a > 0, da/dT; 1 and 0 in a fixed frame
  double load;               // right side of G b = load, over a^2 already; unused if not loaded
  double speed;              // u
  double viscosity_factor;   // > 0
  double acceleration;       // against the one contained in the modal operators
};

// In a fixed frame, without load, entrainment or acceleration.
inline constexpr FilmDrive kNoDrive{1, 0, 0, 0, 1, 0};

struct FilmReport {
  bool good = true;       // false: not finite, beyond the guard, or still damped at the cap
  bool converged = true;  // false: the cap of iterations was met before the tolerance
  std::int32_t iterations = 0, rebuilds = 0;
  double residual = 0;  // film_residual at the end of the step
  double change = 0;    // largest one of an unknown in the last linear solve
  bool damped = false;  // that solve
};

struct FilmOutputs {
  double force;             // a^2 G b
  double central_pressure;  // at x = 0
  double central_gap;
  double minimum_gap;  // smallest of the candidates
};

// A film in the trial memory of its region.
struct FilmPlace {
  const ModelView& model;  // of a film
  unsigned char* region;   // of the film in a state of this model
  int basis;
};

// One step, or one of half the length.
struct FilmSpan {
  const FilmDrive (&stages)[2];
  int doublings;  // of its length
  bool half;
  std::int32_t iterations;  // largest number of linear solves per stage
};

// Steps as FilmSubstep, TransportSubstep and EdgeSubstep say it. q, v: (np) modal coordinates and
// velocities.
struct FilmFunctions {
  FilmReport (*run)(const FilmPlace&, const FilmSpan&, Real* q, Real* v);
  void (*start)(const FilmPlace&, const Real* initial, const Real* q, const FilmDrive&);
  FilmOutputs (*outputs)(const FilmPlace&, const Real* q, Real frame);
  // 0 if all numbers are; reads whole packs, behind the last number stand finite ones
  Real (*zero_if_finite)(const unsigned char* numbers, std::uint32_t count);

  // ---- of films that are not carried
  void (*fly)(const FilmPlace&, const FilmSpan&, Real* q, Real* v);
  void (*land)(const FilmPlace&, const Real* q);
  void (*hand_over)(const FilmPlace&, int before, const Real* q);
  FilmOutputs (*outputs_of)(const FilmPlace&, Real* film, const Real* q, Real frame);
  // with a moving edge
  FilmReport (*run_edge)(const FilmPlace&, const FilmSpan&, Real* q, Real* v);
  bool (*take_over_by_edge)(const FilmPlace&, const Real* q, FilmReport* report);
  void (*return_from_edge)(const FilmPlace&, const Real* q);

  // ---- of films that are carried
  void (*start_beside_line)(const FilmPlace&, const Real* steady, const FilmDrive&);
  // `opening` of the film that has been started, `load` if not null
  Real (*start_bearing)(const FilmPlace&, const FilmDrive&, Real* load);
  bool (*run_at)(const FilmPlace&, const FilmSpan&, Real opening);
  bool (*is_film)(const FilmPlace&);
};

// Functions of a model's film (numerics.cc; one_film.hpp).
const FilmFunctions& film_functions(const FilmView& film);

}  // namespace mortise::MORTISE_ISA
