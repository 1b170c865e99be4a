#include "generator/contact/unilateral/semismooth_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "generator/contact/unilateral/lemke.hpp"
#include "generator/ground/dense/small_lu.hpp"
#include "generator/ground/numbers/dice.hpp"

namespace mortise::gen {
namespace {

constexpr int kHalvings = 12;         // of a damped step
constexpr double kLongestStep = 1e6;  // relative; beyond it the Jacobian is singular to rounding

// The problem with every contact scaled so that its block of G has the largest eigenvalue 1; a
// factor common to the rows of a contact leaves its cone unchanged.
struct Scaled {
  InterfaceProblem problem;
  Vector factor;  // (d nc) lambda = factor . x

  explicit Scaled(const InterfaceProblem& p) : problem(p), factor(p.b.size()) {
    const Vector scales = block_scales(p);
    for (Eigen::Index i = 0; i < p.contacts(); ++i)
      factor.segment(p.directions * i, p.directions).setConstant(1.0 / std::sqrt(scales(i)));
    problem.G = factor.asDiagonal() * p.G * factor.asDiagonal();
    problem.b = factor.cwiseProduct(p.b);
    if (p.directions == 1) problem.mu.setZero();
  }
};

// An element of the generalised Jacobian of the projection on the cone at z (d).
Matrix projection_jacobian(const Vector& z, double mu) {
  const Eigen::Index d = z.size();
  const double tangential = z.tail(d - 1).norm();
  const double along = z(0) + mu * tangential;
  if (mu > 0.0 && tangential <= mu * z(0)) return Matrix::Identity(d, d);
  Matrix D = Matrix::Zero(d, d);
  if (along <= 0.0) return D;
  Vector direction = Vector::Zero(d);
  direction(0) = 1.0;
  if (tangential > 0.0) direction.tail(d - 1) = (mu / tangential) * z.tail(d - 1);
  D = direction * direction.transpose() / (1.0 + mu * mu);
  if (tangential > 0.0) {
    const Vector t = z.tail(d - 1) / tangential;
    const double curvature = mu * along / ((1.0 + mu * mu) * tangential);
    D.bottomRightCorner(d - 1, d - 1) +=
        curvature * (Matrix::Identity(d - 1, d - 1) - t * t.transpose());
  }
  return D;
}

// Natural map F(x) and, on request, one element J of its generalised Jacobian.
struct NaturalMap {
  const InterfaceProblem& p;

  Vector operator()(const Vector& x, Matrix* J = nullptr) const {
    const int d = p.directions;
    const Vector u = p.G * x + p.b;
    Vector F(x.size());
    if (J) *J = Matrix::Identity(x.size(), x.size());
    for (Eigen::Index i = 0; i < p.contacts(); ++i) {
      const Eigen::Index row = d * i;
      const double slip = u.segment(row + 1, d - 1).norm();
      Vector z = x.segment(row, d) - u.segment(row, d);
      z(0) -= p.mu(i) * slip;
      F.segment(row, d) = x.segment(row, d) - project_on_cone(z, p.mu(i));
      if (!J) continue;
      Matrix dz = -p.G.middleRows(row, d);
      dz.middleCols(row, d) += Matrix::Identity(d, d);
      if (slip > 0.0) {
        dz.row(0) -= (p.mu(i) / slip) * u.segment(row + 1, d - 1).transpose() *
                     p.G.middleRows(row + 1, d - 1);
      }
      J->middleRows(row, d) -= projection_jacobian(z, p.mu(i)) * dz;
    }
    return F;
  }
};

// Best of x + s step, s = 1, 1/2, ...: the first that reduces |F| enough, or the smallest |F| seen.
struct Candidate {
  Vector x;
  double defect = std::numeric_limits<double>::infinity();
};

void search_along(const NaturalMap& map, const Vector& x, double defect, const Vector& step,
                  Candidate* best) {
  if (!step.allFinite() || step.norm() > kLongestStep * (x.norm() + defect)) return;
  double length = 1.0;
  for (int k = 0; k <= kHalvings; ++k, length *= 0.5) {
    const Vector trial = x + length * step;
    const double trial_defect = map(trial).norm();
    if (trial_defect < best->defect) *best = {trial, trial_defect};
    if (trial_defect <= (1.0 - 0.1 * length) * defect) return;
  }
}

struct Run {
  Vector x;
  double defect = std::numeric_limits<double>::infinity();  // |F|
  int iterations = 0;
};

// Damped Newton from x until |F| <= tolerance or no step helps. Where the Newton direction does not
// reduce |F|, Levenberg-Marquardt directions of growing regularisation are tried.
Run newton(const InterfaceProblem& p, const Vector& start, double tolerance, int max_iterations) {
  const NaturalMap map{p};
  Run run;
  run.x = start;
  Matrix J;
  Vector F = map(run.x, &J);
  run.defect = F.norm();
  while (run.defect > tolerance && run.iterations < max_iterations) {
    ++run.iterations;
    Candidate best;
    search_along(map, run.x, run.defect, SmallLu(J).solve(Vector(-F)), &best);
    for (double shift = 1e-12; best.defect > 0.9 * run.defect && shift < 10.0; shift *= 1e3) {
      Matrix normal = J.transpose() * J;
      normal.diagonal().array() += shift;
      const Vector step = SmallLu(normal).solve(Vector(-(J.transpose() * F)));
      search_along(map, run.x, run.defect, step, &best);
    }
    if (!(best.defect < run.defect)) break;
    run.x = best.x;
    F = map(run.x, &J);
    run.defect = F.norm();
  }
  return run;
}

// Runs Newton from ever better starts, keeps the best iterate and counts the work.
class Search {
 public:
  Search(const InterfaceProblem& problem, const SemismoothOptions& options, double tolerance)
      : problem_(problem), options_(options), tolerance_(tolerance) {
    best_.x = Vector::Zero(problem.b.size());
    best_.defect = NaturalMap{problem_}(best_.x).norm();
  }

