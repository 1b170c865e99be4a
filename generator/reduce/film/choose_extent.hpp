// grid.extent = "auto": how far the grid of a line contact must reach so that its film is flooded
// wherever it runs. Steady films at the lowest and the highest load under the largest speed times
// viscosity are judged (inlet.hpp) and the grid extended, until none asks for more.
#pragma once

#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

// Chooses every extent that the definition leaves open, of its film and of those among its
// interfaces. What is chosen is then a setting like one that was given, and a notice. Throws Error,
// naming the remedy, for a film that entrains nothing, that has no steady state there, or whose
// grid.points are too few for what it needs.
void choose_extents(Definition* definition);

}  // namespace mortise::gen
