// Side files that say what each equation of a matrix means, for formats that cannot.
#pragma once

#include <string>
#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

// Line i of the file is "node.direction" of equation i, as CalculiX writes it: 12.3 is node 12 in
// z, 12.4 its rotation about x, 1001.0 a generalised coordinate. path: with or without .gz behind.
// opened: receives the name of the file; may be null. Throws Error with file and line for a missing
// or empty file and for what is no dof.
std::vector<Dof> read_dof_list(const std::string& path, std::string* opened = nullptr);

// The list beside matrices of a job: stem.dof, else stem_k.dof. Errors as above.
std::vector<Dof> read_dof_list_of(const std::string& stem, std::string* opened = nullptr);

}  // namespace mortise::gen
