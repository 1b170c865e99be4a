// `mortise full`: one command, one file for structures and one for film contacts.
#pragma once

#include <string>
#include <vector>

namespace mortise::gen {

struct FullArguments {
  std::string definition, scenario, scheme, output;
  std::string profiles, pictures;  // films only
  std::vector<std::string> overrides;
  double duration = 0.0;   // [s]; 0: as defined
  int every = 1;           // written sample out of so many
  bool adaptive = false;   // films only
  bool condensed = false;  // sliding contacts only
  bool units = false;      // a line of units in CSV
  bool json = false;
};

int run_full_film(const FullArguments& a);  // full_film.cc

}  // namespace mortise::gen
