#include "generator/reduce/bolted/project_tractions.hpp"

#include <utility>

#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// Z for all three directions: (3 n x 3 columns), of columns first .. first + count.
SparseMatrix three_ways(const SparseMatrix& shapes, Eigen::Index first, Eigen::Index count) {
  Entries entries;
  for (Eigen::Index c = 0; c < count; ++c)
    for (SparseMatrix::InnerIterator z(shapes, first + c); z; ++z)
      for (int d = 0; d < 3; ++d)
        entries.emplace_back(3 * static_cast<int>(z.row()) + d, 3 * static_cast<int>(c) + d,
                             z.value());
  return sparse_matrix(3 * shapes.rows(), 3 * count, entries);
}

// Forces of shapes that come closest to those of the points, each by the weight of its pressure:
// of clusters their resultants. force: (3 n).
Vector closest(const TractionShapes& s, const Vector& force, Eigen::Index count) {
  Vector inverse = Vector::Zero(s.weight.size());
  for (Eigen::Index p = 0; p < inverse.size(); ++p)
    if (s.weight[p] > 0.0) inverse[p] = 1.0 / s.weight[p];
  const SparseMatrix z = s.shapes.leftCols(count);
  const SparseMatrix weighted = inverse.asDiagonal() * z;
  const Matrix normal = Matrix(weighted.transpose() * z);
  const Cholesky factor(normal);
  demand(factor.positive(), "traction shapes", "depend on each other", "ask for fewer of them");
  Vector found(3 * count);
  for (int d = 0; d < 3; ++d) {
    const auto every = Eigen::seqN(d, s.weight.size(), 3);
    const Vector rhs = weighted.transpose() * Vector(force(every));
    found(Eigen::seqN(d, count, 3)) = factor.solve(rhs);
  }
  return found;
}

Matrix inverse_of(const Matrix& symmetric) {
  const Cholesky factor(0.5 * (symmetric + symmetric.transpose()));
  demand(factor.positive(), "traction shapes", "depend on each other", "ask for fewer of them");
  const Matrix inverse = factor.inverse();
  return 0.5 * (inverse + inverse.transpose());
}

}  // namespace

TractionProjector::TractionProjector(const BoltedSystem& system)
    : system_(system), compliance_(system.compliance()) {
  const std::vector<bool> closed = system.closed();
  for (std::size_t p = 0; p < closed.size(); ++p)
    if (closed[p]) base_.push_back(static_cast<Eigen::Index>(p));
  among_ = compliance_.between(base_, base_);
  factor_ = Cholesky(among_);
  demand(factor_.positive(), "contact compliance", "is not positive definite",
         "two points may not be in one place");
  by_modes_ = system.structure->points * system.modes.boundary_motions();
  by_inputs_ = system.structure->points * system.boundary_loads;
}

Matrix TractionProjector::of_base(const Matrix& rows) const {
  Matrix part(3 * static_cast<Eigen::Index>(base_.size()), rows.cols());
  for (std::size_t b = 0; b < base_.size(); ++b)
    part.middleRows<3>(3 * static_cast<Eigen::Index>(b)) = rows.middleRows<3>(3 * base_[b]);
  return part;
}

Vector TractionProjector::bonded_forces(const Vector& eta) const {
  const Vector held = -factor_.solve(of_base(by_modes_ * eta));
  Vector force = Vector::Zero(3 * system_.points());
  for (std::size_t b = 0; b < base_.size(); ++b)
    force.segment<3>(3 * base_[b]) = held.segment<3>(3 * Eigen::Index(b));
  return force;
}

