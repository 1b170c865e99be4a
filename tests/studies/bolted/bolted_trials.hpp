// Reduced models of one bolted structure side by side: the same scenarios against one reference.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"
#include "generator/ground/numbers/aligned_bytes.hpp"
#include "generator/judge/certify/certify_bolted.hpp"

namespace mortise::gen {

struct BoltedTrial {
  Measured errors;           // the worst of all scenarios
  double ns_per_step = 0.0;  // processor time, the largest mean of a scenario
};

// How far a run is from one whose joint stays as the preload closes it.
struct ClosedSetChange {
  long steps = 0, changed = 0;  // all, and those that end with other points closed
  int opened = 0, closed = 0;   // points at once, at most

  double share() const { return steps > 0 ? double(changed) / double(steps) : 0.0; }
  // by: (n) points that the preload closes.
  void count(const std::vector<bool>& by, const SurfaceState& now);
  void add(const ClosedSetChange& other);
};

// A held-out scenario of the definition by all points, its step refined.
struct BoltedReference {
  std::string scenario;
  Trajectory fine;         // recorded at the step of the file
  ClosedSetChange change;  // of its own steps
  // All points at the step of the file against it, by every scheme, in the order of BoltedScheme.
  std::vector<BoltedTrial> schemes;
};

// In the definition's order, `jobs` at a time. finer: steps of the reference in one of the file's.
// Throws Error as certify_bolted() does.
std::vector<BoltedReference> bolted_references(const Definition& definition,
                                               const BoltedModel& full, int finer, int jobs,
                                               const std::function<void(double)>& progress);

// model: bytes of a file with these scenarios.
BoltedTrial try_bolted(const Definition& definition, const AlignedBytes& model,
                       const std::vector<BoltedReference>& references);

// Larger ones of two; one that is absent counts nothing.
Measured worse_of(const Measured& a, const Measured& b);

}  // namespace mortise::gen
