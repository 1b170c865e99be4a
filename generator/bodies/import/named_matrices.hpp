// Matrices as Nastran writes them, several in one file, each with its name.
#pragma once

#include <string>
#include <vector>

#include "generator/bodies/import/bulk_nodes.hpp"
#include "generator/bodies/import/raw_export.hpp"

namespace mortise::gen {

// Entry between dofs instead of equations: rows and columns number `dofs`.
struct NamedMatrix {
  std::string name;  // "KAAX", in the case of the file
  RawMatrix matrix;
  bool complex = false;  // not kept
};

struct PunchFile {
  std::string file;                   // as opened
  std::vector<Dof> dofs;              // (n) that any of the matrices names, ascending
  std::vector<NamedMatrix> matrices;  // (n x n) each
  BulkGrids grids;                    // nodes that stand among them
};

// DMIG cards of punch files or decks, and the nodes among them. Component 0 is a scalar point: a
// generalised coordinate. Other cards and rectangular matrices (loads) are passed over.
// paths: with or without .gz behind; together they are one export.
// Throws Error with file and line for malformed cards, complex matrices, a matrix of no declared
// form, a header that comes twice; and as BulkNodes.
PunchFile read_dmig(const std::vector<std::string>& paths);

// Matrices of an OUTPUT4 file, text or binary (Fortran records of either byte order, integers of 32
// or 64 bits), dense or by strings; of complex ones the names alone. They carry no dofs: rows and
// columns are equations.
// Throws Error naming file and place for a cut or damaged file. Nothing is allocated that the size
// of the file does not bear out.
std::vector<NamedMatrix> read_op4(const std::string& path);

}  // namespace mortise::gen
