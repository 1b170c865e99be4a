#include "tests/studies/film/compare_reductions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "generator/ground/files/content_hash.hpp"
#include "generator/ground/files/kept_map.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/hyper_reduction.hpp"
#include "generator/reduce/film/reduce_film.hpp"

namespace mortise::gen {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FilmErrors, force, central_pressure, central_gap, minimum_gap)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReductionResult, method, runs, modes, points, step, errors,
                                   ns_per_step, completed, why)

namespace {

// Carried film of another method's definition: modes of inlet and outlet, rows.
const std::vector<int> kCarriedModes = {6, 8};
constexpr int kCarriedRows = 32;

// What went wrong, without the remedy.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string limits_exceeded(const FilmErrors& e, const VerifySpec& limits) {
  const auto over = [](const char* what, double error, double limit) {
    return fmt::format("{} {:.3g} % over {:.3g} %", what, 100.0 * error, 100.0 * limit);
  };
  if (!(e.film() <= *limits.film)) return over("film", e.film(), *limits.film);
  if (!(e.central_pressure <= *limits.pressure)) {
    return over("pressure", e.central_pressure, *limits.pressure);
  }
  return "";
}

// ", 2.5 r"; nothing for a method's own number.
std::string per_shape(double rows) {
  return rows == 0.0 ? "" : rows == 1.0 ? ", r" : fmt::format(", {:.3g} r", rows);
}

class Comparison {
 public:
  explicit Comparison(const ReductionComparison& c) : c_(c), definition_(*c.definition) {
    if (!definition_.reduce) {
      throw Error(definition_.path, "there is no [reduce] table", "say how to reduce the film");
    }
  }

  std::vector<ReductionResult> run() {
    const std::vector<Trial> trials = all_trials();
    KeptMap map;
    map.folder = c_.cache;
    map.stage = "compare";
    map.ranks = c_.ranks;
    for (const Trial& trial : trials)
      map.keys.push_back(ContentHash()
                             .add(c_.key)
                             .add(c_.scalar == FilmScalar::float32 ? "float32" : "float64")
                             .add(fmt::format("{} {}", c_.snapshots->count(), c_.repetitions))
                             .add(trial.name)
                             .hex());
    return kept_map<ReductionResult>(map, [&](std::size_t k) {
      ReductionResult result = trials[k].make();
      if (c_.report) c_.report(result);
      return result;
    });
  }

 private:
  struct Trial {
    std::string name;  // differs
    std::function<ReductionResult()> make;
  };

  std::vector<Trial> all_trials() const {
    std::vector<Trial> trials;
    trials.push_back({"full", [this] { return full_model(); }});
    if (definition_.film.kind == FilmKind::line)
      trials.push_back({"full at the step", [this] { return full_at_the_step(); }});
    for (const int modes : mode_counts()) {
      for (int k = 0; k < static_cast<int>(enum_names<ReductionMethod>.size()); ++k) {
        const auto method = static_cast<ReductionMethod>(k);
        if (!is_asked_for(method)) continue;
        // shapes of its own, two numbers: once
        if (method == ReductionMethod::transported &&
            (!definition_.balanced() || modes != mode_counts().front()))
          continue;
        for (const double rows : compared(method))
          trials.push_back({fmt::format("{} {} {}", name_of(method), modes, rows),
                            [=] { return in_runtime(method, modes, rows); }});
      }
    }
    return trials;
  }

  bool is_asked_for(ReductionMethod method) const {
    return c_.methods.empty() ||
           std::find(c_.methods.begin(), c_.methods.end(), name_of(method)) != c_.methods.end();
  }

  // Rows per shape. Weights take any number of them: as many as the definition asks for.
  std::vector<double> compared(ReductionMethod method) const {
    const ReduceSpec& spec = *definition_.reduce;
    const Reduction reduction = reduction_of(method);
    std::vector<double> rows = reduction.compared;
    if (reduction.weighted && spec.method == method && spec.points > 0 && !spec.modes.empty()) {
      rows.back() = static_cast<double>(spec.points) / spec.modes.front();
    }
    return rows;
  }

  std::vector<int> mode_counts() const {
    if (definition_.film.kind == FilmKind::line && !c_.modes.empty()) return c_.modes;
    return {definition_.reduce->modes.empty() ? 0 : definition_.reduce->modes.front()};
  }

