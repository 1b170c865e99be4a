// Contact of a reduced bolted model at given free y: Gauss-Seidel in pivot form, cluster after
// cluster, until none changes or the updates are used up (reduced_bolted.hpp says what x and y
// are).
#pragma once

#include <vector>

#include "generator/contact/bolted/reduced_bolted.hpp"

namespace mortise::gen {

struct ReducedContactOptions {
  double tolerance = 1e-4;  // last changes of forces, of the largest force of the preload
  int updates = 4000;       // of clusters, at most
};

class ReducedContact {
 public:
  // reduced: outlives this, and stays where it is.
  ReducedContact(const ReducedBolted& reduced, const ReducedContactOptions& options);

  void reset();  // to the preload

  // Moves on to `free` = y for x = 0 (3 p). Returns the work that friction took [J], by the means
  // of its forces at both ends: what opens or closes within the step rubs for a part of it; by the
  // forces at the end a third and more would be missed where contacts open and close. Where the
  // updates do not suffice and what they reach would not lose energy, nothing slips: x stays.
  double advance(const Vector& free);

  const Vector& x() const { return x_; }
  const Vector& y() const { return y_; }
  int updates() const { return updates_; }                                      // of the last step
  bool converged() const { return converged_; }                                 // the same
  double stiffness(Eigen::Index cluster) const { return stiffness_[cluster]; }  // rho

 private:
  double solve_base(Eigen::Index row, double friction);
  double solve_open(Eigen::Index row, double friction);
  bool change(Eigen::Index row, double by);
  double loss(const Vector& forces_before, double share) const;

  const ReducedBolted& reduced_;
  ReducedContactOptions options_;
  Vector stiffness_;  // (p) rho: largest eigenvalue of the tangential part of P
  double scale_;      // largest normal force of the preload [N]
  Vector x_, y_;
  Vector before_;  // tangential gaps, of the last step
  int updates_ = 0;
  bool converged_ = true;
};

}  // namespace mortise::gen
