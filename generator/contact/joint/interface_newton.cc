#include "generator/contact/joint/interface_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace mortise::gen {
namespace {

constexpr int kIterations = 40;
constexpr int kFullSteps = 12;       // afterwards a step that makes it worse is halved
constexpr int kSearches = 200;       // of descend()
constexpr double kSearched = 1e-11;  // tolerance there: a steep flank multiplies rounding
constexpr int kLineSearches = 60;
constexpr double kAlong = 1e-2;       // slope that a line search leaves of the one at its start
constexpr double kTolerance = 1e-13;  // of the motion, relative to its largest part
constexpr double kRounding = 1e-8;    // the same: what rounding may leave where H is large

}  // namespace

InterfaceNewton::InterfaceNewton(Matrix compliance, double theta)
    : compliance_(std::move(compliance)), theta_(theta) {}

double InterfaceNewton::residual(const InterfaceStep& step, const Vector& constant,
                                 RowForces* forces, const Vector& x) {
  residual_ = x - step.x_free;
  const Vector rate = step.rate_free + step.rate_per_motion * residual_;
  forces->evaluate(x, rate, step.rate_per_motion, step.duration);
  if (forces->tangent_changed()) factorized_ = false;
  product_.noalias() = compliance_ * forces->force();
  product_ = theta_ * product_ + constant;
  residual_ -= product_;
  return residual_.lpNorm<Eigen::Infinity>();
}

void InterfaceNewton::factorize(const RowForces& forces) {
  matrix_.setIdentity(compliance_.rows(), compliance_.cols());
  const SparseMatrix tangent = forces.tangent();
  for (Eigen::Index j = 0; j < tangent.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(tangent, j); it; ++it)
      matrix_.col(j) -= theta_ * it.value() * compliance_.col(it.row());
  lu_.compute(matrix_);
  factorized_ = true;
}

bool InterfaceNewton::solve(const InterfaceStep& step, const Vector& constant, RowForces* forces,
                            Vector* x) {
  if (newton(step, constant, forces, x)) return true;
  if (!forces->continuous()) return false;
  const Vector best = *x;
  const bool found = descend(step, constant, forces, x);
  const int iterations = iterations_;
  Vector polished = *x;
  if (newton(step, constant, forces, &polished)) {
    *x = polished;
    return true;
  }
  iterations_ += iterations;
  if (!found) *x = best;
  residual(step, constant, forces, *x);
  return found;
}

// Imbalance of the weighted forces against `held` (nr), with the motion *x that held makes.
Vector InterfaceNewton::imbalance(const InterfaceStep& step, const Vector& held, RowForces* forces,
                                  Vector* x) {
  const Vector way = product_ + compliance_ * held;
  *x = step.x_free + way;
  forces->evaluate(*x, step.rate_free + step.rate_per_motion * way, step.rate_per_motion,
                   step.duration);
  return held - theta_ * forces->force();
}

// Newton on the forces y = theta F(x_free + constant + H y) with line searches: along the way H w
// the imbalance is the slope of the potential, whose zero false position (Illinois) brackets.
bool InterfaceNewton::descend(const InterfaceStep& step, const Vector& constant, RowForces* forces,
                              Vector* x) {
  product_ = constant;  // which imbalance() adds
  factorized_ = false;
  Vector held = theta_ * forces->force();
  Vector rest = imbalance(step, held, forces, x);
  for (int k = 0; k < kSearches; ++k) {
    const double size = (compliance_ * rest).lpNorm<Eigen::Infinity>();
    if (size <= kSearched * step.x_free.lpNorm<Eigen::Infinity>()) return true;
    const Matrix coupled = forces->tangent() * compliance_;
    matrix_ = Matrix::Identity(rest.size(), rest.size()) - theta_ * coupled;
    const Vector direction = -SmallLu(matrix_).solve(rest);
    const Vector way = compliance_ * direction;
    const double first = way.dot(rest);
    double lower = 0.0, upper = 1.0, below = first, above = 0.0, share = 1.0;
    int side = 0;  // which end the search before has moved
    for (int i = 0; i < kLineSearches; ++i) {
      rest = imbalance(step, held + share * direction, forces, x);
      const double slope = way.dot(rest);
      if (std::abs(slope) <= kAlong * std::abs(first) || (i == 0 && slope <= 0.0)) break;
      if (slope > 0.0) {
        upper = share;
        above = slope;
        if (side > 0) below *= 0.5;
        side = 1;
      } else {
        lower = share;
        below = slope;
        if (side < 0) above *= 0.5;
        side = -1;
      }
      const bool bracketed = below < 0.0 && above > 0.0;
      share = lower + (upper - lower) * (bracketed ? below / (below - above) : 0.5);
    }
    held += share * direction;
    rest = imbalance(step, held, forces, x);
  }
  return false;
}

bool InterfaceNewton::newton(const InterfaceStep& step, const Vector& constant, RowForces* forces,
                             Vector* x) {
  const double motion = step.x_free.lpNorm<Eigen::Infinity>();
  Vector best = *x;
  double best_size = std::numeric_limits<double>::infinity(), last = best_size, share = 0.0;
  for (iterations_ = 0; iterations_ < kIterations; ++iterations_) {
    const double size = residual(step, constant, forces, *x);
    if (size < best_size) {
      best_size = size;
      best = *x;
    }
    const double scale = std::max(motion, product_.lpNorm<Eigen::Infinity>());
    if (size <= kTolerance * scale) return true;
    // A whole step on the right pieces is exact: what it does not better is rounding in H F, far
    // above the motion where a body is held by nothing else and H is nearly that of a free one.
    if (factorized_ && share == 1.0 && size > 0.5 * last && size <= kRounding * scale) break;
    if (!factorized_) factorize(*forces);
    share = iterations_ > kFullSteps && size > 0.5 * last ? 0.5 : 1.0;
    *x -= share * lu_.solve(residual_);
    last = size;
  }
  *x = best;
  residual(step, constant, forces, *x);
  return iterations_ < kIterations;
}

}  // namespace mortise::gen
