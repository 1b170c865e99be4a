#include "tests/studies/film/film_trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/bake/film/bake_film.hpp"
#include "generator/bake/play/play.hpp"
#include "generator/contact/film/film_run.hpp"
#include "mortise/scenario.hpp"
#include "tests/studies/film/processor_time.hpp"

namespace mortise::gen {
namespace {

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

// The scenario once, every step judged. inputs: a column per step.
void judge(Instance* instance, const Matrix& inputs, const ReferenceRun& scenario, bool keep_trust,
           FilmTrial* trial) {
  const Trajectory run =
      play(*instance, [&](long k) { return inputs.col(k - 1); }, trial->steps, 1, {});
  const std::vector<FilmSample> samples = film_samples(run);
  ErrorMeter meter(&scenario.full, scenario.run.film.kind);
  for (std::size_t n = 0; n < samples.size(); ++n) {
    const FilmSample& sample = samples[n];
    if ((run.status[n] & status::kROLLED_BACK) != 0) {
      trial->failure = fmt::format("stopped at {:.1f} us", 1e6 * sample.time);
      break;
    }
    const FilmErrors now = meter.add(sample);
    if (!keep_trust) continue;
    const bool warned = (run.status[n] & (status::kHELD | status::kRATE_LIMITED)) != 0;
    TrustSample trust{sample.time, 0.0, 0.0, warned, now};
    for (std::size_t k = 0; k < run.names.size(); ++k) {
      const double y = run.outputs[n][k];
      if (run.names[k] == "residual") trust.residual = y;
      if (run.names[k].rfind("distance.", 0) == 0) trust.distance = std::max(trust.distance, y);
    }
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
  Matrix inputs(2 * instance.dims().inputs, trial.steps);
  for (long n = 0; n < trial.steps; ++n) {
    inputs.col(n) =
        case_inputs(scenario.run, instance.input_names(), film.step * static_cast<double>(n),
                    film.step * static_cast<double>(n + 1));
  }
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
    const double start = 1e9 * thread_seconds();
    for (long n = 0; n < trial.steps; ++n) instance.step(inputs.col(n).data(), y.data());
    const double each = 1e9 * thread_seconds() - start;
    sum += each;
    fastest = k == 0 ? each : std::min(fastest, each);
  }
  trial.ns_per_step = fastest / static_cast<double>(trial.steps);
  return trial;
}

}  // namespace mortise::gen
