#include "generator/contact/unilateral/lcp_formulation.hpp"

#include <cmath>
#include <string>

#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// Generators of the friction pyramid, (d nc x edges nc): contact i owns columns edges i + k.
Matrix pyramid_directions(const InterfaceProblem& p, int edges) {
  const int d = p.directions;
  if (d < 2 || (d == 2 && edges != 2) || (d == 3 && edges < 3))
    throw Error("friction pyramid", std::to_string(edges) + " edges",
                "use 2 edges for a planar problem, 3 or more for a round cone");
  Matrix D = Matrix::Zero(d * p.contacts(), edges * p.contacts());
  for (Eigen::Index i = 0; i < p.contacts(); ++i) {
    for (int k = 0; k < edges; ++k) {
      const double angle = 2.0 * kPi * k / edges;
      D(d * i + 1, edges * i + k) = d == 2 ? 1.0 - 2.0 * k : std::cos(angle);
      if (d == 3) D(d * i + 2, edges * i + k) = std::sin(angle);
    }
  }
  return D;
}

}  // namespace

LinearComplementarity pyramid_lcp(const InterfaceProblem& problem, int edges) {
  check(problem);
  const Eigen::Index nc = problem.contacts();
  const Eigen::Index nb = edges * nc;
  const auto N = Eigen::seqN(0, nc, problem.directions);
  const Matrix D = pyramid_directions(problem, edges);
  const Matrix GD = problem.G * D;
  LinearComplementarity lcp{Matrix::Zero(nb + 2 * nc, nb + 2 * nc), Vector::Zero(nb + 2 * nc)};
  lcp.M.topLeftCorner(nc, nc) = problem.G(N, N);
  lcp.M.block(0, nc, nc, nb) = GD(N, Eigen::all);
  lcp.M.block(nc, 0, nb, nc) = GD(N, Eigen::all).transpose();
  lcp.M.block(nc, nc, nb, nb) = D.transpose() * GD;
  for (Eigen::Index i = 0; i < nc; ++i) {
    lcp.M.block(nc + edges * i, nc + nb + i, edges, 1).setOnes();
    lcp.M.block(nc + nb + i, nc + edges * i, 1, edges).setConstant(-1.0);
    lcp.M(nc + nb + i, i) = problem.mu(i);
  }
  lcp.q.head(nc) = problem.b(N);
  lcp.q.segment(nc, nb) = D.transpose() * problem.b;
  return lcp;
}

Vector pyramid_forces(const InterfaceProblem& problem, int edges, const Vector& z) {
  const Eigen::Index nc = problem.contacts();
  Vector lambda = pyramid_directions(problem, edges) * z.segment(nc, edges * nc);
  lambda(Eigen::seqN(0, nc, problem.directions)) = z.head(nc);
  return lambda;
}

}  // namespace mortise::gen
