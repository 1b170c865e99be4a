#include "generator/contact/bolted/krylov_newton.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "generator/ground/dense/decompositions.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/numbers/dice.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr int kNewtonSteps = 100;
constexpr int kCirclesAfter = 12;  // Newton steps before circles are suspected
constexpr int kRounds = 40;        // in which more points are found to close
constexpr int kSteps = 150;        // of a linear solve
constexpr double kRough = 1e-3;    // before it is asked who closes
constexpr double kEnough = 0.03;   // of Newton's residual, for his next step
constexpr Eigen::Index kShapes = 64;
constexpr int kPowers = 4;  // of subspace iterations

// Span of the largest eigenvectors of F, about.
Matrix soft_shapes(const Matrix& flexibility) {
  const Eigen::Index n = flexibility.rows(), k = std::min(kShapes, n / 2);
  Dice dice(1);
  Matrix shapes(n, k);
  for (double& x : shapes.reshaped()) x = dice.between(-1.0, 1.0);
  for (int sweep = 0; sweep < kPowers; ++sweep) shapes = orthonormal(product(flexibility, shapes));
  return shapes;
}

Cholesky shifted_factor(Matrix a) {
  a.diagonal().array() += 1e-12 * a.diagonal().maxCoeff();  // points may be too few for all shapes
  return Cholesky(std::move(a));
}

}  // namespace

KrylovNewton::KrylovNewton(SurfaceCompliance compliance, double friction)
    : compliance_(std::move(compliance)),
      law_{friction, compliance_.stiffness()},
      block_(std::make_shared<const SurfaceCompliance>(compliance_)) {
  if (compliance_.flexibility() != nullptr)
    soft_ = std::make_shared<const Matrix>(soft_shapes(*compliance_.flexibility()));
}

void KrylovNewton::see(const std::vector<Eigen::Index>& known) {
  known_ = known;
  block_.see(known);
  if (!soft_ || known.empty()) return;
  soft_here_ = (*soft_)(block_.touched(), Eigen::all);
  carried_ = block_.rows() * soft_here_;
  const Vector one = Vector::Ones(3 * static_cast<Eigen::Index>(known.size()));
  stiff_ = block_.half_spaces(one).sum() / double(one.size());
}

// What Newton's step takes for known of points that slip.
void KrylovNewton::aim() {
  for (std::size_t k = 0; k < known_.size(); ++k) {
    if (unknown_[k].status != PointStatus::SLIP) continue;
    const Eigen::Index at = 3 * static_cast<Eigen::Index>(k);
    const Eigen::Vector3d force = force_.segment<3>(at);
    const Eigen::Vector2d pull = law_.pull(force, moved_.segment<3>(at));
    const double size = pull.norm();
    if (!(size > 0.0)) {  // a guess says so without saying where to
      unknown_[k].status = PointStatus::STICK;
      continue;
    }
    unknown_[k].way = pull / size;
    unknown_[k].share = std::clamp(law_.friction * force[0] / size, 1e-6, 1.0);
  }
}

// Pi x in place.
void KrylovNewton::project(Vector* x) const {
  for (std::size_t k = 0; k < known_.size(); ++k) {
    auto own = x->segment<3>(3 * static_cast<Eigen::Index>(k));
    if (unknown_[k].status == PointStatus::OPEN) own.setZero();
    if (unknown_[k].status != PointStatus::SLIP) continue;
    const Eigen::Vector2d& d = unknown_[k].way;
    own.tail<2>() -= d.dot(own.tail<2>()) * d;
  }
}

// y += D x, x = Pi x
void KrylovNewton::add_given_way(const Vector& x, Vector* y) const {
  for (std::size_t k = 0; k < known_.size(); ++k) {
    if (unknown_[k].status != PointStatus::SLIP) continue;
    const Eigen::Index at = 3 * static_cast<Eigen::Index>(k) + 1;
    const double f = unknown_[k].share;
    y->segment<2>(at) += (1.0 - f) / (f * law_.scale) * x.segment<2>(at);
  }
}

