#include "tests/generator/contact/oracle/lemke_solver.hpp"

#include <string>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

void require_directions(const InterfaceProblem& problem, int directions) {
  check(problem);
  if (problem.directions != directions) {
    throw Error("complementarity form",
                "needs " + std::to_string(directions) + " directions, the problem has " +
                    std::to_string(problem.directions),
                "restrict the problem first");
  }
}

// Forces of a planar problem from z of Schurzig's form.
Vector planar_forces(const InterfaceProblem& p, const Vector& z) {
  const Eigen::Index nc = p.contacts();
  Vector lambda(2 * nc);
  lambda(Eigen::seqN(0, nc, 2)) = z.head(nc);
  lambda(Eigen::seqN(1, nc, 2)) = z.segment(nc, nc) - p.mu.cwiseProduct(z.head(nc));
  return lambda;
}

double largest_or_one(const Vector& v) {
  const double largest = v.size() ? v.cwiseAbs().maxCoeff() : 0.0;
  return largest > 0.0 ? largest : 1.0;
}

}  // namespace

LinearComplementarity frictionless_lcp(const InterfaceProblem& problem) {
  require_directions(problem, 1);
  return {problem.G, problem.b};
}

LinearComplementarity planar_lcp(const InterfaceProblem& problem) {
  require_directions(problem, 2);
  const Eigen::Index nc = problem.contacts();
  const auto N = Eigen::seqN(0, nc, 2);
  const auto T = Eigen::seqN(1, nc, 2);
  const Matrix NN = problem.G(N, N), NT = problem.G(N, T);
  const Matrix TN = problem.G(T, N), TT = problem.G(T, T);
  const Matrix mu = problem.mu.asDiagonal();
  const Matrix identity = Matrix::Identity(nc, nc);
  const Matrix zero = Matrix::Zero(nc, nc);
  LinearComplementarity lcp{Matrix(3 * nc, 3 * nc), Vector(3 * nc)};
  // clang-format off
  lcp.M << NN - NT * mu,  NT,        zero,
           TN - TT * mu,  TT,        identity,
           2.0 * mu,      -identity, zero;
  // clang-format on
  lcp.q << problem.b(N), problem.b(T), Vector::Zero(nc);
  return lcp;
}

LemkeContactResult solve_by_lemke(const InterfaceProblem& problem, int max_pivots) {
  // units of velocity and force in which b and G are of order 1: pivoting judges what is zero
  const double velocity = largest_or_one(problem.b);
  const double force = velocity / largest_or_one(problem.G.diagonal());
  InterfaceProblem p = problem;
  p.b /= velocity;
  p.G *= force / velocity;

  LemkeContactResult result;
  if (p.directions == 1) {
    const LemkeResult solved = lemke(frictionless_lcp(p), max_pivots);
    result.status = solved.status;
    result.pivots = solved.pivots;
    result.lambda = solved.z;
  } else {
    const LemkeResult solved = lemke(planar_lcp(p), max_pivots);
    result.status = solved.status;
    result.pivots = solved.pivots;
    result.lambda = planar_forces(p, solved.z);
    if (solved.status != LemkeStatus::solved) {
      const LemkeResult again = lemke(pyramid_lcp(p, 2), max_pivots);
      result.status = again.status;
      result.pivots += again.pivots;
      result.pyramid = true;
      result.lambda = pyramid_forces(p, 2, again.z);
    }
  }
  result.lambda *= force;
  result.velocity = problem.G * result.lambda + problem.b;
  return result;
}

}  // namespace mortise::gen
