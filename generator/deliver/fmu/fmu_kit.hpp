// What is the same in every FMU: libraries by platform, sources, licences. Made with the program:
// targets/fmi, and the runtime of targets/sources.
#pragma once

#include <string>
#include <vector>

#include "generator/ground/files/zip_archive.hpp"

namespace mortise::gen {

struct FmuLibrary {
  std::string platform;  // as FMI 3.0 names it, "x86_64-linux"
  std::string content;
};

struct FmuKit {
  std::vector<FmuLibrary> libraries;
  std::vector<ArchivedFile> sources;   // by their paths in sources/
  std::vector<ArchivedFile> licenses;  // by their names
  std::string options;                 // of the compiler, for sources/all.cc
};

// The kit of this program. Throws Error if it is not there.
FmuKit read_fmu_kit();

}  // namespace mortise::gen
