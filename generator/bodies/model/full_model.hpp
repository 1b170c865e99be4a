// A full-order structure as a finite-element code exports it, already in SI units.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// direction: 1..3 translation x, y, z [m]; 4..6 rotation about x, y, z [rad]; 0 or less (0, -1, -2
//            where a label has several) a generalised coordinate of a body that came condensed,
//            e.g. the amplitude of a mode [sqrt(kg) m]. It has no place and no axis: rigid motions,
//            sums of mass and coordinates pass it over.
struct Dof {
  std::int64_t node = 0;  // label as in the export, gaps allowed
  int direction = 0;
  bool is_translation() const { return direction >= 1 && direction <= 3; }
  bool is_rotation() const { return direction > 3; }
  bool is_generalised() const { return direction <= 0; }
  bool operator==(const Dof& o) const { return node == o.node && direction == o.direction; }
  bool operator<(const Dof& o) const {
    return node != o.node ? node < o.node : direction < o.direction;
  }
};

// A part of the structure that neither mass nor stiffness connects to the others: it has modes and
// damping of its own. Its dofs are contiguous.
struct Substructure {
  std::string name;
  Eigen::Index first = 0, size = 0;  // dofs first .. first + size - 1
};

struct FullModel {
  std::string source;                     // what it was made from, for messages
  SparseMatrix mass;                      // (n x n) both triangles [kg, kg m, kg m2]
  SparseMatrix stiffness;                 // (n x n) both triangles [N/m, N, N m]
  std::vector<Dof> dofs;                  // (n) meaning of every row
  std::map<std::int64_t, Vector3> nodes;  // coordinates [m]; clamped nodes included
  std::map<std::string, std::vector<std::int64_t>> sets;  // named node sets
  // Corners of its elements' faces, three or four around each, of a body that came condensed, where
  // its stiffness does not tell them; else empty.
  std::vector<std::vector<std::int64_t>> faces;
  std::vector<Substructure> substructures;  // in order of their dofs; empty: the whole is one
  // Dofs that are none any more because they follow others, with weights: an empty list is held.
  std::map<Dof, std::vector<std::pair<Dof, double>>> followers;
  // What was added to the labels of nodes, by body, where bodies were put side by side.
  std::map<std::string, std::int64_t> label_shift;

  Eigen::Index size() const { return mass.rows(); }
};

}  // namespace mortise::gen
