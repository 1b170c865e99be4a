// An interface of the running group.
#pragma once

#include "interface_block.hpp"
#include "../row_push.hpp"

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
