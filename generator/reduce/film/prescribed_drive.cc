#include "generator/reduce/film/prescribed_drive.hpp"

#include <cmath>

#include "generator/contact/film/load_history.hpp"
#include "generator/reduce/film/inputs.hpp"

namespace mortise::gen {

ReducedDriveFunction prescribed_drive(const FilmCase& run, const FilmScales& scales) {
  const LoadHistory load(run.load);
  const double unit = scales.time, speed = run.entrainment / run.reference_speed,
               thinner = run.lubricant.viscosity_factor;
  return [=](double time) {
    constexpr double kBefore = 1e-9;  // wider than a step's end is rounded
    const double w = load.value(time * unit);
    ReducedDrive d;
    d.frame = std::sqrt(w);
    d.frame_rate = 0.5 * unit * load.rate((time - kBefore) * unit) / d.frame;
    d.load = reduced_load(w, d.frame);
    d.speed = speed;
    d.viscosity_factor = thinner;
    return d;
  };
}

}  // namespace mortise::gen
