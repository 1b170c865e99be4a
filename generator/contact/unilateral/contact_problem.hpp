// The contact problem every solver of a step shares, and how well a force solves it.
//
//   u = G lambda + b,  and per contact i, with normal n and tangents t, the Signorini-Coulomb law
//     0 <= lambda_n  _|_  u_n >= 0,   |lambda_t| <= mu lambda_n,
//     u_t != 0  =>  lambda_t = -mu lambda_n u_t / |u_t|.
//
// Restitution and friction on the mean velocity are shifts of b and stay outside. Everything in
// this folder is an offline reference: it shares no code with the runtime it judges.
#pragma once

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// One problem of nc contacts with d rows each; contact i owns rows d i (normal), d i + 1 and d i +
// 2 (tangents). Units are the caller's as long as G maps lambda to u: with lambda in N s, G is in
// 1/kg and b in m/s.
struct InterfaceProblem {
  int directions = 3;  // d: 1 frictionless, 2 planar friction, 3 round cone
  Matrix G;            // (d nc x d nc) symmetric positive semi-definite Delassus operator
  // false: forces that rub have been eliminated from G, which may be anything.
  bool symmetric = true;
  Vector b;   // (d nc) velocity at lambda = 0
  Vector mu;  // (nc) Coulomb coefficients, >= 0; ignored where d = 1

  Eigen::Index contacts() const { return mu.size(); }
};

// Throws Error naming the first finding: shapes, a non-finite entry, negative friction, and of a
// symmetric one asymmetry of G above 1e-12 of its largest entry, a negative diagonal.
void check(const InterfaceProblem& problem);

// Euclidean projection of one contact force `force` (d) on the cone |f_t| <= mu f_n.
Vector project_on_cone(const Vector& force, double mu);

// Violation of the law at one contact, in velocity units: |force - P_K(force - (velocity + mu |u_t|
// e_n) / scale)| scale, with force and velocity (d) and `scale` of block_scales().
double natural_residual(const Vector& force, const Vector& velocity, double mu, double scale);

// Violations of the law, all >= 0 and 0 at a solution.
struct Violations {
  // Natural map of De Saxce's form, velocity units, relative to max|b| (absolute where b = 0):
  // max_i |lambda_i - P_K(lambda_i - rho_i (u_i + mu |u_t,i| e_n))| / rho_i, where 1/rho_i is the
  // largest eigenvalue of the block G_ii.
  double residual = 0.0;
  double gap = 0.0;          // max -u_n, relative to max|b|
  double cone = 0.0;         // max(|lambda_t| - mu lambda_n, -lambda_n), relative to max|lambda|
  double signorini = 0.0;    // max |lambda_n u_n|, relative to max|lambda| max|b|
  double dissipation = 0.0;  // max |lambda_t.u_t + mu lambda_n |u_t||, relative as signorini
};

// lambda (d nc). Throws Error if its size differs.
Violations violations(const InterfaceProblem& problem, const Vector& lambda);

// violations(...).residual alone: the number an acceptance is stated in.
double residual(const InterfaceProblem& problem, const Vector& lambda);

// 1/rho_i of the residual: the largest eigenvalue of each diagonal block of G (nc); a block of
// zeros counts as the largest of the others, or as 1.
Vector block_scales(const InterfaceProblem& problem);

}  // namespace mortise::gen
