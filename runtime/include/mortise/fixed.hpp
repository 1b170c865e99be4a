// The step with sizes known at compile time, for targets that run one model.
//
// Compile this with the flags of the runtime (-ffp-contract=off), or the bits will differ.
// The headers of `mortise export --header` and `--source` name the matching mortise::Runtime<...>.
#pragma once

// The pipeline lives in a namespace of its own here: what is compiled with the flags of this file
// must not merge with the library's objects for other instruction sets.
#ifndef MORTISE_ISA
#define MORTISE_ISA fixed_sizes
#endif

#include "mortise/kernel/step.hpp"

namespace mortise {

// Steps of a model with np modes (as many as it has, or rounded up to a multiple of 8), nc
// contacts, nu inputs and ny outputs.
template <int np, int nc, int nu, int ny>
struct Runtime {
  // Sizes, known to the compiler.
  using Sizes = FixedSizes<(np + 7) / 8 * 8, nc, nu, ny>;

  // True if the model has these sizes, its modes rounded up, and is a structure with contacts or
  // without: joints, sliding contacts, films and contacts at position level have steps of their
  // own.
  static bool fits(const Model& model) noexcept {
    const ModelView& m = model.view();
    return Sizes::fits(m.dims) && m.is_unilateral() && m.position.ports == 0;
  }

  // Steps as mortise::step; BAD_CALL too if the model does not fit.
  [[nodiscard]] static Status step(const Model& model, State& state, const Real* u,
                                   Real* y) noexcept {
    if (!fits(model) || !state.belongs_to(model)) return status::kBAD_CALL;
    return MORTISE_ISA::step_contacts<Sizes>(model.view(), state, u, y);
  }
};

}  // namespace mortise
