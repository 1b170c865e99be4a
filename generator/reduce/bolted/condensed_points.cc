#include "generator/reduce/bolted/condensed_points.hpp"

#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

CondensedPoints condense_points(const BoltedSystem& system, const TractionShapes& shapes) {
  const std::vector<bool> closed = system.closed();
  CondensedPoints c;
  for (const bool base : {true, false}) {
    for (std::size_t p = 0; p < closed.size(); ++p)
      if (closed[p] == base && shapes.weight[static_cast<Eigen::Index>(p)] > 0.0)
        c.points.push_back(static_cast<Eigen::Index>(p));
    if (base) c.closed = static_cast<Eigen::Index>(c.points.size());
  }
  const auto n = static_cast<Eigen::Index>(c.points.size());
  const Eigen::Index d = 3 * c.closed, o = 3 * n - d;
  c.compliance = system.compliance().between(c.points, c.points);
  const Matrix by_modes = system.structure->points * system.modes.boundary_motions();
  c.by_modes.resize(3 * n, by_modes.cols());
  c.gap = Vector::Zero(3 * n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const Eigen::Index point = 3 * c.points[static_cast<std::size_t>(k)];
    c.by_modes.middleRows<3>(3 * k) = by_modes.middleRows<3>(point);
    if (3 * k >= d) c.gap[3 * k] = system.preloaded.state.gap[point];
  }
  const Cholesky held(c.compliance.topLeftCorner(d, d));
  demand(held.positive(), "contact compliance", "is not positive definite",
         "two points may not be in one place");
  const Matrix across = c.compliance.bottomLeftCorner(o, d);
  const Matrix by_open = held.solve(Matrix(c.compliance.topRightCorner(d, o)));
  const Matrix by_eta = held.solve(Matrix(c.by_modes.topRows(d)));
  c.compliance.bottomRightCorner(o, o) -= product(across, by_open);
  c.by_modes.bottomRows(o) -= product(across, by_eta);
  return c;
}

}  // namespace mortise::gen
