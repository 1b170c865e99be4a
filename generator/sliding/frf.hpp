// Frequency response of the sliding system with its contact frozen at a position of the path (the
// "time-dependent frequency response function" of Brunetti et al., eq. 45, dual assembly with a
// non-collocated interface):
//
//   H^C = H - H b (c . H b)^-1 c^T H,   H = diag(1 / (omega^2 - w^2 + i w d))
#pragma once

#include <vector>

#include "generator/sliding/eigen.hpp"

namespace mortise::gen {

enum class ResponseKind { displacement, velocity, acceleration };

struct FrfRequest {
  std::vector<double> positions;       // path of the slave [m]
  std::vector<double> frequencies_hz;  // > 0
  Vector force;                        // (n) modal pattern of a unit force, e.g. a slave row
  Vector response;                     // (n) row of the displacement that is looked at
  ResponseKind kind = ResponseKind::acceleration;
  bool deformed = false;  // rows of the static sliding state
};

// (frequencies x positions) response per unit force. Throws Error as freeze_sliding(), and for
// vectors of another size, frequencies that are not positive, or a resonance without damping.
Eigen::MatrixXcd sliding_frf(const ReducedSystem& system, const FrfRequest& request);

}  // namespace mortise::gen
