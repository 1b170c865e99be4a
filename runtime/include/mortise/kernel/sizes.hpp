// Sizes of a step: read from the model, or fixed at compile time by a generated header.
#pragma once

#include "mortise/state.hpp"

// Forced inlining: these run inside of objects compiled for one instruction set, and an
// out-of-line copy could be merged into code for another.
#define MORTISE_ACCESSOR inline __attribute__((always_inline))

namespace mortise {

struct DynamicSizes {
  MORTISE_ACCESSOR explicit DynamicSizes(const ModelView& m) : d(m.dims) {}
  const Dims& d;
  MORTISE_ACCESSOR int modes() const { return d.modes_padded; }
  MORTISE_ACCESSOR int contacts() const { return d.contacts; }
  MORTISE_ACCESSOR int rows_padded() const { return d.rows_padded; }
  MORTISE_ACCESSOR int inputs() const { return d.inputs; }
  MORTISE_ACCESSOR int outputs() const { return d.outputs; }
  MORTISE_ACCESSOR int output_rows() const { return d.output_rows; }
};

// np modal coordinates (padded), nc contacts, nu inputs, ny outputs. The compiler unrolls with
// them; the bits are those of DynamicSizes.
template <int np, int nc, int nu, int ny>
struct FixedSizes {
  static_assert(np % 8 == 0, "modes are padded to 8");
  MORTISE_ACCESSOR explicit FixedSizes(const ModelView&) {}
  static constexpr MORTISE_ACCESSOR int modes() { return np; }
  static constexpr MORTISE_ACCESSOR int contacts() { return nc; }
  static constexpr MORTISE_ACCESSOR int rows_padded() { return (3 * nc + 7) & ~7; }
  static constexpr MORTISE_ACCESSOR int inputs() { return nu; }
  static constexpr MORTISE_ACCESSOR int outputs() { return ny; }
  static bool fits(const Dims& d) {
    return d.modes_padded == np && d.contacts == nc && d.inputs == nu && d.outputs == ny;
  }
};

}  // namespace mortise
