#include "generator/judge/compare/film_trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "generator/bake/film/bake_film.hpp"
#include "generator/bake/play/instance.hpp"
#include "mortise/scenario.hpp"

namespace mortise::gen {
namespace {

// Time this thread has computed [ns]: what a step costs, whoever else uses the machine.
double cpu_nanoseconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

// The scenario as the file holds it: constant inputs, those of its start; the trial gives its own.
ScenarioOptions stored_scenario(const ReducedFilm& film, const ReferenceRun& scenario) {
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
                               const ReferenceRun& scenario, long steps) {
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
void judge(Instance* instance, const std::vector<double>& inputs, const ReferenceRun& scenario,
           bool keep_trust, FilmTrial* trial) {
  const OutputPlaces at = output_places(*instance);
  const auto wide = static_cast<std::size_t>(instance->model().input_values());
  std::vector<double> y(instance->output_names().size());
  ErrorMeter meter(&scenario.full, scenario.run.film.kind);
  for (std::size_t n = 0; n < static_cast<std::size_t>(trial->steps); ++n) {
    const Status flags = instance->step(inputs.data() + n * wide, y.data());
    const double time = instance->state().time(instance->model());
    if ((flags & status::kROLLED_BACK) != 0) {
      trial->failure = fmt::format("stopped at {:.1f} us", 1e6 * time);
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
}

}  // namespace

FilmTrial try_in_runtime(const ReducedFilm& film, const ReferenceRun& scenario, FilmScalar scalar,
                         FilmHold hold, const TrialOptions& options) {
  FilmBakeOptions made;
  made.name = scenario.run.name;
  made.step = film.step;
  made.golden_steps = 0;
  made.scalar = scalar;
  made.hold = hold;
  made.scenarios.push_back(stored_scenario(film, scenario));
  Instance instance(bake(film, made), scenario.run.path);
  FilmTrial trial;
  trial.step = film.step;
  trial.steps = static_cast<long>(std::floor(scenario.run.duration / trial.step * (1.0 + 1e-12)));
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
  double fastest = 0.0, sum = 0.0;
  for (int k = 0;
       options.repetitions > 0 && (k < options.repetitions || sum < 1e9 * options.timed_for); ++k) {
    restart();
    const double start = cpu_nanoseconds();
    for (std::size_t n = 0; n < static_cast<std::size_t>(trial.steps); ++n) {
      instance.step(inputs.data() + n * wide, y.data());
    }
    const double each = cpu_nanoseconds() - start;
    sum += each;
    fastest = k == 0 ? each : std::min(fastest, each);
  }
  trial.ns_per_step = fastest / static_cast<double>(trial.steps);
  return trial;
}

}  // namespace mortise::gen
