// A slip POD (reduce/bolted/slip_pod.hpp) on held-out scenarios: it has no model file, so it is
// stepped here, with the outputs of one.
#pragma once

#include <vector>

#include "tests/studies/bolted/bolted_trials.hpp"
#include "tests/studies/bolted/slip_pod.hpp"

namespace mortise::gen {

struct SlipPodTrial {
  BoltedTrial trial;
  // Share of the steps of all scenarios in which
  double capped = 0.0;   // Newton's iterations did not suffice
  double pulling = 0.0;  // some point was held by tension
};

// full: the model that `pod` is of.
SlipPodTrial try_slip_pod(const Definition& definition, const BoltedModel& full, const SlipPod& pod,
                          const std::vector<BoltedReference>& references,
                          const SlipPodSolver& solver = {});

}  // namespace mortise::gen
