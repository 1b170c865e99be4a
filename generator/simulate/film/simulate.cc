#include "generator/simulate/film/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <optional>
#include <utility>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/simulate/run/run_steps.hpp"

namespace mortise::gen {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kApart = 1e-3;  // of the largest force so far: the bodies have parted

struct Stopwatch {
  Clock::time_point wall = Clock::now();
  std::clock_t processor = std::clock();
};

void take_counts(ContactProblem* problem, const Stopwatch& start, RunCounts* counts) {
  counts->iterations = problem->system().newton().iterations();
  counts->factorisations = problem->system().newton().factorisations();
  counts->wall_seconds = std::chrono::duration<double>(Clock::now() - start.wall).count();
  counts->cpu_seconds = static_cast<double>(std::clock() - start.processor) / CLOCKS_PER_SEC;
}

// A contact stepped as its definition says.
class FilmOrder : public SteppedSystem {
 public:
  // bound > 0: time at which a run ends that waits for the bodies to part [s], else it ends at the
  // duration.
  FilmOrder(const FilmCase& d, double bound, std::vector<std::string>* warnings,
            const FilmSubstitute& substitute)
      : problem_(d, warnings),
        warnings_(warnings),
        unit_(problem_.scales().time),
        bound_(bound),
        system_(substitute ? substitute(&problem_.system()) : &problem_.system()),
        stepper_(system_, tableau_of(d.step.scheme)),
        times_(d.output.profiles) {
    std::sort(times_.begin(), times_.end());
    run.points = problem_.system().gap().points();
    previous_ = problem_.initial_state();
    stepper_.reset(0.0, previous_);
    take_sample(nullptr, 0.0);
    tell_starved();
    DrivePlan plan = drive_plan(d, problem_);
    smallest_ = plan.smallest;
    duration_ = plan.end;
    if (bound > 0.0) {  // steps up to the duration are those of a run that ends there
      plan.landings.push_back(duration_);
      plan.end = std::max(duration_, bound / unit_);
    }
    drive_.emplace(&stepper_, system_, std::move(plan));
  }

  std::optional<StepReport> step(const Vector&) override {
    if (bound_ > 0.0 && parted_ && stepper_.time() >= duration_ * (1.0 - 1e-12))
      return std::nullopt;
    const double dt = drive_->next();
    if (dt == 0.0) return std::nullopt;
    take_sample(&previous_, dt);
    previous_ = stepper_.state();
    run.steps.push_back(dt * unit_);
    largest_force_ = std::max(largest_force_, sample_.force);
    parted_ = parted_ || (largest_force_ > 0.0 && sample_.force <= kApart * largest_force_);
    return StepReport{};
  }

  std::string failure() const override {
    if (!drive_->result().completed)
      return fmt::format(
          "stopped at t = {:.10g} s, where no step of at least {:.10g} s succeeds: {} "
          "(smallest gap {:.10g} m)",
          time(), smallest_ * unit_, drive_->result().reason, sample_.h_min);
    if (bound_ <= 0.0 || parted_) return "";
    return "the bodies have not parted after " + number_text(bound_) +
           " s: lengthen `duration`, or change impact.velocity or impact.height";
  }

  double time() const override { return stepper_.time() * unit_; }
  Vector outputs() const override {
    Vector y(kFilmChannelCount);
    for (Eigen::Index k = 0; k < y.size(); ++k) y[k] = sample_.*kFilmChannels[k].member;
    return y;
  }

  void end(const Stopwatch& start) {
    tell_starved();
    run.counts.steps = drive_->result().counts.steps;
    run.counts.rejected = drive_->result().counts.rejected;
    run.counts.stages = stepper_.stages_solved();
    gen::take_counts(&problem_, start, &run.counts);
  }

  FilmRun run;  // all but the trace

 private:
  // Once, of the first state that the grid starves.
  void tell_starved() {
    if (!warnings_ || !starved_.empty()) return;
    starved_ = problem_.starved(time(), stepper_.state());
    if (!starved_.empty()) warnings_->push_back(starved_);
  }

  // Takes a sample of the stepper's state, and its profile if one is due.
  void take_sample(const Vector* previous, double dt) {
    sample_ = problem_.sample(time(), stepper_.state(), previous, dt);
    while (run.profiles.size() < times_.size() &&
           times_[run.profiles.size()] <= time() * (1.0 + 1e-12))
      run.profiles.push_back(problem_.profile(time(), stepper_.state()));
  }

  ContactProblem problem_;
  std::vector<std::string>* warnings_;
  std::string starved_;
  double unit_, bound_;
  StagedSystem* system_;
  Stepper stepper_;
  std::vector<double> times_;  // of profiles [s]
  std::optional<Drive> drive_;
  Vector previous_;
  FilmSample sample_;
  double smallest_ = 0.0, duration_ = 0.0, largest_force_ = 0.0;
  bool parted_ = false;
};

FilmRun run_film(const FilmCase& d, double bound, const Progress& progress,
                 std::vector<std::string>* warnings, const FilmSubstitute& substitute) {
  const Stopwatch start;
  FilmOrder order(d, bound, warnings, substitute);
  Trajectory heads;
  for (const FilmChannel& channel : kFilmChannels) heads.names.emplace_back(channel.name);
  RunPlan plan;
  plan.duration = d.duration;
  plan.interval = d.output.interval;
  const Trajectory t = run_steps(&order, std::move(heads), plan, {}, progress);
  order.end(start);
  order.run.trace = film_samples(t);
  order.run.stop_reason = t.stop_reason;
  order.run.completed = t.stop_reason.empty();
  return std::move(order.run);
}

}  // namespace

