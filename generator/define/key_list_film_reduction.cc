// Keys of the reduced model of a film: its training, its reduction, its certificate.
#include "generator/define/key_list_film.hpp"

namespace mortise::gen {
namespace {

constexpr KeyRange kShare = {0.0, 1.0, false};
constexpr KeyRange kIterations = {1.0, 100.0};

Keys reduce_keys() {
  return {
      {"reduce.method", T::choice, "", kAny, "ecsw|deim|qdeim|gappy|points", "ecsw", kLubricated,
       "how the rows are chosen at which the reduced equations hold: ecsw weights them, deim and "
       "qdeim interpolate, gappy takes least squares over more of them, points picks them as "
       "Schmidt does (figure 3.3)"},
      {"reduce.modes",
       T::counts,
       "",
       {1.0, 1000.0},
       "",
       "30",
       kLubricated,
       "pressure shapes of the basis; a list with one entry per phase for several bases"},
      {"reduce.error", T::number, "-", kUnit, "", "0", kLubricated,
       "relative error of the projected snapshots that a basis reaches with as few shapes as it "
       "takes, reduce.modes at most; 0: it has reduce.modes shapes"},
      {"reduce.points",
       T::integer,
       "",
       {0.0, 1e5},
       "",
       "0",
       kLubricated,
       "sampled rows; 0: chosen from the shapes (deim, qdeim, gappy, points) or by "
       "reduce.tolerance"},
      {"reduce.tolerance", T::number, "-", kShare, "", "1e-2", kLubricated,
       "of the weights of ecsw where reduce.points is 0: fewer rows the larger it is"},
      {"reduce.gap_tolerance", T::number, "-", kShare, "", "1e-3", kLubricated,
       "share by which the smallest gap may be missed, being looked for at few nodes only"},
      {"reduce.clip", T::boolean, "", kAny, "", "true", kLubricated,
       "negative pressures of the snapshots count as 0"},
      {"reduce.weight_floor", T::number, "-", kPositive, "", "1e-2", kLubricated,
       "e of the nodes' weights 1/(rms + e) in the basis, of pressures over the Hertz pressure"},
      {"reduce.penalty", T::number, "-", kNotNegative, "", "1e3", kLubricated,
       "penalty factor of the reduced model on negative pressure"},
      {"reduce.watched",
       T::integer,
       "",
       {0.0, 1000.0},
       "",
       "3",
       kLubricated,
       "rows kept out of the equations, whose residual tells how far the model can be trusted; "
       "some more where that fills a block"},
      {"reduce.step", T::number, "s", kPositive, "", kNone, kLubricated,
       "time step of the reduced model; default: step.size"},
      {"reduce.substeps",
       T::counts,
       "",
       {1.0, 1000.0},
       "",
       "1",
       kLubricated,
       "equal parts a step is divided into; a list with one entry per phase"},
      {"reduce.iterations", T::counts, "", kIterations, "", "1", kLubricated,
       "Newton iterations per stage, at most; a list with one entry per phase"},
      {"reduce.repeat_iterations", T::integer, "", kIterations, "", "4", kLubricated,
       "the same in a step that failed and is repeated with half steps"},
      {"reduce.age_limit", T::number, "-", kNotNegative, "", "0.05", kLubricated,
       "a Jacobian is kept while no unknown has moved further"},
      {"reduce.row_limit", T::number, "-", kNotNegative, "", "0.01", kLubricated,
       "rows of a Jacobian no longer kept are made anew if they have changed by more than this "
       "share; 0: all of them"},
      {"reduce.step_limit", T::number, "-", kPositive, "", "0.5", kLubricated,
       "largest change of an unknown in one iteration"},
      {"reduce.jacobian", T::choice, "", kAny, "aged|every_stage", "aged", kLubricated,
       "kept while reduce.age_limit allows, or made anew in every stage: slower, the same time in "
       "every step"},
      {"reduce.hold", T::choice, "", kAny, "zero_order|linear|cubic", "cubic", kLubricated,
       "inputs between two samples; cubic has a continuous slope"},
      {"reduce.scalar", T::choice, "", kAny, "float64|float32", "float64", kLubricated,
       "arithmetic of the film"},
      {"reduce.phases", T::numbers, "-", kShare, "", "[]", kPoint,
       "one basis per entry: the share of the peak force below which it is left, descending; "
       "behind the last one the bodies fly freely; empty: one basis, left at 0.05"},
      {"reduce.profile", T::boolean, "", kAny, "", "true", kLubricated,
       "pressure and gap along the whole film can be had at run time"},
      {"reduce.margin", T::number, "-", kNotNegative, "", "0.25", kLubricated,
       "inputs are accepted this share of their trained width beyond it"},
      {"reduce.trust_limit", T::number, "-", kPositive, "", "2", kLubricated,
       "residual of the watched rows, over the largest one in training, above which a step is "
       "flagged"},
  };
}

Keys train_keys() {
  return {
      {"train.seed", T::integer, "", kLabel, "", "1", kLubricated,
       "shifts the sequence that covers the ranges"},
      {"train.runs",
       T::integer,
       "",
       {1.0, 10000.0},
       "",
       "6",
       kLubricated,
       "full-order runs: corners of the ranges first, then points between them"},
      {"train.duration", T::number, "s", kPositive, "", kNone, kLubricated,
       "of each run; default: duration"},
      {"train.step", T::number, "s", kNotNegative, "", "0", kLubricated,
       "fixed time step of the runs; 0: as [step] says"},
      {"train.every", T::integer, "", kCount, "", "1", kLubricated,
       "every n-th solved stage is kept"},
      {"train.smooth", T::number, "-", kUnit, "", "0.25", kLine,
       "share of the runs whose load has no kinks"},
      {"train.load", T::interval, "-", kPositive, "", kNone, kLine,
       "levels of the load as fractions of the reference; default: those of [load]"},
      {"train.ramp", T::interval, "s", kPositive, "", kNone, kLine,
       "how long a change of the load takes; default: as load.rise, required without it"},
      {"train.entrainment", T::interval, "m/s", kNotNegative, "", kNone, kLine,
       "default: speed.entrainment"},
      {"train.viscosity_factor", T::interval, "-", kPositive, "", "1", kLubricated,
       "on lubricant.viscosity, for the temperature"},
      {"train.velocity", T::interval, "m/s", kPositive, "", kNone, kPoint,
       "approach at the start; default: impact.velocity"},
      {"train.acceleration", T::interval, "m/s2", kAny, "", kNone, kPoint,
       "of the upper body towards the lower one; default: impact.acceleration"},
  };
}

Keys scenario_keys_of_films() {
  return {
      {"scenarios.*.name", T::text, "", kAny, "", kRequired, kLubricated, "name"},
      {"scenarios.*.held_out", T::boolean, "", kAny, "", "false", kLubricated,
       "used for the certificate; training does not see it"},
      {"scenarios.*.duration", T::number, "s", kPositive, "", kNone, kLubricated,
       "default: duration"},
      {"scenarios.*.load_times", T::numbers, "s", kNotNegative, "", "[]", kLine,
       "corners of the load, ascending; empty: the load of [load]"},
      {"scenarios.*.load_values", T::numbers, "-", kPositive, "", "[]", kLine,
       "load there as fractions of the reference, constant before and behind"},
      {"scenarios.*.smooth", T::boolean, "", kAny, "", "false", kLine,
       "cubics with a continuous slope through the corners instead of straight lines"},
      {"scenarios.*.entrainment", T::number, "m/s", kNotNegative, "", kNone, kLine,
       "default: speed.entrainment"},
      {"scenarios.*.viscosity_factor", T::number, "-", kPositive, "", "1", kLubricated,
       "on lubricant.viscosity"},
      {"scenarios.*.velocity", T::number, "m/s", kPositive, "", kNone, kPoint,
       "default: impact.velocity"},
      {"scenarios.*.height", T::number, "m", kPositive, "", kNone, kPoint,
       "default: impact.height"},
      {"scenarios.*.acceleration", T::number, "m/s2", kAny, "", kNone, kPoint,
       "default: impact.acceleration"},
  };
}

Keys verify_keys_of_films() {
  return {
      {"verify.film", T::number, "-", kPositive, "", "0.01", kLubricated,
       "largest error of the central and the smallest gap"},
      {"verify.pressure", T::number, "-", kPositive, "", "0.03", kLubricated,
       "largest error of the central pressure over its maximum"},
      {"verify.force", T::number, "-", kPositive, "", "0.002", kLubricated,
       "largest error of the force over its maximum"},
      {"verify.restitution", T::number, "-", kPositive, "", "0.005", kPoint,
       "largest error of rebound over impact velocity"},
  };
}

}  // namespace

Keys film_reduction_keys() {
  return joined_keys(
      {reduce_keys(), train_keys(), scenario_keys_of_films(), verify_keys_of_films()});
}

}  // namespace mortise::gen
