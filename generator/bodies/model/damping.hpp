// The Rayleigh damping of a full-order structure: D = alpha M + beta K per substructure.
#pragma once

#include <vector>

#include "generator/bodies/model/full_model.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

// D = alpha M + beta K.
struct Rayleigh {
  double alpha = 0.0;  // [1/s]
  double beta = 0.0;   // [s]
};

// The substructures of the model, at least one.
inline std::vector<Substructure> substructures_of(const FullModel& model) {
  if (!model.substructures.empty()) return model.substructures;
  return {{"", 0, model.size()}};
}

// One per substructure of substructures_of(). damping: none at all, one for all, or one each;
// throws Error for another number.
inline std::vector<Rayleigh> damping_of_substructures(const FullModel& model,
                                                      const std::vector<Rayleigh>& damping) {
  const std::size_t parts = substructures_of(model).size();
  if (damping.empty()) return std::vector<Rayleigh>(parts);
  if (damping.size() == 1) return std::vector<Rayleigh>(parts, damping.front());
  demand(damping.size() == parts, "damping",
         std::to_string(damping.size()) + " dampings for " + std::to_string(parts) +
             " substructure(s)",
         "give one per substructure, or one for the whole");
  return damping;
}

// D (n x n) [N s/m], without the interface. No entry joins two substructures. damping and errors as
// in damping_of_substructures().
inline SparseMatrix damping_matrix(const FullModel& model, const std::vector<Rayleigh>& damping) {
  const std::vector<Substructure> parts = substructures_of(model);
  const std::vector<Rayleigh> each = damping_of_substructures(model, damping);
  Vector alpha = Vector::Zero(model.size());
  Vector beta = alpha;
  for (std::size_t b = 0; b < parts.size(); ++b) {
    alpha.segment(parts[b].first, parts[b].size).setConstant(each[b].alpha);
    beta.segment(parts[b].first, parts[b].size).setConstant(each[b].beta);
  }
  return SparseMatrix(model.mass * alpha.asDiagonal()) +
         SparseMatrix(model.stiffness * beta.asDiagonal());
}

}  // namespace mortise::gen
