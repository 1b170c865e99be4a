#include "generator/judge/analyses/sweep.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "generator/bake/play/output_sense.hpp"
#include "generator/bake/structure/bake.hpp"
#include "generator/bake/structure/bake_options.hpp"
#include "generator/define/definition/key_place.hpp"
#include "generator/ground/jobs/parallel_for.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {

namespace {

class PeriodicityDetector {
 public:
  explicit PeriodicityDetector(const PeriodicityOptions& options)
      : options_(options),
        consecutive_(static_cast<std::size_t>(options.maximum_multiple) + 1, 0) {}

  // Takes the state (omega q, v) at the start of the next excitation period. Returns the smallest
  // multiple m for which ||x_k - x_k-m|| < tolerance ||x_k|| held at 2 m consecutive starts, or 0
  // if there is none yet.
  int add(const Vector& state) {
    ++periods_;
    const double limit = options_.tolerance * state.norm();
    int found = 0;
    for (int m = 1; m <= options_.maximum_multiple; ++m) {
      const auto k = static_cast<std::size_t>(m);
      const bool repeats = history_.size() >= k && (state - history_[k - 1]).norm() <= limit;
      consecutive_[k] = repeats ? consecutive_[k] + 1 : 0;
      if (found == 0 && consecutive_[k] >= 2 * m) found = m;
    }
    history_.push_front(state);
    if (history_.size() > static_cast<std::size_t>(options_.maximum_multiple)) history_.pop_back();
    return periods_ >= options_.minimum_periods ? found : 0;
  }

 private:
  PeriodicityOptions options_;
  std::deque<Vector> history_;  // newest first
  std::vector<int> consecutive_;
  int periods_ = 0;
};

// The model of one excited scenario at this frequency and rate [Hz/s].
Instance excited_model(const ReducedSystem& system, const BakeOptions& options,
                       const ScenarioOptions& excited, double frequency, double rate, double step) {
  BakeOptions o = options;
  o.step = step;
  o.golden_steps = 0;
  o.certificate.reset();
  ScenarioOptions scenario = excited;
  for (SourceOptions& source : scenario.sources) {
    source.frequency = frequency;
    source.rate = rate;
  }
  o.scenarios = {scenario};
  return Instance(bake(system, o), options.name);
}

// Mean of the last numbers, as many as fit; zeros came before.
class PassingMean {
 public:
  explicit PassingMean(std::size_t steps) : last_(steps, 0.0) {}

  double add(double value) {
    sum_ += value - last_[at_];
    last_[at_] = value;
    at_ = (at_ + 1) % last_.size();
    if (at_ == 0) sum_ = std::accumulate(last_.begin(), last_.end(), 0.0);  // rounding ends here
    return sum_ / static_cast<double>(last_.size());
  }

 private:
  std::vector<double> last_;
  std::size_t at_ = 0;
  double sum_ = 0.0;
};

// What outputs reach in a time.
struct Reached {
  std::vector<double> amplitude, impulse;  // see SweepPoint

  void take(const Reached& other) {
    for (std::size_t k = 0; k < amplitude.size(); ++k) {
      amplitude[k] = std::max(amplitude[k], other.amplitude[k]);
      impulse[k] = std::max(impulse[k], other.impulse[k]);
    }
  }
};

// Plays the excitation and keeps what the outputs reach in the running period.
class Runner {
 public:
  Runner(Instance& instance, int steps_per_period)
      : run_(instance),
        senses_(output_senses(instance)),
        window_(std::max<std::size_t>(
            1, static_cast<std::size_t>(steps_per_period / kWindowsPerPeriod))),
        means_(senses_.size(), PassingMean(window_)),
        u_(static_cast<std::size_t>(2 * instance.dims().inputs) + 1),
        y_(static_cast<std::size_t>(instance.dims().outputs)) {
    player_.start(run_.model(), 0, &run_.state());
    clear();
  }

  void clear() { reached_ = nothing(); }

  void step() {
    player_.next(run_.model(), u_.data());
    (void)run_.step(u_.data(), y_.data());
    for (std::size_t k = 0; k < y_.size(); ++k) {
      const bool rigid = senses_[k] == OutputSense::impulse_over_step;
      const double value = rigid ? means_[k].add(y_[k]) : y_[k];
      reached_.amplitude[k] = std::max(reached_.amplitude[k], std::abs(value));
      if (rigid)
        reached_.impulse[k] =
            std::max(reached_.impulse[k], run_.model().step_size() * std::abs(y_[k]));
    }
  }

