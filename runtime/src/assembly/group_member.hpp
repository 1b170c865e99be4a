// An interface of the running group.
#pragma once

#include "../row_push.hpp"
#include "interface_block.hpp"

namespace mortise::MORTISE_ISA {

// An interface of the running group and whom it pushes.
struct GroupMember {
  InterfaceBlock* block = nullptr;
  int interface = 0;
  RowPushes others;
  int first = 0;  // of its unknowns
  int row = 0;    // in groups with a film: of its rows among those of all
};

}  // namespace mortise::MORTISE_ISA
