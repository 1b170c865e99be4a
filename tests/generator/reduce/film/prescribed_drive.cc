#include "tests/generator/reduce/film/prescribed_drive.hpp"

#include <cmath>

#include "generator/contact/film/load_history.hpp"
#include "generator/reduce/film/inputs.hpp"

namespace mortise::gen {

ReducedDriveFunction prescribed_drive(const FilmCase& run, const FilmScales& scales) {
  const LoadHistory load(run.load);
  const LoadHistory speed(run.entrainment, run.entrainment_over_time);
  const LoadHistory viscosity(run.lubricant.viscosity_factor, run.viscosity_over_time);
  const double unit = scales.time, reference = run.reference_speed;
  return [=](double time) {
    constexpr double kBefore = 1e-9;  // wider than a step's end is rounded
    const double w = load.value(time * unit);
    ReducedDrive d;
    d.frame = std::sqrt(w);
    d.frame_rate = 0.5 * unit * load.rate((time - kBefore) * unit) / d.frame;
    d.load = reduced_load(w, d.frame);
    d.speed = speed.value(time * unit) / reference;
    d.viscosity_factor = viscosity.value(time * unit);
    return d;
  };
}

}  // namespace mortise::gen
