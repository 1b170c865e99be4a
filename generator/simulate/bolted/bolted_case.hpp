// A definition with bolted contacts, imported, seen on its grids and condensed.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"
#include "generator/ground/text/enum_names.hpp"
#include "generator/simulate/bolted/modal_load.hpp"

namespace mortise::gen {

enum class ModeShape { IN_PHASE_BENDING, OUT_OF_PHASE_BENDING, TORSION };
template <>
inline constexpr std::array enum_names<ModeShape> = {"in-phase-bending", "out-of-phase-bending",
                                                     "torsion"};

struct BoltedCase {
  BoltedStructure structure;
  // How two beams move half way along, in the structure's coordinates: normal motion of the upper
  // and the lower one, turn of the upper one about the beam's axis, and of the two as a whole (as
  // motion of the upper one's edge) [m]. Empty where the model does not name the nodes.
  Matrix shape_rows;  // (4 x coordinates)
  Matrix more_rows;   // (k x coordinates) what was asked for besides
  PreloadTask preload;
  double friction = 0.0;
  ContactSolver solver = ContactSolver::newton;
  std::vector<bool> likely;  // to close (n): the highest points

  // By this method or, if given, another. The structure outlives it, and stays where it is.
  CoulombNewton contact(std::optional<ContactSolver> other = std::nullopt) const;
};

// The lowest mode of this shape, its index; -1: there is none.
// Torsion: each beam turns against the turn of the whole; with it, all turns on its supports.
// Throws Error where the model has no shape_rows.
Eigen::Index find_mode(const BoltedCase& bolted, const Matrix& shapes, ModeShape shape);

// Zones are those of the model's node sets (bolted_zones.hpp), on built-in meshes and on imported
// ones; the set "sensor" holds one node whose motion is the amplitude; "middle_lower" and
// "middle_sides" may name the nodes of BoltedCase::shape_rows.
// more: rows of the model's dofs that are wanted in the structure's coordinates too; may be empty.
// cache: folder that keeps the condensed structure, see make_bolted(); may be empty.
// Throws Error naming sets that are missing.
BoltedCase bolted_case(const Definition& definition, std::vector<std::string>* warnings,
                       const std::function<SparseMatrix(const FullModel&)>& more = {},
                       const std::string& cache = "");

}  // namespace mortise::gen
