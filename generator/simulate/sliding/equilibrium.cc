#include "generator/simulate/sliding/equilibrium.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/simulate/run/signals.hpp"

namespace mortise::gen {
namespace {

constexpr int kNewtonIterations = 30;
constexpr double kForceTolerance = 1e-12;  // of the last change of the contact force

constexpr double kPull = 1e-9;  // of the constant forces, below which a contact does not pull

constexpr double kFree = 1.0;  // [rad/s] modes below count as held by the contact alone

// Solves  [omega^2 - force left right^T, -b; c^T, 0] [x; y] = [rest; gap]  with O(n) work: all but
// the diagonal is of low rank. Free modes get a stiffness of kFree^2 that the low rank takes back.
class BorderedSolver {
 public:
  explicit BorderedSolver(const Vector& stiffness) : diagonal_(stiffness) {
    for (Eigen::Index i = 0; i < stiffness.size(); ++i) {
      if (stiffness[i] >= kFree * kFree) continue;
      diagonal_[i] += kFree * kFree;
      free_.push_back(i);
    }
  }

  // In place; false if the matrix is singular.
  bool solve(const Vector& b, const Vector& c, double force,
             const SlidingGeometryModel::LowRank& turning, Vector* rest, double* gap) const {
    // columns: what acts on the diagonal part; rows: what is seen of x
    const Eigen::Index n = diagonal_.size(), m = 3 + static_cast<Eigen::Index>(free_.size());
    Matrix columns = Matrix::Zero(n, m), seen = Matrix::Zero(n, m);
    columns.col(0) = b;
    columns.middleCols<2>(1) = force * turning.left;
    seen.col(0) = c;
    seen.middleCols<2>(1) = turning.right;
    for (Eigen::Index k = 3; k < m; ++k) {
      const Eigen::Index i = free_[static_cast<std::size_t>(k - 3)];
      columns(i, k) = kFree * kFree;
      seen(i, k) = 1.0;
    }
    // x = D^-1 (rest + columns w) with w = (y, right . x, free x)
    const Matrix reached = diagonal_.cwiseInverse().asDiagonal() * columns;
    const Vector alone = rest->cwiseQuotient(diagonal_);
    Matrix small = seen.transpose() * reached;
    small.bottomRightCorner(m - 1, m - 1).diagonal().array() -= 1.0;
    Matrix w = -(seen.transpose() * alone);
    w(0, 0) += *gap;
    DenseLu lu;
    if (!lu.factorise(small)) return false;
    lu.solve(w);
    *rest = alone + reached * w.col(0);
    *gap = w(0, 0);
    return rest->allFinite() && std::isfinite(*gap);
  }

 private:
  Vector diagonal_;
  std::vector<Eigen::Index> free_;
};

// Under the default values of the inputs (n).
Vector load_at_rest(const ReducedSystem& system) {
  if (system.inputs.empty()) return system.constant_force;
  return system.constant_force + system.input_forces * input_values(system.inputs, {}, 0.0);
}

}  // namespace

ContactPulls::ContactPulls(const std::string& where, double force)
    : Error(where, "the contact would pull with " + number_text(force) + " N",
            "turn the force on the sliding body towards its target, e.g. by [[forces]]") {}

SlidingEquilibrium sliding_equilibrium(const ReducedSystem& system,
                                       const SlidingGeometryModel& geometry, double path,
                                       double friction) {
  const Eigen::Index n = system.size();
  const double direction = sliding_direction(sliding_of(system).law);
  const Vector load = load_at_rest(system);
  SlidingEquilibrium x;
  x.q = Vector::Zero(n);
  x.place = geometry.undeformed(path);
  const Vector stiffness = system.omega.cwiseAbs2();
  const BorderedSolver solver(stiffness);
  Vector force, gap;
  while (x.iterations < kNewtonIterations) {
    ++x.iterations;
    geometry.force_row(x.place, friction, direction, &force);
    geometry.gap_row(x.place, &gap);
    const auto turning = geometry.force_derivative(x.place, friction, direction);
    Vector step = stiffness.cwiseProduct(x.q) - load - x.force * force;
    double force_step = x.place.gap;
    if (!solver.solve(force, gap, x.force, turning, &step, &force_step)) break;
    x.q -= step;
    x.force -= force_step;
    x.place = geometry.find(x.q, path);
    if (std::abs(force_step) > kForceTolerance * std::abs(x.force)) continue;
    if (x.force * force.norm() < -kPull * load.norm())
      throw ContactPulls("sliding contact", -x.force);
    return x;
  }
  throw Error("sliding contact",
              "there is no static sliding state at the position " + number_text(path) + " m",
              "see that the supports and the contact hold the bodies, and lower contact.friction");
}

Vector sliding_start(const ReducedSystem& system, const SlidingGeometryModel& geometry) {
  const SlidingLaw& law = sliding_of(system).law;
  try {
    return sliding_equilibrium(system, geometry, sliding_of(system).geometry.start,
                               resting_friction(law))
        .q;
  } catch (const ContactPulls&) {
    if (law.kind == SlidingKind::bilateral || system.omega.minCoeff() < kFree) throw;
    return load_at_rest(system).cwiseQuotient(system.omega.cwiseAbs2());
  }
}

}  // namespace mortise::gen
