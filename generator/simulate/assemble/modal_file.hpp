// A reduced structure that the user brings as modal data in JSON.
//
//   q'' + 2 zeta omega q' + omega^2 q = F sin(2 pi f t) + F0 + W^T lambda,  gap = gap_m + W_n q
#pragma once

#include <string>

#include "generator/contact/system/reduced_system.hpp"

namespace mortise::gen {

struct ModalData {
  ReducedSystem system;
  double force_frequency_hz = 0.0;  // of the harmonic force F [Hz], 0 = none stated
  double step_s = 0.0;              // [s]
  double tolerance = 1e-8;          // of the contact solver [-]
};

// Keys (n modes, nc contacts; * = required):
//   omega_rad_s*   (n) ascending, >= 0 [rad/s]       damping_ratio*    scalar or (n), >= 0 [-]
//   step_s*        > 0 [s]                           tolerance         0 < tol < 1, default 1e-8
//   theta          0.5, the only one offered         units             "kg m s N"
//   force_harmonic_n (n), force_frequency_hz > 0     force_static_n    (n)
//   initial_q, initial_v (n)
//   contacts.rows* (3 nc lists of n: normal, tangent 1, tangent 2 of each contact), gap_m* (nc),
//   contacts.friction >= 0, restitution 0..1, restitution_tangential 0..1: scalar or (nc)
//   description, contacts.rows_order: text for the reader
// The system gets one input "excitation" [1] with the pattern force_harmonic_n, contacts
// "contact.0".. and outputs "q0".. [kg^0.5 m]. Throws Error naming the key that is wrong.
ModalData read_modal_json(const std::string& path);

}  // namespace mortise::gen
