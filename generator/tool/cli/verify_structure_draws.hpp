// What `mortise verify --draws` does with a structure without bolted contacts: random laws and
// frequencies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

struct StructureDrawsArguments {
  std::string model;  // path
  int count = 0;
  std::uint64_t seed = 1;
  bool against_full = true;       // else which runs fail, and nothing is compared
  std::vector<std::string> over;  // see box_of_draws()
  int jobs = 1;
  std::optional<double> limit;  // of every error; absent: those of the definition
  bool json = false;
};

// Errors as statistics, and which draws are over a limit or fail, with what they were drawn with;
// any of them fails the command. Returns the exit code.
int verify_structure_draws(const StructureDrawsArguments& a, const Definition& definition,
                           const Instance& model);

}  // namespace mortise::gen
