// CalculiX *FREQUENCY, SOLVER=MATRIXSTORAGE: job.sti (K), job.mas (M), job.dof.
//
// .sti and .mas: one entry "row column value" a line, 1-based, upper triangle column by column,
// explicit zeros included. .dof: line i is "node.direction" of equation i. Constrained dofs are
// not there.
#pragma once

#include "generator/bodies/import/importer.hpp"

namespace mortise::gen {

inline constexpr ExportFiles kCalculixFiles{".sti", ".mas", ".dof", ".inp"};

RawExport read_calculix(const ImportOptions& options);

}  // namespace mortise::gen
