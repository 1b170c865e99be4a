#include "generator/compare/compare_reductions.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "generator/compare/grid_search.hpp"
#include "generator/compare/test_spaces.hpp"
#include "generator/error.hpp"
#include "generator/reduce/problem_data.hpp"
#include "generator/reduce/reduce_film.hpp"

namespace mortise::gen {
namespace {

// The pressure at a node moves about a tenth as far as a coefficient of orthonormal shapes; with as
// much the coarse Jacobian is stale.
constexpr double kCoarseAge = 0.04;
constexpr int kOfflineIterations =
    2;  // manifolds: the question is what they can, not what it costs

// What went wrong, without the remedy.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string limits_exceeded(const FilmErrors& e, const FilmVerifySpec& limits) {
  char text[80];
  if (!(e.film() <= limits.film)) {
    std::snprintf(text, sizeof text, "film %.3g %% over %.3g %%", 100.0 * e.film(),
                  100.0 * limits.film);
    return text;
  }
  if (!(e.central_pressure <= limits.pressure)) {
    std::snprintf(text, sizeof text, "pressure %.3g %% over %.3g %%", 100.0 * e.central_pressure,
                  100.0 * limits.pressure);
    return text;
  }
  return "";
}

// The ridge that projects the last run best when the correction is fitted to the others.
double best_ridge(const PressureManifold& linear, const FilmSnapshots& s) {
  const auto mine = [&s](bool last) {
    std::vector<Eigen::Index> columns;
    for (Eigen::Index k = 0; k < s.count(); ++k) {
      if ((s.run[static_cast<std::size_t>(k)] == s.run.back()) == last) columns.push_back(k);
    }
    Matrix some(s.points(), static_cast<Eigen::Index>(columns.size()));
    for (std::size_t k = 0; k < columns.size(); ++k) {
      some.col(static_cast<Eigen::Index>(k)) = s.pressure.col(columns[k]).cwiseMax(0.0);
    }
    return some;
  };
  const Matrix fit = mine(false), judge = mine(true);
  double best = 1.0, lowest = linear.deformation_error(judge);
  if (fit.cols() == 0) return best;
  for (const double ridge : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5}) {
    PressureManifold bent = linear;
    bent.bend(fit, ridge);
    const double error = bent.deformation_error(judge);
    if (error < lowest) {
      lowest = error;
      best = ridge;
    }
  }
  return best;
}

// Per mode, see Sampling.
double own_points(ReductionMethod method) {
  if (method == ReductionMethod::ecsw) return 0.0;
  return method == ReductionMethod::gappy ? 4.0 : 2.0;
}

class Comparison {
 public:
  explicit Comparison(const ReductionComparison& c) : c_(c), definition_(*c.definition) {
    if (!definition_.reduce) {
      throw Error(definition_.path, "there is no [reduce] table", "say how to reduce the film");
    }
  }

  // Runs all scenarios; `trial` makes one.
  template <class Trial>
  void add(ReductionResult result, const Trial& trial) {
    for (const FilmCase& scenario : *c_.cases) {
      try {
        const FilmTrial t = trial(scenario);
        result.step = t.step;
        result.errors = worse_of(result.errors, t.errors);
        result.ns_per_step = std::max(result.ns_per_step, t.ns_per_step);
        if (t.failure.empty()) {
          ++result.completed;
        } else if (result.why.empty()) {
          result.why = t.failure + " of " + scenario.name;
        }
      } catch (const Error& error) {
        result.why = first_line(error.what());
        break;
      }
    }
    if (result.why.empty()) result.why = limits_exceeded(result.errors, definition_.verify);
    results.push_back(result);
    if (c_.report) c_.report(results.back());
  }

  void add_failure(ReductionResult result, const Error& error) {
    result.why = first_line(error.what());
    results.push_back(result);
    if (c_.report) c_.report(results.back());
  }

  void add_full();
  void add_full_at_the_step();
  void add_sampled();
  void add_test_spaces();
  void add_manifolds();
  void add_coarse();

  std::vector<ReductionResult> results;

 private:
  std::vector<int> mode_counts() const {
    const bool line = definition_.film.kind == FilmKind::line;
    if (line && !c_.modes.empty()) return c_.modes;
    return {definition_.reduce->modes.empty() ? 0 : definition_.reduce->modes.front()};
  }
  // The definition with a method and a number of points, for line contacts also of modes. The bases
  // of an impact have as many points as the smallest one asks for, and no fewer than modes.
  FilmDefinition variant(ReductionMethod method, int modes, double points_per_mode) const;
  void add_in_runtime(const std::string& name, const FilmDefinition& d);
  // Where the nodes should stand in a run in time, from where they should in steady films.
  std::vector<GridRefinement> placed(const std::vector<GridRefinement>& steady, FilmGridSpec grid,
                                     const CoarseOptions& coarse) const;

