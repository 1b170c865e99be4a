// The interface problem of one step, independent of restitution and friction rules (those shift b).
//
//   u = G lambda + b,   0 <= lambda_n _|_ u_n >= 0,   |lambda_t| <= mu lambda_n,
//   sliding: lambda_t = -mu lambda_n u_t / |u_t|
#pragma once

#include "mortise/kernel/contact/local_contact.hpp"
#include "mortise/state.hpp"

namespace mortise {

struct ContactProblem {
  int count = 0;                        // contacts in the problem
  const Real* delassus = nullptr;       // (ld x 3 count) column-major, padded rows are zero [m/s/N]
  int ld = 0;                           // leading dimension, multiple of 8, >= 3 count
  const Real* free_velocity = nullptr;  // b (ld) [m/s]
  const std::int32_t* contact = nullptr;  // (count) index into `local`, `friction`
  const LocalContact* local = nullptr;    // per contact of the model
  const Real* friction = nullptr;         // per contact of the model [-]
  Real tolerance = 0;                     // relative to the largest |b|
};

// lambda (ld) in: warm start; out: feasible forces [N]. u (ld) out: G lambda + b [m/s].
struct ContactIterate {
  Real* force = nullptr;
  Real* velocity = nullptr;
  ContactMemory* memory = nullptr;  // (count) statuses and multipliers, in and out
};

struct SolveReport {
  int iterations = 0;
  Real residual = 0;  // natural map relative to the largest |b| [-]
  bool converged = false;
};

namespace contact_status {
inline constexpr std::int32_t kOpen = 0, kStick = 1, kSlip = 2, kInactive = 3;
}

}  // namespace mortise
