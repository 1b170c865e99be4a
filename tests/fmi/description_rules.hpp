// What importers demand of an FMU beyond the shape of its files.
#pragma once

#include <string>
#include <vector>

#include "tests/fmi/description.hpp"
#include "tests/fmi/unpacked_fmu.hpp"

namespace mortise::fmi_host {

// Faults of modelDescription.xml, one line for each.
std::vector<std::string> description_faults(const Element& root);

// Faults of the archive, its folders and the files that go with the description.
std::vector<std::string> package_faults(const UnpackedFmu& fmu);

}  // namespace mortise::fmi_host
