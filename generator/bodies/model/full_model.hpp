// A full-order structure as a finite-element code exports it, already in SI units.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

struct Dof {
  std::int64_t node = 0;  // label as in the export, gaps allowed
  int direction = 0;      // 1..3 translation x, y, z [m]; 4..6 rotation about x, y, z [rad]
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
  std::vector<Substructure> substructures;  // in order of their dofs; empty: the whole is one

  Eigen::Index size() const { return mass.rows(); }
};

}  // namespace mortise::gen