  bool done() const { return best_.defect <= tolerance_; }
  const Vector& best() const { return best_.x; }
  int iterations() const { return iterations_; }
  int runs() const { return runs_; }

  Vector plain(const Vector& start) {
    const Run run = counted(problem_, start);
    if (run.defect < best_.defect) best_ = run;
    return run.x;
  }

  // Proximal points: u + eps (x - centre), the centre following the solution, eps falling by
  // `factor`; after each the true problem is tried from there.
  void proximal(const Vector& start, double eps, double factor) {
    Vector centre = start;
    InterfaceProblem shifted = problem_;
    for (; eps > kSmallestShift && !done(); eps *= factor) {
      shifted.G = problem_.G;
      shifted.G.diagonal().array() += eps;
      shifted.b = problem_.b - eps * centre;
      centre = plain(counted(shifted, centre).x);
    }
  }

 private:
  static constexpr double kSmallestShift = 1e-9;

  Run counted(const InterfaceProblem& problem, const Vector& start) {
    Run run = newton(problem, start, tolerance_, options_.max_iterations);
    iterations_ += run.iterations;
    ++runs_;
    return run;
  }

  const InterfaceProblem& problem_;
  const SemismoothOptions& options_;
  double tolerance_;
  Run best_;
  int iterations_ = 0;
  int runs_ = 0;
};

// Forces of the problem with a pyramid for each cone: close to a solution, whatever the friction.
void start_from_pyramids(const InterfaceProblem& p, Search* search) {
  for (int edges = p.directions == 2 ? 2 : 8; edges <= 32 && !search->done(); edges *= 2) {
    const LemkeResult pyramid = lemke(pyramid_lcp(p, edges));
    if (pyramid.status == LemkeStatus::solved) search->plain(pyramid_forces(p, edges, pyramid.z));
    if (p.directions == 2) return;
  }
}

void start_at_random(const InterfaceProblem& p, int starts, Search* search) {
  Dice dice(1);
  const int d = p.directions;
  const double size = p.b.norm();
  for (int k = 0; k < starts && !search->done(); ++k) {
    Vector x(p.b.size());
    for (Eigen::Index i = 0; i < p.contacts(); ++i) {
      Vector force(d);
      for (double& f : force) f = dice.between(-size, size);
      x.segment(d * i, d) = project_on_cone(force, p.mu(i));
    }
    search->plain(x);
    if (!search->done()) search->proximal(x, 1.0, 0.3);
  }
}

}  // namespace

NewtonResult semismooth_newton(const InterfaceProblem& problem, const SemismoothOptions& options,
                               const Vector& start) {
  check(problem);
  const Scaled scaled(problem);
  const InterfaceProblem& p = scaled.problem;
  NewtonResult result;
  result.lambda = Vector::Zero(problem.b.size());
  result.velocity = problem.b;
  if (problem.contacts() == 0) {
    result.converged = true;
    return result;
  }
  // |F| is the residual of the scaled problem: velocities times the square root of an inverse mass
  const double largest_b = problem.b.cwiseAbs().maxCoeff();
  const double unit = scaled.factor.minCoeff() * (largest_b > 0.0 ? largest_b : 1.0);
  Search search(p, options, 0.1 * options.tolerance * unit);
  const Vector origin = Vector::Zero(p.b.size());
  search.plain(start.size() ? start.cwiseQuotient(scaled.factor) : origin);
  if (!search.done()) search.proximal(origin, 1.0, 0.1);
  if (!search.done()) search.proximal(origin, 1.0, 0.5);
  if (!search.done()) search.proximal(origin, 30.0, 0.7);
  if (!search.done() && p.directions > 1) start_from_pyramids(p, &search);
  start_at_random(p, options.max_starts, &search);

  result.lambda = scaled.factor.cwiseProduct(search.best());
  result.velocity = problem.G * result.lambda + problem.b;
  result.residual = residual(problem, result.lambda);
  result.converged = result.residual <= options.tolerance;
  result.iterations = search.iterations();
  result.runs = search.runs();
  return result;
}

}  // namespace mortise::gen
