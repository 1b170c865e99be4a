#include "generator/compare/film_trial.hpp"

#include <algorithm>

#include "generator/bake/bake_film.hpp"
#include "generator/bake/instance.hpp"
#include "generator/compare/cpu_clock.hpp"
#include "mortise/scenario.hpp"

namespace mortise::gen {
namespace {

// The scenario as the file holds it: constant inputs, those of its start; the trial gives its own.
ScenarioOptions stored_scenario(const ReducedFilm& film, const FilmCase& scenario) {
  ScenarioOptions stored;
  stored.name = scenario.name;
  stored.duration = scenario.run.duration;
  for (std::size_t k = 0; k < film.inputs.size(); ++k) {
    RampOptions constant;
    constant.input = static_cast<int>(k);
    constant.times = {0.0};
    constant.values = {case_input(scenario.run, film.inputs[k].name, 0.0)};
    stored.ramps.push_back(constant);
  }
  if (!film.problem.loaded) {
    stored.initial_q = scenario.q;
    stored.initial_v = scenario.v;
  }
  return stored;
}

// All inputs of all steps: those at t_n and, if the model wants them, at t_n+1.
std::vector<double> all_inputs(const ReducedFilm& film, const Model& model,
                               const FilmCase& scenario, long steps) {
  const auto wide = static_cast<std::size_t>(model.input_values());
  const std::size_t count = film.inputs.size();
  std::vector<double> values;
  values.reserve(wide * static_cast<std::size_t>(steps));
  for (long n = 0; n < steps; ++n) {
    for (std::size_t k = 0; k < wide; ++k) {
      const double time = model.step_size() * static_cast<double>(n + (k < count ? 0 : 1));
      values.push_back(case_input(scenario.run, film.inputs[k % count].name, time));
    }
  }
  return values;
}

// Where the outputs of a film stand.
struct OutputPlaces {
  std::size_t force = 0, p_central = 0, h_central = 0, h_min = 0, residual = 0;
  std::vector<std::size_t> distances;
};

OutputPlaces output_places(const Instance& instance) {
  OutputPlaces places;
  const std::vector<std::string> names = instance.output_names();
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (names[k] == "force") places.force = k;
    if (names[k] == "p_central") places.p_central = k;
    if (names[k] == "h_central") places.h_central = k;
    if (names[k] == "h_min") places.h_min = k;
    if (names[k] == "residual") places.residual = k;
    if (names[k].compare(0, 9, "distance.") == 0) places.distances.push_back(k);
  }
  return places;
}

// The scenario once, every step judged.
void judge(Instance* instance, const std::vector<double>& inputs, const FilmCase& scenario,
           bool keep_trust, FilmTrial* trial) {
  const OutputPlaces at = output_places(*instance);
  const auto wide = static_cast<std::size_t>(instance->model().input_values());
  std::vector<double> y(instance->output_names().size());
  ErrorMeter meter(&scenario.full, scenario.run.film.kind);
  for (std::size_t n = 0; n < static_cast<std::size_t>(trial->steps); ++n) {
    const Status flags = instance->step(inputs.data() + n * wide, y.data());
    const double time = instance->state().time(instance->model());
    if ((flags & status::kROLLED_BACK) != 0) {
      trial->failure = trial_stopped_at(time);
      break;
    }
    FilmSample sample;
    sample.time = time;
    sample.force = y[at.force];
    sample.p_central = y[at.p_central];
    sample.h_central = y[at.h_central];
    sample.h_min = y[at.h_min];
    const FilmErrors now = meter.add(sample);
    if (!keep_trust) continue;
    const bool warned = (flags & (status::kHELD | status::kRATE_LIMITED)) != 0;
    TrustSample trust{time, y[at.residual], 0.0, warned, now};
    for (const std::size_t k : at.distances) trust.distance = std::max(trust.distance, y[k]);
    trial->trust.push_back(trust);
  }
  trial->errors = meter.worst();
  const Statistics& statistics = instance->state().statistics();
  trial->rebuilds = static_cast<long>(statistics.rebuilds);
  trial->repeats = static_cast<long>(statistics.repeated);
}

}  // namespace

FilmTrial try_in_runtime(const ReducedFilm& film, const FilmCase& scenario, FilmScalar scalar,
                         FilmHold hold, const TrialOptions& options) {
  FilmBakeOptions bake;
  bake.name = scenario.run.name;
  bake.step = film.step;
  bake.golden_steps = 0;
  bake.scalar = scalar;
  bake.hold = hold;
  bake.scenarios.push_back(stored_scenario(film, scenario));
  Instance instance(bake_film(film, bake), scenario.run.path);
  FilmTrial trial;
  trial.step = film.step;
  trial.steps = trial_steps(scenario, trial.step);
  const std::vector<double> inputs = all_inputs(film, instance.model(), scenario, trial.steps);
  const auto wide = static_cast<std::size_t>(instance.model().input_values());
  std::vector<double> y(instance.output_names().size());
  ScenarioPlayer player;
  const auto restart = [&] {
    instance.state().reset(instance.model());
    player.start(instance.model(), 0, &instance.state());
  };
  restart();
  judge(&instance, inputs, scenario, options.keep_trust, &trial);
  if (!trial.failure.empty()) return trial;
  const double all = fastest_run(options.repetitions, options.timed_for, restart, [&] {
    for (std::size_t n = 0; n < static_cast<std::size_t>(trial.steps); ++n) {
      instance.step(inputs.data() + n * wide, y.data());
    }
  });
  trial.ns_per_step = all / static_cast<double>(trial.steps);
  return trial;
}

}  // namespace mortise::gen
