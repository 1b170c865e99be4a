// What the commands on film contacts share.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "generator/define/film_definition.hpp"
#include "generator/ehd/film_run.hpp"
#include "generator/findings.hpp"

namespace mortise::gen {

// Reads a definition and logs its notices. duration [s] replaces the defined one if it is > 0,
// scheme the defined one if it is not empty; both win over `overrides`.
FilmDefinition read_film_command(const std::string& path, std::vector<std::string> overrides,
                                 double duration, const std::string& scheme);

// The definition with the load or impact, speed, viscosity and duration of one of its scenarios.
// duration [s] replaces the scenario's if it is > 0. Throws Error if there is no such scenario.
FilmDefinition film_scenario_command(const FilmDefinition& definition, const std::string& name,
                                     double duration);

// What ends a simulation: its duration, or for studies of impacts the parting of the bodies.
enum class FilmEnd { duration, parting };

// Simulates with a progress bar and logs the warnings.
FilmRun run_film_command(const FilmDefinition& definition, FilmEnd end = FilmEnd::duration);

// The command's result: 0, or 1 and the reason in the log if the run stopped early.
// What stopped a run that is not complete.
Finding stop_finding(const FilmDefinition& definition, const FilmRun& run);

int film_exit_code(const FilmRun& run);

// Steps, iterations and the like, and whether and why the run stopped early.
nlohmann::json counts_json(const FilmRun& run);

}  // namespace mortise::gen
