#include "generator/judge/compare/film_endurance.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

#include "generator/contact/film/film_run.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/numbers/dice.hpp"
#include "generator/reduce/film/problem_data.hpp"

namespace mortise::gen {
namespace {

constexpr int kShortest = 10, kLongest = 400;  // steps of a stretch
constexpr int kStretchesPerRest = 8;

// How one input runs through a stretch.
class InputTrack {
 public:
  InputTrack(const InputRange& range, bool load) : range_(range), load_(load) {
    value_ = range.default_value;
    hold(value_, false, 1);
  }

  void start(int steps, Dice* dice) {
    const double target = level(dice->share());
    from_ = value_;
    steps_ = steps;
    at_ = 0;
    if (load_) {
      kind_ = static_cast<Kind>(dice->below(5));
      other_ = level(dice->share());
      period_ = 4 + dice->below(120);
    } else {
      kind_ = dice->below(2) == 0 ? Kind::jump : Kind::ramp;
    }
    to_ = dice->below(4) == 0 ? level(dice->below(2)) : target;  // corners, too
  }
  // To a value at once, or on a ramp that takes a quarter of the stretch, and stays.
  void hold(double value, bool ramp, int steps) {
    from_ = value_;
    to_ = value;
    kind_ = ramp ? Kind::ramp : Kind::jump;
    steps_ = ramp ? std::max(1, steps / 4) : steps;
    at_ = 0;
  }

  double next(Dice* dice) {
    ++at_;
    const double share = std::min(1.0, static_cast<double>(at_) / steps_);
    switch (kind_) {
      case Kind::ramp:
        return value_ = from_ + share * (to_ - from_);
      case Kind::swing:
        return value_ =
                   0.5 * (to_ + other_) + 0.5 * (to_ - other_) * std::sin(kTwoPi * at_ / period_);
      case Kind::square:
        return value_ = at_ / period_ % 2 == 0 ? to_ : other_;
      case Kind::rattle:
        return value_ = level(dice->share());
      case Kind::jump:
        break;
    }
    return value_ = to_;
  }

 private:
  enum class Kind { jump, ramp, swing, square, rattle };
  double level(double share) const {
    return range_.minimum + share * (range_.maximum - range_.minimum);
  }

  InputRange range_;
  bool load_;
  Kind kind_ = Kind::jump;
  double value_, from_ = 0.0, to_ = 0.0, other_ = 0.0;
  int steps_ = 1, at_ = 0, period_ = 4;
};

class EnduranceRun {
 public:
  EnduranceRun(Instance* film, const EnduranceSettings& settings, const SteadyTruth& truth)
      : film_(*film),
        view_(film->model().view()),
        settings_(settings),
        truth_(truth),
        dice_(settings.seed),
        y_(static_cast<std::size_t>(film->dims().outputs)) {
    for (std::int32_t k = 0; k < film->dims().inputs; ++k) {
      tracks_.emplace_back(view_.input_ranges[k], view_.film.roles[k] == kInputLoad);
      u_.push_back(view_.input_ranges[k].default_value);
    }
    u_.insert(u_.end(), u_.begin(), u_.end());
    make_places();
  }

  EnduranceResult run(const std::function<void(double)>& progress) {
    int stretches = 0;
    while (result_.steps < settings_.steps) {
      if (++stretches % kStretchesPerRest == 0) {
        rest();
      } else {
        const int steps = kShortest + dice_.below(kLongest - kShortest);
        for (InputTrack& track : tracks_) track.start(steps, &dice_);
        go(steps);
      }
      if (progress) {
        progress(static_cast<double>(result_.steps) / static_cast<double>(settings_.steps));
      }
    }
    result_.most_iterations = film_.state().statistics().iterations_max;
    return result_;
  }

 private:
  // Corners of the accepted range first, then places within.
  void make_places() {
    const auto nu = tracks_.size();
    for (int k = 0; k < settings_.rest_places; ++k) {
      std::vector<double> place;
      for (std::size_t j = 0; j < nu; ++j) {
        const InputRange& r = view_.input_ranges[j];
        const bool corner = k < (1 << nu);
        const double share = corner ? static_cast<double>(k >> j & 1) : dice_.share();
        place.push_back(r.minimum + share * (r.maximum - r.minimum));
      }
      rest_places_.push_back(place);
    }
  }

