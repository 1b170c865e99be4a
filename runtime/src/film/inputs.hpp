// The inputs of a film in the running step: how they run through it, how far they may go, and what
// they prescribe at a stage.
#pragma once

#include "../range_distance.hpp"
#include "failures.hpp"
#include "run.hpp"

namespace mortise::MORTISE_ISA {

// G b in the frame that belongs to the load.
inline constexpr Real kFilmFrameLoad = 1.5707963267948966192313216916398;  // pi / 2
// What enters a carried film keeps this share of the fluid's speed.
inline constexpr Real kLeastEntry = 0.35;

class FilmInputs {
 public:
  explicit FilmInputs(FilmRun& run) : run_(run) {}

  // How all of them run through the step. late: from where the film stands, a share of the way.
  Status read(bool late) {
    const ModelView& m = run_.model();
    const FilmConstants& c = run_.c;
    const int nu = run_.inputs();
    const Real* trial = run_.at(m.layout.input_trial);
    const Real* before = run_.at(m.layout.film_signal);
    Status st = status::kOk;
    for (int k = 0; k < nu; ++k) {
      const InputRange& range = m.input_ranges[k];
      const std::uint32_t role = run_.film().roles[k];
      if (role == kInputNone) continue;
      const bool limited = role == kInputLoad && c.load_slope > 0;
      Signal& g = run_.signal[role];
      g.cubic = range.hold == kHoldCubic;
      g.minimum = range.minimum;
      g.maximum = range.maximum;
      g.slope = before[nu + k];
      // A load of limited rate has no jumps: it goes on from where it stands. So does every input
      // of a film that gets back.
      g.start = limited || late ? before[k] : trial[k];
      g.change = trial[range.hold == kHoldZeroOrder ? k : nu + k] - g.start;
      if (late) {
        g.cubic = false;
        g.change *= share_of_way(run_.progress.halvings);
      }
      if (limited && limit_change(&g, c.load_slope * m.h)) st |= status::kRATE_LIMITED;
      measure_distance(k, role);
      if (run_.distance[role] > 0) st |= status::kOUTSIDE_TRAINING;
    }
    if (is_carried(run_.kind) && !is_borne(run_.kind)) {
      if (limit_fall()) st |= status::kRATE_LIMITED;
      measure_distance(m.film_input[kInputLoad], kInputLoad);
    }
    return st;
  }

  // What they prescribe, theta = 0..1 of the step.
  FilmDrive drive(Real theta) const {
    const FilmConstants& c = run_.c;
    const FilmProgress& progress = run_.progress;
    FilmDrive d;
    d.frame = 1;
    d.frame_rate = 0;
    d.load = 0;
    if (is_borne(run_.kind)) {
      d.frame = progress.frame + theta * (progress.frame_end - progress.frame);
      d.frame_rate = (progress.frame_end - progress.frame) * run_.per_length();
    } else if (is_loaded(run_.kind)) {
      const Signal::Value w = signal(kInputLoad)->at(theta);
      const Real share = w.value / c.load_reference;
      if (c.frame == kFrameLoadScaled) {
        d.frame = square_root(share);
        d.frame_rate = w.rate / c.load_reference * run_.per_length() / (2 * d.frame);
      }
      d.load = kFilmFrameLoad * share / (d.frame * d.frame);
    }
    const Signal* speed = signal(kInputEntrainment);
    d.speed = speed                   ? speed->at(theta).value / c.speed_reference
              : c.speed_reference > 0 ? Real(1)
                                      : Real(0);
    const Signal* factor = signal(kInputViscosity);
    d.viscosity_factor = factor ? factor->at(theta).value : Real(1);
    const Signal* acceleration = signal(kInputAcceleration);
    d.acceleration = acceleration
                         ? (acceleration->at(theta).value - c.acceleration) * c.acceleration_scale
                         : Real(0);
    return d;
  }

  // An input rests at a value; all of them where the film has followed them to.
  void stand_at(std::uint32_t role, Real value) {
    run_.signal[role] = Signal{};
    run_.signal[role].start = value;
  }
  void stand() {
    for (int k = 0; k < run_.inputs(); ++k)
      stand_at(run_.film().roles[k], run_.at(run_.model().layout.film_signal)[k]);
  }
  // Where they have ended, as the film followed them.
  void keep() const {
    const int nu = run_.inputs();
    Real* ended = run_.at(run_.model().layout.film_signal);
    for (int k = 0; k < nu; ++k) {
      const Signal& g = run_.signal[run_.film().roles[k]];
      ended[k] = g.end();
      ended[nu + k] = g.change;
    }
  }

 private:
  const Signal* signal(std::uint32_t role) const {
    return run_.model().film_input[role] >= 0 ? &run_.signal[role] : nullptr;
  }
  // How far input k ends outside of its training.
  void measure_distance(int k, std::uint32_t role) {
    const Real* box = run_.at(run_.model().layout.film_box);
    run_.distance[role] = range_distance(run_.signal[role].end(), box[k], box[run_.inputs() + k]);
  }
  // A load that falls takes the inlet back with it: what enters would stand still, and turn.
  bool limit_fall() {
    const FilmConstants& c = run_.c;
    Signal& load = run_.signal[kInputLoad];
    const Signal* speed = signal(kInputEntrainment);
    const Real u = speed && speed->end() < speed->start ? speed->end()
                   : speed                              ? speed->start
                                                        : c.speed_reference;
    const Real share = load.start / c.load_reference;
    const Real most = 2 * square_root(share) * c.load_reference * (1 - kLeastEntry) *
                      (u / c.speed_reference) / absolute(run_.film().transport->entry) *
                      run_.length();
    if (load.change >= -most) return false;
    load.change = -most;
    return true;
  }

  FilmRun& run_;
};

}  // namespace mortise::MORTISE_ISA
