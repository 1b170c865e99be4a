// The files of a source package that are about the model: its bytes, its sizes and names, and what
// a right build makes of it.
#pragma once

#include <string>

#include "generator/bake/play/instance.hpp"

namespace mortise::gen {

// What a right build steps, and how it is told from a wrong one.
struct Reference {
  int scenario = -1;  // of the model; -1: inputs at their defaults
  long steps = 0;
};

// model.h: sizes as macros, numbers of inputs, outputs and parameters by name.
std::string model_header(const Instance& instance);

// For C++: these sizes as a step for mortise/fixed.hpp, under a name. Of a model of contacts.
std::string fixed_sizes_text(const Dims& sizes, const std::string& name);

// model.c: the file as an aligned array.
std::string model_array(const Instance& instance);

// reference.h: hash and outputs of these steps, taken here. The state of the instance is reset.
std::string reference_header(Instance& instance, const Reference& reference);

}  // namespace mortise::gen
