// Static equilibrium of a structure with a compliant joint, K u = f + W^T F(W u), also of bodies
// that nothing but the joint holds.
//
// Each load is reached by viscous steps that die out (implicit Euler with a dashpot sigma M):
//   (K + sigma M) u' = f + sigma M u + W^T F(W u')
// A body without equilibrium drifts on: gross slip. Friction keeps its history from load to load.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "generator/contact/joint/interface_newton.hpp"
#include "generator/contact/joint/joint_forces.hpp"
#include "generator/contact/system/full_system.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"

namespace mortise::gen {

class JointStatics {
 public:
  // From the displacement (n) on, free of shear. system: with a joint; must outlive the object.
  JointStatics(const FullSystem& system, const JointLaw& law, const Vector& displacement);

  // Moves to the equilibrium under `force` (n) [N]. Returns whether there is one; if not, the state
  // stays as it was.
  bool advance(const Vector& force);

  const Vector& displacement() const { return u_; }
  // At the equilibrium, per law point.
  const std::vector<PointTraction>& tractions() const { return tractions_; }

 private:
  const FullSystem& system_;
  SparseMatrix drag_, rows_;              // sigma M, W (nr x n)
  std::unique_ptr<SparseSolver> solver_;  // K + sigma M
  Matrix response_, compliance_;          // its answer to W^T (n x nr), of the rows (nr x nr)
  std::unique_ptr<InterfaceNewton> newton_;
  JointForces forces_;
  Vector u_, motion_;
  std::vector<PointTraction> tractions_;
};

// Equilibrium under `force` (n) without friction, from u = 0: the start of a scenario that rubs.
// Throws Error if there is none.
Vector pressed_state(const FullSystem& system, const Vector& force);

// Where a joint slips.
struct SlipFront {
  double factor = 0.0;                                  // of the load [-]
  bool equilibrium = false;                             // false: gross slip, the rest is empty
  int slip_points = 0;                                  // law points at their limit
  std::vector<std::pair<double, double>> intervals;     // first and last slipping point [m]
  std::vector<double> position, compression, friction;  // per law point [m], [N/m], [N/m]
  Vector displacement;                                  // (n) [m]
};

struct PreloadOptions {
  double increment = 0.01;  // of the load factor
};

// Presses the structure without friction by `press` (n), then adds factor * pull (n) in increments
// with friction, free of shear at factor 0. One front per requested factor of either sign, one
// after the other: where friction has slipped, the way counts. Behind gross slip all are without
// equilibrium. Throws Error if the pressing has no equilibrium.
std::vector<SlipFront> slip_fronts(const FullSystem& system, const Vector& press,
                                   const Vector& pull, const std::vector<double>& factors,
                                   const PreloadOptions& options);

}  // namespace mortise::gen
