#include "generator/judge/compare/film_draws.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "generator/bake/play/play.hpp"
#include "generator/ground/numbers/dice.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/compare/film_errors.hpp"
#include "generator/judge/compare/trust_score.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/reduce/train/random_kinks.hpp"
#include "generator/simulate/film/impacts.hpp"
#include "generator/simulate/film/simulate.hpp"

namespace mortise::gen {
namespace {

constexpr double kBeforeDraw = 24.0;                       // [unit of time] under the first load
constexpr double kKnotsApart = 1.2, kKnotsFarApart = 2.5;  // between knots of smooth loads
constexpr int kLoadKinds = 4;
constexpr double kCornersApart = 2.0,
                 kCornersFarApart = 5.0;  // between corners of speed and viscosity

class Drawing {
 public:
  Drawing(const TrainSpec& t, double time, double step, std::uint64_t seed)
      : t_(t), time_(time), step_(step), dice_(seed) {}

  // own: where impacts start from
  ScenarioSpec impact(const ImpactSpec& own) {
    ScenarioSpec s;
    s.duration = t_.duration;
    s.film.height = own.height;
    s.film.velocity = anywhere(t_.velocity);
    s.film.acceleration = anywhere(t_.acceleration);
    s.film.viscosity_factor = anywhere(t_.viscosity_factor);
    return s;
  }

  ScenarioSpec make(DrawnLoad kind) {
    ScenarioSpec s;
    s.duration = t_.duration;
    s.film.entrainment = anywhere(t_.entrainment);
    s.film.viscosity_factor = anywhere(t_.viscosity_factor);
    s.film.smooth = kind == DrawnLoad::smooth || kind == DrawnLoad::smooth_moving;
    if (s.film.smooth) {
      knots(&s.film);
    } else {
      kinks(&s);
    }
    if (kind == DrawnLoad::kinked_moving || kind == DrawnLoad::smooth_moving) {
      wander(t_.entrainment, &s.film.entrainment_times, &s.film.entrainment_values);
      wander(t_.viscosity_factor, &s.film.viscosity_times, &s.film.viscosity_values);
    }
    return s;
  }

 private:
  double anywhere(const TrainRange& r) {
    return r.minimum + dice_.share() * (r.maximum - r.minimum);
  }
  // the end of a step of the file, behind the last corner
  double on_step(double time, const std::vector<double>& before) const {
    const double at = step_ * std::ceil(time / step_ - 1e-9);
    return before.empty() || at > before.back() + 0.5 * step_ ? at : before.back() + step_;
  }

  void add(double time, double value, FilmDrive* load) const {
    load->load_times.push_back(on_step(time, load->load_times));
    load->load_values.push_back(value);
  }

  void kinks(ScenarioSpec* run) {
    add_random_kinks(t_, time_, &dice_, &run->film.load_times, &run->film.load_values);
    // later, never closer: no ramp becomes steeper
    std::vector<double> on_steps;
    double before = 0.0;
    for (const double time : run->film.load_times) {
      const double from = on_steps.empty() ? 0.0 : on_steps.back();
      on_steps.push_back(on_step(from + (time - before), on_steps));
      before = time;
    }
    run->film.load_times = on_steps;
  }

  void knots(FilmDrive* load) {
    double now = time_ * dice_.between(0.5, 1.5);
    while (now < t_.duration) {
      add(now, anywhere(t_.load), load);
      now = load->load_times.back() + time_ * dice_.between(kKnotsApart, kKnotsFarApart);
    }
    add(now, anywhere(t_.load), load);
  }

  void wander(const TrainRange& range, std::vector<double>* times, std::vector<double>* values) {
    double now = 0.0;
    while (now < t_.duration) {
      now += time_ * dice_.between(kCornersApart, kCornersFarApart);
      times->push_back(on_step(now, *times));
      values->push_back(anywhere(range));
    }
  }

