#include "generator/tool/cli/analyze.hpp"

namespace mortise::gen {

void add_analyze(CLI::App* app, Command* chosen) {
  CLI::App* command = app->add_subcommand("analyze", "offline analyses of a definition");
  command->require_subcommand(1);
#define MORTISE_ADD(kind) add_analyze_##kind(command, chosen);
  MORTISE_ANALYSES(MORTISE_ADD)
#undef MORTISE_ADD
}

}  // namespace mortise::gen
