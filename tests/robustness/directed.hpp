// One file for every check of Model::open: damaged in exactly the field that the check guards.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "mortise/mortise.hpp"
#include "tests/robustness/field_map.hpp"

namespace mortise::robustness {

// How the bytes are handed to Model::open.
enum class Presentation {
  as_they_are,
  null_bytes,
  null_model,
  misaligned,
  claimed_too_large,
  rounding_up  // by a thread whose arithmetic rounds upwards
};

struct Directed {
  std::string field;  // that the refusal must name
  LoadError code;     // that it must give
  Bytes bytes;
  Presentation presentation = Presentation::as_they_are;
};

// seeds: the files of make_seed_models by name.
std::vector<Directed> directed_mutations(const Bytes& schema,
                                         const std::map<std::string, Bytes>& seeds);

// Opens a copy of the file at an address of its own, as `presentation` demands.
LoadError open_directed(const Directed& d, LoadFault* fault);

}  // namespace mortise::robustness
