// Decks of Nastran: where nodes are and along which axes their dofs run (bulk_nodes.hpp), which
// dofs SPC and SPC1 hold, and which cards eliminate others; INCLUDE is text that stands there.
#pragma once

#include <string>

#include "generator/bodies/import/deck.hpp"

namespace mortise::gen {

// Throws Error as BulkNodes does, and for files that are not there.
Deck read_bulk_deck(const std::string& path);

}  // namespace mortise::gen
