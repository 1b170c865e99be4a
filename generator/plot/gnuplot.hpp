// The program that draws.
#pragma once

#include <string>

namespace mortise::gen {

// Runs `gnuplot`, found on the PATH, without a shell and without the user's settings.
// script: its commands, which end with a whole SVG document on its standard output.
// Returns the document. where: names the picture in errors.
// Throws Error if gnuplot is missing, reports a fault or stops half-way.
std::string run_gnuplot(const std::string& script, const std::string& where);

// Throws Error as run_gnuplot() if the program is not to be found.
void find_gnuplot(const std::string& where);

}  // namespace mortise::gen
