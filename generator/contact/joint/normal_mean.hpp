// What a normal law gives over a step: the mean traction that does the work of its springs and
// dampers, whether they hold throughout or let go or take hold within it (normal_law.hpp of the
// runtime has the equations).
#pragma once

#include "generator/contact/joint/joint.hpp"

namespace mortise::gen {

// The way of a law point over a step.
struct NormalWay {
  double from = 0.0, to = 0.0;  // openings [m]
  double start_rate = 0.0;      // of the opening at the start [m/s]
  double duration = 0.0;        // h > 0 [s]
  double approach = 0.0;        // closing velocity when the point began to touch [m/s]
};

struct MeanTraction {
  double normal = 0.0;       // positive pushes apart [N/m]
  double per_opening = 0.0;  // derivative by `to` [N/m2] <= 0
};

// Any damper but `printed`.
MeanTraction mean_traction(const NormalLaw& law, const NormalWay& way);

// Whether the same springs hold at both openings.
bool same_springs(const NormalLaw& law, double from, double to);

}  // namespace mortise::gen
