// The offline pipeline of one definition: import, condense, bake, certify.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generator/bake/bake.hpp"
#include "generator/define/definition.hpp"
#include "generator/pipeline/condensed_model.hpp"

namespace mortise::gen {

// Receives one line per finished stage; may be empty.
using Log = std::function<void(const std::string&)>;

struct BuildSettings {
  std::string cache;    // folder of kept stages; empty: none
  int jobs = 1;         // full-order runs at a time
  bool certify = true;  // compare with the full model on the held-out scenarios
  Log log;
};

// Everything the bake stage takes: sweeps change step or excitation and bake again.
struct BakeInput {
  ReducedSystem system;
  BakeOptions options;  // no certificate yet
};

// Import, contacts and condensation, or the modal data; from the cache if nothing that it depends
// on has changed. Throws Error as the stages do.
BakeInput prepare_bake(const Definition& definition, const BuildSettings& settings);

// The model file of a definition with another step [s], from the same condensed model.
using Rebake = std::function<AlignedBytes(double step)>;

// Condenses at once, or takes it from the cache.
Rebake rebake_of(const Definition& definition, const BuildSettings& settings);

// The finished model file, whatever its certificate says.
AlignedBytes build_model(const Definition& definition, const BuildSettings& settings);

}  // namespace mortise::gen
