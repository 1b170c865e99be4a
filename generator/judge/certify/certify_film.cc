#include "generator/judge/certify/certify_film.hpp"

#include <algorithm>
#include <cmath>

#include "generator/bake/play/play.hpp"
#include "generator/define/definition/definition_hash.hpp"
#include "generator/ground/files/content_hash.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/certify/compare_films.hpp"
#include "generator/judge/certify/film_json.hpp"
#include "generator/judge/certify/scenario_json.hpp"
#include "generator/reduce/film/conditions.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/simulate/film/simulate.hpp"

namespace mortise::gen {

namespace {

// Step of the file, or where its steps have several lengths the shortest one.
double step_of_file(const ReduceSpec& reduce) {
  return reduce.gap_share > 0.0 ? reduce.step / reduce.substeps.front() : reduce.step;
}

// In time as FullFilmTime says.
FilmContactSpec reference_definition(const FilmContactSpec& definition,
                                     const ScenarioSpec& scenario, const FullFilmTime& time) {
  FilmContactSpec d = film_scenario(reducible(definition), scenario);
  d.output = {};
  if (time.as_defined) return d;
  d.step.control = StepControl::fixed;
  d.step.scheme = FilmScheme::sdirk2;
  d.step.size = time.step_of_file ? step_of_file(*definition.reduce)
                                  : reference_step(definition) / time.finer;
  d.step.land_on_kinks = !time.step_of_file;
  if (time.own_grid || time.step_of_file) return d;
  if (d.verify.points > 0) d.grid.points = d.verify.points;
  if (!d.verify.refine.empty()) d.grid.refine = refinements_of(d.verify.refine);
  return d;
}

// definition: as it was read; the scenario's own values and the step are added apart.
std::string reference_key(const Definition& definition, const ScenarioSpec& scenario,
                          const FullFilmTime& time, double step) {
  ContentHash hash;
  hash.add(stage_hash(definition, Stage::simulate));
  const FilmDrive& s = scenario.film;
  for (const std::vector<double>* list : {&s.load_times, &s.load_values})
    hash.add(std::to_string(list->size())).add(list->data(), list->size() * sizeof(double));
  for (const double value : {s.smooth ? 1.0 : 0.0, scenario.duration, s.entrainment,
                             s.viscosity_factor, s.velocity, s.height, s.acceleration, step})
    hash.add(&value, sizeof value);
  if (time.step_of_file) hash.add("step of the file");
  for (const std::vector<double>* list :
       {&s.entrainment_times, &s.entrainment_values, &s.viscosity_times, &s.viscosity_values}) {
    if (!list->empty()) hash.add("moving").add(list->data(), list->size() * sizeof(double));
  }
  const VerifySpec& judge = definition.film->verify;
  if (!time.own_grid && !time.step_of_file && (judge.points > 0 || !judge.refine.empty())) {
    hash.add(std::to_string(judge.points));
    hash.add(judge.refine.data(), judge.refine.size() * sizeof(double));
  }
  if (time.as_defined) hash.add("steps as defined");
  if (time.finer != 1.0) hash.add(&time.finer, sizeof time.finer);
  return hash.hex();
}

}  // namespace

double reference_step(const FilmContactSpec& d) {
  const double half = 0.5 * step_of_file(*d.reduce);
  return d.film.kind == FilmKind::line ? std::min(d.step.size, half) : half;
}

std::vector<FilmSample> run_full_film_scenario(const Definition& definition,
                                               const ScenarioSpec& scenario,
                                               const FullFilmTime& time, const std::string& cache) {
  KeptMap map;
  map.folder = cache;
  return run_full_film_scenarios(definition, {scenario}, time, map).front();
}

std::vector<std::vector<FilmSample>> run_full_film_scenarios(
    const Definition& definition, const std::vector<ScenarioSpec>& scenarios,
    const FullFilmTime& time, KeptMap map) {
  std::vector<FilmContactSpec> runs;
  map.stage = "reference";
  for (const ScenarioSpec& scenario : scenarios) {
    runs.push_back(reference_definition(*definition.film, scenario, time));
    map.keys.push_back(reference_key(definition, scenario, time, runs.back().step.size));
  }
  return kept_map<std::vector<FilmSample>>(map, [&](std::size_t k) {
    const std::string& name = scenarios[k].name;
    ProgressBar bar("full-order " + name);
    const FilmRun run = simulate_film(runs[k], bar.shares(), nullptr);
    if (!run.completed) {
      throw Error(runs[k].path, "the full model of scenario \"" + name + "\" " + run.stop_reason,
                  "shorten the scenario, or step.size");
    }
    return run.trace;
  });
}

namespace {

Measured film_limits(const FilmContactSpec& d) {
  Measured limits;
  limits[Measure::force] = d.verify.force;
  limits[Measure::central_pressure] = d.verify.pressure;
  limits[Measure::central_gap] = limits[Measure::minimum_gap] = d.verify.film;
  if (d.film.kind != FilmKind::line) limits[Measure::restitution] = d.verify.restitution;
  return limits;
}

// The reference is the full film, at twice its step and finer.
class FilmRuns : public ScenarioRuns<std::vector<FilmSample>> {
 public:
  using Trace = std::vector<FilmSample>;

