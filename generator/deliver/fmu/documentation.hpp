// The page documentation/index.html of an FMU.
#pragma once

#include <string>

#include "generator/deliver/fmu/fmu_model.hpp"

namespace mortise::gen {

// options: of the compiler; report: the model in words, as `mortise info` has it.
std::string fmu_documentation(const FmuModel& model, int version, const std::string& options,
                              const std::string& report);

// The call of a compiler that makes the library of an unpacked FMU from its sources.
std::string compiler_call(const FmuModel& model, int version, const std::string& options);

}  // namespace mortise::gen
