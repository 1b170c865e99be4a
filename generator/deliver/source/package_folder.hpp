// A folder that appears with all of its files or not at all.
#pragma once

#include <string>
#include <vector>

#include "generator/ground/files/zip_archive.hpp"

namespace mortise::gen {

// Throws Error unless `folder` is not there yet, or empty, and can be made.
void check_new_folder(const std::string& folder);

// Makes it under a hidden name beside its place, then moves it there. Throws Error as above, or if
// a file cannot be written; nothing is left then. What a killed process has left there goes.
void write_new_folder(const std::string& folder, const std::vector<ArchivedFile>& files);

}  // namespace mortise::gen
