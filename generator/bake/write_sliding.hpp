// The part of a model file that sliding contacts have.
#pragma once

#include "generator/bake/discretise.hpp"
#include "generator/bake/model_writer.hpp"

namespace mortise::gen {

// Operators of generalised alpha in the variables of Arnold and Bruels (schema, table Stage).
struct AlphaOperators {
  StepOperators motion;                      // of the auxiliary acceleration; delassus empty
  Vector from_auxiliary, from_acceleration;  // (n)
  double beta = 0.0, gamma = 0.0;
};

// radius: spectral radius at infinite frequency, 0 <= rho <= 1, else Error.
AlphaOperators alpha_operators(const ReducedSystem& system, const Vector& damping, double step,
                               double radius);

// View of the sizes alone; alpha: generalised alpha.
SlidingView sliding_sizes(const ReducedSystem& system, bool alpha);

// Fills stage, scheme, law, parameters, solver and history bytes of the body.
//   damping: stepped damping (n). Throws Error for generalised alpha with a unilateral contact.
void write_sliding(const ReducedSystem& system, const BakeOptions& options, const Vector& damping,
                   ModelWriter* writer, ModelBody* body);

}  // namespace mortise::gen
