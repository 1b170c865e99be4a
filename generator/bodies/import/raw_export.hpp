// What every matrix format is read into: entries as they stand in the files, in the user's units.
// One common path (assemble.hpp) checks and converts it, so a new format only has to read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

struct RawEntry {
  std::int32_t row = 0;  // 0-based index into the dof list
  std::int32_t column = 0;
  double value = 0.0;     // [units of the export]
  std::int64_t line = 0;  // 1-based line of the file, for messages
};

struct RawMatrix {
  std::string file;               // as opened, for messages
  std::int64_t size = 0;          // number of equations the file speaks of
  std::vector<RawEntry> entries;  // any triangle or both, any order
};

struct RawExport {
  RawMatrix stiffness;
  RawMatrix mass;
  std::string dof_file;   // where the dof list stands, for messages
  std::vector<Dof> dofs;  // (n) meaning of every equation
  std::string deck;       // file with coordinates and sets, empty if there is none
  std::vector<std::string> warnings;
};

}  // namespace mortise::gen
