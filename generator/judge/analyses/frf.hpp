// Frequency response of the sliding system with its contact frozen at a position of the path (the
// "time-dependent frequency response function" of Brunetti et al., eq. 45, dual assembly with a
// non-collocated interface):
//
//   H^C = H - H b (c . H b)^-1 c^T H,   H = diag(1 / (omega^2 - w^2 + i w d))
#pragma once

#include <string>
#include <vector>

#include "generator/contact/system/reduced_system.hpp"
#include "generator/judge/analyses/eigen.hpp"

namespace mortise::gen {

struct FrfRequest {
  std::vector<double> positions;       // path of the slave [m]
  std::vector<double> frequencies_hz;  // > 0
  Vector force;                        // (n) modal pattern of a unit force, e.g. a slave row
  Vector response;                     // (n) row of the displacement that is looked at
  OutputQuantity kind = OutputQuantity::acceleration;  // or displacement, velocity
  bool deformed = false;                               // rows of the static sliding state
  std::string input, output, unit;                     // names, unit of the response
};

// Force, response, kind and unit by the names of their channels; empty: the first input, and the
// first output that is an acceleration, else a velocity, else a displacement. Throws Error, naming
// the nearest, if there is none, and if the output is no motion.
FrfRequest frf_request(const ReducedSystem& system, const std::string& input,
                       const std::string& output);

// (frequencies x positions) response per unit force. Throws Error as freeze_sliding(), and for
// vectors of another size, frequencies that are not positive, or a resonance without damping.
Eigen::MatrixXcd sliding_frf(const ReducedSystem& system, const FrfRequest& request);

}  // namespace mortise::gen
