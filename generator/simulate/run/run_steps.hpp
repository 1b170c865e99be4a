// One loop for every system that can be stepped through a scenario: it records, keeps the books and
// reports; the laws differ in the system they plug in.
#pragma once

#include <limits>
#include <optional>

#include "generator/simulate/run/trajectory.hpp"
#include "runtime/include/mortise/touch.hpp"

namespace mortise::gen {

class StateMap;

// What a step says of itself.
struct StepReport {
  bool touching = false;     // the interface took part
  bool solved = true;        // the law of the interface had a solution
  bool sliding = true;       // a bilateral sliding contact still is what it says
  std::uint32_t status = 0;  // of a model file
};

// Since the start [J]. A NaN was not booked.
struct EnergyBooks {
  double stored = 0.0;      // kinetic plus elastic, now
  double work = 0.0;        // done on the system, as far as it counts as no gain of its own
  double dissipated = 0.0;  // in the interface
  // Of contacts, what of it went to friction, and to the scheme where their law loses nothing.
  double friction = 0.0, scheme = 0.0;
};
inline constexpr double kNotBooked = std::numeric_limits<double>::quiet_NaN();

class SteppedSystem {
 public:
  virtual ~SteppedSystem() = default;

  // The next step, with the inputs (nu) that the hold leaves for it. Empty: there is none, the
  // system is at its end or failure() says why it cannot go on.
  virtual std::optional<StepReport> step(const Vector& inputs) = 0;
  virtual std::string failure() const { return ""; }

  virtual double time() const = 0;     // reached [s]
  virtual Vector outputs() const = 0;  // (ny) as the system is
  virtual EnergyBooks books() const { return {}; }
  virtual Vector contact_impulse() const { return {}; }  // sum of h lambda since the start [N s]
  virtual std::vector<InterfaceTotals> interfaces() const { return {}; }  // of an assembly
  // What the places of its interfaces do at the end of the last step; none: it does not know.
  virtual std::vector<Touch> states() const { return {}; }
};

struct RunPlan {
  std::optional<long> steps;  // absent: to the end of the system
  double duration = 0.0;      // [s] of a run to the end of the system, for the progress
  // Recorded step out of so many, and the last one. What belongs to a step is the mean over all
  // since the row before, statuses are joined.
  int every = 1;
  // > 0: recorded at its multiples instead, by straight lines between steps, and the last state
  // [s].
  double interval = 0.0;
  bool start = true;        // the state before the first step is recorded
  StateMap* map = nullptr;  // null: none; of a system that knows its states
};

// Inputs of the step k = 1, 2, ...; may change the case of the system at its start. Empty: none.
using StepInputs = std::function<Vector(long k)>;

// heads: names and quantities of the outputs.
Trajectory run_steps(SteppedSystem* system, Trajectory heads, const RunPlan& plan,
                     const StepInputs& inputs, const Progress& progress);

// Whole steps of h [s] in a duration [s].
// Throws Error beyond kLongestRun: the duration or the step is a slip of its unit.
long step_count(double duration, double h);
inline constexpr double kLongestRun = 1e11;  // hours of the fastest model

}  // namespace mortise::gen
