// What the commands on film contacts share.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "generator/contact/film/film_run.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/ground/text/findings.hpp"

namespace mortise::gen {

// --duration of impacts.
inline constexpr const char* kUntilParted =
    "seconds; default: as defined, and on until the bodies part";

// Reads a definition of a film and logs its notices. duration [s] replaces the defined one if it is
// > 0, scheme the defined one if it is not empty; both win over `overrides`.
Definition film_definition_command(const std::string& path, std::vector<std::string> overrides,
                                   double duration = 0.0, const std::string& scheme = "");

// Its film alone.
FilmContactSpec film_command(const std::string& path, const std::vector<std::string>& overrides,
                             double duration = 0.0);

// What ends a simulation: its duration, or for studies of impacts the parting of the bodies.
enum class FilmEnd { duration, parting };

// Simulates with a progress bar and logs the warnings.
FilmRun run_film_command(const FilmCase& film, FilmEnd end = FilmEnd::duration);

// What stopped a run that is not complete.
Finding stop_finding(const FilmCase& film, const FilmRun& run);

// The command's result: 0, or 1 and the reason in the log if the run stopped early.
int film_exit_code(const FilmRun& run);

// Steps, iterations and the like, and whether and why the run stopped early.
nlohmann::json counts_json(const FilmRun& run);

}  // namespace mortise::gen
