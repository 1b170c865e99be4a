// Errors of a film in a model file under random loads, as statistics: every kind of load that the
// training box allows, kinked and smooth, alone and with speed and viscosity moving as well.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/contact/film/film_run.hpp"
#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

enum class DrawnLoad { kinked, kinked_moving, smooth, smooth_moving };
template <>
inline constexpr std::array enum_names<DrawnLoad> = {"kinked", "kinked_moving", "smooth",
                                                     "smooth_moving"};

struct FilmDraw {
  DrawnLoad kind = DrawnLoad::kinked;
  ScenarioSpec run;
};

// `count` runs of train.duration inside the box that [train] spans, the kinds in turn; the same for
// the same seed. Corners lie at ends of steps of the file, as the samples of a bench do.
//   time, step  unit of time and step of the file [s]
// Throws Error for other films than line contacts with [train].
std::vector<FilmDraw> draw_films(const FilmContactSpec& definition, double time, double step,
                                 int count, std::uint64_t seed);

// Largest errors over a run, over the largest values of the full one.
struct JudgedDraw {
  DrawnLoad kind = DrawnLoad::kinked;
  double pressure = 0.0, gap = 0.0, smallest = 0.0;  // central pressure, central and smallest gap
  std::int64_t steps = 0, rolled_back = 0, untrusted = 0;
  bool failed = false;  // a step was rolled back, or a number is not finite
};

JudgedDraw judge_draw(Instance* film, const FilmContactSpec& definition, const FilmDraw& draw,
                      const std::vector<FilmSample>& full);

}  // namespace mortise::gen
