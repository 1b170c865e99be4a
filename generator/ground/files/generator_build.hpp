// Which code runs: what another build of the program has kept may differ from what this one makes.
#pragma once

#include <string>

namespace mortise::gen {

// Hash of the build ids that the linker gave the running program and the libraries it has loaded;
// of the program's bytes if it has none.
const std::string& generator_build();

}  // namespace mortise::gen
