// Everything a film definition describes, built: scales, grid, law of the pressure, gap model,
// initial state.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "generator/contact/film/film_case.hpp"
#include "generator/contact/film/film_run.hpp"
#include "generator/contact/film/film_system.hpp"
#include "generator/contact/film/inlet.hpp"
#include "generator/contact/film/load_history.hpp"
#include "generator/contact/film/reynolds.hpp"
#include "generator/contact/film/scales.hpp"

namespace mortise::gen {

// Scales of a contact, for outputs and messages.
FilmScales film_scales(const FilmCase& definition);

class ContactProblem {
 public:
  // Throws Error for definitions that cannot be set up. warnings: may be null.
  ContactProblem(const FilmCase& definition, std::vector<std::string>* warnings);

  const FilmScales& scales() const { return scales_; }
  FilmSystem& system() { return *system_; }
  const LoadHistory& load() const { return load_; }
  // The grid of films; a dry contact has an empty grid and no Reynolds equation (null).
  const FilmGrid& grid() const { return grid_; }
  Reynolds* reynolds() { return reynolds_; }

  // State at time 0: the steady film under the base load, or bodies that approach an unloaded one.
  Vector initial_state();

  // A balanced contact's steady state under the load of a time [s].
  FilmUnknowns steady(double time);

  // Force, pressures and gaps of unknowns U and gaps H (n), whatever moves the bodies.
  FilmSample fields(const Vector& U, const Vector& H) const;

  // Outputs of a state; previous: the state `dt` (dimensionless) before, for the approach rate of
  // a prescribed load, may be null.
  FilmSample sample(double time, const Vector& z, const Vector* previous, double dt) const;
  FilmProfile profile(double time, const Vector& z) const;

  // Mean velocity of the surfaces over the reference speed at a time [s], with its sign; 0 of other
  // contacts than lines.
  double speed(double time) const;
  // What a line contact asks of its grid (inlet.hpp); nothing where nothing is entrained.
  NeededExtent needed(double time, const Vector& z) const;
  // What to tell of one that its grid starves; empty: it does not, or nothing is entrained.
  std::string starved(double time, const Vector& z) const;

 private:
  void build_line();
  void build_point(std::vector<std::string>* warnings);
  void build_dry(std::vector<std::string>* warnings);
  void build_reynolds(double speed);
  FilmFrameMotion frame_motion() const;
  double frame_at(double time) const;
  Vector carried_state();

  FilmCase definition_;
  FilmScales scales_;
  LoadHistory load_;
  FilmGrid grid_;                                  // films; empty for dry contact
  Vector x_;                                       // (n) at frame scale 1 [m]
  Vector force_weights_;                           // force = weights . P [N or N/m]
  std::vector<std::shared_ptr<const void>> kept_;  // what the gap model refers to
  std::unique_ptr<GapModel> gap_;
  std::unique_ptr<PressureLaw> law_;
  Reynolds* reynolds_ = nullptr;  // the law, if it is a film
  std::unique_ptr<FilmSystem> system_;
};

// Solves the steady equations at `time`. Starts from the Hertz pressure of the load and raises the
// pressure-viscosity coefficient from a share to its full value; thin films are then reached from
// thicker ones by lowering the film number. Steps shrink where Newton fails. Throws Error with the
// share reached and Newton's reason if it finds no solution.
// system: of a gap model without states, under a prescribed load.
// reynolds: the law of the system; changed on the way, at the end as it was.
// time: of the load and the frame [unit of time].
FilmUnknowns steady_state(FilmSystem* system, Reynolds* reynolds, double time);

}  // namespace mortise::gen
