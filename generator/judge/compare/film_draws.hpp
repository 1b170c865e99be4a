// Errors of a film in a model file under random loads, as statistics: every kind of load that the
// training box allows, kinked and smooth, alone and with speed and viscosity moving as well; or of
// random impacts inside of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/contact/film/film_run.hpp"
#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

enum class DrawnLoad { kinked, kinked_moving, smooth, smooth_moving, impact };
template <>
inline constexpr std::array enum_names<DrawnLoad> = {"kinked", "kinked_moving", "smooth",
                                                     "smooth_moving", "impact"};

struct FilmDraw {
  DrawnLoad kind = DrawnLoad::kinked;
  ScenarioSpec run;
};

// `count` runs of train.duration inside the box that [train] spans; the same for the same seed. Of
// line contacts the kinds in turn, their corners at ends of steps of the file, as the samples of a
// bench are; of impacts velocity, acceleration and viscosity.
//   time, step  unit of time and step of the file [s]
// Throws Error without [train].
std::vector<FilmDraw> draw_films(const FilmContactSpec& definition, double time, double step,
                                 int count, std::uint64_t seed);

// Largest errors over a run, over the largest values of the full one; of impacts until the first
// one's force has fallen to 5 %, over the largest values until then, gaps over that of the same
// instant, and the rebound velocities of all of them.
struct JudgedDraw {
  DrawnLoad kind = DrawnLoad::kinked;
  double pressure = 0.0, gap = 0.0, smallest = 0.0;  // central pressure, central and smallest gap
  double force = 0.0, restitution = 0.0;             // of impacts
  std::int64_t steps = 0, lost = 0, untrusted = 0;   // lost: rolled back, or getting back
  std::int64_t repeated = 0;                         // in halves, or with another basis
  // a step was lost, a number is not finite, or bodies met more or less often
  bool failed = false;
  double lost_at = -1.0;  // end of the first step that was lost [s]; -1: none was
};

// full: the full model's run; empty: there is nothing to compare with, errors stay 0.
JudgedDraw judge_draw(Instance* film, const FilmContactSpec& definition, const FilmDraw& draw,
                      const std::vector<FilmSample>& full);

}  // namespace mortise::gen
