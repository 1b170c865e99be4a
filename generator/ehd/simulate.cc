#include "generator/ehd/simulate.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <sstream>

#include "generator/ehd/contact_problem.hpp"
#include "generator/ehd/drive_plan.hpp"
#include "generator/error.hpp"
#include "generator/number_text.hpp"

namespace mortise::gen {
namespace {

using Clock = std::chrono::steady_clock;

struct Stopwatch {
  Clock::time_point wall = Clock::now();
  std::clock_t processor = std::clock();
};

// Collects samples at the wanted interval, between steps by straight lines, and profiles at the
// first step that reaches their time.
class Recorder {
 public:
  Recorder(const FilmDefinition& d, ContactProblem* problem, FilmRun* run)
      : problem_(*problem), run_(*run), interval_(d.output.interval), times_(d.output.profiles) {
    std::sort(times_.begin(), times_.end());
  }

  void start(double time, const Vector& z) {
    last_ = problem_.sample(time, z, nullptr, 0.0);
    run_.trace.push_back(last_);
    take_profiles(time, z);
  }

  // Returns the sample of this step.
  const FilmSample& step(double time, const Vector& z, const Vector& previous, double dt) {
    const FilmSample now = problem_.sample(time, z, &previous, dt);
    if (interval_ <= 0.0) {
      run_.trace.push_back(now);
    } else {
      for (;;) {
        const double next = interval_ * static_cast<double>(count_ + 1);
        if (next > time * (1.0 + 1e-12)) break;
        ++count_;
        run_.trace.push_back(sample_between(last_, now, next));
      }
    }
    last_ = now;
    take_profiles(time, z);
    return last_;
  }

  // the last state, wherever it stands
  void finish() {
    if (last_.time > run_.trace.back().time * (1.0 + 1e-9)) run_.trace.push_back(last_);
  }

 private:
  void take_profiles(double time, const Vector& z) {
    while (next_profile_ < times_.size() && times_[next_profile_] <= time * (1.0 + 1e-12)) {
      run_.profiles.push_back(problem_.profile(time, z));
      ++next_profile_;
    }
  }

  ContactProblem& problem_;
  FilmRun& run_;
  double interval_;
  std::vector<double> times_;
  std::size_t next_profile_ = 0;
  long count_ = 0;
  FilmSample last_;
};

void take_counts(ContactProblem* problem, const Stopwatch& start, RunCounts* counts) {
  counts->iterations = problem->system().newton().iterations();
  counts->factorisations = problem->system().newton().factorisations();
  counts->wall_seconds = std::chrono::duration<double>(Clock::now() - start.wall).count();
  counts->cpu_seconds = static_cast<double>(std::clock() - start.processor) / CLOCKS_PER_SEC;
}

// bound > 0: time at which a run ends that waits for the bodies to part, else it ends at the
// duration.
FilmRun run_film(const FilmDefinition& d, double bound, const FilmProgress& progress,
                 std::vector<std::string>* warnings, const FilmSubstitute& substitute) {
  const Stopwatch start;
  ContactProblem problem(d, warnings);
  const double unit = problem.scales().time;
  FilmRun run;
  run.points = problem.system().gap().points();
  Recorder recorder(d, &problem, &run);
  StagedSystem* system = substitute ? substitute(&problem.system()) : &problem.system();
  Stepper stepper(system, tableau_of(d.step.scheme));
  Vector previous = problem.initial_state();
  stepper.reset(0.0, previous);
  recorder.start(0.0, previous);

  DrivePlan plan = drive_plan(d, problem);
  const double duration = plan.end;
  if (bound > 0.0) {  // steps up to the duration are those of a run that ends there
    plan.landings.push_back(duration);
    plan.end = std::max(duration, bound / unit);
  }
  double largest_force = 0.0;
  bool parted = false;
  const DriveResult result = drive(&stepper, system, plan, [&](double dt) {
    const double force = recorder.step(stepper.time() * unit, stepper.state(), previous, dt).force;
    previous = stepper.state();
    run.steps.push_back(dt * unit);
    if (progress) progress(std::min(stepper.time() / duration, 1.0));
    largest_force = std::max(largest_force, force);
    parted = parted || (largest_force > 0.0 && force <= 1e-3 * largest_force);
    return bound <= 0.0 || !parted || stepper.time() < duration * (1.0 - 1e-12);
  });
  recorder.finish();
  run.counts.steps = result.counts.steps;
  run.counts.rejected = result.counts.rejected;
  run.counts.stages = stepper.stages_solved();
  take_counts(&problem, start, &run.counts);
  run.completed = result.completed;
  if (!result.completed) {
    std::ostringstream text;
    text.precision(10);
    text << "stopped at t = " << stepper.time() * unit << " s, where no step of at least "
         << plan.smallest * unit << " s succeeds: " << result.reason << " (smallest gap "
         << run.trace.back().h_min << " m)";
    run.stop_reason = text.str();
  } else if (bound > 0.0 && !parted) {
    run.completed = false;
    run.stop_reason = "the bodies have not parted after " + number_text(bound) +
                      " s: lengthen `duration`, or change impact.velocity or impact.height";
  }
  return run;
}

}  // namespace

FilmRun simulate_film(const FilmDefinition& d, const FilmProgress& progress,
                      std::vector<std::string>* warnings, const FilmSubstitute& substitute) {
  return run_film(d, 0.0, progress, warnings, substitute);
}

double impact_bound(const FilmDefinition& d) {
  const ImpactSpec& i = d.impact;
  const double falls = 2.0 * i.height /
                       (i.velocity + std::sqrt(i.velocity * i.velocity +
                                               2.0 * std::max(i.acceleration, 0.0) * i.height));
  return 20.0 * (d.duration + falls);
}

FilmRun simulate_until_parted(const FilmDefinition& d, const FilmProgress& progress,
                              std::vector<std::string>* warnings) {
  if (d.film.kind == FilmKind::line)
    throw Error(d.path, "film.kind = \"line\" has no impact", "use simulate_film");
  return run_film(d, impact_bound(d), progress, warnings, {});
}

FilmSteady steady_film(const FilmDefinition& given) {
  if (given.film.kind != FilmKind::line) {
    throw Error(given.path, "a steady state exists under a prescribed load only",
                "use film.kind = \"line\", or analyze impact");
  }
  FilmDefinition d = given;
  d.load.rise.clear();
  d.load.fall.clear();
  d.load.times.clear();
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
  take_counts(&problem, start, &steady.counts);
  return steady;
}

}  // namespace mortise::gen
