// A film or a dry impact as the interface of a definition: its physics, how a reduced model is made
// of it, the full-order runs that train it and how far it may be off. SI units; lengths of the film
// grid are in units of the Hertz half-width b, as is usual in the field. The keys, their ranges and
// defaults stand in key_list_film.cc and key_list_film_reduction.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "generator/contact/film/film_case.hpp"
#include "generator/define/definition/scenario.hpp"
#include "generator/define/keys/reduction_methods.hpp"

namespace mortise::gen {

enum class JacobianUse { aged, every_stage };
enum class FilmHold { zero_order, linear, cubic };
template <>
inline constexpr std::array enum_names<FilmHold> = {"zero_order", "linear", "cubic"};
// fixed: in bases as approach and loading are; moving: on nodes that move with the contact's edge.
enum class ReboundKind { fixed, moving };
enum class FilmScalar { float64, float32 };

// Lists hold one entry per basis, bases() of them.
struct ReduceSpec {
  ReductionMethod method = ReductionMethod::ecsw;
  std::vector<int> modes;       // r of every basis, at most where `error` > 0
  double error = 0.0;           // > 0: projection error of the snapshots that r reaches [-]
  int points = 0;               // sampled rows; 0: chosen from r, or by the tolerance (ecsw)
  int watched = 3;              // held-out rows, at least
  double tolerance = 1e-2;      // of the weights of ecsw [-]
  double gap_tolerance = 1e-3;  // by which the output smallest gap may be missed [-]
  bool clip = true;             // snapshots at P >= 0
  double weight_floor = 1e-2;   // epsilon of the weights 1/(rms + epsilon) [p_H]
  double penalty = 1e3;         // gamma of the reduced model [-]
  double step = 0.0;            // h of the model [s]
  std::vector<int> substeps;    // equal parts of a step
  std::vector<int> iterations;  // Newton iterations per stage, at most
  int repeat_iterations = 4;    // in a step that is repeated with half steps
  double age_limit = 0.05;      // a Jacobian is kept while no unknown moves further [-]
  double row_limit = 0.01;      // then rows are made anew that changed by more than this share [-]
  double step_limit = 0.5;      // largest change of an unknown in one iteration [-]
  JacobianUse jacobian = JacobianUse::aged;
  FilmHold hold = FilmHold::cubic;  // of load and speeds between two samples
  FilmScalar scalar = FilmScalar::float64;
  // Impacts: share of the peak force below which each basis is left, in turn, descending; behind
  // the last one the bodies fly freely. Empty under a prescribed load.
  std::vector<double> phases;
  // Impacts: central pressures over the Hertz pressure above which a basis of loading is left for
  // the next, ascending. These bases come before those of `phases`.
  std::vector<double> loading;
  // Impacts: a step of approach and loading takes at most this share of the time in which the
  // bodies would close the smallest gap; 0: equal steps [-]
  double gap_share = 0.0;
  // Impacts: how the rebound is followed. Moving: the last two of `phases` are where the edge takes
  // over and where the bodies fly freely, the last of the other lists' entries is its own: modes
  // are those outside.
  ReboundKind rebound = ReboundKind::fixed;
  int edge_nodes = 8;            // behind the edge, whose pressures are unknown
  int edge_films = 4;            // shapes of the frozen film
  double edge_pressure = 0.3e9;  // [Pa]
  double edge_share = 0.5;       // steps take at most this share of the time until a = 0 [-]
  // transported: where the inlet ends and the outlet begins, where the film enters the line [b of
  // the load], samples of the line in the contact
  std::vector<double> contact = {-0.80, 0.85};
  double entry = -0.87;
  // transported, moving: iterations of a stage end where no unknown changes by more [-]
  double settled = 0.2;
  int samples = 28;
  bool finer_gap = false;    // transported: the smallest gap is held against a finer grid's
  bool profile = true;       // the whole profile can be had at run time
  double margin = 0.25;      // inputs are accepted this share of the trained width beyond it
  double trust_limit = 2.0;  // of the watched residual over the largest seen in training

  bool moving() const { return rebound == ReboundKind::moving; }
  bool transported() const { return method == ReductionMethod::transported; }
  int bases() const {
    return static_cast<int>(loading.size() + (phases.empty() ? 1 : phases.size()));
  }
};

// minimum <= maximum; equal where one number was given.
struct TrainRange {
  double minimum = 0.0, maximum = 0.0;
};

// A campaign of full-order runs whose parameters cover these ranges. Line contacts use load, ramp,
// smooth, kinked and entrainment, impacts velocity and acceleration.
struct TrainSpec {
  std::int64_t seed = 1;  // shifts the sequence of samples
  int runs = 6;
  double duration = 0.0;        // of each run [s]
  double step = 0.0;            // fixed [s]; 0: controlled as the definition says
  int every = 1;                // every n-th solved stage is kept
  double smooth = 0.25;         // share of runs with a smooth load
  double kinked = 0.0;          // share of runs whose load has kinks one after another
  TrainRange load;              // levels, fractions of the reference > 0
  TrainRange ramp;              // duration of a change of load [s]
  TrainRange entrainment;       // [m/s]
  TrainRange viscosity_factor;  // on lubricant.viscosity [-]
  TrainRange velocity;          // [m/s]
  TrainRange acceleration;      // [m/s2]
};

struct FilmContactSpec : FilmCase {
  std::optional<ReduceSpec> reduce;  // present if the file has [reduce]
  std::optional<TrainSpec> train;    // present if the file has [train]
  VerifySpec verify;
};

// Places where nodes stand closer, three numbers each: at [b], factor, width [b].
std::vector<GridRefinement> refinements_of(const std::vector<double>& numbers);

// One scenario as a run of its own: load or impact, speed, viscosity and duration are the
// scenario's, recorded profiles beyond its end are left out. Scales and grid stay those of the
// definition.
FilmContactSpec film_scenario(const FilmContactSpec& film, const ScenarioSpec& scenario);

}  // namespace mortise::gen