  const TrainSpec& t_;
  double time_, step_;
  Dice dice_;
};

}  // namespace

std::vector<FilmDraw> draw_films(const FilmContactSpec& definition, double time, double step,
                                 int count, std::uint64_t seed) {
  demand(definition.train.has_value(), definition.path, "there is no box to draw from",
         "give the film [train]");
  std::vector<FilmDraw> draws;
  for (int k = 0; k < count; ++k) {
    Drawing drawing(*definition.train, time, step,
                    seed * 1000003 + 77 + static_cast<std::uint64_t>(k));
    FilmDraw draw;
    if (definition.balanced()) {
      draw.kind = static_cast<DrawnLoad>(k % kLoadKinds);
      draw.run = drawing.make(draw.kind);
    } else {
      draw.kind = DrawnLoad::impact;
      draw.run = drawing.impact(definition.impact);
    }
    draw.run.name = "draw " + std::to_string(k + 1) + " of seed " + std::to_string(seed);
    draws.push_back(draw);
  }
  return draws;
}

namespace {

// The file's own start, the bodies as fast as the run says.
Trajectory play_impact(Instance* film, const FilmCase& run, long steps) {
  const Model& model = film->model();
  const ModelView& view = model.view();
  const FilmConstants& c = *view.film.constants;
  const auto* row =
      reinterpret_cast<const double*>(view.film.numbers + view.film.bases[0].rigid_row);
  const Eigen::Map<const Vector> rigid(row, view.dims.modes);
  const Vector first = case_inputs(run, film->input_names(), 0.0, 0.0);
  film->state().reset(model);
  Eigen::Map<Vector>(film->state().v(model), view.dims.modes) =
      rigid * (-run.impact.velocity * c.time / c.film / rigid.squaredNorm());
  std::copy_n(first.begin(), film->dims().inputs, film->state().at<Real>(view.layout.inputs));
  return play(*film, [&](long) -> const Vector& { return first; }, steps, 1, {});
}

// Worst of all impacts; infinite if there are more or fewer of them.
double restitution_error(const std::vector<FilmSample>& reduced,
                         const std::vector<FilmSample>& full) {
  const std::vector<Impact> found = find_impacts(reduced), wanted = find_impacts(full);
  if (found.size() != wanted.size()) return std::numeric_limits<double>::infinity();
  double worst = 0.0;
  for (std::size_t k = 0; k < wanted.size(); ++k)
    worst = std::max(worst, std::abs(found[k].restitution() / wanted[k].restitution() - 1.0));
  return worst;
}

}  // namespace

JudgedDraw judge_draw(Instance* film, const FilmContactSpec& definition, const FilmDraw& draw,
                      const std::vector<FilmSample>& full) {
  const FilmContactSpec run = film_scenario(reducible(definition), draw.run);
  const double time = film->model().view().film.constants->time, h = film->model().step_size();
  FilmRun truth;
  truth.trace = full;
  std::optional<ErrorMeter> meter;
  if (!full.empty()) meter.emplace(&truth, run.film.kind);
  JudgedDraw judged;
  judged.kind = draw.kind;
  judged.steps = std::llround(draw.run.duration / h);
  const bool impact = draw.kind == DrawnLoad::impact;
  const Trajectory reduced = impact ? play_impact(film, run, judged.steps)
                                    : play_load(film, run, kBeforeDraw * time, judged.steps);
  const std::vector<FilmSample> samples = film_samples(reduced);
  bool finite = true;
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const FilmErrors e = meter ? meter->add(samples[k]) : FilmErrors{};
    judged.pressure = std::max(judged.pressure, e.central_pressure);
    judged.gap = std::max(judged.gap, e.central_gap);
    judged.smallest = std::max(judged.smallest, e.minimum_gap);
    if (impact) judged.force = std::max(judged.force, e.force);
    constexpr Status kLost = status::kROLLED_BACK | status::kRECOVERING;
    const bool lost = (reduced.status[k] & kLost) != 0;
    if (lost && judged.lost == 0) judged.lost_at = samples[k].time;
    judged.lost += lost ? 1 : 0;
    judged.untrusted += (reduced.status[k] & status::kUNTRUSTED) != 0 ? 1 : 0;
    judged.repeated += (reduced.status[k] & status::kREPEATED) != 0 ? 1 : 0;
    finite = finite && std::isfinite(samples[k].force + samples[k].p_central + samples[k].h_min);
  }
  if (impact && meter) judged.restitution = restitution_error(samples, full);
  const double sum =
      judged.pressure + judged.gap + judged.smallest + judged.force + judged.restitution;
  judged.failed = judged.lost > 0 || !finite || !std::isfinite(sum);
  return judged;
}

}  // namespace mortise::gen
