// Keys of the reduced model of a film: its training, its reduction, its certificate.
#include "generator/define/definition/film_contact.hpp"
#include "generator/define/definition/key_sections.hpp"
#include "generator/define/definition/scenario.hpp"
#include "generator/define/keys/reduction_methods.hpp"

namespace mortise::gen {
namespace {

constexpr KeyRange kShare = {0.0, 1.0, false};
constexpr KeyRange kIterations = {1.0, 100.0};

void reduce_keys(KeyRows& k) {
  k.table("reduce", kLubricated, Stage::reduce);
  k.choice("method", &ReduceSpec::method, choices_of<ReductionMethod>(), "ecsw",
           "how the rows are chosen at which the reduced equations "
           "hold" MORTISE_REDUCTION_METHODS(MORTISE_MEANING));
  k.counts("modes", &ReduceSpec::modes, {1.0, 1000.0}, "30",
           "pressure shapes of the basis; a list with one entry per phase for several bases; "
           "transported: two numbers, of inlet and outlet");
  k.number("error", &ReduceSpec::error, "-", kUnit, "0",
           "relative error of the projected snapshots that a basis reaches with as few shapes as "
           "it takes, reduce.modes at most; 0: it has reduce.modes shapes");
  k.integer("points", &ReduceSpec::points, {0.0, 1e5}, "0",
            "sampled rows; 0: chosen from the shapes (deim, qdeim, gappy, points) or by "
            "reduce.tolerance");
  k.number("tolerance", &ReduceSpec::tolerance, "-", kShare, "1e-2",
           "of the weights of ecsw and transported where reduce.points is 0: fewer rows the larger "
           "it is");
  k.number("gap_tolerance", &ReduceSpec::gap_tolerance, "-", kShare, "1e-3",
           "share by which the smallest gap may be missed, being looked for at few nodes only");
  k.flag("clip", &ReduceSpec::clip, "true", "negative pressures of the snapshots count as 0");
  k.number(
      "weight_floor", &ReduceSpec::weight_floor, "-", kPositive, "1e-2",
      "e of the nodes' weights 1/(rms + e) in the basis, of pressures over the Hertz pressure");
  k.number("penalty", &ReduceSpec::penalty, "-", kNotNegative, "1e3",
           "penalty factor of the reduced model on negative pressure");
  k.integer("watched", &ReduceSpec::watched, {0.0, 1000.0}, "3",
            "rows kept out of the equations, whose residual tells how far the model can be "
            "trusted; some more where that fills a block");
  k.number("step", &ReduceSpec::step, "s", kPositive, kNone,
           "time step of the reduced model; default: step.size");
  k.counts(
      "substeps", &ReduceSpec::substeps, {1.0, 1000.0}, "1",
      "equal parts a step is divided into; a list with one entry per phase; of a film among the "
      "interfaces of an assembly one number, the same for all films on bodies that meet, "
      "which take these parts with whatever else they meet");
  k.counts("iterations", &ReduceSpec::iterations, kIterations, "1",
           "Newton iterations per stage, at most; a list with one entry per phase");
  k.integer("repeat_iterations", &ReduceSpec::repeat_iterations, kIterations, "4",
            "the same in a step that failed and is repeated with half steps");
  k.number("age_limit", &ReduceSpec::age_limit, "-", kNotNegative, "0.05",
           "a Jacobian is kept while no unknown has moved further");
  k.number("row_limit", &ReduceSpec::row_limit, "-", kNotNegative, "0.01",
           "rows of a Jacobian no longer kept are made anew if they have changed by more than this "
           "share; 0: all of them");
  k.number("step_limit", &ReduceSpec::step_limit, "-", kPositive, "0.5",
           "largest change of an unknown in one iteration");
  k.choice("jacobian", &ReduceSpec::jacobian, "aged|every_stage", "aged",
           "kept while reduce.age_limit allows, or made anew in every stage: slower, the same time "
           "in every step");
  k.choice("hold", &ReduceSpec::hold, "zero_order|linear|cubic", "cubic",
           "inputs between two samples; cubic has a continuous slope")
      .at(Stage::bake);
  k.choice("scalar", &ReduceSpec::scalar, "float64|float32", "float64", "arithmetic of the film");
  k.numbers("phases", &ReduceSpec::phases, "-", kShare, "[]",
            "one basis per entry: the share of the peak force below which it is left, descending; "
            "behind the last one the bodies fly freely; empty: one basis, left at 0.05")
      .only(kLubricated);
  k.numbers("loading", &ReduceSpec::loading, "-", kPositive, "[]",
            "central pressures over the Hertz pressure above which a basis of approach and loading "
            "is left for the next, ascending; these bases come before those of reduce.phases, the "
            "last of them has the first of these; empty: one basis")
      .only(kLubricated);
  k.number("gap_share", &ReduceSpec::gap_share, "-", kUnit, "0",
           "steps of approach and loading take this share of the time in which the bodies would "
           "close the smallest gap, and not less than the shortest: reduce.step over a power of "
           "two, at most reduce.substeps of them; four times this share in bases whose central "
           "pressures keep below 1.5, or above 10, over lubricant.pressure_coefficient; 0: "
           "reduce.substeps equal ones")
      .only(kLubricated);
  k.choice("rebound", &ReduceSpec::rebound, "fixed|moving", "fixed",
           "how an impact's rebound is followed: in the bases of reduce.phases, or on nodes that "
           "move with the edge of the contact, the film behind it frozen; the last two of "
           "reduce.phases are then where the edge takes over and where the bodies fly freely, the "
           "last entries of reduce.modes and reduce.iterations the edge's: shapes outside of it")
      .only(kPoint);
  k.number("edge_pressure", &ReduceSpec::edge_pressure, "Pa", kPositive, "0.3e9",
           "moving: pressure at the edge of the contact, well below that at which oil solidifies")
      .only(kPoint);
  k.integer("edge_nodes", &ReduceSpec::edge_nodes, {2.0, 64.0}, "8",
            "moving: nodes behind the edge in which the film may flow")
      .only(kPoint);
  k.integer("edge_films", &ReduceSpec::edge_films, {1.0, 16.0}, "4",
            "moving: shapes of the frozen film, at most as many as there are training runs")
      .only(kPoint);
  k.number("edge_share", &ReduceSpec::edge_share, "-", kShare, "0.5",
           "moving: steps take at most this share of the time in which the edge would reach the "
           "axis, and at most reduce.step")
      .only(kPoint);
  k.numbers("contact", &ReduceSpec::contact, "b", kAny, "[-0.80, 0.85]",
            "transported: where the inlet ends and where the outlet begins, in half-widths of the "
            "load")
      .only(kLine);
  k.number("entry", &ReduceSpec::entry, "b", kAny, "-0.87",
           "transported: where the film enters the contact, within the inlet")
      .only(kLine);
  k.number(
       "settled", &ReduceSpec::settled, "-", kPositive, "0.2",
       "transported and moving: another of the reduce.iterations follows a change of an unknown "
       "by more (moving: in a step as long as reduce.step, shorter ones have their share of it): "
       "where a front passes, the spike of pressure at the outlet moves by several nodes")
      .only(kLubricated);
  k.integer("samples", &ReduceSpec::samples, {8.0, 128.0}, "28",
            "transported: places in the contact at which the film is looked up")
      .only(kLine);
  k.flag(
       "finer_gap", &ReduceSpec::finer_gap, "false",
       "transported: the smallest gap is scaled by what steady films on a grid of half the spacing "
       "have over those of the model, one number for all of them")
      .only(kLine);
  k.flag("profile", &ReduceSpec::profile, "true",
         "pressure and gap along the whole film can be had at run time");
  k.number("margin", &ReduceSpec::margin, "-", kNotNegative, "0.25",
           "inputs are accepted this share of their trained width beyond it");
  k.number("trust_limit", &ReduceSpec::trust_limit, "-", kPositive, "2",
           "residual of the watched rows, over the largest one in training, above which a step is "
           "flagged");
}

void train_keys(KeyRows& k) {
  k.table("train", kLubricated, Stage::train);
  k.integer("seed", &TrainSpec::seed, kLabel, "1", "shifts the sequence that covers the ranges");
  k.integer("runs", &TrainSpec::runs, {1.0, 10000.0}, "6",
            "full-order runs: corners of the ranges first, then points between them");
  k.number("duration", &TrainSpec::duration, "s", kPositive, kNone,
           "of each run; default: duration");
  k.number("step", &TrainSpec::step, "s", kNotNegative, "0",
           "fixed time step of the runs; 0: as [step] says");
  k.integer("every", &TrainSpec::every, kCount, "1", "every n-th solved stage is kept");

  k.table("train", kLine, Stage::train);
  k.number("smooth", &TrainSpec::smooth, "-", kUnit, "0.25",
           "share of the runs whose load has no kinks");
  k.number("kinked", &TrainSpec::kinked, "-", kUnit, "0",
           "share of the runs whose load rises, rests and falls at random, in place of one shock: "
           "fronts that follow each other closely");
  k.interval("load", {}, "-", kAny, kNone,
             "levels of the load as fractions of the reference, > 0; the lower one of a film with "
             "load.mass may be negative: its bodies part and meet again. Default: those of [load]");
  k.interval("ramp", {}, "s", kPositive, kNone,
             "how long a change of the load takes; default: as load.rise, required without it");
  k.interval("entrainment", {}, "m/s", kNotNegative, kNone, "default: speed.entrainment");

  k.table("train", kPoint, Stage::train);
  k.interval("viscosity_factor", {}, "-", kPositive, "1",
             "on lubricant.viscosity, for the temperature")
      .only(kLubricated);
  k.interval("velocity", {}, "m/s", kPositive, kNone,
             "approach at the start; default: impact.velocity");
  k.interval("acceleration", {}, "m/s2", kAny, kNone,
             "of the upper body towards the lower one; default: impact.acceleration");
}

void scenario_keys_of_films(KeyRows& k) {
  k.table("scenarios.*", kLubricated, Stage::bake);
  k.text("name", &ScenarioSpec::name, kRequired, "name");
  k.flag("held_out", &ScenarioSpec::held_out, "false",
         "used for the certificate; training does not see it")
      .at(Stage::certify);
  k.number("duration", &ScenarioSpec::duration, "s", kPositive, kNone, "default: duration");
  k.numbers("load_times", &FilmDrive::load_times, "s", kNotNegative, "[]",
            "corners of the load, ascending; empty: the load of [load]")
      .only(kLine);
  k.numbers("load_values", &FilmDrive::load_values, "-", kPositive, "[]",
            "load there as fractions of the reference, constant before and behind")
      .only(kLine);
  k.flag("smooth", &FilmDrive::smooth, "false",
         "cubics with a continuous slope through the corners instead of straight lines")
      .only(kLine);
  k.number("entrainment", &FilmDrive::entrainment, "m/s", kNotNegative, kNone,
           "default: speed.entrainment")
      .only(kLine);
  k.number("viscosity_factor", &FilmDrive::viscosity_factor, "-", kPositive, "1",
           "on lubricant.viscosity");
  k.numbers("entrainment_times", &FilmDrive::entrainment_times, "s", kNotNegative, "[]",
            "corners of the speed, ascending; empty: entrainment all the time")
      .only(kLine);
  k.numbers("entrainment_values", &FilmDrive::entrainment_values, "m/s", kPositive, "[]",
            "speed there, straight between, constant before and behind")
      .only(kLine);
  k.numbers("viscosity_times", &FilmDrive::viscosity_times, "s", kNotNegative, "[]",
            "corners of the viscosity factor, ascending")
      .only(kLine);
  k.numbers("viscosity_values", &FilmDrive::viscosity_values, "-", kPositive, "[]",
            "viscosity factor there")
      .only(kLine);

  k.table("scenarios.*", kPoint, Stage::bake);
  k.number("velocity", &FilmDrive::velocity, "m/s", kPositive, kNone, "default: impact.velocity");
  k.number("height", &FilmDrive::height, "m", kPositive, kNone, "default: impact.height");
  k.number("acceleration", &FilmDrive::acceleration, "m/s2", kAny, kNone,
           "default: impact.acceleration");
}

void verify_keys_of_films(KeyRows& k) {
  k.table("verify", kLubricated, Stage::certify);
  k.number("film", &VerifySpec::film, "-", kPositive, "0.01",
           "largest error of the central and the smallest gap");
  k.number("pressure", &VerifySpec::pressure, "-", kPositive, "0.03",
           "largest error of the central pressure over its maximum; of impacts over that of the "
           "times at which they are compared, force above 5 % of its peak");
  k.number("force", &VerifySpec::force, "-", kPositive, "0.002",
           "largest error of the force over its maximum");
  k.integer("points", &VerifySpec::points, {0.0, 1e5}, "0",
            "nodes of the full model that judges; 0: grid.points")
      .only(kLine);
  k.numbers("refine", &VerifySpec::refine, "", kAny, "[]",
            "where they stand closer, as grid.refine; empty: as in [grid]")
      .only(kLine);
  k.number("restitution", &VerifySpec::restitution, "-", kPositive, "0.005",
           "largest error of rebound over impact velocity")
      .only(kPoint);
}

}  // namespace

void film_reduction_keys(KeyRows& k) {
  reduce_keys(k);
  train_keys(k);
  scenario_keys_of_films(k);
  verify_keys_of_films(k);
}

}  // namespace mortise::gen
