// What `mortise verify --endurance` does: a model under inputs that never rest.
#pragma once

#include <cstdint>
#include <string>

#include "generator/bake/play/instance.hpp"
#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

struct EnduranceArguments {
  std::string model;  // path
  std::int64_t steps = 0;
  std::uint64_t seed = 1;
  double force = 0.0;
  std::string cache;
  bool json = false;
};

// Tests a film. Returns the exit code.
int endure(const EnduranceArguments& a, const FilmContactSpec& film, Instance* instance);

// Tests a structure, in legs if a folder is given.
int endure(const EnduranceArguments& a, const Instance& instance);

}  // namespace mortise::gen
