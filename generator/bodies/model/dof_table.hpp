// Finds the equation of a dof: the inverse of FullModel::dofs.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

class DofTable {
 public:
  // Copies what it needs from `model`. Throws Error if a dof occurs twice.
  explicit DofTable(const FullModel& model);

  // Row of `dof` in the model's matrices, or -1 if it follows others, is clamped or unknown:
  // motion() tells these apart.
  Eigen::Index find(const Dof& dof) const;

  // What a displacement is made of: rows and weights. Of a free dof its own row, of one that
  // follows others (FullModel::followers) theirs, of one that is held or unknown none. Throws Error
  // for one that follows itself: that is how an import marks what is eliminated in ways that it
  // cannot read.
  using Motion = std::vector<std::pair<Eigen::Index, double>>;
  Motion motion(const Dof& dof) const;

  // Whether it is free or follows others.
  bool moves(const Dof& dof) const;

  // Row of `dof`. Throws Error naming `where`, the node and the direction if it has none of its
  // own.
  Eigen::Index at(const Dof& dof, const std::string& where) const;

 private:
  std::vector<std::pair<Dof, Eigen::Index>> rows_;  // dofs ascending
  std::string source_;
  std::map<Dof, Motion> followers_;
};

// Translation of all dofs by `distance` along `direction` 1..3 (n) [m].
Vector translation(const FullModel& model, int direction, double distance = 1.0);

// Coordinates [m] of `node`. Throws Error naming `where` if the model does not know the node.
Vector3 node_position(const FullModel& model, std::int64_t node, const std::string& where);

}  // namespace mortise::gen