const Tableau* tableau_of(FilmScheme scheme) {
  switch (scheme) {
    case FilmScheme::sdirk2:
      return &alexander();
    case FilmScheme::sdirk4:
      return &hairer_wanner();
    case FilmScheme::backward_euler:
      return &backward_euler();
    case FilmScheme::bdf2:
      break;
  }
  return nullptr;
}

DrivePlan drive_plan(const FilmCase& d, const ContactProblem& problem) {
  const double unit = problem.scales().time;
  DrivePlan plan;
  plan.end = d.duration / unit;
  plan.step = d.step.size / unit;
  if (d.step.control == StepControl::standard) plan.control = ControlKind::standard;
  if (d.step.control == StepControl::threshold) plan.control = ControlKind::threshold;
  plan.factors = {d.step.shrink, d.step.grow, d.step.safety};
  const double share = plan.control ? 1e-6 : 1e-3;
  plan.smallest = d.step.smallest > 0.0 ? d.step.smallest / unit : share * plan.step;
  plan.largest = d.step.largest / unit;
  if (d.step.land_on_kinks) {
    for (const std::vector<double>* times :
         {&problem.load().kinks(), &d.entrainment_over_time.times, &d.viscosity_over_time.times})
      for (const double kink : *times) plan.landings.push_back(kink / unit);
    std::sort(plan.landings.begin(), plan.landings.end());
  }
  if (d.step.monitor_tolerance > 0.0) {
    const double tolerance = d.step.monitor_tolerance;
    plan.monitor = [load = problem.load(), tolerance, unit](const Stepper& stepper, double dt) {
      const double error = stepper.prescribed_error(
          dt, [&](double T) { return load.value(T * unit); },
          [&](double T) { return unit * load.rate(T * unit); });
      return std::abs(error) / tolerance;
    };
  }
  return plan;
}

std::vector<FilmSample> film_samples(const Trajectory& t) {
  std::vector<FilmSample> trace(t.time.size());
  for (std::size_t k = 0; k < trace.size(); ++k) trace[k].time = t.time[k];
  for (const FilmChannel& channel : kFilmChannels) {
    const auto found = std::find(t.names.begin(), t.names.end(), channel.name);
    if (found == t.names.end()) continue;
    const auto at = static_cast<std::size_t>(found - t.names.begin());
    for (std::size_t k = 0; k < trace.size(); ++k) trace[k].*channel.member = t.outputs[k][at];
  }
  return trace;
}

FilmRun simulate_film(const FilmCase& d, const Progress& progress,
                      std::vector<std::string>* warnings, const FilmSubstitute& substitute) {
  return run_film(d, 0.0, progress, warnings, substitute);
}

double impact_bound(const FilmCase& d) {
  const ImpactSpec& i = d.impact;
  const double falls = 2.0 * i.height /
                       (i.velocity + std::sqrt(i.velocity * i.velocity +
                                               2.0 * std::max(i.acceleration, 0.0) * i.height));
  return 20.0 * (d.duration + falls);
}

FilmRun simulate_until_parted(const FilmCase& d, const Progress& progress,
                              std::vector<std::string>* warnings) {
  if (d.film.kind == FilmKind::line)
    throw Error(d.path, "film.kind = \"line\" has no impact", "use simulate_film");
  return run_film(d, impact_bound(d), progress, warnings, {});
}

FilmSteady steady_film(const FilmCase& given) {
  demand(given.film.kind == FilmKind::line, given.path,
         "a steady state exists under a prescribed load only",
         "use film.kind = \"line\", or analyze impact");
  FilmCase d = given;
  d.load.rise.clear();
  d.load.fall.clear();
  d.load.times.clear();
  d.load.mass = 0.0;  // at rest it is of no matter
  const Stopwatch start;
  ContactProblem problem(d, nullptr);
  const FilmUnknowns x = problem.steady(0.0);
  const Vector z = problem.system().state_of(x, Vector());
  const FilmSample sample = problem.sample(0.0, z, nullptr, 0.0);
  FilmSteady steady;
  steady.load = sample.force;
  steady.h_central = sample.h_central;
  steady.h_min = sample.h_min;
  steady.p_central = sample.p_central;
  const FilmScales hertz = line_scales(sample.force, d.reduced_radius, problem.scales().modulus,
                                       d.reference_speed, d.lubricant.viscosity);
  steady.p_hertz = hertz.pressure;
  steady.b_hertz = hertz.length;
  steady.profile = problem.profile(0.0, z);
  steady.extent = problem.needed(0.0, z);
  steady.starved = problem.starved(0.0, z);
  take_counts(&problem, start, &steady.counts);
  return steady;
}

}  // namespace mortise::gen
