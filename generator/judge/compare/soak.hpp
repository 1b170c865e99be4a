// A structure stepped for ever, as nearly as one can wait: inputs that never rest, every status
// counted, the energy held against its books, and the same bits whether it runs in one go or in
// legs, with its state saved and restored in a new process between them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>

#include "generator/bake/play/instance.hpp"

namespace mortise::gen {

struct SoakSettings {
  std::int64_t steps = 1000000;
  std::uint64_t seed = 1;
  double force = 0.0;  // largest value of every input; 0: over its training box
  std::string cache;  // folder where the legs are kept, and from which a run goes on; empty: one go
};

struct SoakResult {
  std::int64_t steps = 0, in_contact = 0;
  std::array<std::int64_t, 32> statuses{};  // steps with each status bit
  bool finite = true;                       // every output that was looked at, each hundredth step
  bool booked = false;                      // the energies below are known
  double external = 0.0, lost = 0.0;        // [J]
  double drift = 0.0;                       // of the energy from its books, at worst [J]
  double relative_drift = 0.0;  // over what was held, came in or was lost by then, at worst [-]
  std::uint64_t hash = 0;       // of state, outputs and statuses, each hundredth step
  std::int64_t legs = 0;        // of this run, each from a restored state; 0: in one go
  std::int64_t found = 0;       // steps that an earlier run has left in the folder
};

// Half-waves of changing height and of about half the lowest natural period, one in four shorter:
// the same for the same seed. A sliding contact begins its path anew where its first scenario ends.
// Throws Error if no input has a training box and no force is given.
SoakResult soak(const AlignedBytes& model, const std::string& name, const SoakSettings& settings,
                const std::function<void(double share)>& progress);

// What a command and a test demand: no status but BLENDED, finite, and the energy within
// `drift` of its books.
bool endures(const SoakResult& result, double drift);

}  // namespace mortise::gen