  FilmRuns(const Definition& definition, const ScenarioSpec& scenario, const AlignedBytes& model,
           const std::string& cache)
      : definition_(definition), scenario_(scenario), model_(model), cache_(cache) {}

  Trace file() override {
    Instance instance(model_, "model file");
    const int scenario = scenario_of("model file", instance, scenario_.name);
    return film_samples(play(instance, scenario, 0.0, 1, {}));
  }
  Trace full() override { return run({1.0, true}); }
  std::optional<Trace> reference(int refinement) override {
    return run({finer(refinement), false});
  }
  double step_of(int refinement) const override {
    return reference_step(*definition_.film) / finer(refinement);
  }
  bool resolves(int) const override { return true; }
  bool goes_on(int refinement) const override { return finer(refinement) < kFinestReference; }

  Measured compare(const Trace& run, const Trace& reference) const override {
    return compare_films(definition_.film->film.kind, run, reference);
  }
  bool touched(const Trace& trace) const override {
    return film_touched(definition_.film->film.kind, trace);
  }
  bool refines_full() const override { return true; }

 private:
  static constexpr double kFinestReference = 4.0;
  static double finer(int refinement) { return std::ldexp(0.5, refinement); }

  Trace run(const FullFilmTime& time) const {
    return run_full_film_scenario(definition_, scenario_, time, cache_);
  }

  const Definition& definition_;
  const ScenarioSpec& scenario_;
  const AlignedBytes& model_;
  const std::string& cache_;
};

}  // namespace

CertificateOptions certify_film(const Definition& definition, const AlignedBytes& model,
                                const CertifySettings& settings) {
  const std::vector<std::size_t> chosen = chosen_scenarios(definition, settings.scenario);
  CertificateOptions c;
  c.reference = definition.film->film.kind == FilmKind::line
                    ? "full film in the load-scaled frame, its step refined"
                    : "full film, its step refined";
  if (definition.film->verify.points > 0)
    c.reference += ", of " + std::to_string(definition.film->verify.points) + " nodes";
  c.limits = film_limits(*definition.film);
  c.errors = kept_map<ScenarioErrors>(
      scenario_jobs(definition, chosen, model, settings), [&](std::size_t k) {
        const ScenarioSpec& scenario = definition.scenarios[chosen[k]];
        FilmRuns runs(definition, scenario, model, settings.cache);
        return judge_scenario(scenario.name, &runs, c.limits);
      });
  std::vector<FilmConditions> met = {trained_conditions(*definition.film, 0.0)};
  for (const std::size_t k : chosen)
    met.push_back(conditions_of(film_scenario(*definition.film, definition.scenarios[k])));
  const std::string starved = starved_in(*definition.film, met);
  if (!starved.empty()) c.warnings.push_back(starved);
  log_certificate(c, settings.log);
  return c;
}

}  // namespace mortise::gen