  const Reached& reached() const { return reached_; }
  Reached nothing() const {
    Reached none{std::vector<double>(y_.size(), 0.0), {}};
    for (const OutputSense sense : senses_)
      none.impulse.push_back(sense == OutputSense::impulse_over_step ? 0.0 : std::nan(""));
    return none;
  }
  double window() const { return static_cast<double>(window_) * run_.model().step_size(); }

  Vector state() const {
    const Model& m = run_.model();
    const int n = run_.dims().modes;
    const Eigen::Map<const Vector> omega(m.view().omega, n), q(run_.state().q(m), n),
        v(run_.state().v(m), n);
    Vector x(2 * n);
    x << omega.cwiseProduct(q), v;
    return x;
  }

 private:
  Instance& run_;
  ScenarioPlayer player_;
  std::vector<OutputSense> senses_;
  std::size_t window_;  // steps of a mean
  std::vector<PassingMean> means_;
  std::vector<double> u_, y_;
  Reached reached_;
};

SweepPoint steady_point(const ReducedSystem& system, const BakeOptions& options,
                        const ScenarioOptions& excited, const SweepOptions& sweep,
                        double frequency) {
  Instance instance = excited_model(system, options, excited, frequency, 0.0,
                                    1.0 / (frequency * sweep.steps_per_period));
  Runner run(instance, sweep.steps_per_period);
  PeriodicityDetector detector(sweep.periodicity);
  std::deque<Reached> recent;  // of the last periods
  SweepPoint point;
  point.frequency = frequency;
  while (point.periods < sweep.maximum_periods && point.period_multiple == 0) {
    run.clear();
    for (int k = 0; k < sweep.steps_per_period; ++k) run.step();
    recent.push_back(run.reached());
    if (recent.size() > static_cast<std::size_t>(sweep.amplitude_periods)) recent.pop_front();
    ++point.periods;
    point.period_multiple = detector.add(run.state());
  }
  Reached most = run.nothing();
  for (const Reached& period : recent) most.take(period);
  point.amplitude = std::move(most.amplitude);
  point.impulse = std::move(most.impulse);
  point.window = run.window();
  return point;
}

void demand_sweep(bool good, const std::string& what, const std::string& remedy) {
  if (!good) throw Error("analyze sweep", what, remedy);
}

// where: the definition, or what asks.
void check_excited(const std::string& where, const ReducedSystem& system,
                   const ScenarioOptions& excited) {
  bool swings = false;
  for (const SourceOptions& source : excited.sources) {
    demand_sweep(source.input >= 0 && source.input < static_cast<int>(system.inputs.size()),
                 "the model has no input to excite", "add [[inputs]] and [excitation]");
    swings = swings || source.amplitude != 0.0;
  }
  demand(swings, where, "nothing excites: no source has an amplitude",
         "give excitation.amplitude, e.g. --set excitation.amplitude=1");
}

// Collects the sources of a definition; those that swing have one frequency.
class SourceCollector {
 public:
  explicit SourceCollector(const Definition& definition) : definition_(definition) {}

  // key: of its frequency; given [Hz].
  void add(SourceOptions source, const std::string& key, std::optional<double> given) {
    source.start = source.end = 0.0;
    if (source.amplitude != 0.0 && given) {
      if (first_key_.empty()) {
        first_key_ = key;
        first_ = *given;
      }
      if (*given != first_)
        refuse(key,
               key + " is " + number_text(*given) + " Hz, and " + first_key_ + " " +
                   number_text(first_) + " Hz: a sweep moves one frequency",
               "give both the same, or an amplitude of 0 to one of them by --set");
    }
    sources_.push_back(source);
  }

  // key: at fault; its place is said.
  [[noreturn]] void refuse(const std::string& key, const std::string& what,
                           const std::string& remedy) const {
    throw Error(place_of_key(definition_, key), what, remedy);
  }

  const std::vector<SourceOptions>& sources() const { return sources_; }

