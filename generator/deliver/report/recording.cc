#include "generator/deliver/report/recording.hpp"

#include <algorithm>
#include <cmath>

#include "mortise/events.hpp"
#include "mortise/scenario.hpp"
#include "mortise/training.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

struct Profile {
  double time;
  std::vector<double> p, h, x;
};

// Looks at the state after every step.
class Watch {
 public:
  Watch(Instance* instance, long steps, ReportRecording* out)
      : instance_(*instance),
        out_(*out),
        steps_(steps),
        interfaces_(placed_interfaces(*instance)),
        events_(64) {
    std::size_t places = 0;
    for (const PlacedInterface& interface : interfaces_) places += interface.places;
    out_.places.resize(places);
    out_.forces = Matrix::Zero(static_cast<Eigen::Index>(places), std::min(steps, kReportColumns));
    out_.normal.resize(interfaces_.size());
    if (places > 0) out_.states.emplace(empty_map(*instance, steps));
    out_.inputs.resize(static_cast<std::size_t>(instance->dims().inputs));
    const ModelView& view = instance->model().view();
    points_ = file_law(view).profile_points(view);
  }

  // The step before, if there was any, has ended and nothing has changed the state since.
  void step_ended() {
    if (seen_ >= 0) after_step();
    ++seen_;
  }

  void step_begins(const Vector& inputs) {
    for (std::size_t i = 0; i < out_.inputs.size(); ++i)
      out_.inputs[i].push_back(inputs[static_cast<Eigen::Index>(i)]);
  }

  void run_ended() {
    step_ended();
    resample();
  }

 private:
  void after_step() {
    const Model& model = instance_.model();
    const State& state = instance_.state();
    out_.time.push_back(static_cast<double>(seen_ + 1) * model.step_size());
    out_.iterations.push_back(state.statistics().last_iterations);
    out_.distance.push_back(training_distance(model, state).distance);
    take_forces();
    take_events();
    if (points_ > 0 && column() != column_of(seen_ - 1)) take_profile();
  }

  Eigen::Index column_of(long step) const {
    return step < 0 ? -1 : std::min(steps_, kReportColumns) * step / steps_;
  }
  Eigen::Index column() const { return column_of(seen_); }

  void take_forces() {
    const std::vector<double> forces = place_forces(instance_);
    const std::vector<Touch> states = place_states(instance_);
    if (out_.states) out_.states->add(out_.time.back(), states);
    steps_of_span_ = column() == column_of(seen_ - 1) ? steps_of_span_ + 1.0 : 1.0;
    std::size_t place = 0;
    for (std::size_t i = 0; i < interfaces_.size(); ++i) {
      double sum = 0.0;
      for (std::size_t k = 0; k < interfaces_[i].places; ++k, ++place) {
        ReportRecording::Place& record = out_.places[place];
        sum += forces[place];
        const double size = std::abs(forces[place]);
        record.largest = std::max(record.largest, size);
        if (states[place] != Touch::kOpen) ++record.closed;
        if (states[place] == Touch::kSlips) ++record.slips;
        double& of_span = out_.forces(static_cast<Eigen::Index>(place), column());
        of_span = interfaces_[i].rigid ? of_span + (size - of_span) / steps_of_span_
                                       : std::max(of_span, size);
      }
      out_.normal[i].push_back(sum);
    }
  }

  void take_events() {
    const Model& model = instance_.model();
    const auto room = [&] { return static_cast<std::int32_t>(events_.size()); };
    std::int32_t count = contact_events(model, instance_.state(), events_.data(), room());
    if (count > room()) {
      events_.resize(static_cast<std::size_t>(count));
      count = contact_events(model, instance_.state(), events_.data(), room());
    }
    for (std::int32_t k = 0; k < count; ++k) {
      const ContactEvent& event = events_[static_cast<std::size_t>(k)];
      const auto place = static_cast<std::size_t>(event.contact);
      if (place < out_.places.size())
        ++out_.places[place].events[static_cast<std::size_t>(event.kind) - 1];
    }
  }

  void take_profile() {
    const auto n = static_cast<std::size_t>(points_);
    Profile profile{out_.time.back(), std::vector<double>(n), std::vector<double>(n),
                    std::vector<double>(n)};
    film_profile(instance_.model(), instance_.state(), profile.p.data(), profile.h.data(),
                 profile.x.data());
    profiles_.push_back(std::move(profile));
  }

  // A load-scaled frame moves its nodes: all profiles on one grid.
  void resample() {
    if (profiles_.empty()) return;
    double from = HUGE_VAL, to = -HUGE_VAL;
    for (const Profile& profile : profiles_) {
      from = std::min(from, profile.x.front());
      to = std::max(to, profile.x.back());
    }
    out_.profile_from = from;
    out_.profile_to = to;
    const auto count = static_cast<Eigen::Index>(profiles_.size());
    out_.pressure = out_.gap = Matrix::Constant(kReportNodes, count, std::nan(""));
    for (Eigen::Index j = 0; j < count; ++j) {
      const Profile& profile = profiles_[static_cast<std::size_t>(j)];
      out_.profile_time.push_back(profile.time);
      for (Eigen::Index i = 0; i < kReportNodes; ++i) {
        const double x = from + (to - from) * static_cast<double>(i) / (kReportNodes - 1);
        const auto above = std::upper_bound(profile.x.begin(), profile.x.end(), x);
        if (above == profile.x.begin() || (above == profile.x.end() && x > profile.x.back()))
          continue;
        const auto k =
            std::min(static_cast<std::size_t>(above - profile.x.begin()), profile.x.size() - 1);
        const double share = (x - profile.x[k - 1]) / (profile.x[k] - profile.x[k - 1]);
        out_.pressure(i, j) = (1.0 - share) * profile.p[k - 1] + share * profile.p[k];
        out_.gap(i, j) = (1.0 - share) * profile.h[k - 1] + share * profile.h[k];
      }
    }
  }

  Instance& instance_;
  ReportRecording& out_;
  long steps_, seen_ = -1;
  double steps_of_span_ = 0.0;  // so far
  std::vector<PlacedInterface> interfaces_;
  std::vector<ContactEvent> events_;
  std::vector<Profile> profiles_;
  std::uint32_t points_ = 0;
};

}  // namespace

std::array<std::size_t, 32> status_counts(const ReportRecording& recording) {
  std::array<std::size_t, 32> counts{};
  for (const std::uint32_t status : recording.trajectory.status)
    for (std::size_t bit = 0; bit < counts.size(); ++bit) counts[bit] += (status >> bit) & 1u;
  return counts;
}

ReportRecording record_scenario(Instance* instance, int scenario, const Progress& progress) {
  const Model& model = instance->model();
  ReportRecording recording;
  ScenarioPlayer player;
  if (!player.start(model, scenario, &instance->state()))
    throw Error("scenario " + std::to_string(scenario), "is not in the model",
                "list the scenarios with `mortise info`");
  recording.scenario =
      model.root()->scenarios()->Get(static_cast<std::uint32_t>(scenario))->name()->str();
  recording.duration = player.duration();
  const long steps = step_count(player.duration(), model.step_size());
  Watch watch(instance, steps, &recording);
  Vector u(2 * model.dims().inputs + 1);
  const auto next = [&](long) -> Vector {
    watch.step_ended();
    player.next(model, u.data(), &instance->state());
    watch.step_begins(u);
    return u;
  };
  recording.trajectory = play(*instance, next, steps, 1, progress);
  watch.run_ended();
  return recording;
}

}  // namespace mortise::gen
