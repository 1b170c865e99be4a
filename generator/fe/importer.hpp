// Import of stiffness and mass matrices that a finite-element code exported.
//
// A format is a name and a function that reads its files into a RawExport. Checks, mirroring of
// the triangle, units and coordinates are common to all formats.
#pragma once

#include <string>
#include <vector>

#include "generator/fe/full_model.hpp"
#include "generator/fe/raw_export.hpp"

namespace mortise::gen {

struct ImportOptions {
  std::string format = "calculix";  // one of import_formats()
  std::string path;                 // stem of the job or any of its files; each may end in .gz
  std::string deck;                 // .inp with coordinates and sets; empty = next to the job
  std::string units;                // declared unit system, see parse_units; required
  // Labels of nodes whose directions 1..3 are rotations [rad]: what CalculiX writes for the
  // ROT NODE of a *RIGID BODY. Those named in the deck are found without this list.
  std::vector<std::int64_t> rotation_nodes;
};

using FormatReader = RawExport (*)(const ImportOptions&);

// Names of the known formats, sorted.
std::vector<std::string> import_formats();

// Reads, checks and converts to SI. Explicit zeros are dropped. Clamped nodes keep their
// coordinates. A singular mass matrix is legal.
// warnings: receives findings that do not stop the import; may be null.
// Throws Error naming file, line, dof or entry for a missing, empty, cut or malformed file, an
// index out of range, duplicate entries or dofs, sizes that do not match, asymmetry, non-finite
// values, dofs without positive stiffness, mass that is not positive semi-definite on its 2 x 2
// minors, no mass at all, nodes or sets the deck does not define, and unknown or inconsistent
// units.
FullModel import_matrices(const ImportOptions& options,
                          std::vector<std::string>* warnings = nullptr);

}  // namespace mortise::gen
