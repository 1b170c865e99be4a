// What the commands on adaptive simulations share.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "generator/adaptive/simulate_adaptive.hpp"

namespace mortise::gen {

// Simulates with a progress bar and logs the warnings.
AdaptiveRun run_adaptive_command(const FilmDefinition& definition);

// Share of stages solved in reduced spaces, spaces made, their sizes, checks of the residual.
nlohmann::json adaptive_json(const AdaptiveCounts& counts);
std::string adaptive_text(const AdaptiveCounts& counts);

}  // namespace mortise::gen
