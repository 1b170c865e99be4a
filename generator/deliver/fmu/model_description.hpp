// modelDescription.xml, the description of an FMU, and what goes with it.
#pragma once

#include <string>

#include "generator/deliver/fmu/fmu_model.hpp"

namespace mortise::gen {

// Source that compiles everything, in sources/.
inline constexpr const char* kWholeSource = "all.cc";

// modelDescription.xml of FMI 2.0 and 3.0.
std::string model_description_2(const FmuModel& model);
std::string model_description_3(const FmuModel& model);

// terminalsAndIcons/terminalsAndIcons.xml of FMI 3.0: a terminal for each interface, whose members
// are its outputs and parameters, and inputs of films.
std::string terminals_and_icons(const FmuModel& model);

// sources/buildDescription.xml of FMI 3.0. options: of the compiler.
std::string build_description(const FmuModel& model, const std::string& options);

}  // namespace mortise::gen
