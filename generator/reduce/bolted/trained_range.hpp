// What a reduction has been trained on, as a number that the file knows in motion.
#pragma once

#include <vector>

#include "generator/contact/bolted/reduced_bolted.hpp"
#include "generator/reduce/bolted/training.hpp"

namespace mortise::gen {

// Sets trained_modes and trained_contact of a reduced contact, as its training ratio takes them:
// modes in units of their own amplitudes (m), which counts modes that move the contact; rows of x,
// followed by the reduced contact itself, in units of the largest seen, of a fifth of the largest
// of their kind at least. Both scaled such that the norm is one at its largest on the paths.
void note_trained(const std::vector<BoltedSnapshots>& seen, const Vector& amplitudes,
                  ReducedBolted* reduced);

}  // namespace mortise::gen
