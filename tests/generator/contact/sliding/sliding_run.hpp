// A sliding run by any of the schemes: ranges, bursts, and when sliding ends to be what the model
// says.
#pragma once

#include <optional>
#include <vector>

#include "generator/simulate/sliding/stepper.hpp"

namespace mortise::gen {

// detachment: the contact force is no longer positive. sticking: the slip velocity leaves its
// sense.
enum class SlidingEnd { detachment, sticking };

struct SlidingViolation {
  SlidingEnd kind = SlidingEnd::detachment;
  double time = 0.0;  // end of the first such step [s]
};

struct SlidingWindow {
  double time = 0.0;  // its middle [s]
  double path = 0.0;  // s there [m]
  double rms = 0.0;   // of the response's acceleration [m/s2]
};

struct Range {
  double low = 0.0, high = 0.0;
};

struct SlidingRunOptions {
  double duration = 0.0;  // [s] > 0
  double window = 0.05;   // [s] > 0, at least a step
  bool stop_at_violation = false;
  SlidingInputs inputs;  // empty: defaults 0
  Vector response;       // (n) row whose acceleration is watched; empty: none
};

struct SlidingSummary {
  Range force;               // lambda [N]
  Range slave_velocity;      // along x, frame included [m/s]
  Range slip_velocity;       // along the segment [m/s]
  double largest_gap = 0.0;  // |g| at the ends of steps, where the step's prediction saw it [m]
  std::optional<SlidingViolation> violation;
  std::vector<SlidingWindow> windows;  // whole ones only
  double time = 0.0;                   // reached [s]
};

// After every step; may be empty.
using SlidingObserver = std::function<void(const SlidingStepper&)>;

// Goes on from the state of the stepper. Throws Error for a duration or window that are not
// positive, a response of another size, or a slave that leaves its target.
SlidingSummary run_sliding(SlidingStepper* stepper, const SlidingRunOptions& options,
                           const SlidingObserver& observer = {});

// A window counts as a burst if its rms is above `threshold` [m/s2] and `factor` times the median
// of the windows around it (`around` on each side, bursts among them), after `start` [s].
struct BurstRule {
  double threshold = 0.3;
  double factor = 3.0;
  int around = 5;
  double start = 1.0;
};
std::vector<SlidingWindow> bursts(const std::vector<SlidingWindow>& windows, const BurstRule& rule);

}  // namespace mortise::gen
