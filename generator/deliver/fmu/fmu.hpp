// A model file as a Functional Mock-up Unit for co-simulation: description, libraries, sources,
// documentation and the model itself in one archive.
#pragma once

#include <string>
#include <vector>

#include "generator/deliver/fmu/fmu_model.hpp"

namespace mortise::gen {

struct Fmu {
  std::string archive;                 // bytes of the file
  std::vector<std::string> platforms;  // of its libraries, as the version names them
};

// version: 2 or 3. report: the model in words, for the documentation. where: for messages. The same
// model gives the same bytes. Throws Error if the program lacks what goes into every FMU.
Fmu make_fmu(const Instance& instance, const FmuModel& model, int version,
             const std::string& report, const std::string& where);

}  // namespace mortise::gen