ReducedBolted TractionProjector::project(const TractionShapes& t) {
  const BoltedSystem& s = system_;
  const auto p = static_cast<Eigen::Index>(t.clusters.size());
  Eigen::Index pd = 0;
  while (pd < p && t.clusters[static_cast<std::size_t>(pd)].base) ++pd;
  const Eigen::Index po = p - pd, d = 3 * pd, o = 3 * po, m = s.modes.count(), nu = s.inputs();
  const SparseMatrix of_closed = three_ways(t.shapes, 0, pd),
                     of_open = three_ways(t.shapes, pd, po);
  const Matrix shapes_d = of_base(Matrix(of_closed));
  // C_r Z_E of all points
  Matrix seen(3 * s.points(), o);
  for (Eigen::Index k = 0; k < o; ++k) seen.col(k) = compliance_.product(Vector(of_open.col(k)));
  // without slip: gaps on D, forces on D, per eta, u and forces of open shapes
  Matrix driven(3 * s.points(), m + nu + o);
  driven << by_modes_, by_inputs_, seen;
  const Matrix driven_d = of_base(driven);
  const Matrix bonded = -factor_.solve(driven_d);
  const Matrix b = inverse_of(shapes_d.transpose() * product(among_, shapes_d));
  const Matrix lost = -product(b, shapes_d.transpose() * driven_d);  // (d x m + nu + o)

  ReducedBolted r;
  r.omega = s.modes.omega;
  r.zeta = s.zeta;
  for (const ContactZone& zone : s.structure->zones) r.zones.push_back(zone.name);
  const auto zones = static_cast<Eigen::Index>(r.zones.size());
  r.friction = Vector::Constant(zones, s.friction);
  r.clusters = t.clusters;
  r.constant = Vector::Zero(d + o);
  r.constant.head(d) = closest(t, s.preloaded.state.force, pd);
  for (Eigen::Index c = 0; c < po; ++c)  // tangential gaps count from the preload
    for (SparseMatrix::InnerIterator z(t.shapes, pd + c); z; ++z)
      r.constant[d + 3 * c] += z.value() * s.preloaded.state.gap[3 * z.row()];
  const Matrix opened = of_open.transpose() * driven + of_base(seen).transpose() * bonded;
  r.from_modes.resize(d + o, m);
  r.from_modes << lost.leftCols(m), opened.leftCols(m);
  r.from_inputs.resize(d + o, nu);
  r.from_inputs << lost.middleCols(m, nu), opened.middleCols(m, nu);
  r.pivot.resize(d + o, d + o);
  const Matrix beside = lost.rightCols(o), own = opened.rightCols(o);
  r.pivot << b, beside, -beside.transpose(), 0.5 * (own + own.transpose());
  r.input_force = s.modal_loads;

  // all points' force per eta, u and x, and what is observed of it
  Matrix force = Matrix::Zero(3 * s.points(), m + nu + d + o);
  for (std::size_t k = 0; k < base_.size(); ++k) {
    const auto row = 3 * static_cast<Eigen::Index>(k);
    auto to = force.middleRows<3>(3 * base_[k]);
    to.leftCols(m + nu) = bonded.middleRows<3>(row).leftCols(m + nu);
    to.rightCols(o) = bonded.middleRows<3>(row).rightCols(o);
  }
  force.middleCols(m + nu, d) += of_closed * b;
  force.rightCols(o) += Matrix(of_open);
  const Matrix moved = s.by_boundary * (s.structure->points.transpose() * force);
  r.motions.constant = Vector::Zero(moved.rows());
  r.motions.modes = s.by_shapes;
  r.motions.inputs = s.by_inputs + moved.middleCols(m, nu);
  r.motions.contact = moved.rightCols(d + o);
  Matrix sums = Matrix::Zero(3 * zones, force.cols());
  r.resultants.constant = Vector::Zero(3 * zones);
  Eigen::Index point = 0;
  for (Eigen::Index z = 0; z < zones; ++z)
    for (const Eigen::Index end = point + s.structure->zones[static_cast<std::size_t>(z)].points();
         point < end; ++point) {
      sums.middleRows<3>(3 * z) += force.middleRows<3>(3 * point);
      r.resultants.constant.segment<3>(3 * z) += s.preloaded.state.force.segment<3>(3 * point);
    }
  r.resultants.modes = sums.leftCols(m);
  r.resultants.inputs = sums.middleCols(m, nu);
  r.resultants.contact = sums.rightCols(d + o);
  return r;
}

}  // namespace mortise::gen
