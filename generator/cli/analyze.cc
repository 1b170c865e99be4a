#include "generator/cli/analyze.hpp"

namespace mortise::gen {

void add_analyze(CLI::App* app, Command* chosen) {
  CLI::App* command = app->add_subcommand("analyze", "offline analyses of a definition");
  command->require_subcommand(1);
  add_analyze_modes(command, chosen);
  add_analyze_sweep(command, chosen);
  add_analyze_steady(command, chosen);
  add_analyze_adaptive(command, chosen);
  add_analyze_impact(command, chosen);
  add_analyze_orders(command, chosen);
  add_analyze_control(command, chosen);
  add_analyze_eig(command, chosen);
  add_analyze_frf(command, chosen);
  add_analyze_stability(command, chosen);
  add_analyze_preload(command, chosen);
  add_analyze_reductions(command, chosen);
}

}  // namespace mortise::gen
