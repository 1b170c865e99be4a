// The same step with sizes known at compile time, for targets that run one model.
//
// Compile this with the flags of the runtime (-ffp-contract=off), or the bits will differ.
// `mortise export --header` writes the matching `using ... = mortise::Runtime<...>`.
#pragma once

// The pipeline lives in a namespace of its own here: what is compiled with the flags of this file
// must not merge with the library's objects for other instruction sets.
#ifndef MORTISE_ISA
#define MORTISE_ISA fixed_sizes
#endif

#include "mortise/kernel/step.hpp"

namespace mortise {

template <int np, int nc, int nu, int ny>
struct Runtime {
  using Sizes = FixedSizes<np, nc, nu, ny>;

  // True if the model has exactly these sizes; check once after Model::open.
  static bool fits(const Model& model) noexcept { return Sizes::fits(model.dims()); }

  // As mortise::step; the model must fit and the state belong to it.
  [[nodiscard]] static Status step(const Model& model, State& state, const Real* u,
                                   Real* y) noexcept {
    return MORTISE_ISA::Stepper<Sizes>(model.view(), state).run(u, y);
  }
};

}  // namespace mortise
