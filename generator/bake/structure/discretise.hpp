// Time discretisation of the modal equations: the operators of one Moreau-Jean step, theta = 1/2.
//
// With A_i = 1 + h/2 d_i + h^2/4 omega_i^2
//   v* = ((1 - h/2 d - h^2/4 omega^2) v - h omega^2 q + h (B u + f0)) / A
#pragma once

#include "generator/bake/file/options.hpp"

namespace mortise::gen {

struct StepOperators {
  Vector from_velocity;  // (n) [-]
  Vector from_position;  // (n) [1/s]
  Vector constant;       // (n) [kg^0.5 m/s]
  Matrix from_input;     // (n x nu)
  Vector admittance;     // (n) h / A [s]
};

// Damping with which the system is stepped: the given one, raised to 2 zeta omega for modes with
// omega h > 4 if damp_fast_modes = zeta > 0. Exact passivity is kept: it is modal damping.
Vector stepped_damping(const Vector& omega, const Vector& damping, double step,
                       double damp_fast_modes);

// Exact flow of every mode under forces that are constant over the step; of displacements beside
// velocities, whose `admittance` is b of  end = ... + b force.
struct FlowOperators {
  StepOperators velocity, displacement;
};
FlowOperators exact_flow(const ReducedSystem& system, const Vector& damping, double step);

// Operators of the bodies, whatever acts on them.
StepOperators discretise(const ReducedSystem& system, const Vector& damping, double step);

}  // namespace mortise::gen
