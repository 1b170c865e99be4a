// Modes that were left out and interfaces without mass, kept as what follows at once or with a lag.
#pragma once

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// Kelvin-Voigt compliance: a common lag filters the forces, phi' = (f - phi) / lag with f = (row
// forces, inputs), and rows and outputs see
//   s = rows q + row_compliance phi + row_offset,   y = output_rows q + output_compliance phi + ...
struct ResidualCompliance {
  double lag = 0.0;          // beta of the Rayleigh damping (truncate.hpp) [s]; 0: at once
  Matrix row_compliance;     // (nr x (nr + nu)) [m/N]
  Matrix input_compliance;   // (nu x nu) displacement of the inputs' patterns, for their work [m/N]
  Matrix output_compliance;  // (no x (nr + nu)) [m/N]
  Vector row_offset;         // (nr) answer to the constant force [m]
  Vector output_offset;      // (no) [m]

  // Compliance of all ports, rows then inputs ((nr + nu) x (nr + nu)), symmetric [m/N].
  Matrix ports() const;
  // An output row more, which sees nothing of it.
  void add_blind_output();
};

}  // namespace mortise::gen
