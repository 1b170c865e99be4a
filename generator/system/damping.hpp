// The Rayleigh damping of a full-order structure: D = alpha M + beta K per substructure.
#pragma once

#include <vector>

#include "generator/error.hpp"
#include "generator/system/full_system.hpp"

namespace mortise::gen {

// The substructures of the model, at least one.
inline std::vector<Substructure> substructures_of(const FullModel& model) {
  if (!model.substructures.empty()) return model.substructures;
  return {{"", 0, model.size()}};
}

// One per substructure of substructures_of(). Throws Error if their numbers differ.
inline std::vector<Rayleigh> damping_of_substructures(const FullSystem& system) {
  const std::size_t parts = substructures_of(system.model).size();
  if (system.substructure_damping.empty())
    return std::vector<Rayleigh>(parts, {system.rayleigh_alpha, system.rayleigh_beta});
  if (system.substructure_damping.size() != parts)
    throw Error("damping",
                std::to_string(system.substructure_damping.size()) + " dampings for " +
                    std::to_string(parts) + " substructure(s)",
                "give one per substructure, or one for the whole");
  return system.substructure_damping;
}

// D (n x n) [N s/m], without the interface. No entry joins two substructures. Throws Error as
// damping_of_substructures().
inline SparseMatrix damping_matrix(const FullSystem& system) {
  const std::vector<Substructure> parts = substructures_of(system.model);
  const std::vector<Rayleigh> damping = damping_of_substructures(system);
  Vector alpha = Vector::Zero(system.model.size());
  Vector beta = alpha;
  for (std::size_t b = 0; b < parts.size(); ++b) {
    alpha.segment(parts[b].first, parts[b].size).setConstant(damping[b].alpha);
    beta.segment(parts[b].first, parts[b].size).setConstant(damping[b].beta);
  }
  return SparseMatrix(system.model.mass * alpha.asDiagonal()) +
         SparseMatrix(system.model.stiffness * beta.asDiagonal());
}

}  // namespace mortise::gen
