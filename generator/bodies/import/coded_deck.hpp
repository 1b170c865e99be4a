// Decks of Ansys: coded databases as CDWRITE writes them (.cdb), and commands that stand in them.
//
// Read are NBLOCK and N (places, and angles of rotated nodes: u' = R u), CMBLOCK of nodes (sets), D
// (held dofs). The axes of a node are the global ones turned about z by THXY, then about the turned
// x by THYZ, then about the y of both by THZX [degrees].
#pragma once

#include <string>

#include "generator/bodies/import/deck.hpp"

namespace mortise::gen {

// Throws Error with file and line for malformed blocks, and for commands by which nodes move, turn
// or get other numbers and which are not read (NROTAT, NMODIF, ...), naming them.
Deck read_coded_deck(const std::string& path);

}  // namespace mortise::gen
