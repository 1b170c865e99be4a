// A simulated scenario in one shape, whatever was stepped: a structure, a film, a model file.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "generator/contact/system/full_system.hpp"

namespace mortise::gen {

// What one interface of an assembly did in a run.
struct InterfaceTotals {
  std::string name;
  double normal_impulse = 0.0;  // sum of h times the normal forces of contacts or law points [N s]
  // Sum of h times the sizes of their tangential forces: what sliders do that nothing presses.
  double tangential_impulse = 0.0;  // [N s]
  // If the trajectory knows dissipation:
  double dissipated = 0.0;  // by friction and impacts [J]
  // What went through it: sum over the steps of the sizes of what springs took or gave and of what
  // was lost [J].
  double turned_over = 0.0;
};

// What unilateral contacts that are the only interface of a model did in a run.
struct ContactCurves {
  bool kept = false;  // else empty
  // Per recorded time:
  std::vector<std::vector<double>> impulse;  // of their rows since the start (3 nc) [N s]
  std::vector<double> energy;                // kinetic plus elastic [J]
  // Over the run, parts of what was dissipated in them [J]:
  double friction = 0.0, scheme = 0.0;
};

struct Trajectory {
  std::vector<std::string> names;          // of the outputs
  std::vector<OutputQuantity> quantities;  // of the outputs; of films at full order empty
  // Per output: the mean over the steps that end at its row, so there is none at time 0, whatever
  // stands there; empty: none is.
  std::vector<bool> of_step;
  std::vector<double> time;                  // end of every recorded step [s], first entry 0
  std::vector<std::vector<double>> outputs;  // per recorded time: (ny)
  std::vector<std::uint32_t> status;         // per row: of the steps of model files, else 0
  Vector contact_impulse;                    // (3 nc) sum of h lambda [N s]
  std::vector<InterfaceTotals> interfaces;   // of assemblies
  double dissipated_in_contact = 0;          // [J]
  bool knows_dissipation = true;             // else dissipated_in_contact says nothing
  ContactCurves contacts;
  double largest_energy = 0;                // of the system, or work done on it so far [J]
  double energy_start = 0, energy_end = 0;  // kinetic plus elastic [J]
  double largest_energy_gain = 0;           // of one step, beyond the work done on it [J]
  long steps = 0, steps_in_contact = 0;
  long first_contact = 0;  // step in which the interface first took part; 0: none
  // Step in which a bilateral sliding contact lost its validity; 0: none.
  long first_not_sliding = 0;
  long unsolved_steps = 0;  // of a joint whose law has no solution in them
  // (ny) What an output comes to where the same motion goes its way and nothing cancels: what is
  // small beside it is rounding. Model files of structures only, else empty.
  std::vector<double> reach;
  Vector modal_kinetic;     // (n) largest kinetic energy of each mode [J]; model files only
  std::string stop_reason;  // why it ended early; empty: it went through
};

// An output of a recorded time; NaN at the start if it belongs to a step.
double recorded(const Trajectory& trajectory, std::size_t row, std::size_t output);

// Called with the share done, 0..1; may be empty.
using Progress = std::function<void(double)>;

}  // namespace mortise::gen
