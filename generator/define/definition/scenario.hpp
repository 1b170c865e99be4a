// Where a model is touched, how it is damped and what drives it: the signals and initial states of
// structures, the load or impact of films. A scenario is one run of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "generator/contact/joint/joint.hpp"
#include "generator/contact/law/law_number.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// Nodes named by label, by set, as the node nearest to a point, or as the node of a set nearest to
// a point. A set without a point means the average over its nodes.
struct Place {
  std::optional<std::int64_t> node;
  std::string set;
  std::optional<Vector3> near;  // [m]
  bool empty() const { return !node && set.empty() && !near; }
};

// D = alpha M + beta K, given directly or by a ratio at one or two frequencies or modes. One
// frequency gives alpha alone.
struct DampingSpec {
  std::optional<double> alpha, beta;        // [1/s], [s]
  std::optional<double> ratio;              // [-]
  std::vector<int> modes;                   // 1-based numbers of elastic modes
  std::vector<double> frequencies;          // [Hz]
  JointState interface = JointState::open;  // of the joint while modes are counted
};

enum class ExcitationKind { none, harmonic, sweep };

// u(t) = offset + amplitude sin(2 pi (frequency + rate t / 2) t + phase)   (Schurzig eq. 32)
struct ExcitationSpec {
  ExcitationKind kind = ExcitationKind::none;
  std::string input;                // name; empty: the first input
  double amplitude = 0.0;           // [unit of the input]
  std::optional<double> frequency;  // [Hz]; absent only if import.kind = "modal"
  double rate = 0.0;                // [Hz/s]
  double phase = 0.0;               // [deg]
  double offset = 0.0;              // [unit of the input]
};

// One impulse of half a period: amplitude sin(2 pi frequency (t - start)), or its amplitude.
struct ImpulseSpec {
  std::string input;       // name; empty: the first input
  double amplitude = 0.0;  // [unit of the input]
  double frequency = 0.0;  // [Hz] > 0
  double start = 0.0;      // [s]
  bool rectangle = false;
};

// factor * reference * sin(2 pi frequency (t - start)) from start on; constant without frequency.
struct ScaledLoadSpec {
  std::string input;       // name; empty: the first input
  double factor = 1.0;     // [-]
  double reference = 0.0;  // [unit of the input]
  double frequency = 0.0;  // [Hz]
  double start = 0.0;      // [s]
};

enum class InitialShape { uniform, statics, pressed, modal };

// uniform: every node moves alike. static: the deflection under a force at `place`, scaled so that
// the place has the given displacement or velocity. pressed: static equilibrium with the contact,
// a joint without friction, under weight, forces
// and the default values of the inputs. modal: of bolted contacts, preloaded and then bent by
// modes of the preloaded structure.
struct InitialSpec {
  InitialShape shape = InitialShape::uniform;
  Place place;
  Vector3 displacement = Vector3::Zero();  // [m]
  Vector3 velocity = Vector3::Zero();      // [m/s]
  // shape = modal: numbers from 1, and the motion of the sensor in each mode alone [m].
  std::vector<int> modes;
  std::vector<double> amplitudes;
};

// What a joint is run with for some time.
struct PhaseSpec {
  std::string name;
  double duration = 0.0;  // [s]
  JointLaw law;
  DampingSpec damping;
};

// What drives a film in one run: its load history, or its impact.
struct FilmDrive {
  // Corners of the load over the reference; empty: the definition's own load.
  std::vector<double> load_times, load_values;  // ascending [s]; [-]
  bool smooth = false;            // C1 cubics through the corners instead of straight lines
  double entrainment = 0.0;       // [m/s]
  double viscosity_factor = 1.0;  // on lubricant.viscosity [-]
  // Both at corners of their own; empty: the values above.
  std::vector<double> entrainment_times, entrainment_values, viscosity_times, viscosity_values;
  double velocity = 0.0;      // [m/s]
  double height = 0.0;        // [m]
  double acceleration = 0.0;  // [m/s2]
};

struct ScenarioSpec {
  std::string name;
  double duration = 0.0;  // [s]
  bool held_out = false;  // certification only, seen by no reduction step
  // Of structures.
  ExcitationSpec excitation;
  InitialSpec initial;
  std::optional<ImpulseSpec> impulse;
  std::optional<ScaledLoadSpec> load;
  std::vector<PhaseSpec> phases;   // in turn, at least one
  std::vector<LawChange> changes;  // of assemblies, by time
  // Of films.
  FilmDrive film;
};

// Largest relative errors of the reduced against the full model [-], of what it has.
struct VerifySpec {
  std::optional<double> displacement, velocity, dissipated_energy;      // structures
  std::optional<double> filtered_force, remaining_energy, scheme_loss;  // contacts alone
  double filter_time = 0.0;                                             // likewise, at least [s]
  std::optional<double> force;
  std::optional<double> film, pressure, restitution;  // films: central and smallest gap, ...
  // Line contacts: grid of the full model that judges; 0 and empty: as [grid].
  int points = 0;
  std::vector<double> refine;  // as grid.refine
};

}  // namespace mortise::gen
