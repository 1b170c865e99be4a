// Input signals of a scenario, evaluated directly (offline: transcendental functions are welcome).
#pragma once

#include <vector>

#include "generator/contact/system/full_system.hpp"

namespace mortise::gen {

// u(t) = offset + amplitude sin(2 pi (frequency + rate t / 2) t + phase)   (Schurzig eq. 32),
// zero before its start and after its end, t counted from the start
struct SourceOptions {
  int input = 0;           // index into the inputs of the system
  double offset = 0.0;     // [unit of the input]
  double amplitude = 0.0;  // [unit of the input]
  double frequency = 0.0;  // [Hz]
  double rate = 0.0;       // [Hz/s]
  double phase = 0.0;      // [rad]
  double start = 0.0;      // [s] silent before: t counts from here
  double end = 0.0;        // [s] silent after; 0: never
};

// Piecewise linear, constant before the first and behind the last corner.
struct RampOptions {
  int input = 0;               // index into the inputs of the system
  std::vector<double> times;   // (k >= 1) ascending [s]
  std::vector<double> values;  // (k) [unit of the input]

  double at(double time) const;  // [s]
};

// Values of all inputs (nu) at time t [s]: defaults where no source drives an input.
Vector input_values(const std::vector<InputChannel>& inputs,
                    const std::vector<SourceOptions>& sources, double t);

// What a step from t to t + h uses: the value at t, or the mean of both ends where the hold is
// linear.
Vector held_inputs(const std::vector<InputChannel>& inputs,
                   const std::vector<SourceOptions>& sources, double t, double h);

// held_inputs() of each of `parts` equal parts of the step: a linear hold is the straight line
// between the ends of the whole step (nu x parts).
Matrix held_in_parts(const std::vector<InputChannel>& inputs,
                     const std::vector<SourceOptions>& sources, double t, double h, int parts);

}  // namespace mortise::gen
