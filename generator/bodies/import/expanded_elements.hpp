// Shells and beams of CalculiX, which expands them into bricks and numbers the dofs of all layers
// by the node of the deck.
//
// The layers u_k of a node become one dof of the node, the mean over those that lie evenly about it
// (both faces of a linear shell, the middle layer of a quadratic one, the four corners of a beam's
// section), u; what the others move beyond it, g_k = u_k - u, are generalised coordinates. This is
// a change of coordinates, which leaves energies and frequencies as they are.
#pragma once

#include <string>
#include <vector>

#include "generator/bodies/import/deck.hpp"
#include "generator/bodies/model/follow.hpp"
#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

struct LayeredDofs {
  std::vector<Dof> dofs;                       // (n) of the rows after the change; none: no change
  std::vector<Eigen::Triplet<double>> change;  // (n x n) u of the export = change times these
  Followers unknown;                           // displacements of which it is not known what moves
};

// deck: with its elements, if types_of_elements() has what expands. dofs, dof_file: of the export.
// Throws Error naming card or node where springs, masses, bricks, equations, loads or composites
// make layers that are not these.
LayeredDofs layered_dofs(const Deck& deck, const std::vector<Dof>& dofs,
                         const std::string& dof_file);

// Whether any element of the deck expands.
bool has_expanded(const Deck& deck);

FullModel without_layers(FullModel model, const LayeredDofs& layers);

}  // namespace mortise::gen
