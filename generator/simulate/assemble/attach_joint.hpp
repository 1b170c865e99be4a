// The joint or sliding contact that the [contact] section asks for.
#pragma once

#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

// contact.kind = joint: facing segments of the two sides, or of one side and the base, with the law
// of [contact]. A second side that runs the other way is turned round.
// Throws Error for sets that the model does not have and as face().
Joint attach_joint(const Definition& definition, const FullModel& model);

// contact.kind = sliding: rows and undeformed positions of slave and target; clamped directions
// have zero rows. Throws Error if the slave is not one node, the target no chain with ascending x,
// or the start not on it.
SlidingContact attach_sliding(const Definition& definition, const FullModel& model);

}  // namespace mortise::gen
