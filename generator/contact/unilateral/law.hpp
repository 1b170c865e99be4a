// Choices of the contact law and of its solver, numbered as in the schema: the definition names
// them, the file holds them.
#pragma once

#include <optional>

namespace mortise::gen {

// Friction opposes the mean tangential velocity of the step, or the one at its end; passive: the
// end's, as long as contact creates no energy; with RestitutionRule::newton restitution still may.
enum class FrictionVelocity { mean, end, passive };
// energy_safe: restitution counts for approaching contacts only. newton: always.
enum class RestitutionRule { energy_safe, newton };
// Predicted gap with the free end velocity, or with the start velocity alone.
enum class Activation { free_end_gap, start_velocity };

// What the law acts on: velocities by impulses, with Newton's restitution; or positions at the end
// of a step, on an interface without mass, that is on compliance beside the modes. automatic: to be
// chosen (choose_level.hpp).
enum class ContactLevel { velocity, position, automatic };
// Restitution at position level is a damper, of which less is left by none.
inline constexpr double kLeastRebound = 0.14;

struct LawSpec {
  ContactLevel level = ContactLevel::velocity;
  FrictionVelocity friction_velocity = FrictionVelocity::passive;
  RestitutionRule restitution_rule = RestitutionRule::energy_safe;
  Activation activation = Activation::free_end_gap;
  double activation_threshold = 1e-12;   // [m] >= 0: a gap of exactly zero is closed
  double activation_hysteresis = 1e-12;  // [m] >= 0: added while the contact is active
  double restitution_threshold = 0.0;    // [m/s] >= 0: slower impacts have restitution 0
  double filter_time = 1e-3;             // [s] >= 0: lag of outputs filtered_force
};

// F+ = keep F + (1 - keep) force: the share that a lag of `time` [s] keeps over a step [s].
inline double filter_keep(double step, double time) { return time / (time + step); }

enum class SolverChoice { automatic, gauss_seidel, newton };

struct SolverSpec {
  SolverChoice kind = SolverChoice::automatic;
  int sweeps = 0;        // cap of Gauss-Seidel sweeps per step; 0: chosen from the contraction
  int iterations = 20;   // cap of Newton iterations per step
  int tail_sweeps = 30;  // sweeps after a Newton that met its cap
  // Natural-map residual relative to the largest free velocity [-]; absent: of the modal data, else
  // 1e-10.
  std::optional<double> tolerance;
};
inline constexpr double kSolverTolerance = 1e-10;

}  // namespace mortise::gen
