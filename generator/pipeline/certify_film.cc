#include "generator/pipeline/certify_film.hpp"

#include <algorithm>
#include <cmath>
#include <regex>

#include "generator/define/definition_hash.hpp"
#include "generator/ehd/simulate.hpp"
#include "generator/error.hpp"
#include "generator/io/content_hash.hpp"
#include "generator/io/terminal.hpp"
#include "generator/pipeline/compare_films.hpp"
#include "generator/pipeline/matrix_json.hpp"
#include "generator/pipeline/parallel_for.hpp"
#include "generator/pipeline/stage_cache.hpp"
#include "generator/pipeline/verdict.hpp"
#include "generator/reduce/problem_data.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kReferenceVersion = "2";  // changes when a kept trace would differ

// Keys of the definition that the full model of a scenario depends on; the scenario's own values
// are added to the hash apart.
bool matters_to_reference(const std::string& key) {
  static const std::regex pattern(
      "(film|lubricant|grid|load|speed|impact|bodies|structure|step)(\\..*)?");
  return std::regex_match(key, pattern);
}

// In time as FullFilmTime says.
FilmDefinition reference_definition(const FilmDefinition& definition,
                                    const FilmScenarioSpec& scenario, const FullFilmTime& time) {
  FilmDefinition d = film_scenario(reducible(definition), scenario);
  d.output = {};
  d.step.control = StepControl::fixed;
  d.step.scheme = FilmScheme::sdirk2;
  d.step.size =
      time.step_of_file ? definition.reduce->step : reference_step(definition) / time.finer;
  d.step.land_on_kinks = !time.step_of_file;
  return d;
}

std::string reference_key(const FilmDefinition& d, const FilmScenarioSpec& s,
                          const FullFilmTime& time) {
  ContentHash hash;
  hash.add(kReferenceVersion)
      .add(settings_hash(d.settings, matters_to_reference))
      .add(input_hash(d));
  for (const std::vector<double>* list : {&s.load_times, &s.load_values})
    hash.add(std::to_string(list->size())).add(list->data(), list->size() * sizeof(double));
  for (const double value : {s.smooth ? 1.0 : 0.0, s.duration, s.entrainment, s.viscosity_factor,
                             s.velocity, s.height, s.acceleration, d.step.size})
    hash.add(&value, sizeof value);
  if (time.step_of_file) hash.add("step of the file");
  if (time.finer != 1.0) hash.add(&time.finer, sizeof time.finer);
  return hash.hex();
}

constexpr double FilmSample::*kMembers[] = {
    &FilmSample::time,      &FilmSample::force, &FilmSample::p_central, &FilmSample::p_max,
    &FilmSample::h_central, &FilmSample::h_min, &FilmSample::velocity};

Matrix table_of(const std::vector<FilmSample>& trace) {
  Matrix table(static_cast<Eigen::Index>(trace.size()), 7);
  for (Eigen::Index k = 0; k < table.rows(); ++k)
    for (Eigen::Index j = 0; j < 7; ++j)
      table(k, j) = trace[static_cast<std::size_t>(k)].*kMembers[j];
  return table;
}

std::vector<FilmSample> trace_of(const Matrix& table) {
  std::vector<FilmSample> trace(static_cast<std::size_t>(table.rows()));
  for (Eigen::Index k = 0; k < table.rows(); ++k)
    for (Eigen::Index j = 0; j < 7; ++j)
      trace[static_cast<std::size_t>(k)].*kMembers[j] = table(k, j);
  return trace;
}

// Member of a sample that an output of the model fills; null: none.
double FilmSample::*member_of(std::uint32_t quantity) {
  switch (quantity) {
    case kOutputFilmForce:
      return &FilmSample::force;
    case kOutputCentralPressure:
      return &FilmSample::p_central;
    case kOutputCentralGap:
      return &FilmSample::h_central;
    case kOutputMinimumGap:
      return &FilmSample::h_min;
    case kOutputApproach:
      return &FilmSample::velocity;
    default:
      return nullptr;
  }
}

}  // namespace

