// Bolted contacts reduced to few tractions, ready to be stepped: the preloaded structure's modes,
// and friction and opening of a few groups of points (clusters) that correct its bonded motion.
//
//   eta'' + 2 zeta omega eta' + omega^2 eta = S x + B u
//   y = constant + from_modes eta + from_inputs u + pivot x
//
// A cluster has three rows each of x and y: normal, two tangents. Of clusters closed by the preload
// (base) x is the gap's motion since the preload (opening, slip) [m] and y the force [N]; of the
// others x is the force [N] and y the gap [m]. With the tangential gap at the start of the step,
//
//   0 <= force_n  perp  gap_n >= 0,   -(gap_t - gap_t,before) in the normal cone of
//                                     |force_t| <= friction force_n
//
// A cluster that sticks, of the base, or is open, of the others, with x as it was takes no part in
// the solve. At the start, preloaded, eta = x = 0, and tangential gaps count from there. pivot = [
// B, -B C_DO; C_OD B, C_OO - C_OD B C_DO ]: symmetric positive definite on either diagonal block,
// skew between them. S = from_modes^T with the columns of the base negated: the structure loses
// what slip gives back. What friction takes in a step is the work of the means of its forces at
// both ends, -sum (force_t + force_t,before)/2 . (gap_t - gap_t,before): of the second order; by
// the forces at the end alone, never negative, a third is missed where contacts open and close.
#pragma once

#include <string>
#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

struct TractionCluster {
  int zone = 0;
  bool base = true;  // closed by the preload
  int points = 0;    // that it stands for; 0: a slider of no place
};

// What is observed, affine in the state: value = constant + modes eta + contact x + inputs u.
struct BoltedRows {
  Vector constant;
  Matrix modes;    // (k x m)
  Matrix contact;  // (k x 3 p)
  Matrix inputs;   // (k x nu)
};

struct ReducedBolted {
  Vector omega, zeta;                     // (m) of the preloaded structure, ascending [rad/s], [-]
  std::vector<std::string> zones;         // names
  Vector friction;                        // (zones) [-]
  std::vector<TractionCluster> clusters;  // (p) the base first
  Vector constant;                        // (3 p)
  Matrix from_modes;                      // (3 p x m)
  Matrix from_inputs;                     // (3 p x nu)
  Matrix pivot;                           // (3 p x 3 p)
  Matrix input_force;                     // (m x nu) B
  BoltedRows motions;                     // displacements that outputs ask for [m]
  BoltedRows resultants;  // (3 zones) force on the upper surface along normal, tangents [N]
  // What training has seen, for the trust signal: the larger one of the norms of eta and of x over
  // these, row by row, is at most 1 there (0: not watched).
  Vector trained_modes, trained_contact;
};

}  // namespace mortise::gen
