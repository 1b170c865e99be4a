// Work of one step, counted from the algorithm: flops as kernel_flops.hpp counts them, bytes of the
// operators that it reads.
#pragma once

#include "generator/bake/file/system_writer.hpp"
#include "generator/bake/structure/discretise.hpp"

namespace mortise::gen {

// The interface solver of a model, with the caps that bound its step.
struct ChosenSolver {
  bool newton = false;
  int sweeps = 1;      // cap; with Newton: of the sweeps tried first
  int iterations = 0;  // Newton cap
  int tail_sweeps = 0;
  int solves = 1;       // of a step at most: 2 with passive friction
  int rest_sweeps = 0;  // cap of a solve at rest; contacts at position level
  double tolerance = 1e-10;
  double contraction = 0;  // of block Gauss-Seidel with every contact sticking [-]
  double condition = 0;    // of the Delassus operator; infinite if singular
  Matrix inverse;          // G^-1 (3 nc x 3 nc), Newton only; empty if G is close to singular
};

// Unilateral contacts. Gauss-Seidel: sweeps up to their cap, in each of which every contact slips
// and needs all its inner steps. Status Newton: sweeps that fail, then Newton iterations of every
// unknown, sweeps in between, and the fall-back. In a bore their rows turn in every step.
StepCost count_cost(const Dims& dims, const ChosenSolver& solver, bool in_bore = false);

// Contacts at position level: as above, all of them in every solve, and a solve at rest.
// lags: whether their compliance follows its forces with a lag.
StepCost count_position_cost(const Dims& dims, const ChosenSolver& solver, bool lags);

// Adds what outputs ask of unilateral contacts beyond their forces.
void add_contact_books(const Dims& dims, StepCost* cost);

// What a joint's cost depends on besides its sizes.
struct JointWork {
  int sweeps = 1;         // cap
  int segments = 1;       // runs of points that share their nodes
  double tangential = 0;  // flops of the dearest tangential law of any case at one point
  bool energies = false;  // some output asks for them
};
StepCost count_joint_cost(const Dims& dims, const JointView& joint, const JointWork& work);

// Sliding contacts: every step does the same work, but for the segments it passes and the inner
// steps of a unilateral contact.
StepCost count_sliding_cost(const Dims& dims, const SlidingView& sliding);

// Bolted contacts: of the view the sizes, caps and whether energies are booked. Free: a step whose
// clusters are asked once and stay as they are.
StepCost count_bolted_cost(const Dims& dims, const BoltedView& bolted, int sweeps);

}  // namespace mortise::gen