  // Runs all scenarios; `trial` makes one.
  template <class Run>
  ReductionResult over_scenarios(ReductionResult result, const Run& trial) const {
    for (const ReferenceRun& scenario : *c_.cases) {
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
    return result;
  }

  // The definition with a method and a number of rows, for line contacts also of modes. The bases
  // of an impact have as many rows as the smallest one asks for, and no fewer than modes.
  FilmContactSpec variant(ReductionMethod method, int modes, double rows_per_shape) const {
    FilmContactSpec d = definition_;
    d.reduce->method = method;
    d.reduce->scalar = c_.scalar;  // rows fill its vectors
    std::vector<int>& all = d.reduce->modes;
    if (method == ReductionMethod::transported) {
      if (!definition_.reduce->transported()) {
        all = kCarriedModes;
        d.reduce->points = kCarriedRows;
      }
      return d;
    }
    if (d.film.kind == FilmKind::line) all = {modes};
    const int most = all.empty() ? 0 : *std::max_element(all.begin(), all.end());
    const int least = all.empty() ? 0 : *std::min_element(all.begin(), all.end());
    // as many rows as the method takes by itself are chosen for every basis on its own
    const bool own = all.size() > 1 && rows_per_shape == reduction_of(method).rows_per_shape;
    const bool chosen = !own && rows_per_shape > 0.0;
    d.reduce->points =
        chosen ? std::max(most, static_cast<int>(std::lround(rows_per_shape * least))) : 0;
    return d;
  }

  ReductionResult in_runtime(ReductionMethod method, int modes, double rows_per_shape) const {
    const FilmContactSpec d = variant(method, modes, rows_per_shape);
    ReductionResult result;
    result.method = name_of(method) + per_shape(rows_per_shape);
    result.runs = c_.scalar == FilmScalar::float32 ? "runtime float32" : "runtime float64";
    if (!d.reduce->modes.empty()) result.modes = d.reduce->modes.front();
    try {
      const ReducedFilm film = reduce_film(d, *c_.snapshots, nullptr);
      const ReducedBasis& basis = film.bases.front();
      result.modes = static_cast<int>(basis.pressure.cols());
      result.points = static_cast<int>(basis.rows.size()) - basis.watched;
      TrialOptions options;
      options.repetitions = c_.repetitions;
      return over_scenarios(result, [&](const ReferenceRun& scenario) {
        return try_in_runtime(film, scenario, c_.scalar, d.reduce->hold, options);
      });
    } catch (const Error& error) {
      result.why = first_line(error.what());
      return result;
    }
  }

  ReductionResult full_model() const {
    ReductionResult result;
    result.method = "full model";
    result.runs = "full, as defined";
    for (const ReferenceRun& scenario : *c_.cases) {
      const RunCounts& counts = scenario.full.counts;
      result.points = static_cast<int>(scenario.full.points);
      result.step = scenario.run.duration / static_cast<double>(counts.steps);
      result.ns_per_step = std::max(result.ns_per_step,
                                    1e9 * counts.cpu_seconds / static_cast<double>(counts.steps));
      ++result.completed;
    }
    return result;
  }

  // What the step alone costs in accuracy: no reduction of the same step is better but by chance.
  ReductionResult full_at_the_step() const {
    ReductionResult result;
    result.method = "full model";
    result.runs = "full, step of the reduced";
    result.points = static_cast<int>(c_.cases->front().full.points);
    return over_scenarios(result, [&](const ReferenceRun& scenario) {
      const ReferenceRun own =
          make_reference_run(scenario.run, scenario.name, definition_.reduce->step, {});
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

  const ReductionComparison& c_;
  const FilmContactSpec& definition_;
};

}  // namespace

std::vector<ReductionResult> compare_reductions(const ReductionComparison& comparison) {
  return Comparison(comparison).run();
}

FilmSnapshots thinned_snapshots(const FilmSnapshots& s, Eigen::Index most) {
  if (s.count() <= most) return s;
  FilmSnapshots thin;
  thin.largest_slope = s.largest_slope;
  std::vector<Eigen::Index> kept;
  kept.reserve(static_cast<std::size_t>(most));
  for (Eigen::Index k = 0; k < most; ++k) kept.push_back(k * (s.count() - 1) / (most - 1));
  for (const auto& [name, member] : kStageColumns) thin.*member = (s.*member)(Eigen::all, kept);
  for (const auto& [name, member] : kStageEntries) thin.*member = (s.*member)(kept);
  for (const Eigen::Index k : kept) thin.run.push_back(s.run[static_cast<std::size_t>(k)]);
  return thin;
}

}  // namespace mortise::gen
