// What the bake stage needs besides the condensed structure. Every choice ends up in the file.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "generator/system/law.hpp"
#include "generator/system/reduced_system.hpp"

namespace mortise::gen {

struct SolverOptions {
  SolverChoice kind = SolverChoice::automatic;
  int sweeps = 0;            // cap of Gauss-Seidel sweeps per step; 0: chosen from the contraction
  int iterations = 20;       // cap of Newton iterations per step
  int tail_sweeps = 30;      // sweeps after a Newton that met its cap
  double tolerance = 1e-10;  // natural-map residual relative to the largest free velocity [-]
};

// u(t) = offset + amplitude sin(2 pi (frequency + rate t / 2) t + phase)   (Schurzig eq. 32)
struct SourceOptions {
  int input = 0;           // index into the inputs of the system
  double offset = 0.0;     // [unit of the input]
  double amplitude = 0.0;  // [unit of the input]
  double frequency = 0.0;  // [Hz]
  double rate = 0.0;       // [Hz/s]
  double phase = 0.0;      // [rad]
};

struct ScenarioOptions {
  std::string name;
  double duration = 0.0;  // [s]
  std::vector<SourceOptions> sources;
  std::optional<Vector> initial_q;  // (n); the system's own if absent
  std::optional<Vector> initial_v;  // (n)
};

struct ScenarioErrors {
  std::string scenario;
  double displacement = 0.0, velocity = 0.0, force = 0.0, dissipated_energy = 0.0;  // relative
};

struct CertificateOptions {
  std::string reference;
  std::vector<ScenarioErrors> errors;
  double limit_displacement = 0.0, limit_velocity = 0.0, limit_force = 0.0,
         limit_dissipated_energy = 0.0;
};

struct RangeOptions {
  std::string name;
  double minimum = 0.0, maximum = 0.0;
};

struct ProvenanceOptions {
  std::string definition_hash;  // hexadecimal FNV-1a 64
  std::string input_hash;
  std::vector<std::pair<std::string, std::string>> settings;
  std::vector<std::string> reduction;  // findings of the condensation, one line each
};

struct BakeOptions {
  std::string name;
  std::string description;
  double step = 0.0;             // h [s] > 0
  double damp_fast_modes = 0.0;  // damping ratio given to modes with omega h > 4; 0: left alone
  LawSpec law;
  SolverOptions solver;
  std::vector<ScenarioOptions> scenarios;
  ProvenanceOptions provenance;
  std::optional<CertificateOptions> certificate;
  std::vector<RangeOptions> training_box;
  int golden_steps = 200;  // length of the self-test; 0: none
};

}  // namespace mortise::gen
