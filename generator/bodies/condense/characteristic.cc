// Characteristic constraint modes: an interface of hundreds of rows by its few lowest motions
// (Castanier, Tan, Pierre, AIAA Journal 2001).
#include <algorithm>
#include <cmath>

#include "generator/bodies/condense/component.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// T^T A T in the interface block, T in its coupling.
Matrix restricted(const Matrix& a, const Matrix& t) {
  const Eigen::Index r = t.rows(), kept = t.cols(), p = a.rows() - r;
  Matrix result(kept + p, kept + p);
  result.topLeftCorner(kept, kept) = product(t.transpose(), product(a.topLeftCorner(r, r), t));
  result.bottomLeftCorner(p, kept) = product(a.bottomLeftCorner(p, r), t);
  result.topRightCorner(kept, p) = result.bottomLeftCorner(p, kept).transpose();
  result.bottomRightCorner(p, p) = a.bottomRightCorner(p, p);
  return result;
}

// Largest relative difference of the frequencies up to `highest` [rad/s].
double largest_difference(const Vector& exact, const Vector& omega, double highest) {
  double worst = 0.0;
  for (Eigen::Index i = 0; i < exact.size() && exact[i] <= highest; ++i)
    if (exact[i] > 0.0) worst = std::max(worst, i < omega.size() ? omega[i] / exact[i] - 1.0 : 1.0);
  return worst;
}

// What the modes beyond the first `kept` hold of the answer to loads on the interface; rigid-body
// motions move as fast as the lowest elastic one. Motions are scaled to equal answers.
double lost_compliance(const Modes& modes, Eigen::Index kept) {
  const Eigen::Index rigid = modes.rigid_body_modes, all = modes.omega.size();
  if (rigid >= all) return 0.0;
  Vector square = modes.omega.cwiseAbs2();
  square.head(rigid).setConstant(square[rigid]);
  Matrix seen = modes.shapes * square.cwiseSqrt().cwiseInverse().asDiagonal();
  const Vector scale = seen.rowwise().norm().cwiseMax(1e-300).cwiseInverse();
  seen = scale.asDiagonal() * seen;
  const Matrix lost = seen.rightCols(all - kept);
  const double whole = product(seen.transpose(), seen).norm();
  return lost.cols() > 0 ? product(lost.transpose(), lost).norm() / whole : 0.0;
}

}  // namespace

void reduce_interface(const InterfaceReduction& reduction, double band_hz, double zero_level,
                      CondensedComponent* c) {
  const Eigen::Index r = c->constraint_modes.cols();
  const Modes motions =
      dense_modes(c->stiffness.topLeftCorner(r, r), c->mass.topLeftCorner(r, r), zero_level);
  Eigen::Index kept = motions.omega.size();
  if (reduction.modes > 0) kept = std::min(kept, reduction.modes);
  if (reduction.cutoff_hz > 0.0)
    kept = std::min<Eigen::Index>(kept,
                                  (motions.omega.array() < kTwoPi * reduction.cutoff_hz).count());
  demand(kept >= motions.rigid_body_modes && kept > 0, "condensation",
         std::to_string(kept) + " interface motions would be kept, fewer than the " +
             std::to_string(motions.rigid_body_modes) + " rigid-body ones, or none at all",
         "give a larger condense.interface_modes or condense.interface_cutoff_hz");
  const Modes whole = dense_modes(c->stiffness, c->mass, zero_level);
  InterfaceReport& report = c->interface;
  report.motions = r;
  report.kept = kept;
  report.next_hz = kept < motions.omega.size() ? motions.omega[kept] / kTwoPi : 0.0;
  report.band_hz = band_hz;
  if (band_hz == 0.0 && c->normal.omega.size() > 0)
    report.band_hz = c->normal.omega.tail(1)[0] / kTwoPi;
  const Matrix t = motions.shapes.leftCols(kept);
  c->constraint_modes = product(c->constraint_modes, t);
  c->stiffness = restricted(c->stiffness, t);
  c->mass = restricted(c->mass, t);
  const Modes left = dense_modes(c->stiffness, c->mass, zero_level);
  report.frequency_error = largest_difference(whole.omega, left.omega, kTwoPi * report.band_hz);
  report.compliance_error = lost_compliance(motions, kept);
}

}  // namespace mortise::gen
