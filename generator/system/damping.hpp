// The Rayleigh damping of a full-order structure: D = alpha M + beta K per substructure.
#pragma once

#include <vector>

#include "generator/error.hpp"
#include "generator/system/full_system.hpp"

namespace mortise::gen {

// Coefficients at every dof (n). Throws Error if substructure_damping does not have one entry per
// substructure.
inline std::vector<Rayleigh> damping_at_dofs(const FullSystem& system) {
  const std::vector<Substructure>& parts = system.model.substructures;
  const auto n = static_cast<std::size_t>(system.model.size());
  std::vector<Rayleigh> at(n, {system.rayleigh_alpha, system.rayleigh_beta});
  if (system.substructure_damping.empty()) return at;
  if (system.substructure_damping.size() != parts.size())
    throw Error("damping",
                std::to_string(system.substructure_damping.size()) + " dampings for " +
                    std::to_string(parts.size()) + " substructures",
                "give one per substructure, or one for the whole");
  for (std::size_t b = 0; b < parts.size(); ++b)
    for (Eigen::Index i = parts[b].first; i < parts[b].first + parts[b].size; ++i)
      at[static_cast<std::size_t>(i)] = system.substructure_damping[b];
  return at;
}

// D (n x n) [N s/m], without the interface. No entry joins two substructures. Throws Error as
// damping_at_dofs().
inline SparseMatrix damping_matrix(const FullSystem& system) {
  const std::vector<Rayleigh> at = damping_at_dofs(system);
  const auto n = static_cast<Eigen::Index>(at.size());
  Vector alpha(n), beta(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    alpha[i] = at[static_cast<std::size_t>(i)].alpha;
    beta[i] = at[static_cast<std::size_t>(i)].beta;
  }
  return SparseMatrix(system.model.mass * alpha.asDiagonal()) +
         SparseMatrix(system.model.stiffness * beta.asDiagonal());
}

}  // namespace mortise::gen
