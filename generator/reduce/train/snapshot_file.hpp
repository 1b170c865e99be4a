// Snapshots as an HDF5 file: one dataset per member, one row per stage. The same snapshots make the
// same bytes, and a file that is not whole is found out before HDF5 sees it.
#pragma once

#include <optional>
#include <string>

#include "generator/reduce/film/snapshots.hpp"

namespace mortise::gen {

// The file appears under its name when it is complete. HDF5 is not made for threads: one caller at
// a time. Throws Error if it cannot be written.
void write_snapshots(const std::string& path, const FilmSnapshots& snapshots);

// Nothing if there is no such file, or if it is truncated, damaged or of another version.
std::optional<FilmSnapshots> read_snapshots(const std::string& path);

}  // namespace mortise::gen
