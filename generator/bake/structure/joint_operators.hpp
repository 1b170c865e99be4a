// The operators of a compliant joint, one set per damping of the operating cases.
//
//   H = h/2 W (h / A) W^T + residual_gain C        displacement of the rows per mean row force
//   phi+ = residual_keep phi + residual_gain f     (2 lag - h, 2 h) / (2 lag + h); lag 0: (0, 1)
#pragma once

#include "generator/bake/structure/discretise.hpp"

namespace mortise::gen {

struct JointStageOperators {
  StepOperators motion;     // delassus and local contacts empty
  Vector damping;           // (n) [1/s]
  Matrix compliance;        // H (nr x nr) [m/N]
  Matrix point_compliance;  // (2 x points) normal, tangential [m/N]
  double residual_keep = 0.0, residual_gain = 0.0;
};

struct JointOperators {
  std::vector<JointStageOperators> stages;
  std::vector<CaseOptions> cases;  // one at least
  std::vector<int> stage_of;       // per case
  bool tangential = false;         // rows hold tangential ones
  int memory = 0;                  // numbers per point
  double contraction = 0.0;        // of Gauss-Seidel with every point closed and sticking
  Matrix port_compliance;          // ((nr + nu) x (nr + nu)), empty without residual
};

// system.joint must be set. cases empty: the law, damping and lag of the system. Throws Error for a
// damper that is for offline use, for more cases or dampings than a file holds, or for laws that
// need rows the system does not have.
JointOperators joint_operators(const ReducedSystem& system, const BakeOptions& options);

// Gauss-Seidel sweeps until the tolerance is met, with a threefold margin.
int joint_sweep_cap(const JointOperators& operators, const SolverOptions& options);

}  // namespace mortise::gen
