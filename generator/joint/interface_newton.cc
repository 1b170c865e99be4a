#include "generator/joint/interface_newton.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace mortise::gen {
namespace {

constexpr int kIterations = 40;
constexpr int kFullSteps = 12;  // afterwards a step that makes it worse is halved
constexpr double kSteepen = 0.1;
constexpr double kTolerance = 1e-13;  // of the motion, relative to its largest part

}  // namespace

InterfaceNewton::InterfaceNewton(Matrix compliance, double theta)
    : compliance_(std::move(compliance)), theta_(theta) {}

double InterfaceNewton::residual(const InterfaceStep& step, const Vector& constant,
                                 JointForces* forces, const Vector& x) {
  residual_ = x - step.x_free;
  const Vector rate = step.rate_free + step.rate_per_motion * residual_;
  forces->evaluate(x, rate, step.rate_per_motion, step.duration, step.flank);
  if (forces->tangent_changed()) factorized_ = false;
  product_.noalias() = compliance_ * forces->force();
  product_ = theta_ * product_ + constant;
  residual_ -= product_;
  return residual_.lpNorm<Eigen::Infinity>();
}

void InterfaceNewton::factorize(const JointForces& forces) {
  matrix_.setIdentity(compliance_.rows(), compliance_.cols());
  const SparseMatrix tangent = forces.tangent();
  for (Eigen::Index j = 0; j < tangent.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(tangent, j); it; ++it)
      matrix_.col(j) -= theta_ * it.value() * compliance_.col(it.row());
  lu_.compute(matrix_);
  factorized_ = true;
}

bool InterfaceNewton::solve(const InterfaceStep& step, const Vector& constant, JointForces* forces,
                            Vector* x) {
  if (newton(step, constant, forces, x)) return true;
  if (forces->law().normal.damper != ImpactDamper::filled) return false;
  InterfaceStep softer = step;
  for (double flank = 1.0; flank > kSharpFlank; flank *= kSteepen) {
    softer.flank = flank;
    newton(softer, constant, forces, x);
  }
  return newton(step, constant, forces, x);
}

bool InterfaceNewton::newton(const InterfaceStep& step, const Vector& constant, JointForces* forces,
                             Vector* x) {
  const double motion = step.x_free.lpNorm<Eigen::Infinity>();
  Vector best = *x;
  double best_size = std::numeric_limits<double>::infinity(), last = best_size;
  for (iterations_ = 0; iterations_ < kIterations; ++iterations_) {
    const double size = residual(step, constant, forces, *x);
    if (size < best_size) {
      best_size = size;
      best = *x;
    }
    if (size <= kTolerance * std::max(motion, product_.lpNorm<Eigen::Infinity>())) return true;
    if (!factorized_) factorize(*forces);
    const double share = iterations_ > kFullSteps && size > 0.5 * last ? 0.5 : 1.0;
    *x -= share * lu_.solve(residual_);
    last = size;
  }
  *x = best;
  residual(step, constant, forces, *x);
  return false;
}

}  // namespace mortise::gen
