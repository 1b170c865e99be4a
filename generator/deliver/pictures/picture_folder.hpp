// Several pictures of one result, in a folder.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace mortise::gen {

std::string picture_path(const std::string& folder, const std::string& name);

// Tries what can be tried before a computation: the folder or the one it will be made in, and the
// pictures that are there. Throws Error if they cannot be written, OutputRefused if one is an
// input.
void try_pictures(const std::string& folder, const std::vector<std::string>& names);

// Makes the folder if it does not exist, writes `pictures` (path, SVG) and removes the older ones
// at `stale`, files only: they belong to another result. Returns the paths written. Throws Error if
// the folder cannot be written.
std::vector<std::string> write_pictures(
    const std::string& folder, const std::vector<std::pair<std::string, std::string>>& pictures,
    const std::vector<std::string>& stale = {});

}  // namespace mortise::gen
