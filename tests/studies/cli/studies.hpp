// The subcommands of `mortise_studies`: an add_NAME() in the file of its subject and one word here.
#pragma once

#include "generator/tool/cli/command.hpp"

namespace mortise::gen {

#define MORTISE_STUDIES(X) \
  X(orders)                \
  X(control)               \
  X(reductions)            \
  X(condensation)          \
  X(adaptive)              \
  X(slide)                 \
  X(compare_reductions)
#define MORTISE_DECLARE(name) void add_##name(CLI::App* app, Command* chosen);
MORTISE_STUDIES(MORTISE_DECLARE)
#undef MORTISE_DECLARE

}  // namespace mortise::gen
