#include "generator/reduce/train/training_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/reduce/film/problem_data.hpp"
#include "generator/reduce/train/random_kinks.hpp"

namespace mortise::gen {
namespace {

// Times of a run with shocks and of one with a smooth load, as shares of its duration.
constexpr double kRise = 1.0 / 16.0, kFall = 5.0 / 8.0;
constexpr double kFirstKnot = 1.0 / 16.0, kKnotDistance = 7.0 / 32.0;
constexpr int kKnots = 5;
constexpr std::size_t kMostCorners = 5;  // that a description names
constexpr double kKnotScatter = 0.4;     // of the load's width, at every knot
constexpr double kSmallestShock = 0.5;   // of the load's width

constexpr int kDimensions = 8;  // of the sequence: the same for all, so that it does not change

bool is_open(const TrainRange& r) { return r.minimum < r.maximum; }
double at(const TrainRange& r, double share) { return r.minimum + share * (r.maximum - r.minimum); }

// Where a run lies in the ranges: shares in 0..1, 1 = the upper end.
struct Sample {
  double entrainment = 0.0, viscosity = 0.0, velocity = 0.0, acceleration = 0.0;
  double rise = 0.0, fall = 0.0;  // ramps
  double shock = 1.0;             // 0: the smallest one
  double base = 0.0;              // where the range leaves room for it
  bool upwards = true;
  bool smooth = false;
  std::vector<double> knots;  // scatter of a smooth load
  std::uint64_t dice = 0;     // of a kinked load; 0: none
};

int share_of_runs(const TrainSpec& train, double share) {
  return static_cast<int>(std::floor(share * train.runs + 1e-9));
}
// Behind the corners and the shocks between them: kinked runs, then smooth ones.
int smooth_runs(const TrainSpec& t) { return share_of_runs(t, t.smooth); }
int kinked_runs(const TrainSpec& t) {
  return std::min(share_of_runs(t, t.kinked), t.runs - smooth_runs(t));
}

// The ranges of a corner design, in the order of their importance.
std::vector<const TrainRange*> open_ranges(const FilmContactSpec& d) {
  const TrainSpec& t = *d.train;
  std::vector<const TrainRange*> all = {&t.velocity, &t.acceleration, &t.viscosity_factor};
  if (d.film.kind == FilmKind::line) {
    all = {&t.load, &t.entrainment, &t.viscosity_factor, &t.ramp};
  }
  all.erase(
      std::remove_if(all.begin(), all.end(), [](const TrainRange* r) { return !is_open(*r); }),
      all.end());
  return all;
}

Sample corner_sample(const FilmContactSpec& d, const CornerDesign& design, int index) {
  const TrainSpec& t = *d.train;
  const std::vector<const TrainRange*> ranges = open_ranges(d);
  const auto share = [&](const TrainRange& r) {
    const auto found = std::find(ranges.begin(), ranges.end(), &r);
    if (found == ranges.end()) return 0.0;
    return design.upper(index, static_cast<int>(found - ranges.begin())) ? 1.0 : 0.0;
  };
  Sample s;
  s.entrainment = share(t.entrainment);
  s.viscosity = share(t.viscosity_factor);
  s.velocity = share(t.velocity);
  s.acceleration = share(t.acceleration);
  s.rise = s.fall = share(t.ramp);
  s.upwards = share(t.load) == 0.0;  // from the lower end of the range, or from the upper one
  return s;
}

// inner: counts the runs behind the corners, from 0.
Sample inner_sample(const FilmContactSpec& d, int index, int inner) {
  const TrainSpec& t = *d.train;
  const std::vector<double> u = even_point(kDimensions, inner, t.seed);
  Sample s;
  s.entrainment = u[0];
  s.viscosity = u[1];
  s.velocity = u[0];
  s.acceleration = u[2];
  s.rise = u[2];
  s.fall = u[3];
  s.shock = u[4];
  s.base = u[5];
  s.upwards = u[6] < 0.5;
  if (d.film.kind == FilmKind::line) {
    s.smooth = index >= t.runs - smooth_runs(t);
    const bool shock = index < t.runs - smooth_runs(t) - kinked_runs(t);
    if (!s.smooth && !shock)
      s.dice = 1 + static_cast<std::uint64_t>(t.seed) * 1000003 + static_cast<std::uint64_t>(index);
  }
  s.knots.assign(u.begin() + 2, u.begin() + 2 + kKnots);
  return s;
}

Sample sample_of(const FilmContactSpec& d, int index) {
  const TrainSpec& t = *d.train;
  const int inner = d.film.kind == FilmKind::line ? smooth_runs(t) + kinked_runs(t) : 0;
  const CornerDesign design(static_cast<int>(open_ranges(d).size()), t.runs - inner);
  return index < design.count() ? corner_sample(d, design, index)
                                : inner_sample(d, index, index - design.count());
}

void set_smooth_load(const TrainSpec& t, const Sample& s, LoadSpec* load) {
  load->smooth = true;
  for (int k = 0; k < kKnots; ++k) {
    const bool high = (k % 2 == 1) == (s.upwards && t.load.minimum > 0.0);
    const double scatter = kKnotScatter * s.knots[static_cast<std::size_t>(k)];
    load->times.push_back((kFirstKnot + k * kKnotDistance) * t.duration);
    load->values.push_back(at(t.load, high ? 1.0 - scatter : scatter));
  }
}

void set_shocks(const TrainSpec& t, const Sample& s, LoadSpec* load) {
  const double width = kSmallestShock + (1.0 - kSmallestShock) * s.shock;
  const double low = at(t.load, s.base * (1.0 - width)),
               high = at(t.load, s.base * (1.0 - width) + width);
  const double rise = at(t.ramp, s.rise), fall = at(t.ramp, s.fall);
  const double up = kRise * t.duration, down = kFall * t.duration;
  load->times = {up, up + rise, down, down + fall};
  load->values = {low, high, high, low};
  // a run begins in balance with its load
  if (!s.upwards || low <= 0.0) load->values = {high, low, low, high};
}

void set_load(const TrainSpec& t, const Sample& s, double time, LoadSpec* load) {
  load->times.clear();
  load->values.clear();
  load->smooth = false;
  if (!is_open(t.load)) {
    load->times = {0.0};
    load->values = {t.load.minimum};
  } else if (s.smooth) {
    set_smooth_load(t, s, load);
  } else if (s.dice != 0) {
    Dice dice(s.dice);
    add_random_kinks(t, time, &dice, &load->times, &load->values);
  } else {
    set_shocks(t, s, load);
  }
}

}  // namespace

FilmCase training_run(const FilmContactSpec& definition, int index) {
  const TrainSpec& t = *definition.train;
  const Sample s = sample_of(definition, index);
  FilmCase d = reducible<FilmCase>(definition);
  d.duration = t.duration;
  d.lubricant.viscosity_factor = at(t.viscosity_factor, s.viscosity);
  if (d.film.kind == FilmKind::line) {
    d.entrainment = at(t.entrainment, s.entrainment);
    set_load(t, s, film_scales(definition).time, &d.load);
    d.step.land_on_kinks = true;
  } else {
    d.impact.reference_velocity = definition.impact.velocity;
    d.impact.velocity = at(t.velocity, s.velocity);
    d.impact.acceleration = at(t.acceleration, s.acceleration);
  }
  if (t.step > 0.0) {
    d.step.control = StepControl::fixed;
    d.step.size = t.step;
    d.step.smallest = 0.0;
  }
  d.output = {};
  return d;
}

std::string describe_training_run(const FilmCase& run) {
  std::string text;
  if (run.film.kind == FilmKind::line) {
    const LoadSpec& load = run.load;
    text = load.smooth ? "smooth load" : "load";
    const bool shock = load.values.size() <= kMostCorners;
    if (!shock) text = fmt::format("load of {} kinks", load.values.size());
    for (std::size_t k = 0; shock && k < load.values.size(); ++k) {
      if (k > 0 && load.values[k] == load.values[k - 1]) continue;
      text += fmt::format("{}{:.3g}", k == 0 ? " " : " - ", load.values[k]);
    }
    if (!load.smooth && load.times.size() == 4) {
      text += fmt::format(", ramps {:.3g} and {:.3g} us", 1e6 * (load.times[1] - load.times[0]),
                          1e6 * (load.times[3] - load.times[2]));
    }
    text += fmt::format(", {:.3g} m/s", run.entrainment);
  } else {
    text = fmt::format("{:.3g} m/s, {:.3g} m/s2", run.impact.velocity, run.impact.acceleration);
  }
  return text + fmt::format(", viscosity x {:.3g}", run.lubricant.viscosity_factor);
}

}  // namespace mortise::gen
