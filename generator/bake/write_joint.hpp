// The part of a model file that joints have: operators, laws, parameters.
#pragma once

#include "generator/bake/cost.hpp"
#include "generator/bake/joint_operators.hpp"
#include "generator/bake/model_writer.hpp"

namespace mortise::gen {

// Fills stages, law, parameters, solver and history bytes of the body. dims: of the system.
void write_joint(const ReducedSystem& system, const BakeOptions& options, const JointOperators& op,
                 ModelWriter* writer, ModelBody* body);

// View of the sizes alone, for the layout of the state.
JointView joint_sizes(const ReducedSystem& system, const JointOperators& op);

// What its cost depends on besides. solver: tolerance and cap of the sweeps.
JointWork joint_work(const ReducedSystem& system, const JointOperators& op,
                     const SolverOptions& solver);

}  // namespace mortise::gen
