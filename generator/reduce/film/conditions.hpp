// Under which loads and speeds a line contact runs, and whether its grid floods it in all of them.
#pragma once

#include <string>
#include <vector>

#include "generator/define/definition/film_contact.hpp"

namespace mortise::gen {

// What a run, or a box of runs, asks of a film. The thinnest load and the largest pull together ask
// for the longest inlet.
struct FilmConditions {
  double least_load = 0.0, most_load = 0.0;  // over the reference, of those > 0; 0: there is none
  double pull = 0.0;  // entrainment times viscosity factor of largest size, with its sign [m/s]

  void meet_load(double load);
  void meet_pull(double speed);
  void meet(const FilmConditions& other);
};

// Conditions of a run as it is defined, see film_scenario(); none of contacts that are no lines.
FilmConditions conditions_of(const FilmCase& run);

// Conditions of what [train] spans and `margin` of its widths beyond, or as much of that as leaves
// loads > 0; none without [train].
FilmConditions trained_conditions(const FilmContactSpec& film, double margin);

// What to tell of the grid of a film, balanced ones in the frame that moves with their load, that
// starves it somewhere in these conditions: those that ask for the longest inlet are tried. Empty:
// nothing to tell, or no steady film is found there.
std::string starved_in(const FilmContactSpec& film, const std::vector<FilmConditions>& conditions);

}  // namespace mortise::gen
