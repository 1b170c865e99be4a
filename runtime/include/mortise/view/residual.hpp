// Where a step finds the compliance of what follows without inertia.
#pragma once

#include <cstdint>

namespace mortise {

// Ports are the nr interface rows and, behind them, the nu inputs. With phi of every port, what a
// lag leaves of its force or input,
//   rows     s = W q + C phi + row_offset
//   outputs  y = R q + output_compliance phi + output_offset
struct ResidualView {
  std::int32_t ports = 0, ports_padded = 0;   // nr + nu, rounded up
  const double* port_compliance = nullptr;    // C (pp x ports), null: no residual compliance
  const double* output_compliance = nullptr;  // (nop x ports), null: no output rows
  const double* row_offset = nullptr;         // (pp)
  const double* output_offset = nullptr;      // (nop)
};

}  // namespace mortise