// What D leaves of the half-spaces' stiffness across the way, its root.
void KrylovNewton::scale_across(Vector* x) const {
  for (std::size_t k = 0; k < known_.size(); ++k)
    if (unknown_[k].status == PointStatus::SLIP)
      x->segment<2>(3 * static_cast<Eigen::Index>(k) + 1) *= std::sqrt(unknown_[k].share);
}

// What the soft shapes are to the unknowns: Z = Pi W V.
void KrylovNewton::deflate() {
  if (soft_here_.size() == 0) return;
  Matrix shapes = carried_;
  for (std::size_t k = 0; k < known_.size(); ++k) {
    auto own = shapes.middleRows<3>(3 * static_cast<Eigen::Index>(k));
    if (unknown_[k].status == PointStatus::OPEN) own.setZero();
    if (unknown_[k].status != PointStatus::SLIP) continue;
    const Eigen::Vector2d& d = unknown_[k].way;
    const Eigen::RowVectorXd along = d.transpose() * own.bottomRows<2>();
    own.bottomRows<2>() -= d * along;
  }
  const Matrix load = block_.rows().transpose() * shapes;
  const Matrix gram = product(soft_here_.transpose(), load);
  const Matrix given = product(load.transpose(), product(block_.flexibility(), load));
  gram_ = shifted_factor(gram);
  coarse_ = shifted_factor(stiff_ * gram + given);
}

// Z^T x, x = Pi x
Vector KrylovNewton::on_shapes(const Vector& x) const {
  return soft_here_.transpose() * (block_.rows().transpose() * x);
}

// x += Z amount
void KrylovNewton::add_shapes(const Vector& amount, Vector* x) const {
  Vector moved = block_.rows() * (soft_here_ * amount);
  project(&moved);
  *x += moved;
}

// z = [Q S Q + Z E^-1 Z^T] r: S about the inverse of the half-spaces and D, Q what is orthogonal to
// Z, E = Z^T (stiff + W F W^T) Z.
void KrylovNewton::precondition(const Vector& r, Vector* z) {
  const bool soft = soft_here_.size() > 0;
  *z = r;
  Vector share;
  if (soft) {
    share = on_shapes(r);
    add_shapes(-gram_.solve(share), z);
  }
  scale_across(z);
  Vector force = block_.inverse(*z);
  for (std::size_t k = 0; k < known_.size(); ++k) {  // where D rules
    if (unknown_[k].status != PointStatus::SLIP) continue;
    const Eigen::Index at = 3 * static_cast<Eigen::Index>(k) + 1;
    force.segment<2>(at) += (1.0 - unknown_[k].share) * law_.scale * z->segment<2>(at);
  }
  scale_across(&force);
  project(&force);
  *z = force;
  if (soft) add_shapes(coarse_.solve(share) - gram_.solve(on_shapes(force)), z);
}

// x of the unknowns as forces: along its way a point rubs as it is pressed.
Vector KrylovNewton::forces_of(const Vector& x) const {
  Vector force = x;
  for (std::size_t k = 0; k < known_.size(); ++k)
    if (unknown_[k].status == PointStatus::SLIP) {
      const Eigen::Index at = 3 * static_cast<Eigen::Index>(k);
      force.segment<2>(at + 1) += law_.friction * x[at] * unknown_[k].way;
    }
  return force;
}

