// Where the slave stands on the deformed chain, and the rows of the contact there (Brunetti,
// D'Ambrogio, Fregolent, eq. 34-44).
//
// Positions are deformed ones, C = (path, slave_height) + slave rows q and T = target position +
// target rows q, so the constraint is B_C (X + u) = 0: with the displacements alone, as eq. 4
// prints it, a segment that has turned would be missed by n . (X_C - X_T).
//
// The row of the gap is its exact derivative: a change of `share` moves the foot along the segment
// and a change of the slope turns n about the foot, both of which leave the gap alone to first
// order.
#pragma once

#include "generator/contact/sliding/sliding.hpp"

namespace mortise::gen {

using Vector2 = Eigen::Vector2d;

struct ContactPlace {
  Eigen::Index segment = 0;         // between target nodes segment and segment + 1
  double share = 0.0;               // a: foot of the slave on the segment [-], eq. 36
  double cosine = 1.0, sine = 0.0;  // of the slope gamma of the deformed segment
  double length = 0.0;              // of the deformed segment [m]
  double gap = 0.0;                 // g [m], opening positive
  Vector2 normal() const { return {-sine, cosine}; }
  Vector2 tangent() const { return {cosine, sine}; }
};

// +1 if the slave slides in +x or rests, -1 in -x: the sense of its friction.
double sliding_direction(const SlidingLaw& law);

// Segments that the slave may pass in one step: of the runtime as of its full-order runs.
constexpr int kNeighbours = 2;

class SlidingGeometryModel {
 public:
  // Takes a copy of the rows. Throws Error if sizes disagree, the chain has fewer than two nodes or
  // its x do not ascend, or a number is not finite.
  SlidingGeometryModel(const ReducedSliding& sliding, Eigen::Index modes);
  // In physical coordinates: `modes` are then the dofs.
  SlidingGeometryModel(const SlidingContact& contact, Eigen::Index dofs);

  Eigen::Index modes() const { return slave_.rows(); }
  Eigen::Index segments() const { return chain_.cols() - 1; }
  double first() const { return chain_(0, 0); }  // x of the ends of the chain [m]
  double last() const { return chain_(0, chain_.cols() - 1); }

  // Place of the slave for modal coordinates q (n) at `path` [m], from the segment below the
  // undeformed slave on. Throws Error if the slave has left the chain.
  ContactPlace find(const Vector& q, double path) const;

  // find() from a known segment on: at most `neighbours` segments further, as a step with bounded
  // work does. Where two segments turn the slave away from each other (a kink), the later one keeps
  // it, with a share just outside 0..1. Throws Error if the slave has left the chain.
  ContactPlace follow(const Vector& q, double path, Eigen::Index segment, int neighbours) const;

  // Undeformed chain: a from the path alone, gamma = 0 for a flat chain, gap of the geometry.
  ContactPlace undeformed(double path) const;

  // x of the material point under the slave before deformation [m].
  double undeformed_x(const ContactPlace& place) const;

  // Motion of the slave relative to the foot (n x 2: x, y), share fixed.
  void relative_rows(const ContactPlace& place,
                     Eigen::Matrix<double, Eigen::Dynamic, 2>* rows) const;

  // c (n): derivative of the gap with respect to q, the transpose of B_C (sign: opening positive).
  void gap_row(const ContactPlace& place, Vector* row) const;

  // b (n): modal forces of lambda = 1, friction mu in the sense `direction` (+1: slave slides in
  // +x); the transpose of -B_E, eq. 39-42.
  void force_row(const ContactPlace& place, double friction, double direction, Vector* row) const;

  // Velocity of the slave along the segment relative to the foot [m/s]; velocity (n) modal, frame
  // [m/s] of the moving frame along x.
  double slip_velocity(const ContactPlace& place, const Vector& velocity, double frame) const;

  // Slave node, x and y (n).
  auto slave_x() const { return slave_.col(0); }
  auto slave_y() const { return slave_.col(1); }

  // Derivative of the modal force of lambda = 1 with respect to q, `friction` and `direction` as in
  // force_row: D (n x n) = left right^T, both (n x 2), from the turning normal and the moving foot.
  struct LowRank {
    Eigen::Matrix<double, Eigen::Dynamic, 2> left, right;
  };
  LowRank force_derivative(const ContactPlace& place, double friction, double direction) const;

 private:
  ContactPlace place(const Vector& q, double path, Eigen::Index segment) const;
  void check_on_chain(const ContactPlace& place, double path) const;

  Eigen::Matrix<double, Eigen::Dynamic, 2> slave_;  // (n x 2)
  Matrix target_;                                   // (n x 2 nt), columns x, y of node 0, 1, ...
  Matrix chain_;                                    // (2 x nt) [m]
  double slave_height_ = 0.0;
};

}  // namespace mortise::gen
