// The kinds of `mortise analyze`, one file each.
#pragma once

#include "generator/cli/command.hpp"

namespace mortise::gen {

void add_analyze_modes(CLI::App* analyze, Command* chosen);
void add_analyze_sweep(CLI::App* analyze, Command* chosen);
void add_analyze_steady(CLI::App* analyze, Command* chosen);
void add_analyze_adaptive(CLI::App* analyze, Command* chosen);
void add_analyze_impact(CLI::App* analyze, Command* chosen);
void add_analyze_orders(CLI::App* analyze, Command* chosen);
void add_analyze_control(CLI::App* analyze, Command* chosen);
void add_analyze_eig(CLI::App* analyze, Command* chosen);
void add_analyze_frf(CLI::App* analyze, Command* chosen);
void add_analyze_stability(CLI::App* analyze, Command* chosen);
void add_analyze_preload(CLI::App* analyze, Command* chosen);
void add_analyze_reductions(CLI::App* analyze, Command* chosen);

}  // namespace mortise::gen
