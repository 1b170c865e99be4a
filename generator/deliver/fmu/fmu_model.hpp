// A model file as an FMU shows it: identifier, variables, interfaces. Both versions of the standard
// are written from this.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"

namespace mortise::gen {

enum class Causality { input, output, parameter };

struct FmuVariable {
  std::string name;  // unique; as in the file, "input.force" where it has two of them
  std::uint32_t reference = 0;
  Causality causality = Causality::output;
  bool whole = false;  // integer, else real
  std::string unit;    // empty: none
  std::string description;
  std::optional<double> start;  // inputs and parameters
  std::optional<double> minimum, maximum;
  int interface = -1;  // entry of FmuModel::interfaces that it belongs to
};

struct FmuInterface {
  std::string name, description;
};

struct FmuModel {
  std::string identifier;  // for files and functions: of letters, digits and underscores
  std::string name, description;
  std::string token;
  double step = 0.0;        // [s]
  double duration = 0.0;    // of the first scenario, else of 1000 steps [s]
  bool structured = false;  // all names follow the structured naming convention
  bool has_derivatives = true;
  std::vector<FmuVariable> variables;
  std::vector<FmuInterface> interfaces;
  // of the laws that the library can do without: "FILM", ...
  std::vector<std::string> absent_laws;
};

FmuModel fmu_model(const Instance& instance);

// "tip", "body.node[3]", "a.'b c'": FMI's structured naming convention.
bool is_structured_name(const std::string& name);

}  // namespace mortise::gen
