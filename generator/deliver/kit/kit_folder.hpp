// What is the same in every delivery, made with the program (targets/): folders in share/mortise
// beside the folder of the program.
#pragma once

#include <string>
#include <vector>

#include "generator/ground/files/zip_archive.hpp"

namespace mortise::gen {

// Every file of the folder `name` by its path in it, sorted, unpacked where it is packed. made_by:
// the target that makes the folder. Throws Error if there is none, or a file cannot be read.
std::vector<ArchivedFile> read_kit_folder(const std::string& name, const std::string& made_by);

}  // namespace mortise::gen
