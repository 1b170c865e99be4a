// A structure's model file against its full model with laws and frequencies that no scenario has
// shown: what the file accepts beside the values that its certificate was judged at.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/judge/certify/certify.hpp"

namespace mortise::gen {

// One number that is drawn.
struct DrawnRange {
  std::string name, unit;  // of a parameter of the file, or kDrawnFrequency, kDrawnLevel
  double minimum = 0.0, maximum = 0.0;
  int parameter = -1;  // its index; -1: none
};

// Factor of the frequencies of all harmonic sources, and of what all sources give.
inline constexpr const char *kDrawnFrequency = "frequency", *kDrawnLevel = "level";

// The box that is drawn from: of every parameter what the scenarios of the file show, or, where
// that is one value, from its half to its double inside of what the file accepts; of frequencies
// and levels, where some source has them, the same. over: "name=from:to" each, in place of that.
// Throws Error for names that the file does not have and ranges that it does not accept.
std::vector<DrawnRange> box_of_draws(const Instance& model, const std::vector<std::string>& over);

struct StructureDraws {
  int count = 20;
  std::uint64_t seed = 1;
  std::vector<DrawnRange> box;
  bool against_full = true;  // else nothing is compared, errors stay absent
  int jobs = 1;              // draws at a time
};

// One draw.
struct StructureDraw {
  std::string scenario;
  std::vector<double> values;  // one per range of the box
  Measured errors;             // as compare() has them, both at the step of the file
  std::string failure;         // a target was left, steps were lost; empty: none
};

// The held-out scenarios in turn, all where none is, in the order of the draws.
// assembled: of the definition; null for modal data, which are their own full model.
// progress: share done, 0..1; may be empty.
std::vector<StructureDraw> judge_draws(const Definition& definition,
                                       const AssembledSystem* assembled, const AlignedBytes& model,
                                       const StructureDraws& draws,
                                       const std::function<void(double)>& progress);

}  // namespace mortise::gen
