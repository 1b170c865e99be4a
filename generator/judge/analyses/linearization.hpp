// A model file about a state: the state space of its step (mortise/linearize.hpp) with names and
// units, and what its eigenvalues say.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/ground/numbers/matrix.hpp"
#include "generator/ground/text/findings.hpp"

namespace mortise::gen {

struct NamedChannel {
  std::string name, unit;
};

//   x+ - x_next = a (x - x_now) + b (u - u_now) + b_end (u+ - u_end)
//   y+ - y_next = c (x - x_now) + d (u - u_now) + d_end (u+ - u_end)
struct StateSpace {
  std::vector<NamedChannel> states, inputs, outputs;
  double step = 0.0;  // [s]
  double time = 0.0;  // of the operating point [s]
  Matrix a, b, b_end, c, d, d_end;
  Vector x_now, x_next, y_next;  // the operating point, and where its step leads
  Vector u_now, u_end;           // inputs at its start and end
  Vector column_error;           // of x, u, u+: the entries that give states
  Vector output_error;           // of the rows of c, d and d_end
  double error = 0.0;            // as LinearReport has it
  double settled = 0.0;
  std::uint64_t steps = 0;        // taken for it
  std::vector<Finding> findings;  // corners, kinks, statuses that change
  std::vector<std::string> held;  // what varies and is no state
};

// About the state of the instance, which stays as it is. u: inputs of its next step
// (model.input_values()). Throws Error, naming `where`, if that step is rolled back.
StateSpace linearize(const Instance& instance, const Vector& u, const std::string& where);

// A pair of eigenvalues z of `a`, or a real one, as a continuous motion that its samples are of:
// s = ln(z) / h.
struct DiscreteMode {
  double magnitude = 0.0;               // |z|
  double angle = 0.0;                   // of z, 0..pi [rad]
  std::optional<double> frequency_hz;   // |s| / 2 pi; none of z = 0 and of real z
  std::optional<double> damping_ratio;  // -Re s / |s|
};

// The largest magnitude first. z = 0 (what the next step forgets) is left out.
std::vector<DiscreteMode> discrete_modes(const StateSpace& space);

// Largest magnitude of all eigenvalues.
double spectral_radius(const std::vector<DiscreteMode>& modes);

}  // namespace mortise::gen