// Newton's step to an accuracy [N]; 0: relative to where it starts. Generalised minimal residuals.
void KrylovNewton::solve(double accuracy) {
  aim();
  deflate();
  project(&force_);
  Vector r = free_ + block_.product(forces_of(force_));
  ++products_;
  add_given_way(force_, &r);
  project(&r);
  r = -r;
  const double start = r.norm();
  if (start > 0.0) {
    // the worst point's residual counts, which is no more than the norm
    const double ratio = law_.scale * r.cwiseAbs().maxCoeff() / (law_.scale * start);
    const double enough = accuracy == 0.0 ? kEnough * start : accuracy / law_.scale / ratio;
    std::vector<Vector> basis{r / start};
    Matrix triangle = Matrix::Zero(kSteps + 1, kSteps);
    Vector rest = Vector::Zero(kSteps + 1), cosine(kSteps), sine(kSteps);
    rest[0] = start;
    int steps = 0;
    Vector z;
    while (steps < kSteps && std::abs(rest[steps]) > enough) {
      precondition(basis.back(), &z);
      Vector q = block_.product(forces_of(z));
      ++products_;
      add_given_way(z, &q);
      project(&q);
      auto column = triangle.col(steps);
      for (int k = 0; k <= steps; ++k) {
        column[k] = basis[static_cast<std::size_t>(k)].dot(q);
        q -= column[k] * basis[static_cast<std::size_t>(k)];
      }
      const double left = q.norm();
      for (int k = 0; k < steps; ++k) {
        const double above = column[k];
        column[k] = cosine[k] * above + sine[k] * column[k + 1];
        column[k + 1] = cosine[k] * column[k + 1] - sine[k] * above;
      }
      const double size = std::hypot(column[steps], left);
      cosine[steps] = column[steps] / size;
      sine[steps] = left / size;
      column[steps] = size;
      rest[steps + 1] = -sine[steps] * rest[steps];
      rest[steps] *= cosine[steps];
      ++steps;
      if (left <= 1e-14 * size) break;
      basis.emplace_back(q / left);
    }
    const Vector amount =
        triangle.topLeftCorner(steps, steps).triangularView<Eigen::Upper>().solve(rest.head(steps));
    Vector u = Vector::Zero(r.size());
    for (int k = 0; k < steps; ++k) u += amount[k] * basis[static_cast<std::size_t>(k)];
    precondition(u, &z);
    force_ += z;
  }
  force_ = forces_of(force_);
  moved_ = free_ + block_.product(force_);
  ++products_;
}

double KrylovNewton::residual() const {
  double worst = 0.0;
  for (Eigen::Index at = 0; at < force_.size(); at += 3)
    worst = std::max(worst, law_.violation(force_.segment<3>(at), moved_.segment<3>(at)));
  return worst;
}

// Solves the known points, from their statuses, to a residual relative to the largest force.
void KrylovNewton::newton(double tolerance) {
  double rest = 0.0, accuracy = 0.0;
  Dice dice(1);
  for (int i = 0; i < kNewtonSteps; ++i, ++iterations_) {
    solve(accuracy);
    double largest = 0.0;
    for (std::size_t k = 0; k < known_.size(); ++k) {
      const Eigen::Index at = 3 * static_cast<Eigen::Index>(k);
      const Eigen::Vector3d force = force_.segment<3>(at), moved = moved_.segment<3>(at);
      largest = std::max(largest, force[0]);
      PointStatus status = law_.judge(force, moved);
      if (status == PointStatus::SLIP && unknown_[k].status == PointStatus::SLIP &&
          law_.pull(force, moved).dot(unknown_[k].way) < 0.0)
        status = PointStatus::STICK;  // it went along its friction: forth and back without end else
      // Statuses that go round in circles: each keeps its own now and then.
      if (i >= kCirclesAfter && dice.below(2) == 0) continue;
      unknown_[k].status = status;
    }
    rest = residual();
    if (rest <= tolerance * largest || largest == 0.0) return;
    accuracy = std::max(kEnough * rest, 0.3 * kContactResidual * largest);
  }
  throw Error("contact",
              fmt::format("no solution after {} Newton steps, {} N are left", kNewtonSteps, rest),
              "take smaller load steps");
}

// Takes in who penetrates: those that are likely to first, as one that closes pushes off others.
bool KrylovNewton::grow(const Vector& gap, double most, std::vector<Eigen::Index>* known) const {
  std::vector<bool> is_known(static_cast<std::size_t>(compliance_.points()), false);
  for (const Eigen::Index p : *known) is_known[static_cast<std::size_t>(p)] = true;
  std::vector<Eigen::Index> likely, others;
  for (Eigen::Index p = 0; p < compliance_.points(); ++p) {
    const auto at = static_cast<std::size_t>(p);
    if (!is_known[at] && gap[3 * p] < -most)
      (likely_.empty() || likely_[at] ? likely : others).push_back(p);
  }
  const std::vector<Eigen::Index>& added = likely.empty() ? others : likely;
  known->insert(known->end(), added.begin(), added.end());
  return !added.empty();
}

