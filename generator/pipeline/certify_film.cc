#include "generator/pipeline/certify_film.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
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
#include "generator/reduce/problem_data.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kReferenceVersion = "1";  // changes when a kept trace would differ

// Keys of the definition that the full model of a scenario depends on; the scenario's own values
// are added to the hash apart.
bool matters_to_reference(const std::string& key) {
  static const std::regex pattern(
      "(film|lubricant|grid|load|speed|impact|bodies|structure|step)(\\..*)?");
  return std::regex_match(key, pattern);
}

FilmDefinition reference_definition(const FilmDefinition& definition,
                                    const FilmScenarioSpec& scenario) {
  FilmDefinition d = film_scenario(reducible(definition), scenario);
  d.output = {};
  if (d.film.kind == FilmKind::line) {
    d.step.control = StepControl::fixed;
    d.step.scheme = FilmScheme::sdirk2;
    d.step.size = reference_step(definition);
    d.step.land_on_kinks = true;
  }
  return d;
}

std::string reference_key(const FilmDefinition& d, const FilmScenarioSpec& s) {
  ContentHash hash;
  hash.add(kReferenceVersion)
      .add(settings_hash(d.settings, matters_to_reference))
      .add(input_hash(d));
  for (const std::vector<double>* list : {&s.load_times, &s.load_values})
    hash.add(std::to_string(list->size())).add(list->data(), list->size() * sizeof(double));
  for (const double value : {s.smooth ? 1.0 : 0.0, s.duration, s.entrainment, s.viscosity_factor,
                             s.velocity, s.height, s.acceleration, d.step.size})
    hash.add(&value, sizeof value);
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

std::string film_error_line(const ScenarioErrors& e, FilmKind kind) {
  char text[240];
  std::snprintf(text, sizeof text,
                "certify   %s: p_central %.3g, h_central %.3g, h_min %.3g, force %.3g",
                e.scenario.c_str(), e.central_pressure, e.central_gap, e.minimum_gap, e.force);
  std::string line = text;
  if (kind != FilmKind::line) {
    std::snprintf(text, sizeof text, ", restitution %.3g", e.restitution);
    line += text;
  }
  return line;
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
  return std::min(d.step.size, 0.5 * d.reduce->step);
}

std::vector<FilmSample> run_full_film_scenario(const FilmDefinition& definition,
                                               const FilmScenarioSpec& scenario,
                                               const std::string& cache) {
  const FilmDefinition d = reference_definition(definition, scenario);
  const StageCache kept(cache);
  const std::string key = reference_key(d, scenario);
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

CertificateOptions certify_film(const FilmDefinition& definition, const AlignedBytes& model,
                                const CertifySettings& settings) {
  const std::vector<std::size_t> chosen =
      chosen_scenarios(definition.path, named_scenarios(definition.scenarios), settings.scenario);
  const FilmKind kind = definition.film.kind;
  CertificateOptions c;
  char text[100];
  std::snprintf(text, sizeof text, "full film in the load-scaled frame, steps of %.4g s",
                reference_step(definition));
  c.reference = kind == FilmKind::line ? text : "full film, step size control of the definition";
  c.limit_force = definition.verify.force;
  c.limit_pressure = definition.verify.pressure;
  c.limit_film = definition.verify.film;
  c.limit_restitution = kind == FilmKind::line ? 0.0 : definition.verify.restitution;
  c.errors.resize(chosen.size());
  parallel_for(chosen.size(), settings.jobs, [&](std::size_t k) {
    const FilmScenarioSpec& scenario = definition.scenarios[chosen[k]];
    Instance reduced(model, "model file");
    const std::vector<FilmSample> trace = run_film_model(&reduced, scenario.name);
    c.errors[k] = compare_films(scenario.name, kind, trace,
                                run_full_film_scenario(definition, scenario, settings.cache));
  });
  for (const ScenarioErrors& e : c.errors) {
    if (settings.log) settings.log(film_error_line(e, kind));
  }
  return c;
}

bool can_certify(const FilmDefinition& definition) {
  return std::any_of(definition.scenarios.begin(), definition.scenarios.end(),
                     [](const FilmScenarioSpec& s) { return s.held_out; });
}

}  // namespace mortise::gen
