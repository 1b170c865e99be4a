// The eigenvalue problem of a block that other solvers are measured with: that of Craig-Bampton,
// the contact nodes held.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "generator/bodies/condense/selected_dofs.hpp"
#include "generator/bodies/import/importer.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/ground/numbers/rows.hpp"

namespace mortise::gen {

struct PeerCase {
  SparseMatrix stiffness, mass;
};

// path: of the export of tests/bench/write_block.cc.
inline PeerCase peer_case(const std::string& path) {
  const FullModel model = import_matrices({"calculix", path, "", "mm,t,s,N", {}});
  const std::vector<std::int64_t>& tip = model.sets.at("TIP");
  Entries held;
  const DofTable table(model);
  for (const std::int64_t node : {tip.front(), tip.back()})
    for (int direction = 1; direction <= 3; ++direction)
      held.emplace_back(static_cast<int>(held.size()),
                        static_cast<int>(table.at({node, direction}, "peer")), 1.0);
  const std::vector<Eigen::Index> kept =
      free_dofs(sparse_matrix(static_cast<Eigen::Index>(held.size()), model.size(), held));
  return {submatrix(model.stiffness, kept), submatrix(model.mass, kept)};
}

// One line of JSON on standard error, where tests/bench/scale reads it.
inline void print_peer(double seconds, const std::vector<double>& hz) {
  std::fprintf(stderr, "{\"seconds\": %.3f, \"hz\": [", seconds);
  for (std::size_t i = 0; i < hz.size(); ++i)
    std::fprintf(stderr, "%s%.9g", i > 0 ? ", " : "", hz[i]);
  std::fprintf(stderr, "]}\n");
}

}  // namespace mortise::gen
