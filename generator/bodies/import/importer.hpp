// Where full-order models come from: one table of importers (importer.cc).
//
// A matrix format is a name and a function that reads its files into a RawExport. Checks, mirroring
// of the triangle, units and coordinates are common to all formats. A built-in model is a name and
// a function that builds it from an ImportSpec.
#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <vector>

#include "generator/bodies/import/import_spec.hpp"
#include "generator/bodies/import/raw_export.hpp"
#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

// The matrix format of exports of which nothing else is said.
const char* usual_format();

struct ImportOptions {
  std::string format = usual_format();  // one of matrix_formats()
  std::string path;   // stem of the job or any of its files; each may end in .gz or .zst
  std::string deck;   // of Abaqus, CalculiX, Nastran or Ansys; empty = next to the job
  std::string units;  // declared unit system, see parse_units; required
  // Labels of nodes whose directions 1..3 are rotations [rad]: what CalculiX writes for the
  // ROT NODE of a *RIGID BODY. Those named in the deck are found without this list.
  std::vector<std::int64_t> rotation_nodes;
  // Labels whose dofs are generalised coordinates of a body that came condensed, where the format
  // cannot say so: component i becomes direction -i, see Dof.
  std::vector<std::int64_t> generalised_nodes{};
  int jobs = 0;  // threads that read; 0: one per processor. The result does not depend on it.
};

using FormatReader = RawExport (*)(const ImportOptions&);

// Endings of the files that share the name of a job, each perhaps followed by ".gz" or ".zst".
using ExportFiles = std::array<const char*, 12>;

// "data/rod.sti.gz" -> "data/rod". An ending may stand for the whole name: "data/k.matrix" ->
// "data".
std::string export_stem(std::string path, const ExportFiles& endings);

// Fills raw->deck: the deck that is asked for, else the one next to the job (stem.inp, else the
// first of `own`), else none; the rest of `own` become raw->other_decks.
// own: endings of decks that the exporting code itself reads or writes
void find_decks(const ImportOptions& options, const std::string& stem, RawExport* raw,
                std::initializer_list<const char*> own = {});

// Names with "|" between them: of all importers, of those that give a full-order model, of the
// matrix formats among these.
const std::string& import_kinds();
const std::string& physical_kinds();
const std::string& matrix_formats();

// True for a file, and for the name of a job that a matrix format finds a file of.
bool names_import(const std::string& path);

// The files that an import reads, sorted; of a matrix format all that the job has.
std::vector<std::string> imported_files(const ImportSpec& import);

// The full model that an import asks for.
// path:     of the definition, for messages
// name:     of the body, its source for messages
// warnings: receives findings that do not stop the import; may be null.
// Throws Error as import_matrices() and the meshes do, for an unknown kind, and for modal data,
// which has no full model.
FullModel import_model(const std::string& path, const std::string& name, const ImportSpec& import,
                       std::vector<std::string>* warnings);

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

inline constexpr ExportFiles kCalculixFiles{".sti", ".mas", ".dof", ".inp"};

inline constexpr ExportFiles kAnsysFiles{"_k.matrix",  "_m.matrix", "_k.mapping",
                                         "_m.mapping", "/k.matrix", "/m.matrix",
                                         "/k.mapping", ".inp",      ".cdb"};
inline constexpr ExportFiles kNastranFiles{".pch",   "_kaax.pch", "_maax.pch", ".op4",
                                           "_k.op4", "_m.op4",    ".dof",      ".inp",
                                           ".bdf",   ".nas",      ".dat",      ".asm"};
inline constexpr ExportFiles kAbaqusFiles{".dof", ".inp"};  // and matrices: abaqus_job.hpp
inline constexpr ExportFiles kMatrixMarketFiles{"_k.mtx", "_m.mtx", ".dof", "_k.dof", ".inp"};
inline constexpr ExportFiles kNpzFiles{"_k.npz", "_m.npz", ".dof", "_k.dof", ".inp"};

RawExport read_calculix(const ImportOptions& options);
RawExport read_ansys(const ImportOptions& options);
RawExport read_nastran(const ImportOptions& options);
RawExport read_npz(const ImportOptions& options);
RawExport read_abaqus(const ImportOptions& options);
RawExport read_matrix_market(const ImportOptions& options);

}  // namespace mortise::gen