  const ReductionComparison& c_;
  const FilmDefinition& definition_;
};

FilmDefinition Comparison::variant(ReductionMethod method, int modes,
                                   double points_per_mode) const {
  FilmDefinition d = definition_;
  d.reduce->method = method;
  d.reduce->scalar = c_.scalar;  // rows fill its vectors
  std::vector<int>& all = d.reduce->modes;
  if (d.film.kind == FilmKind::line) all = {modes};
  const int most = all.empty() ? 0 : *std::max_element(all.begin(), all.end());
  const int least = all.empty() ? 0 : *std::min_element(all.begin(), all.end());
  // as many points as the method takes by itself are chosen for every basis on its own
  const bool own = all.size() > 1 && points_per_mode == own_points(method);
  const bool chosen = !own && points_per_mode > 0.0;
  d.reduce->points =
      chosen ? std::max(most, static_cast<int>(std::lround(points_per_mode * least))) : 0;
  return d;
}

void Comparison::add_in_runtime(const std::string& name, const FilmDefinition& d) {
  ReductionResult result;
  result.method = name;
  result.family = "sampled";
  result.runs = c_.scalar == FilmScalar::float32 ? "runtime float32" : "runtime float64";
  if (!d.reduce->modes.empty()) result.modes = d.reduce->modes.front();
  try {
    const ReducedFilm film = reduce_film(d, *c_.snapshots, nullptr);
    const ReducedBasis& basis = film.bases.front();
    result.modes = static_cast<int>(basis.pressure.cols());
    result.points = static_cast<int>(basis.rows.size()) - basis.watched;
    TrialOptions options;
    options.repetitions = c_.repetitions;
    add(result, [&](const FilmCase& scenario) {
      return try_in_runtime(film, scenario, c_.scalar, d.reduce->hold, options);
    });
  } catch (const Error& error) {
    add_failure(result, error);
  }
}

void Comparison::add_full() {
  ReductionResult result;
  result.method = "full model";
  result.family = "full";
  result.runs = "full, as defined";
  for (const FilmCase& scenario : *c_.cases) {
    const RunCounts& counts = scenario.full.counts;
    result.points = static_cast<int>(scenario.full.points);
    result.step = scenario.run.duration / static_cast<double>(counts.steps);
    result.ns_per_step =
        std::max(result.ns_per_step, 1e9 * counts.cpu_seconds / static_cast<double>(counts.steps));
    ++result.completed;
  }
  results.push_back(result);
  if (c_.report) c_.report(results.back());
}

// What the step alone costs in accuracy: no reduction of the same step is better but by chance.
void Comparison::add_full_at_the_step() {
  ReductionResult result;
  result.method = "full model";
  result.family = "full";
  result.runs = "full, step of the reduced";
  result.points = static_cast<int>(c_.cases->front().full.points);
  add(result, [&](const FilmCase& scenario) {
    const FilmCase own = make_film_case(scenario.run, scenario.name, definition_.reduce->step, {});
    FilmTrial trial;
    trial.step = definition_.reduce->step;
    trial.steps = own.full.counts.steps;
    trial.ns_per_step = 1e9 * own.full.counts.cpu_seconds / static_cast<double>(trial.steps);
    ErrorMeter meter(&scenario.full, definition_.film.kind);
    for (const FilmSample& sample : own.full.trace) meter.add(sample);
    trial.errors = meter.worst();
    return trial;
  });
}

// ", 2.5 r"
std::string per_mode(double points) {
  char text[24];
  std::snprintf(text, sizeof text, ", %.3g r", points);
  return points == 1.0 ? ", r" : text;
}

void Comparison::add_sampled() {
  const ReduceSpec& spec = *definition_.reduce;
  struct Method {
    ReductionMethod method;
    const char* name;
    std::vector<double> points_per_mode;  // 0: the method's own
  };
  std::vector<Method> methods = {{ReductionMethod::ecsw, "ecsw", {0.0}},
                                 {ReductionMethod::deim, "deim", {2.0, 4.0}},
                                 {ReductionMethod::qdeim, "q-deim", {2.0, 4.0}},
                                 {ReductionMethod::gappy, "gappy", {4.0}},
                                 {ReductionMethod::points, "points", {1.0, 2.0, 3.0, 4.0}}};
  std::vector<double>& ecsw = methods.front().points_per_mode;
  if (spec.method == ReductionMethod::ecsw && spec.points > 0 && !spec.modes.empty()) {
    ecsw.push_back(static_cast<double>(spec.points) / spec.modes.front());
  } else {
    ecsw.push_back(1.5);
  }
  for (const int modes : mode_counts()) {
    for (const Method& m : methods) {
      for (const double points : m.points_per_mode) {
        add_in_runtime(points > 0.0 ? m.name + per_mode(points) : m.name,
                       variant(m.method, modes, points));
      }
    }
  }
}

