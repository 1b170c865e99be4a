#include "generator/reduce/train/record_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/film/simulate.hpp"

namespace mortise::gen {
namespace {

struct SolvedStage {
  double time = 0.0;
  Vector z, content_rate;
};

// Passes a film on to a stepper and remembers the stages that were solved since clear().
class StageRecorder final : public StagedSystem {
 public:
  explicit StageRecorder(FilmSystem* film) : film_(*film) {}

  Eigen::Index size() const override { return film_.size(); }
  std::string failure() const override { return film_.failure(); }
  double error_measure(const Vector& error, const Vector& z) const override {
    return film_.error_measure(error, z);
  }
  bool solve_stage(double time, double shift, const Vector& start, Vector* z) override {
    if (!film_.solve_stage(time, shift, start, z)) return false;
    const FilmLayout& layout = film_.layout();
    stages_.push_back({time, *z, shift * (layout.content(*z) - layout.content(start))});
    return true;
  }

  // The last `count` ones: those of an accepted step, whatever was tried before it.
  std::vector<SolvedStage> take_last(std::size_t count) {
    std::vector<SolvedStage> last(stages_.end() - static_cast<std::ptrdiff_t>(count),
                                  stages_.end());
    stages_.clear();
    return last;
  }

 private:
  FilmSystem& film_;
  std::vector<SolvedStage> stages_;
};

void take_fields(const std::vector<SolvedStage>& stages, ContactProblem* problem,
                 FilmSnapshots* s) {
  const FilmLayout& layout = problem->system().layout();
  const Eigen::Index n = problem->grid().points(), modes = problem->system().gap().states() / 2;
  const auto count = static_cast<Eigen::Index>(stages.size());
  s->pressure.resize(n, count);
  s->content_rate.resize(n, count);
  s->modal.resize(modes, count);
  s->approach.resize(count);
  Vector P, fill;
  for (Eigen::Index k = 0; k < count; ++k) {
    const SolvedStage& stage = stages[static_cast<std::size_t>(k)];
    problem->reynolds()->pressure(layout.unknowns(stage.z), &P, &fill);
    s->pressure.col(k) = P / s->frame[k];
    s->content_rate.col(k) = stage.content_rate;
    s->modal.col(k) = layout.states(stage.z).head(modes);
    s->approach[k] = layout.approach(stage.z);
  }
}

// Prescribed functions at the times of the snapshots.
void take_drive(const FilmCase& d, ContactProblem* problem, FilmSnapshots* s) {
  const FilmFrameMotion& frame = problem->system().frame();
  const Eigen::Index count = s->time.size();
  const double unit = problem->scales().time;
  const bool line = d.film.kind == FilmKind::line;
  const auto load = [&](double T) { return problem->load().value(T * unit); };
  s->frame = Vector::Ones(count);
  s->frame_rate = Vector::Zero(count);
  if (frame.scale) {
    s->frame = s->time.unaryExpr(frame.scale);
    s->frame_rate = s->time.unaryExpr(frame.rate);
  }
  s->load = Vector::Zero(count);
  s->speed = Vector::Zero(count);
  s->acceleration = Vector::Constant(count, line ? 0.0 : d.impact.acceleration);
  if (d.carried()) s->acceleration = (d.load.reference / d.load.mass) * s->time.unaryExpr(load);
  const LoadHistory viscosity(d.lubricant.viscosity_factor, d.viscosity_over_time);
  s->viscosity_factor = s->time.unaryExpr([&](double T) { return viscosity.value(T * unit); });
  if (!line) return;
  const LoadHistory speed(d.entrainment, d.entrainment_over_time);
  s->speed = s->time.unaryExpr([&](double T) { return speed.value(T * unit); }) / d.reference_speed;
  if (d.carried()) return;
  s->load = s->time.unaryExpr(load);
  s->largest_slope = unit * problem->load().largest_rate();
}

}  // namespace

FilmSnapshots record_run(const FilmCase& d, int every, const Progress& progress,
                         std::vector<std::string>* warnings) {
  demand(d.film.kind != FilmKind::dry, d.path, "a dry contact has no film to keep",
         "use film.kind = \"line\" or \"point\"");
  ContactProblem problem(d, warnings);
  StageRecorder recorder(&problem.system());
  const Tableau* tableau = tableau_of(d.step.scheme);
  const auto per_step = static_cast<std::size_t>(tableau != nullptr ? tableau->stages() : 1);
  Stepper stepper(&recorder, tableau);
  stepper.reset(0.0, problem.initial_state());
  const DrivePlan plan = drive_plan(d, problem);
  std::vector<SolvedStage> kept;
  long seen = 0;
  const DriveResult result = drive(&stepper, &recorder, plan, [&](double) {
    for (SolvedStage& stage : recorder.take_last(per_step)) {
      if (seen++ % every == 0) kept.push_back(std::move(stage));
    }
    if (progress) progress(stepper.time() / plan.end);
    return true;
  });
  demand(result.completed, d.path,
         fmt::format("the run stops at t = {:g} s: {}", stepper.time() * problem.scales().time,
                     result.reason),
         "narrow the ranges of [train], shorten train.duration or take smaller steps");
  FilmSnapshots s;
  s.time.resize(static_cast<Eigen::Index>(kept.size()));
  std::transform(kept.begin(), kept.end(), s.time.begin(),
                 [](const SolvedStage& stage) { return stage.time; });
  take_drive(d, &problem, &s);
  take_fields(kept, &problem, &s);
  s.run.assign(kept.size(), 0);
  return s;
}

FilmSnapshots joined_snapshots(std::vector<FilmSnapshots> runs) {
  Eigen::Index count = 0, at = 0;
  for (const FilmSnapshots& s : runs) count += s.count();
  FilmSnapshots all;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const FilmSnapshots s = std::move(runs[i]);
    for (const auto& [name, member] : kStageColumns) {
      if (i == 0) (all.*member).resize((s.*member).rows(), count);
      (all.*member).middleCols(at, s.count()) = s.*member;
    }
    for (const auto& [name, member] : kStageEntries) {
      (all.*member).conservativeResize(at + s.count());
      (all.*member).tail(s.count()) = s.*member;
    }
    all.run.insert(all.run.end(), static_cast<std::size_t>(s.count()), static_cast<int>(i));
    all.largest_slope = std::max(all.largest_slope, s.largest_slope);
    for (const std::string& warning : s.warnings) {
      const auto& known = all.warnings;
      if (std::find(known.begin(), known.end(), warning) == known.end()) {
        all.warnings.push_back(warning);
      }
    }
    at += s.count();
  }
  return all;
}

}  // namespace mortise::gen
