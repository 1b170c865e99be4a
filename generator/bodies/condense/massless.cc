// Condensed bodies whose interface carries no mass: their answer to interface loads is that of some
// modes, and of a compliance that follows at once.
//
// "dual_craig_bampton". The coordinates are free modes and interface forces g (Rixen 2004):
//
//   eta'' + Lambda eta = Phi^T R^T g,   R u = R Phi eta + F g - M_res g'',   F = R G_res R^T
//
// with the sign of M_res such that g would grow by itself in time: a body that is stepped alone
// keeps F and leaves M_res = R G_res M G_res R^T out, which is the form of MacNeal (1971). The
// modes are those of the free body, exactly.
//
// "massless_boundary". Constraint modes without their share of the fixed-interface modes, so that
// mass couples nothing. What mass they have left, m_r, is not dropped (as by Monjaraz-Tec, Gross,
// Krack 2022: a floating body would miss it), but moves with the interface as it stands open:
//
//   Psi' = Psi - Phi a,  a = Phi^T M Psi,   u = Psi' r + Phi eta,   m_r = Psi^T M Psi - a^T a
//   K = [K_rr', -a^T Lambda; -Lambda a, Lambda],   K_rr' = K_rr + a^T Lambda a
//   M = [0, 0; 0, 1 + T^T m_r T],   T = K_rr'^-1 a^T Lambda
//
// Masters that keep their mass (o) move with the fixed-interface modes, and the other ones follow
// both, r = T (o, eta) + compliance:
//
//   K = [K_rr', K_ro, -a^T Lambda; ., K_oo, 0; ., ., Lambda],   T = -K_rr'^-1 [K_ro, -a^T Lambda]
//   M_(o,eta) + [T; 1]^T (what couples r) [T; 1],   M_ro = (Psi_r - Phi a)^T M Psi_o
//
// so that statics are exact at all masters, and those that keep their mass see none of the
// compliance.
//
// The span is that of Craig-Bampton, so statics are exact at the interface, and so are mass and
// inertia of a floating body: T moves the interface rigidly with it.
#include <utility>
#include <vector>

#include "generator/bodies/condense/elastic_answers.hpp"
#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kSoft = 1e-10;  // of an elastic compliance: less is rounding of what modes left

// S of unit stiffness with P S S^T P^T = P G_res P^T.
// answers: G P^T (n x s); residual: what the modes leave of it; ports: P (s x n).
Matrix unit_answers(const Matrix& answers, const Matrix& residual, const SparseMatrix& ports) {
  const Vector compliance = (ports * answers).diagonal();
  const Vector scale =
      compliance.unaryExpr([](double c) { return c > 0.0 ? 1.0 / std::sqrt(c) : 0.0; });
  const Matrix left = scale.asDiagonal() * Matrix(ports * residual) * scale.asDiagonal();
  const SymmetricEigen eigen(0.5 * (left + left.transpose()));
  const Eigen::Index count = (eigen.eigenvalues().array() > kSoft).count();
  return product(residual,
                 scale.asDiagonal() *
                     (eigen.eigenvectors().rightCols(count) *
                      eigen.eigenvalues().tail(count).cwiseSqrt().cwiseInverse().asDiagonal()));
}

}  // namespace

void diagonalise_dual(const Component& c, const Matrix& loads, bool, CondensedComponent* result) {
  const Modes& free = result->normal;
  demand(free.rigid_body_modes == c.rigid_body_modes, "condensation",
         "dual_craig_bampton takes " + std::to_string(free.omega.size()) +
             " free modes, the body has " + std::to_string(c.rigid_body_modes) +
             " rigid-body modes, which must be among them",
         "ask for more modes");
  const Matrix rigid = free.shapes.leftCols(c.rigid_body_modes);
  const ElasticAnswers elastic(c, rigid);
  const Eigen::Index m = c.interface_rows.rows();
  Matrix answers = elastic.of_interface(Matrix::Identity(m, m));
  SparseMatrix ports = c.interface_rows;
  if (loads.cols() > 0) {
    answers.conservativeResize(Eigen::NoChange, m + loads.cols());
    answers.rightCols(loads.cols()) = elastic.of(loads);
    Matrix stacked(m + loads.cols(), c.mass.rows());
    stacked << Matrix(c.interface_rows), loads.transpose();
    ports = stacked.sparseView();
  }
  const Matrix residual = without_modes(c.mass, free.shapes, answers);
  result->statics = unit_answers(answers, residual, ports);
  result->modes = free;
  result->constraint_modes = Matrix(c.mass.rows(), 0);
}

