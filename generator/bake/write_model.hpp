// Serialises a baked model as the FlatBuffer of runtime/schema/mortise.fbs.
#pragma once

#include "generator/bake/aligned_bytes.hpp"
#include "generator/bake/choose_solver.hpp"
#include "generator/bake/golden.hpp"

namespace mortise::gen {

struct BakedModel {
  const ReducedSystem& system;
  const BakeOptions& options;
  Vector damping;  // stepped damping (n)
  StepOperators operators;
  ChosenSolver solver;
};

// Deterministic bytes; golden may be null. The result is sealed.
AlignedBytes write_model(const BakedModel& model, const GoldenTrace* golden);

}  // namespace mortise::gen
