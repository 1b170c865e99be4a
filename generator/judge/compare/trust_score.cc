#include "generator/judge/compare/trust_score.hpp"

#include <algorithm>
#include <cmath>

#include "generator/bake/play/play.hpp"
#include "generator/contact/film/film_run.hpp"
#include "generator/ground/numbers/dice.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/compare/film_errors.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/reduce/train/random_kinks.hpp"
#include "generator/simulate/film/simulate.hpp"

namespace mortise::gen {
namespace {

constexpr int kShockEvery = 3;      // load of them is a shock
constexpr double kSettling = 24.0;  // [unit of time] under the first load, not judged
constexpr double kForetold = 1.0;   // [unit of time] between a flag and what it is about

double in(const TrainRange& r, double share) { return r.minimum + share * (r.maximum - r.minimum); }

void add_corner(double time, double value, ScenarioSpec* load) {
  load->film.load_times.push_back(time);
  load->film.load_values.push_back(value);
}

void make_shock(const TrainSpec& t, double time, Dice* dice, ScenarioSpec* load) {
  const double from = in(t.load, dice->share()), to = in(t.load, dice->share());
  const double rise = in(t.ramp, dice->share()), fall = in(t.ramp, dice->share());
  const double start = time * dice->between(0.5, 2.0);
  const double back = t.duration * dice->between(0.4, 0.7);
  add_corner(start, from, load);
  add_corner(start + rise, to, load);
  add_corner(back, to, load);
  add_corner(back + fall, from, load);
}

struct JudgedStep {
  bool flagged = false, late = false;
  double error = 0.0;
};

// Is it so of a step from `first` to `last`, both within the run?
bool any(const std::vector<JudgedStep>& steps, long first, long last, bool JudgedStep::*what) {
  const long count = static_cast<long>(steps.size());
  for (long k = std::max(0L, first); k <= std::min(last, count - 1); ++k) {
    if (steps[static_cast<std::size_t>(k)].*what) return true;
  }
  return false;
}

// reach: steps between a flag and what it is about.
void count(const std::vector<JudgedStep>& steps, long reach, TrustScore* score) {
  bool met = false, before = false;
  for (long k = 0; k < static_cast<long>(steps.size()); ++k) {
    const JudgedStep& s = steps[static_cast<std::size_t>(k)];
    score->worst = std::max(score->worst, s.error);
    if (s.flagged) {
      ++score->flagged;
      if (!any(steps, k - reach, k + reach, &JudgedStep::late)) ++score->about_nothing;
    }
    if (s.late) {
      const bool warned = any(steps, k - reach, k, &JudgedStep::flagged);
      if (!before) {
        ++score->stretches;
        met = false;
      }
      if (warned && !met) {
        ++score->stretches_met;
        met = true;
      }
      ++score->late;
      score->caught += s.flagged ? 1 : 0;
      score->warned += warned ? 1 : 0;
      if (!warned) score->worst_unwarned = std::max(score->worst_unwarned, s.error);
    }
    before = s.late;
  }
}

}  // namespace

Trajectory play_load(Instance* film, const FilmCase& run, double settling, long steps) {
  const Model& model = film->model();
  const double h = model.step_size();
  const bool ahead = model.input_values() > film->dims().inputs;
  const std::vector<std::string> names = film->input_names();
  const Vector first = case_inputs(run, names, 0.0, 0.0);
  film->state().reset(model);
  std::copy(first.begin(), first.end(), film->state().at<Real>(model.view().layout.inputs));
  film->state().settle_film(model);
  (void)play(*film, [&](long) -> const Vector& { return first; },
             std::lround(std::ceil(settling / h)), 1, {});
  const auto inputs = [&](long k) {
    const double end = static_cast<double>(k) * h, start = std::max(0.0, end - h);
    return case_inputs(run, names, start, ahead ? end : start);
  };
  return play(*film, inputs, steps, 1, {});
}

std::vector<ScenarioSpec> random_loads(const FilmContactSpec& definition, double time, int count,
                                       std::uint64_t seed) {
  if (definition.film.kind != FilmKind::line || !definition.train) {
    throw Error(definition.path, "random loads inside the training box are for line contacts",
                "give [train] to a film with film.kind = \"line\"");
  }
  const TrainSpec& t = *definition.train;
  std::vector<ScenarioSpec> loads;
  for (int k = 0; k < count; ++k) {
    Dice dice(seed * 1000003 + static_cast<std::uint64_t>(k));
    ScenarioSpec load;
    load.name = "load " + std::to_string(k + 1) + " of seed " + std::to_string(seed);
    load.duration = t.duration;
    load.film.entrainment = in(t.entrainment, dice.share());
    load.film.viscosity_factor = in(t.viscosity_factor, dice.share());
    if (k % kShockEvery == 0) {
      make_shock(t, time, &dice, &load);
    } else {
      add_random_kinks(t, time, &dice, &load.film.load_times, &load.film.load_values);
    }
    loads.push_back(load);
  }
  return loads;
}

TrustScore score_trust(Instance* film, const FilmContactSpec& definition, const ScenarioSpec& load,
                       const std::vector<FilmSample>& full, double limit) {
  const FilmContactSpec run = film_scenario(reducible(definition), load);
  const double time = film->model().view().film.constants->time, h = film->model().step_size();
  FilmRun truth;
  truth.trace = full;
  ErrorMeter meter(&truth, run.film.kind);
  TrustScore score;
  score.name = load.name;
  score.speed = load.film.entrainment;
  score.viscosity = load.film.viscosity_factor;
  score.steps = std::llround(load.duration / h);
  const Trajectory reduced = play_load(film, run, kSettling * time, score.steps);
  const std::vector<FilmSample> samples = film_samples(reduced);
  std::vector<JudgedStep> steps;
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const Status flags = reduced.status[k];
    const FilmErrors errors = meter.add(samples[k]);
    JudgedStep s;
    s.flagged = (flags & status::kUNTRUSTED) != 0;
    s.error = std::max(errors.film(), errors.central_pressure);
    s.late = !(s.error <= limit);
    steps.push_back(s);
    score.outside += (flags & status::kOUTSIDE_TRAINING) != 0 ? 1 : 0;
    score.rolled_back += (flags & status::kROLLED_BACK) != 0 ? 1 : 0;
  }
  count(steps, std::lround(kForetold * time / h), &score);
  return score;
}

TrustScore all_of(const std::vector<TrustScore>& scores) {
  TrustScore all;
  all.name = "all";
  for (const TrustScore& s : scores) {
    for (const auto member :
         {&TrustScore::steps, &TrustScore::flagged, &TrustScore::late, &TrustScore::caught,
          &TrustScore::warned, &TrustScore::about_nothing, &TrustScore::outside,
          &TrustScore::rolled_back, &TrustScore::stretches, &TrustScore::stretches_met}) {
      all.*member += s.*member;
    }
    all.worst = std::max(all.worst, s.worst);
    all.worst_unwarned = std::max(all.worst_unwarned, s.worst_unwarned);
  }
  return all;
}

}  // namespace mortise::gen