void Comparison::add_test_spaces() {
  for (const int modes : mode_counts()) {
    ReducedFilm film;
    try {
      film = reduce_film(variant(ReductionMethod::ecsw, modes, 0), *c_.snapshots, nullptr);
    } catch (const Error&) {
      continue;  // told with the sampled rows
    }
    film.every_stage = true;
    for (const TestSpace& space : test_spaces(film)) {
      ReductionResult result;
      result.method = space.name;
      result.family = "offline";
      result.runs = "offline, all rows";
      result.modes = modes;
      result.points = film.problem.unknowns;
      ReducedOptions options;
      options.whole_grid = true;
      options.test = space.test;
      add(result, [&](const FilmCase& scenario) { return try_offline(film, options, scenario); });
    }
  }
}

void Comparison::add_manifolds() {
  const FilmSnapshots& s = *c_.snapshots;
  const ReduceSpec& spec = *definition_.reduce;
  const FilmProblemData problem = problem_data(definition_, spec.penalty, nullptr);
  const Matrix pressure = spec.clip ? Matrix(s.pressure.cwiseMax(0.0)) : s.pressure;
  BasisOptions basis;
  basis.clip = spec.clip;
  basis.weight_floor = spec.weight_floor;
  ManifoldOptions options;
  options.step = spec.step / problem.scales.time;
  options.iterations = kOfflineIterations;
  const struct {
    const char* name;
    int windows;
    bool bent;
  } kinds[] = {{"linear space", 1, false},
               {"quadratic manifold", 1, true},
               {"3 windows of the load", 3, false},
               {"6 windows of the load", 6, false}};
  for (const int modes : mode_counts()) {
    for (const auto& kind : kinds) {
      ReductionResult result;
      result.method = kind.name;
      result.family = "offline";
      result.runs = "offline, all rows";
      result.modes = basis.modes = modes;
      result.points = problem.unknowns;
      try {
        std::vector<LoadWindow> windows =
            load_windows(pressure, s.load, problem.compliance, basis, kind.windows);
        if (kind.bent) windows.front().manifold.bend(pressure, best_ridge(windows[0].manifold, s));
        add(result, [&](const FilmCase& scenario) {
          return try_manifold(problem, windows, options, scenario);
        });
      } catch (const Error& error) {
        add_failure(result, error);
      }
    }
  }
}

std::vector<GridRefinement> Comparison::placed(const std::vector<GridRefinement>& steady,
                                               FilmGridSpec grid,
                                               const CoarseOptions& coarse) const {
  if (c_.tuning == nullptr) return steady;
  TrialOptions once;
  once.repetitions = 0;
  return improve_refinements(
      steady, c_.tuning_trials, [&](const std::vector<GridRefinement>& places) {
        grid.refine = places;
        try {
          const FilmTrial trial = try_coarse<float>(grid, coarse, *c_.tuning, once);
          return trial.failure.empty() ? trial.errors.film() : 1e3;
        } catch (const Error&) {
          return 1e3;
        }
      });
}

void Comparison::add_coarse() {
  const FilmDefinition d = reducible(definition_);
  GridSearch search;
  search.loads = {c_.snapshots->load.minCoeff(), c_.snapshots->load.maxCoeff()};
  CoarseOptions coarse;
  coarse.step = definition_.reduce->step / film_scales(d).time;
  TrialOptions options;
  options.repetitions = c_.repetitions;
  for (const int points : c_.coarse) {
    search.points = points;
    FilmGridSpec grid = d.grid;
    grid.points = points;
    grid.refine = placed(search_grid(d, search).refine, grid, coarse);
    for (const bool aged : {false, true}) {
      coarse.age_limit = aged ? kCoarseAge * definition_.reduce->age_limit : 0.0;
      for (const bool single : {false, true}) {
        ReductionResult result;
        result.method = "full on " + std::to_string(points) + " nodes";
        result.family = "coarse";
        result.runs = std::string("full ") + (single ? "float32" : "float64") +
                      (aged ? ", J aged" : ", J every stage");
        result.points = points;
        add(result, [&](const FilmCase& scenario) {
          return single ? try_coarse<float>(grid, coarse, scenario, options)
                        : try_coarse<double>(grid, coarse, scenario, options);
        });
      }
    }
  }
}

}  // namespace

std::vector<ReductionResult> compare_reductions(const ReductionComparison& comparison) {
  Comparison all(comparison);
  const bool line = comparison.definition->film.kind == FilmKind::line;
  all.add_full();
  if (line) all.add_full_at_the_step();
  if (comparison.sampled) all.add_sampled();
  if (line && comparison.offline) {
    all.add_test_spaces();
    all.add_manifolds();
  }
  if (line && !comparison.coarse.empty()) all.add_coarse();
  return all.results;
}

}  // namespace mortise::gen
