// The pictures of `mortise verify`: the model file of a structure beside its full model.
#pragma once

#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

struct VerifyPictures {
  std::string folder;    // where they go, one of every scenario
  std::string scenario;  // its name; empty: all that are held out
  std::string cache;     // may hold full runs; empty: none
  long full_steps;       // at most so many steps at full order, or kWholeRun
};

// Before anything is computed. Throws Error if the definition has no full model that could be drawn
// or the folder cannot be written.
void try_verify_pictures(const Definition& definition, const VerifyPictures& asked);

// Returns their paths.
std::vector<std::string> write_verify_pictures(const Definition& definition,
                                               const Instance& instance,
                                               const VerifyPictures& asked);

}  // namespace mortise::gen