double KrylovNewton::advance(const Vector& free_gap, SurfaceState* state,
                             const SurfaceState* guess) {
  if (guess != nullptr) try {
      return go(free_gap, state, guess);
    } catch (const Error&) {  // the guess was none
    }
  return go(free_gap, state, nullptr);
}

double KrylovNewton::go(const Vector& free_gap, SurfaceState* state, const SurfaceState* guess) {
  const Eigen::Index points = compliance_.points();
  SurfaceState next = guess != nullptr ? *guess : *state;
  Vector target = state->gap;
  std::vector<Eigen::Index> known;
  for (Eigen::Index p = 0; p < points; ++p) {
    target[3 * p] = 0.0;
    PointStatus& status = next.status[static_cast<std::size_t>(p)];
    if (status == PointStatus::OPEN &&
        state->status[static_cast<std::size_t>(p)] == PointStatus::OPEN)
      continue;
    // all stick at first: from the forces before, all would seem to slip
    if (guess == nullptr) status = PointStatus::STICK;
    known.push_back(p);
  }
  iterations_ = products_ = 0;
  double tolerance = kRough;
  for (int round = 0;; ++round) {
    demand(round < kRounds, "contact", "more and more points close", "take smaller load steps");
    if (!known.empty()) {
      if (round == 0 || known.size() != known_.size()) see(known);
      const auto rows = static_cast<Eigen::Index>(3 * known.size());
      free_.resize(rows);
      force_.resize(rows);
      moved_.resize(rows);
      unknown_.resize(known.size());
      for (std::size_t k = 0; k < known.size(); ++k) {
        const Eigen::Index at = 3 * static_cast<Eigen::Index>(k), from = 3 * known[k];
        free_.segment<3>(at) = (free_gap - target).segment<3>(from);
        force_.segment<3>(at) = next.force.segment<3>(from);
        moved_.segment<3>(at) = (next.gap - target).segment<3>(from);
        unknown_[k].status = next.status[static_cast<std::size_t>(known[k])];
      }
      newton(tolerance);
    }
    next.force.setZero();
    for (std::size_t k = 0; k < known.size(); ++k) {
      const PointStatus status = unknown_[k].status;
      next.status[static_cast<std::size_t>(known[k])] = status;
      if (status != PointStatus::OPEN)
        next.force.segment<3>(3 * known[k]) = force_.segment<3>(3 * Eigen::Index(k));
    }
    next.gap = free_gap + compliance_.product(next.force);
    const double most = kNoPenetration * next.force.cwiseAbs().maxCoeff() / law_.scale;
    const std::size_t before = known.size();
    if (grow(next.gap, most, &known)) {
      for (std::size_t k = before; k < known.size(); ++k)
        next.status[static_cast<std::size_t>(known[k])] = PointStatus::STICK;
      std::sort(known.begin(), known.end());
      continue;
    }
    if (tolerance == kContactResidual || known.empty()) break;
    tolerance = kContactResidual;
  }
  double work = 0.0;
  for (std::size_t k = 0; k < known.size(); ++k) {
    if (unknown_[k].status == PointStatus::OPEN) continue;
    const Eigen::Index p = 3 * known[k];
    next.gap.segment<3>(p) = target.segment<3>(p);
    if (unknown_[k].status != PointStatus::SLIP) continue;
    const Eigen::Vector2d way = moved_.segment<2>(3 * static_cast<Eigen::Index>(k) + 1);
    next.gap.segment<2>(p + 1) += way;
    work -= next.force.segment<2>(p + 1).dot(way);
  }
  *state = std::move(next);
  return work;
}

}  // namespace mortise::gen