std::vector<FilmSample> run_film_model(Instance* instance, const std::string& scenario) {
  const Model& model = instance->model();
  ScenarioPlayer player;
  player.start(model, scenario_of("model file", *instance, scenario), &instance->state());
  const double h = model.step_size();
  const auto steps = static_cast<long>(std::llround(player.duration() / h));
  std::vector<double> u(static_cast<std::size_t>(2 * model.dims().inputs) + 1);
  std::vector<double> y(static_cast<std::size_t>(model.dims().outputs));
  std::vector<FilmSample> trace;
  for (long k = 1; k <= steps; ++k) {
    player.next(model, u.data());
    (void)instance->step(u.data(), y.data());
    FilmSample sample;
    sample.time = static_cast<double>(k) * h;
    for (std::size_t j = 0; j < y.size(); ++j) {
      double FilmSample::*member = member_of(model.view().output_rules[j].quantity);
      if (member != nullptr) sample.*member = y[j];
    }
    trace.push_back(sample);
  }
  return trace;
}

double reference_step(const FilmDefinition& d) {
  const double half = 0.5 * d.reduce->step;
  return d.film.kind == FilmKind::line ? std::min(d.step.size, half) : half;
}

std::vector<FilmSample> run_full_film_scenario(const FilmDefinition& definition,
                                               const FilmScenarioSpec& scenario,
                                               const FullFilmTime& time, const std::string& cache) {
  const FilmDefinition d = reference_definition(definition, scenario, time);
  const StageCache kept(cache);
  const std::string key = reference_key(d, scenario, time);
  if (const auto table = kept.load("reference", key)) {
    try {
      return trace_of(matrix_of(*table));
    } catch (const nlohmann::json::exception&) {
      // damaged: made again
    }
  }
  ProgressBar bar("full-order " + scenario.name, 1000);
  const FilmRun run = simulate_film(
      d, [&](double share) { bar.update(static_cast<std::uint64_t>(1000.0 * share)); }, nullptr);
  if (!run.completed) {
    throw Error(d.path, "the full model of scenario \"" + scenario.name + "\" " + run.stop_reason,
                "shorten the scenario, or step.size");
  }
  kept.store("reference", key, of_matrix(table_of(run.trace)));
  return run.trace;
}

namespace {

Measured film_limits(const FilmDefinition& d) {
  Measured limits;
  limits[Measure::force] = d.verify.force;
  limits[Measure::central_pressure] = d.verify.pressure;
  limits[Measure::central_gap] = limits[Measure::minimum_gap] = d.verify.film;
  if (d.film.kind != FilmKind::line) limits[Measure::restitution] = d.verify.restitution;
  return limits;
}

constexpr double kFinestReference = 4.0;

ScenarioErrors certify_scenario(const FilmDefinition& definition, const FilmScenarioSpec& scenario,
                                const AlignedBytes& model, const Measured& limits,
                                const std::string& cache) {
  const FilmKind kind = definition.film.kind;
  const auto full = [&](const FullFilmTime& time) {
    return run_full_film_scenario(definition, scenario, time, cache);
  };
  ScenarioErrors e;
  e.scenario = scenario.name;
  Instance instance(model, "model file");
  const std::vector<FilmSample> reduced = run_film_model(&instance, scenario.name);
  const std::vector<FilmSample> at_step = full({1.0, true});
  std::vector<FilmSample> coarse = full({0.5, false}), fine = full({1.0, false});
  double finer = 1.0;
  for (;;) {
    e.reference = compare_films(kind, coarse, fine);
    if (within(e.reference, limits, kReferenceShare) || finer >= kFinestReference) break;
    finer *= 2.0;
    coarse = std::move(fine);
    fine = full({finer, false});
  }
  e.total = compare_films(kind, reduced, fine);
  e.reduction = compare_films(kind, reduced, at_step);
  e.step = compare_films(kind, at_step, fine);
  e.touched = film_touched(kind, fine);
  e.reference_step = reference_step(definition) / finer;
  return e;
}

}  // namespace

CertificateOptions certify_film(const FilmDefinition& definition, const AlignedBytes& model,
                                const CertifySettings& settings) {
  const std::vector<std::size_t> chosen =
      chosen_scenarios(definition.path, named_scenarios(definition.scenarios), settings.scenario);
  CertificateOptions c;
  c.reference = definition.film.kind == FilmKind::line
                    ? "full film in the load-scaled frame, its step refined"
                    : "full film, its step refined";
  c.limits = film_limits(definition);
  c.errors.resize(chosen.size());
  parallel_for(chosen.size(), settings.jobs, [&](std::size_t k) {
    c.errors[k] = certify_scenario(definition, definition.scenarios[chosen[k]], model, c.limits,
                                   settings.cache);
  });
  log_certificate(c, settings.log);
  return c;
}

bool can_certify(const FilmDefinition& definition) {
  return std::any_of(definition.scenarios.begin(), definition.scenarios.end(),
                     [](const FilmScenarioSpec& s) { return s.held_out; });
}

}  // namespace mortise::gen
