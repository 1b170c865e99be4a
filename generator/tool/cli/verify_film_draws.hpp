// What `mortise verify --draws` does with a film: random loads or impacts inside its training box.
#pragma once

#include <cstdint>
#include <string>

#include "generator/bake/play/instance.hpp"
#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

struct FilmDrawsArguments {
  std::string model;  // path
  int count = 0;
  std::uint64_t seed = 1;
  bool against_full = true;  // else which runs the film is lost in, and nothing is compared
  std::string cache;
  int jobs = 1;
  bool json = false;
};

// Against the full model: errors as statistics, and which draws failed. Without it a draw that
// fails fails the command. Returns the exit code.
int verify_film_draws(const FilmDrawsArguments& a, const Definition& definition, Instance* film);

}  // namespace mortise::gen
