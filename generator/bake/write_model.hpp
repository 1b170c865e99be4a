// Serialises a baked model as the FlatBuffer of runtime/schema/mortise.fbs.
#pragma once

#include "generator/bake/aligned_bytes.hpp"
#include "generator/bake/choose_solver.hpp"
#include "generator/bake/golden.hpp"
#include "generator/bake/joint_operators.hpp"

namespace mortise::gen {

struct BakedModel {
  const ReducedSystem& system;
  const BakeOptions& options;
  Vector damping;  // stepped damping (n)
  StepOperators operators;
  ChosenSolver solver;
  std::optional<JointOperators> joint{};  // then operators and solver are unused
};

// Deterministic bytes; golden may be null. The result is sealed.
AlignedBytes write_model(const BakedModel& model, const GoldenTrace* golden);

}  // namespace mortise::gen