  void rest() {
    const auto steps = static_cast<int>(
        std::ceil(settings_.rest_time * view_.film.constants->time / film_.model().step_size()));
    if (rest_places_.empty()) return;
    const std::vector<double>& place =
        rest_places_[static_cast<std::size_t>(dice_.below(static_cast<int>(rest_places_.size())))];
    const bool ramp = dice_.below(2) == 0;
    for (std::size_t k = 0; k < tracks_.size(); ++k) tracks_[k].hold(place[k], ramp, steps);
    go(steps + steps / 4);
    if (truth_ && result_.steps < settings_.steps) judge(place);
  }

  void go(int steps) {
    const auto nu = tracks_.size();
    const bool ahead = view_.linear_hold;
    for (int k = 0; k < steps && result_.steps < settings_.steps; ++k) {
      for (std::size_t j = 0; j < nu; ++j) {
        if (ahead) u_[j] = u_[nu + j];
        u_[(ahead ? nu : 0) + j] = tracks_[j].next(&dice_);
      }
      count(film_.step(u_.data(), y_.data()));
    }
  }

  void count(Status st) {
    EnduranceResult& r = result_;
    ++r.steps;
    const auto has = [st](Status bit) { return (st & bit) != 0; };
    r.repeated += has(status::kREPEATED) ? 1 : 0;
    r.rolled_back += has(status::kROLLED_BACK) ? 1 : 0;
    r.recovering += has(status::kRECOVERING) ? 1 : 0;
    r.untrusted += has(status::kUNTRUSTED) ? 1 : 0;
    if (!has(status::kOUTSIDE_TRAINING)) {
      ++r.inside;
      r.untrusted_inside += has(status::kUNTRUSTED) ? 1 : 0;
    }
    in_a_row_ = has(status::kROLLED_BACK) ? in_a_row_ + 1 : 0;
    r.longest_rolled_back = std::max(r.longest_rolled_back, in_a_row_);
    getting_back_ = has(status::kRECOVERING) ? getting_back_ + 1 : 0;
    r.longest_recovering = std::max(r.longest_recovering, getting_back_);
    for (const double value : y_) r.finite = r.finite && std::isfinite(value);
  }

  void judge(const std::vector<double>& place) {
    const auto input = [&](std::uint32_t role, double otherwise) {
      const std::int32_t k = view_.film_input[role];
      return k >= 0 ? place[static_cast<std::size_t>(k)] : otherwise;
    };
    const double load = input(kInputLoad, 0.0), viscosity = input(kInputViscosity, 1.0);
    const double speed = input(kInputEntrainment, view_.film.constants->speed_reference);
    const auto key = std::make_tuple(load, speed, viscosity);
    auto known = steady_.find(key);
    if (known == steady_.end()) known = steady_.emplace(key, truth_(load, speed, viscosity)).first;
    const FilmSteady& full = known->second;
    ++result_.rests;
    Trajectory last;
    last.names = film_.output_names();
    last.time = {0.0};
    last.outputs = {y_};
    const FilmSample s = film_samples(last).front();
    const auto error = [](double value, double truth) { return std::abs(value / truth - 1.0); };
    const double gap = std::max(error(s.h_central, full.h_central), error(s.h_min, full.h_min));
    result_.worst_pressure = std::max(result_.worst_pressure, error(s.p_central, full.p_central));
    if (!(gap > result_.worst_gap)) return;
    result_.worst_gap = gap;
    result_.worst_load = load;
    result_.worst_speed = speed;
    result_.worst_viscosity = viscosity;
  }

  Instance& film_;
  const ModelView& view_;
  const EnduranceSettings& settings_;
  const SteadyTruth& truth_;
  Dice dice_;
  std::vector<double> u_, y_;
  std::vector<InputTrack> tracks_;
  std::vector<std::vector<double>> rest_places_;
  std::map<std::tuple<double, double, double>, FilmSteady> steady_;
  EnduranceResult result_;
  std::int64_t in_a_row_ = 0, getting_back_ = 0;
};

}  // namespace

EnduranceResult film_endurance(Instance* film, const EnduranceSettings& settings,
                               const SteadyTruth& truth,
                               const std::function<void(double share)>& progress) {
  return EnduranceRun(film, settings, truth).run(progress);
}

bool endures(const EnduranceResult& r, std::int64_t in_a_row, double gap) {
  return r.finite && r.longest_rolled_back <= in_a_row && r.worst_gap <= gap;
}

SteadyTruth steady_truth(const FilmCase& definition) {
  return [full = reducible(definition)](double load, double speed, double viscosity) {
    FilmCase run = at_rest(full, load / full.load.reference, speed);
    run.lubricant.viscosity_factor = viscosity;
    return steady_film(run);
  };
}

}  // namespace mortise::gen
