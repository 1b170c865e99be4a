#include "generator/contact/bolted/bolted_structure.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <utility>

#include "generator/bodies/condense/component.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

SurfaceCompliance BoltedStructure::compliance(const Matrix& of_boundary) const {
  std::vector<SurfaceGrid> grids;
  for (std::size_t z = 0; z < zones.size(); ++z) grids.push_back({&half_spaces[z], zones[z].cells});
  return {std::move(grids), points, of_boundary};
}

BoltedStructure make_bolted(const FullModel& model, std::vector<ContactZone> zones,
                            const BoltedOptions& options, const Matrix& loads,
                            const SparseMatrix& rows, Matrix* boundary_loads) {
  BoltedStructure s;
  s.zones = std::move(zones);
  for (const ContactZone& zone : s.zones)
    s.half_spaces.emplace_back(zone.grid, options.surfaces, options.coupling);
  s.points = point_rows(s.zones);
  s.height = Vector::Zero(s.points.rows());
  Eigen::Index first = 0;
  for (const ContactZone& zone : s.zones)
    for (Eigen::Index p = 0; p < zone.points(); ++p, first += 3) s.height[first] = zone.height[p];
  CondenseOptions condense;
  condense.modes.count = options.modes;
  condense.by_blocks = true;
  const CondensedComponent body =
      condense_component(model.stiffness, model.mass, pair_rows(model, s.zones), condense);
  s.boundary = body.constraint_modes.cols();
  s.stiffness = body.stiffness;
  s.mass = body.mass;
  s.tied_omega = body.normal.omega;
  const Eigen::LLT<Matrix> factor(s.stiffness.topLeftCorner(s.boundary, s.boundary));
  demand(factor.info() == Eigen::Success, model.source, "the open structure is not held",
         "bolts and supports must hold it where the surfaces part");
  s.flexibility = factor.solve(Matrix::Identity(s.boundary, s.boundary));
  const Matrix basis = body.basis();
  *boundary_loads = body.constraint_modes.transpose() * loads;
  s.sensor = rows * basis;
  return s;
}

BondedModes bonded_modes(const BoltedStructure& s, const std::vector<bool>& closed,
                         Eigen::Index count) {
  Matrix stiffness = s.stiffness;
  Eigen::Index first = 0;
  for (std::size_t z = 0; z < s.zones.size(); ++z) {
    std::vector<Cell> cells;
    std::vector<Eigen::Index> rows;
    for (Eigen::Index p = 0; p < s.zones[z].points(); ++p) {
      if (!closed[static_cast<std::size_t>(first + p)]) continue;
      cells.push_back(s.zones[z].cells[static_cast<std::size_t>(p)]);
      for (Eigen::Index d = 0; d < 3; ++d) rows.push_back(3 * (first + p) + d);
    }
    first += s.zones[z].points();
    if (cells.empty()) continue;
    Matrix moved = Matrix::Zero(static_cast<Eigen::Index>(rows.size()), s.boundary);
    std::vector<Eigen::Index> at(static_cast<std::size_t>(s.points.rows()), -1);
    for (std::size_t r = 0; r < rows.size(); ++r)
      at[static_cast<std::size_t>(rows[r])] = static_cast<Eigen::Index>(r);
    for (Eigen::Index k = 0; k < s.points.outerSize(); ++k)
      for (SparseMatrix::InnerIterator w(s.points, k); w; ++w)
        if (const Eigen::Index r = at[static_cast<std::size_t>(w.row())]; r >= 0)
          moved(r, w.col()) = w.value();
    const Eigen::LLT<Matrix> factor(s.half_spaces[z].among(cells));
    const Matrix held = factor.matrixL().solve(moved);
    stiffness.topLeftCorner(s.boundary, s.boundary) += product(held.transpose(), held);
  }
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> modes(stiffness, s.mass);
  demand(modes.info() == Eigen::Success, "bonded structure", "its modes were not found",
         "check the masses of the body");
  BondedModes found;
  const Eigen::Index kept = std::min(count, s.mass.rows());
  found.omega = modes.eigenvalues().head(kept).cwiseMax(0.0).cwiseSqrt();
  found.shapes = modes.eigenvectors().leftCols(kept);
  return found;
}

}  // namespace mortise::gen
