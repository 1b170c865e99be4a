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

namespace {

// Points that are held by half-spaces, directions that do not see the others at a time.
struct HeldPoints {
  std::vector<Cell> cells;
  std::vector<Eigen::Index> points;  // their numbers
};

// stiffness += W^T C^-1 W of some directions of these points.
void add_held(const GridCompliance& half_spaces, const HeldPoints& held,
              const std::vector<Eigen::Index>& directions, const SurfaceCompliance::PointRows& rows,
              Matrix* stiffness) {
  const auto n = static_cast<Eigen::Index>(held.cells.size());
  const auto size = n * static_cast<Eigen::Index>(directions.size());
  std::vector<Eigen::Index> column(static_cast<std::size_t>(rows.cols()), -1), touched;
  const auto each = [&](const auto& use) {
    Eigen::Index row = 0;
    for (const Eigen::Index d : directions)
      for (const Eigen::Index p : held.points) {
        for (SurfaceCompliance::PointRows::InnerIterator w(rows, 3 * p + d); w; ++w) use(row, w);
        ++row;
      }
  };
  each([&](Eigen::Index, const auto& w) {
    Eigen::Index& at = column[static_cast<std::size_t>(w.col())];
    if (at >= 0) return;
    at = static_cast<Eigen::Index>(touched.size());
    touched.push_back(w.col());
  });
  Matrix moved = Matrix::Zero(size, static_cast<Eigen::Index>(touched.size()));
  each([&](Eigen::Index row, const auto& w) {
    moved(row, column[static_cast<std::size_t>(w.col())]) = w.value();
  });
  Matrix compliance(size, size);
  for (Eigen::Index b = 0; b < n; ++b)
    for (Eigen::Index a = 0; a < n; ++a) {
      const RectangleCompliance c = half_spaces.between(held.cells[static_cast<std::size_t>(a)],
                                                        held.cells[static_cast<std::size_t>(b)]);
      if (directions.size() == 2) {
        compliance(a, b) = c.xx;
        compliance(n + a, n + b) = c.yy;
        compliance(n + a, b) = compliance(a, n + b) = c.xy;
      } else {
        compliance(a, b) = directions[0] == 0 ? c.zz : directions[0] == 1 ? c.xx : c.yy;
      }
    }
  const Eigen::LLT<Matrix> factor(std::move(compliance));
  factor.matrixL().solveInPlace(moved);
  const Matrix block = product(moved.transpose(), moved);
  for (std::size_t b = 0; b < touched.size(); ++b)
    for (std::size_t a = 0; a < touched.size(); ++a)
      (*stiffness)(touched[a], touched[b]) +=
          block(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b));
}

}  // namespace

BondedModes bonded_modes(const BoltedStructure& s, const std::vector<bool>& closed,
                         Eigen::Index count) {
  Matrix stiffness = s.stiffness;
  const SurfaceCompliance::PointRows rows = s.points;
  Eigen::Index first = 0;
  for (std::size_t z = 0; z < s.zones.size(); ++z) {
    HeldPoints held;
    for (Eigen::Index p = 0; p < s.zones[z].points(); ++p)
      if (closed[static_cast<std::size_t>(first + p)]) {
        held.cells.push_back(s.zones[z].cells[static_cast<std::size_t>(p)]);
        held.points.push_back(first + p);
      }
    first += s.zones[z].points();
    if (held.cells.empty()) continue;
    const bool coupled = s.half_spaces[z].table()[3].size() > 0;
    std::vector<std::vector<Eigen::Index>> groups{{0}, {1}, {2}};
    if (coupled) groups = {{0}, {1, 2}};
    for (const auto& directions : groups)
      add_held(s.half_spaces[z], held, directions, rows, &stiffness);
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
