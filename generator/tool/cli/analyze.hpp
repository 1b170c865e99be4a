// The kinds of `mortise analyze`: each is a file with an add_analyze_KIND(), and one word here.
#pragma once

#include "generator/tool/cli/command.hpp"

namespace mortise::gen {

#define MORTISE_ANALYSES(X) \
  X(modes)                  \
  X(sweep)                  \
  X(steady)                 \
  X(adaptive) X(impact) X(orders) X(control) X(eig) X(frf) X(stability) X(preload) X(reductions)
#define MORTISE_DECLARE(kind) void add_analyze_##kind(CLI::App* analyze, Command* chosen);
MORTISE_ANALYSES(MORTISE_DECLARE)
#undef MORTISE_DECLARE

}  // namespace mortise::gen
