// What rows and outputs see of a residual compliance.
#pragma once

#include "mortise/kernel/kernels.hpp"
#include "mortise/view/residual.hpp"

namespace mortise::MORTISE_ISA {

// s = C phi + offset of the rows, zero beyond them (pp).
MORTISE_INLINE void residual_rows(const ResidualView& view, int rows, const Real* phi, Real* s) {
  combine(s, view.port_compliance, view.ports_padded, phi, view.ports, view.ports_padded);
  for (int r = 0; r < rows; ++r) s[r] += view.row_offset[r];
  for (int r = rows; r < view.ports_padded; ++r) s[r] = 0;
}

// total + row `index` of the output compliance times phi - before; before: null for none.
inline Real add_residual(const ResidualView& view, int output_rows, std::uint32_t index,
                         const Real* phi, const Real* before, Real total) {
  const int ld = (output_rows + kPadding - 1) & ~(kPadding - 1);
  for (int j = 0; j < view.ports; ++j) {
    const Real f = before ? phi[j] - before[j] : phi[j];
    total += view.output_compliance[static_cast<std::ptrdiff_t>(j) * ld + index] * f;
  }
  return total;
}

// What it adds to an output's displacement, and to its change over a step.
inline Real residual_output(const ResidualView& view, int output_rows, std::uint32_t index,
                            const Real* phi) {
  if (!view.output_compliance) return 0;
  return add_residual(view, output_rows, index, phi, nullptr, view.output_offset[index]);
}
inline Real residual_change(const ResidualView& view, int output_rows, std::uint32_t index,
                            const Real* phi, const Real* before) {
  if (!view.output_compliance) return 0;
  return add_residual(view, output_rows, index, phi, before, 0);
}

}  // namespace mortise::MORTISE_ISA