void diagonalise_massless(const Component& c, const Matrix&, bool, CondensedComponent* result) {
  Modes& normal = result->normal;
  if (result->attachment_modes.cols() > 0) {  // they move as further normal modes
    Matrix span(c.mass.rows(), normal.shapes.cols() + result->attachment_modes.cols());
    span << normal.shapes, result->attachment_modes;
    Modes ritz =
        dense_modes(span.transpose() * (c.stiffness * span), span.transpose() * (c.mass * span),
                    rigid_body_level(c.stiffness, c.mass));
    normal.omega = std::move(ritz.omega);
    normal.shapes = span * ritz.shapes;
    result->attachment_modes = Matrix(c.mass.rows(), 0);
  }
  const Matrix& phi = normal.shapes;
  const Matrix psi = result->constraint_modes;
  const Eigen::Index p = phi.cols(), o = c.heavy, masters = c.masters.rows() - o,
                     r = psi.cols() - o;
  demand(p > 0, "condensation", "massless_boundary leaves no mass without normal modes",
         "ask for modes, or take craig_bampton");
  // what holds loose motions comes behind the masters and carries none of the mass
  std::vector<Eigen::Index> free, heavy;
  for (Eigen::Index i = 0; i < psi.cols(); ++i)
    (i >= masters && i < masters + o ? heavy : free).push_back(i);
  const Matrix held = interface_stiffness(c.stiffness, c.interface_rows, psi);
  const Matrix share_all = product(Matrix(c.mass * phi).transpose(), psi);
  const Matrix left_all =
      product(psi.transpose(), Matrix(c.mass * psi)) - product(share_all.transpose(), share_all);
  const Matrix share = share_all(Eigen::all, free), left = left_all(free, free);
  const Matrix force = normal.omega.cwiseAbs2().asDiagonal() * share;
  const Matrix interface = held(free, free) + product(share.transpose(), force);
  const Eigen::Index moving = o + p;
  result->constraint_modes << psi(Eigen::all, free) - product(phi, share), psi(Eigen::all, heavy);
  Matrix& k = result->stiffness;
  k = Matrix::Zero(r + moving, r + moving);
  k.topLeftCorner(r, r) = interface;
  k.block(0, r, r, o) = held(free, heavy);
  k.topRightCorner(r, p) = -force.transpose();
  k.block(r, r, o, o) = held(heavy, heavy);
  k.bottomLeftCorner(moving, r) = k.topRightCorner(r, moving).transpose();
  k.diagonal().tail(p) = normal.omega.cwiseAbs2();
  const Cholesky factor(interface);
  demand(factor.positive(), "condensation",
         "the interface moves without mass and without stiffness",
         "ask for more modes, or take craig_bampton");
  const Matrix follows = factor.solve(Matrix(-k.topRightCorner(r, moving)));  // T (r x (o + p))
  const Matrix carried = product(follows.transpose(), product(left, follows));
  Matrix mass = Matrix::Identity(moving, moving);
  if (o > 0) {
    const Matrix own = share_all(Eigen::all, heavy);
    mass.topLeftCorner(o, o) = left_all(heavy, heavy) + product(own.transpose(), own);
    mass.bottomLeftCorner(p, o) = own;
    mass.topRightCorner(o, p) = own.transpose();
    const Matrix coupled = product(follows.transpose(), Matrix(left_all(free, heavy)));
    mass.leftCols(o) += coupled;
    mass.topRows(o) += coupled.transpose();
  }
  result->mass = Matrix::Zero(r + moving, r + moving);
  result->mass.bottomRightCorner(moving, moving) = mass + 0.5 * (carried + carried.transpose());
  result->modes =
      dense_modes(result->stiffness, result->mass, rigid_body_level(c.stiffness, c.mass));
  result->statics = factor.divide_by_upper(Matrix(result->constraint_modes.leftCols(r)));
}

}  // namespace mortise::gen
