#include "generator/simulate/run/run_steps.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/simulate/run/state_map.hpp"
#include "runtime/include/mortise/joined_output.hpp"

namespace mortise::gen {
namespace {

using Row = std::vector<double>;

Row row_of(const Vector& y) { return {y.begin(), y.end()}; }

Row between(double from, const Row& a, double to, const Row& b, double time) {
  const double s = to > from ? std::min(1.0, (time - from) / (to - from)) : 1.0;
  Row row(a.size());
  for (std::size_t k = 0; k < row.size(); ++k) row[k] = a[k] + s * (b[k] - a[k]);
  return row;
}

class Recorder {
 public:
  Recorder(const SteppedSystem& system, const RunPlan& plan, Trajectory* t)
      : system_(system), plan_(plan), t_(*t) {}

  void start() {
    if (plan_.start) {
      joined_ = row_of(system_.outputs());
      record();
    }
    if (plan_.interval > 0.0) last_ = row_of(system_.outputs());
    take_energies(true);
  }

  void step(long k, const StepReport& report) {
    t_.steps = k;
    t_.steps_in_contact += report.touching ? 1 : 0;
    if (report.touching && t_.first_contact == 0) t_.first_contact = t_.steps;
    t_.unsolved_steps += report.solved ? 0 : 1;
    if (t_.first_not_sliding == 0 && !report.sliding) t_.first_not_sliding = k;
    const bool due = plan_.interval <= 0.0 && k % plan_.every == 0;
    if (plan_.interval <= 0.0) join(report.status);
    if (plan_.map != nullptr) plan_.map->add(system_.time(), system_.states());
    if (due) record();
    if (plan_.interval > 0.0) record_between();
    take_energies(false);
  }

  void finish() {
    if (plan_.interval > 0.0 && last_time_ > t_.time.back() * (1.0 + 1e-9)) add(last_time_, last_);
    if (unrecorded_ > 0) record();
    t_.contact_impulse = system_.contact_impulse();
    t_.interfaces = system_.interfaces();
  }

 private:
  void add(double time, Row row) {
    t_.time.push_back(time);
    t_.outputs.push_back(std::move(row));
  }

  // What a step gives joins that of those which no row has yet.
  void join(std::uint32_t status) {
    const Vector y = system_.outputs();
    joined_.resize(static_cast<std::size_t>(y.size()));
    for (std::size_t k = 0; k < joined_.size(); ++k)
      joined_[k] = joined_output(!t_.of_step.empty() && t_.of_step[k], joined_[k],
                                 y[static_cast<Eigen::Index>(k)], unrecorded_);
    status_ |= status;
    ++unrecorded_;
  }

  void record() {
    add(system_.time(), std::move(joined_));
    t_.status.push_back(status_);
    if (t_.contacts.kept) {
      t_.contacts.impulse.push_back(row_of(system_.contact_impulse()));
      t_.contacts.energy.push_back(system_.books().stored);
    }
    joined_.clear();
    unrecorded_ = status_ = 0;
  }

  void record_between() {
    const double now = system_.time();
    Row row = row_of(system_.outputs());
    for (;;) {
      const double next = plan_.interval * static_cast<double>(marks_ + 1);
      if (next > now * (1.0 + 1e-12)) break;
      ++marks_;
      add(next, between(last_time_, last_, now, row, next));
    }
    last_time_ = now;
    last_ = std::move(row);
  }

  void take_energies(bool first) {
    const EnergyBooks e = system_.books();
    const double own = e.stored - e.work;
    if (first) t_.energy_start = e.stored;
    if (!first) t_.largest_energy_gain = std::max(t_.largest_energy_gain, own - own_);
    t_.energy_end = e.stored;
    t_.largest_energy = std::max(t_.largest_energy, e.stored);
    if (std::isfinite(e.work)) t_.largest_energy = std::max(t_.largest_energy, std::abs(e.work));
    t_.dissipated_in_contact = e.dissipated;
    t_.contacts.friction = e.friction;
    t_.contacts.scheme = e.scheme;
    own_ = own;
  }

  const SteppedSystem& system_;
  const RunPlan& plan_;
  Trajectory& t_;
  Row joined_;  // of the steps since the last row
  std::uint64_t unrecorded_ = 0;
  std::uint32_t status_ = 0;
  Row last_;  // of the step before
  double last_time_ = 0.0, own_ = 0.0;
  long marks_ = 0;
};

}  // namespace

Trajectory run_steps(SteppedSystem* system, Trajectory heads, const RunPlan& plan,
                     const StepInputs& inputs, const Progress& progress) {
  Trajectory t = std::move(heads);
  Recorder recorder(*system, plan, &t);
  recorder.start();
  for (long k = 1; !plan.steps || k <= *plan.steps; ++k) {
    const auto report = system->step(inputs ? inputs(k) : Vector());
    if (!report) break;
    recorder.step(k, *report);
    if (!progress) continue;
    if (!plan.steps) {
      progress(std::min(system->time() / plan.duration, 1.0));
    } else if (k % 64 == 0 || k == *plan.steps) {
      progress(static_cast<double>(k) / static_cast<double>(*plan.steps));
    }
  }
  recorder.finish();
  t.stop_reason = system->failure();
  return t;
}

double recorded(const Trajectory& t, std::size_t row, std::size_t output) {
  const bool none = !t.of_step.empty() && t.of_step[output] && t.time[row] == 0.0;
  return none ? std::numeric_limits<double>::quiet_NaN() : t.outputs[row][output];
}

long step_count(double duration, double h) {
  const double steps = duration / h;
  demand(steps <= kLongestRun, "a run of " + number_text(duration) + " s",
         "takes " + number_text(steps, 3) + " steps of " + number_text(h) + " s",
         "shorten it: at most " + number_text(kLongestRun) + " steps");
  return std::lround(steps);
}

}  // namespace mortise::gen
