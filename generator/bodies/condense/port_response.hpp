// The answer of a body at some rows of its motion (ports) to loads along them, by modes and what is
// static beside them:
//
//   H(w) = P (K - s M)^-1 P^T / (1 + i w beta),   s = (w^2 - i w alpha) / (1 + i w beta)
//        = (Phi_P (Lambda - s)^-1 Phi_P^T + C + s N) / (1 + i w beta)
//
// as D = alpha M + beta K. C is the compliance beside the modes, N that of second order.
#pragma once

#include <vector>

#include "generator/bodies/condense/elastic_answers.hpp"
#include "generator/bodies/model/damping.hpp"

namespace mortise::gen {

struct Ports {
  SparseMatrix rows;        // P (s x n), each scaled to a static answer of one
  Matrix interface;         // (s x m) P = interface R + others
  SparseMatrix others;      // (s x n)
  Eigen::Index pushed = 0;  // loads act along the first of them; all are seen
};

struct PortResponse {
  Vector square;                      // (p) omega^2 [rad^2/s^2], 0 for rigid-body modes
  Matrix shapes;                      // (s x p) P Phi
  Matrix compliance, second;          // C, N (s x b); empty: none
  Eigen::Index rigid_body_modes = 0;  // leading ones
  Eigen::Index pushed = 0;            // b

  // H (s x b). omega > 0 [rad/s].
  Eigen::MatrixXcd at(double omega, const Rayleigh& damping) const;

  // Elastic answer to static loads, C + sum of the elastic modes (s x b).
  Matrix statics() const;
};

// The band that a condensed body shall be good in.
struct Band {
  double top_hz = 0.0;
  Rayleigh damping;           // without any: structural damping by kLossFactor
  std::vector<double> omega;  // where answers are compared, ascending [rad/s]
};

// Points of comparison: evenly over the band, and on and beside the full body's resonances.
// square: omega^2 of its modes.
Band band_up_to(double top_hz, const Rayleigh& damping, const Vector& square);

// The full body: its modes up to some way above the band exactly, all others by two terms of their
// series in s.
struct FullResponse {
  Modes modes;  // free, complete up to their highest
  Ports ports;
  PortResponse response;
  Band band;
  // Bound of what the series leaves out, rms over the band relative to H: modes beyond the highest
  // answer at most (s / (lambda_c - s)) s N.
  double remainder = 0.0;

  // Modes within the band, rigid ones included.
  Eigen::Index modes_in_band() const;
};

// component: with solver. inputs: (n x a) further loads. outputs: (k x n) further rows to see.
// Interfaces of more than kSampledPorts rows are sampled by as many random combinations of them
// (fixed seed). first: how far above the band the modes go, a factor; it grows until the remainder
// is below `wanted`, three times at most. Throws Error as lowest_modes().
FullResponse full_response(const Component& component, const Matrix& inputs,
                           const SparseMatrix& outputs, double top_hz, const Rayleigh& damping,
                           double wanted, double first = 1.5);

inline constexpr Eigen::Index kSampledPorts = 24;
inline constexpr double kLossFactor = 0.02;  // of a body without damping, 1 % of critical

// How far a condensed body is from the full one within the band.
struct CondensationErrors {
  double frequency = 1.0;  // largest relative error of a natural frequency
  double statics = 1.0;    // of the elastic answer to loads in equilibrium, relative (Frobenius)
  double response = 1.0;   // of H over the band, rms relative to the rms of H
  double frac = 0.0;       // lowest frequency response assurance criterion of H's entries that are
                           // not far below the others; 1 = alike
  double mac = 0.0;        // lowest modal assurance criterion, mass-weighted; 1 = alike, 0 if no
                           // shapes were compared

  double largest() const;
};

CondensationErrors errors_of(const PortResponse& condensed, const FullResponse& full);

}  // namespace mortise::gen
