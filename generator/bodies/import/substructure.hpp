// *SUBSTRUCTURE GENERATE of Abaqus and CalculiX with *SUBSTRUCTURE MATRIX OUTPUT, FILE NAME=sub:
// sub.mtx, matrices of one element.
//
// "*USER ELEMENT, NODES=n"; its nodes in comments below "** ELEMENT NODES"; the dofs of the first
// one, then "position, dofs" where they change; then "*MATRIX, TYPE=STIFFNESS" and, of Abaqus with
// MASS=YES, TYPE=MASS: the lower triangle row by row. CalculiX writes no mass: it may stand in
// sub_mass.mtx of the same form.
#pragma once

#include <optional>
#include <string>

#include "generator/bodies/import/importer.hpp"

namespace mortise::gen {

// The file of this name, or this name with ".mtx" behind, if it has the matrices of an element.
// Throws Error for the binary database of a substructure (.sim).
std::optional<std::string> find_substructure(const std::string& path);

// file: as found. Nodes below zero are amplitudes of modes. Throws Error with file and line for
// files that are cut or malformed, several elements in one, matrices that are not symmetric, nodes
// or dofs that are none of a structure, and naming the remedy if there is no mass.
RawExport read_substructure(const std::string& file, const ImportOptions& options);

}  // namespace mortise::gen
