// The shape of FMI's XML files: which elements stand where, with which attributes. Rules of the
// standard's schemas for what co-simulation FMUs without arrays and clocks use; anything else is a
// fault.
#pragma once

#include <string>
#include <vector>

#include "tests/fmi/description.hpp"

namespace mortise::fmi_host {

// One line for each fault. version: 2 or 3.
std::vector<std::string> schema_faults(const Element& root, int version);

}  // namespace mortise::fmi_host
