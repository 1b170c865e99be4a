// What every FMU must do, whatever its model; each fails the running test. model: its name or path.
#pragma once

#include <string>

#include "tests/fmi/exported_fmu.hpp"

namespace mortise::fmi_host {

// The bits of `mortise run`; restored in the middle it goes on with them, in another instance too.
void check_trajectory(const ExportedFmu& fmu, const std::string& model, int steps);

// Several instances at once, each in a thread of its own, step as one alone.
void check_threads(const ExportedFmu& fmu, const std::string& model, int steps,
                   std::size_t threads);

// FMI 3.0: one call of a compiler, as the build description has it, makes a library with the bits
// of `mortise run` out of the unpacked sources.
void check_sources(const ExportedFmu& fmu, const std::string& model, int steps);

}  // namespace mortise::fmi_host
