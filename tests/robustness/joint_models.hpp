// Small structures with a compliant joint or a sliding contact, tame enough that what a test sees
// is the runtime's doing.
#pragma once

#include "generator/bake/file/options.hpp"

namespace mortise::robustness {

// 10 modes, 3 nodes, two law points on each of the two segments, one linear input "force"; outputs
// of every quantity that joints have. Pressed together by a constant force.
//   friction  with rows along the joint; without them the law must be TangentialKind::none
//   residual  with residual compliance and offsets
gen::ReducedSystem joint_system(const gen::JointLaw& law, bool friction, bool residual);

// Symmetric, positive definite compliance of rows, one input and outputs, with a lag.
gen::ResidualCompliance residual_compliance(int rows, int outputs);

// Pressed, rubbing laws with numbers that make every branch of theirs happen.
gen::JointLaw joint_law(gen::TangentialKind kind, gen::ImpactDamper damper);

// 12 modes of a slave and of a chain of 6 nodes, one linear input "force" on the slave; outputs of
// every quantity that sliding contacts have. Pressed on the chain by a constant force.
gen::ReducedSystem sliding_system(gen::SlidingKind kind);

// Name, step 1e-4 s and a short golden trace; scenarios "push" (a sine and a ramp) and "still".
gen::BakeOptions joint_options(const gen::ReducedSystem& system, const std::string& name);

// joint_options() for a joint with friction: three cases (Oden-Pires on filled dampers, Iwan on
// Hunt-Crossley, LuGre on clamped ones with more damping), in turn in the scenario "phases", which
// starts pressed.
gen::BakeOptions case_options(const gen::ReducedSystem& system, const std::string& name);

}  // namespace mortise::robustness
