// Inputs that look for the slowest step of a model: bang-bang at random periods and at those of its
// modes, ramps, held extremes, noise, sensors that break (not a number, infinite, out of range),
// law parameters at the ends of their ranges, operating cases in turn, restarts of its scenarios.
// The same on every machine for the same seed; no heap, no elementary functions, bounded work.
#pragma once

#include "mortise/mortise.hpp"

namespace mortise::targets {

class Adversary {
 public:
  // The model, the state and the player must outlive it.
  Adversary(const Model& model, State* state, ScenarioPlayer* player, std::uint64_t seed)
      : model_(model), state_(*state), player_(*player), random_(seed * 2 + 1) {
    restart();
  }

  // Writes the inputs of the next step into u (model.input_values()); now and then changes
  // parameters or the operating case, or starts a scenario anew, before it.
  void next(Real* u) {
    if (restart_in_ == 0) restart();
    if (change_in_ == 0) change();
    --restart_in_;
    --change_in_;
    const std::int32_t nu = model_.dims().inputs;
    if (scenario_) {
      player_.next(model_, u, &state_);
    } else {
      for (std::int32_t k = 0; k < nu; ++k) move(k, u + k);
      // a linear hold is given its other end too: the same level, or a jump within the step
      for (std::int32_t k = nu; k < model_.input_values(); ++k)
        u[k] = jumps_ ? level(k - nu) : u[k - nu];
    }
    if (broken_ > 0 && random_.below(broken_) == 0 && nu > 0)
      u[random_.below(static_cast<std::uint32_t>(model_.input_values()))] = broken_number();
  }

 private:
  // Steele, Lea and Flood's splitmix64.
  class Random {
   public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
      std::uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
      return z ^ (z >> 31);
    }
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(next() >> 32) % n; }
    // 0..1
    Real share() { return static_cast<Real>(below(1u << 20)) / ((1 << 20) - 1); }
    bool coin() { return (next() >> 40 & 1) != 0; }
    // 1 .. 2^bits, every size as likely
    std::uint32_t size(int bits) {
      return 1 + below(2u << below(static_cast<std::uint32_t>(bits)));
    }

   private:
    std::uint64_t state_;
  };

  enum Shape : std::uint32_t { kHeld, kBang, kResonant, kRamp, kNoise, kShapes };

  struct Track {
    Shape shape;
    Real from, to;
    std::uint32_t period, at;  // [steps]
  };

  // A level of input k: an end of its range, its default, or anything between, of every magnitude.
  Real level(std::int32_t k) {
    const InputRange& r = model_.view().input_ranges[k];
    switch (random_.below(6)) {
      case 0:
        return r.minimum;
      case 1:
        return r.maximum;
      case 2:
        return r.default_value;
      case 3:
        return r.minimum + random_.share() * (r.maximum - r.minimum);
      default: {
        Real reach = random_.coin() ? r.maximum - r.default_value : r.minimum - r.default_value;
        for (std::uint32_t decades = random_.below(10); decades > 0; --decades) reach /= 10;
        return r.default_value + random_.share() * reach;
      }
    }
  }

  // Half the period of a mode, in steps.
  std::uint32_t resonance() {
    const std::int32_t n = model_.dims().modes;
    if (n == 0 || !model_.view().omega || model_.view().is_film()) return random_.size(10);
    const Real w = model_.view().omega[random_.below(static_cast<std::uint32_t>(n))];
    const Real half = w > 0 ? Real(3.141592653589793) / (w * model_.step_size()) : Real(1000);
    return half > 1 && half < 1e6 ? static_cast<std::uint32_t>(half + Real(0.5)) : 1u;
  }

  void move(std::int32_t k, Real* u) {
    Track& t = tracks_[k % kTracks];
    const bool second = t.at / t.period % 2 == 1;
    switch (t.shape) {
      case kBang:
      case kResonant:
        *u = second ? t.to : t.from;
        break;
      case kRamp:
        *u = second ? t.to
                    : t.from + (t.to - t.from) * (static_cast<Real>(t.at % t.period) /
                                                  static_cast<Real>(t.period));
        break;
      case kNoise:
        *u = t.from + random_.share() * (t.to - t.from);
        break;
      default:
        *u = t.from;
    }
    ++t.at;
  }

  void change() {
    change_in_ = random_.size(12);
    scenario_ = model_.root() && random_.below(4) == 0;
    jumps_ = random_.below(8) == 0;
    broken_ = random_.below(4) == 0 ? random_.size(8) : 0;
    for (std::int32_t k = 0; k < model_.dims().inputs && k < kTracks; ++k) {
      Track& t = tracks_[k];
      t.shape = static_cast<Shape>(random_.below(kShapes));
      t.from = level(k);
      t.to = level(k);
      t.period = t.shape == kResonant ? resonance() : random_.size(10);
      t.at = 0;
    }
    if (random_.below(3) == 0) set_parameters();
    const std::int32_t cases = model_.view().joint.cases;
    if (cases > 1 && random_.below(4) == 0)
      (void)set_operating_case(
          model_, state_,
          static_cast<std::int32_t>(random_.below(static_cast<std::uint32_t>(cases))));
  }

  // Each parameter alone, or all of them, at an end of the range, between the ends, or back at its
  // default.
  void set_parameters();

  void restart();

  Real broken_number() {
    switch (random_.below(5)) {
      case 0:
        return __builtin_nan("");
      case 1:
        return __builtin_inf();
      case 2:
        return -__builtin_inf();
      case 3:
        return Real(-1.7e308);
      default:
        return Real(5e-324);
    }
  }

  static constexpr std::int32_t kTracks = 4;  // further inputs move as earlier ones

  const Model& model_;
  State& state_;
  ScenarioPlayer& player_;
  Random random_;
  Track tracks_[kTracks] = {};
  std::uint32_t change_in_ = 0, restart_in_ = 0, broken_ = 0;
  bool scenario_ = false, jumps_ = false;
};

}  // namespace mortise::targets