 private:
  const Definition& definition_;
  std::vector<SourceOptions> sources_;
  std::string first_key_;  // empty: none swings so far
  double first_ = 0.0;
};

void add_excitation(const Definition& definition, ExcitationSpec spec, const ReducedSystem& system,
                    const std::string& table, SourceCollector* all) {
  if (spec.kind == ExcitationKind::none && spec.amplitude != 0.0)
    spec.kind = ExcitationKind::harmonic;
  for (const SourceOptions& source : sources_of(definition, spec, system.inputs, 1.0))
    all->add(source, table + ".frequency", spec.frequency);
}

void add_load(const Definition& definition, const ReducedSystem& system, SourceCollector* all) {
  if (!definition.load) return;
  ScenarioSpec alone;
  alone.load = definition.load;
  const SourceOptions source = sources_of(definition, alone, system.inputs, 1.0).back();
  if (source.amplitude != 0.0 && source.start != 0.0)
    all->refuse("load.start",
                "load.start is " + number_text(source.start) +
                    " s, and a steady state has no time from which its load swings",
                "set load.start to 0, or give the force as an excitation with a phase");
  all->add(source, "load.frequency", source.frequency);
}

void check_start(const Definition& definition, const SourceCollector& all) {
  const InitialSpec& initial = definition.initial;
  if (initial.shape == InitialShape::modal || !initial.displacement.isZero() ||
      !initial.velocity.isZero())
    all.refuse("initial.shape", "[initial] moves the structure, and a steady state has no start",
               "leave [initial] out for the sweep, or set initial.displacement and "
               "initial.velocity to [0, 0, 0]");
  if (definition.impulse && definition.impulse->amplitude != 0.0)
    all.refuse("impulse.amplitude", "[impulse] hits once, and a steady state repeats itself",
               "leave [impulse] out for the sweep, or set impulse.amplitude to 0");
}

}  // namespace

ScenarioOptions sweep_scenario(const Definition& definition, const ReducedSystem& system) {
  SourceCollector all(definition);
  check_start(definition, all);
  add_excitation(definition, definition.excitation, system, "excitation", &all);
  for (std::size_t i = 0; i < definition.excitations.size(); ++i)
    add_excitation(definition, definition.excitations[i], system,
                   "excitations." + std::to_string(i), &all);
  add_load(definition, system, &all);
  ScenarioOptions scenario;
  scenario.name = "excited";
  scenario.sources = all.sources();
  check_excited(definition.path, system, scenario);
  return scenario;
}

std::vector<SweepPoint> steady_sweep(const ReducedSystem& system, const BakeOptions& options,
                                     const ScenarioOptions& excited, const SweepOptions& sweep,
                                     const Progress& progress) {
  check_excited("analyze sweep", system, excited);
  demand_sweep(!sweep.frequencies.empty(), "there is no frequency", "give --frequencies 80,85,90");
  demand_sweep(sweep.steps_per_period >= 8, "fewer than 8 steps per period",
               "give --steps-per-period 1600");
  for (const double f : sweep.frequencies)
    demand_sweep(f > 0 && std::isfinite(f), "a frequency of " + number_text(f) + " Hz",
                 "give positive frequencies in Hz");

  return parallel_map(
      sweep.frequencies.size(), sweep.jobs,
      [&](std::size_t k) {
        return steady_point(system, options, excited, sweep, sweep.frequencies[k]);
      },
      progress);
}

std::vector<SweepPoint> swept_response(const ReducedSystem& system, const BakeOptions& options,
                                       const ScenarioOptions& excited, const SweptOptions& swept,
                                       const Progress& progress) {
  check_excited("analyze sweep", system, excited);
  demand_sweep(swept.from > 0 && swept.to > 0, "the swept range must be positive",
               "give --from and --to in Hz");
  demand_sweep(swept.rate != 0 && (swept.to > swept.from) == (swept.rate > 0),
               "the rate does not lead from the first to the last frequency",
               "give a rate in Hz/s with the sign of to - from");
  const double h = 1.0 / (std::max(swept.from, swept.to) * swept.steps_per_period);
  const double duration = (swept.to - swept.from) / swept.rate;
  Instance instance = excited_model(system, options, excited, swept.from, swept.rate, h);
  Runner run(instance, swept.steps_per_period);
  std::vector<SweepPoint> points;
  const long steps = std::lround(duration / h);
  double period_end = 1.0;  // in excitation cycles
  run.clear();
  for (long k = 1; k <= steps; ++k) {
    run.step();
    const double t = static_cast<double>(k) * h;
    const double cycles = (swept.from + 0.5 * swept.rate * t) * t;
    if (cycles < period_end) continue;
    period_end = std::floor(cycles) + 1;
    points.push_back({swept.from + swept.rate * t, run.reached().amplitude, run.reached().impulse,
                      run.window(), static_cast<int>(points.size()) + 1, 0});
    run.clear();
    if (progress) progress(static_cast<double>(k) / static_cast<double>(steps));
  }
  return points;
}

}  // namespace mortise::gen
