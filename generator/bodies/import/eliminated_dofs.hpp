// Dofs that the exporting code eliminated because they follow others.
#pragma once

#include <string>
#include <vector>

#include "generator/bodies/import/deck.hpp"
#include "generator/bodies/model/follow.hpp"
#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

// Names the rotation nodes that CalculiX adds behind all nodes of the deck, one for each *RIGID
// BODY without ROT NODE, and puts them at the reference nodes. dofs: of the export.
// Throws Error naming the card where the labels do not tell which is whose.
void name_rotation_nodes(const std::vector<Dof>& dofs, Deck* deck);

// What the deck's equations and rigid bodies say about the dofs that the export lacks: these follow
// those that it has. A dof that is lacking for reasons that the deck does not tell, while it has
// cards that are not read, follows itself: by what, is not known (see DofTable).
// deck:    coordinates in its units
// dofs:    of the export, rotations of rigid bodies marked as such
// rotations: labels whose directions 1..3 mean rotations
// local:   whether the dofs of nodes in local axes are along these (Abaqus), not global (CalculiX)
// warnings: receives cards that eliminate no dof, and those that are not read
Followers eliminated_dofs(const Deck& deck, const std::vector<Dof>& dofs,
                          const std::vector<std::int64_t>& rotations, bool local,
                          std::vector<std::string>* warnings);

}  // namespace mortise::gen
