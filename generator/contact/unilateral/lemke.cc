#include "generator/contact/unilateral/lemke.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "generator/ground/dense/small_lu.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// Dictionary of I w - M z - 1 z0 = q. Columns: w (0..m-1), z (m..2m-1), z0 (2m), right side (2m+1).
// The w columns always hold the inverse of the basis, which the lexicographic test needs.
class LemkeTableau {
 public:
  explicit LemkeTableau(const LinearComplementarity& lcp)
      : m_(lcp.q.size()),
        largest_q_(lcp.q.cwiseAbs().maxCoeff()),
        table_(m_, 2 * m_ + 2),
        basis_(m_) {
    table_.leftCols(m_).setIdentity();
    table_.middleCols(m_, m_) = -lcp.M;
    table_.col(z0()).setConstant(-1.0);
    table_.col(2 * m_ + 1) = lcp.q;
    for (Eigen::Index i = 0; i < m_; ++i) basis_[i] = i;
  }

  Eigen::Index z0() const { return 2 * m_; }
  Eigen::Index basic(Eigen::Index row) const { return basis_[row]; }
  Eigen::Index complement(Eigen::Index column) const {
    return column < m_ ? column + m_ : column - m_;
  }

  // The row that makes the whole dictionary lexicographically positive when z0 enters.
  Eigen::Index first_row() const {
    Eigen::Index best = 0;
    for (Eigen::Index i = 1; i < m_; ++i)
      if (lexicographically_less(i, best, 1.0, 1.0)) best = i;
    return best;
  }

  // Blocking row of an entering column, -1 if none: a ray. Where z0 can reach zero as early as any
  // other variable it leaves, since that ends the method.
  Eigen::Index blocking_row(Eigen::Index entering) const {
    const double threshold = kPivot * std::max(1.0, table_.col(entering).cwiseAbs().maxCoeff());
    Eigen::Index best = -1;
    for (Eigen::Index i = 0; i < m_; ++i) {
      const double pivot = table_(i, entering);
      if (pivot <= threshold) continue;
      if (best < 0 || lexicographically_less(i, best, pivot, table_(best, entering))) best = i;
    }
    if (best < 0) return best;
    const double step = right_side(best) / table_(best, entering);
    for (Eigen::Index i = 0; i < m_; ++i) {
      if (basis_[i] != z0() || table_(i, entering) <= threshold) continue;
      if (right_side(i) - step * table_(i, entering) <= kTie * largest_q_) return i;
    }
    return best;
  }

  void pivot(Eigen::Index row, Eigen::Index entering) {
    table_.row(row) /= table_(row, entering);
    for (Eigen::Index i = 0; i < m_; ++i)
      if (i != row) table_.row(i) -= table_(i, entering) * table_.row(row);
    basis_[row] = entering;
  }

 private:
  static constexpr double kPivot = 1e-11;
  static constexpr double kTie = 1e-12;

  double right_side(Eigen::Index row) const { return table_(row, 2 * m_ + 1); }

  // [right side, basis inverse] of row a over its pivot against row b over its pivot; entries
  // closer than rounding are ties.
  bool lexicographically_less(Eigen::Index a, Eigen::Index b, double pivot_a,
                              double pivot_b) const {
    for (Eigen::Index k = -1; k < m_; ++k) {
      const Eigen::Index column = k < 0 ? 2 * m_ + 1 : k;
      const double x = table_(a, column) / pivot_a;
      const double y = table_(b, column) / pivot_b;
      if (std::abs(x - y) <= kTie * std::max({1.0, std::abs(x), std::abs(y)})) continue;
      return x < y;
    }
    return false;
  }

  Eigen::Index m_;
  double largest_q_;
  Matrix table_;
  std::vector<Eigen::Index> basis_;
};

// The basic solution of the final basis from the data of the problem, in extended precision: the
// forces of nearly dependent contacts need the digits.
void solve_basis(const LinearComplementarity& lcp, const LemkeTableau& tableau,
                 LemkeResult* result) {
  const Eigen::Index m = lcp.q.size();
  ExtendedMatrix basis = ExtendedMatrix::Zero(m, m);
  for (Eigen::Index i = 0; i < m; ++i) {
    const Eigen::Index column = tableau.basic(i);
    if (column < m)
      basis(column, i) = 1.0;
    else if (column < 2 * m)
      basis.col(i) = -lcp.M.col(column - m).cast<long double>();
    else
      basis.col(i).setConstant(-1.0);
  }
  const ExtendedMatrix x = solve_extended(basis, lcp.q.cast<long double>());
  for (Eigen::Index i = 0; i < m; ++i) {
    const Eigen::Index column = tableau.basic(i);
    if (column >= m && column < 2 * m) result->z(column - m) = static_cast<double>(x(i));
  }
}

void check(const LinearComplementarity& lcp) {
  const Eigen::Index m = lcp.q.size();
  if (lcp.M.rows() != m || lcp.M.cols() != m || !lcp.M.allFinite() || !lcp.q.allFinite())
    throw Error("linear complementarity problem",
                "M is " + std::to_string(lcp.M.rows()) + " x " + std::to_string(lcp.M.cols()) +
                    ", q has " + std::to_string(m) + " rows, or an entry is not finite",
                "give a finite square M and q of the same size");
}

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

LemkeResult lemke(const LinearComplementarity& lcp, int max_pivots) {
  check(lcp);
  LemkeResult result;
  result.z = Vector::Zero(lcp.q.size());
  result.w = lcp.q;
  if (lcp.q.size() == 0 || lcp.q.minCoeff() >= 0.0) {
    result.status = LemkeStatus::solved;
    return result;
  }
  LemkeTableau tableau(lcp);
  Eigen::Index row = tableau.first_row();
  Eigen::Index entering = tableau.z0();
  while (result.pivots < max_pivots) {
    const Eigen::Index leaving = tableau.basic(row);
    tableau.pivot(row, entering);
    ++result.pivots;
    if (leaving == tableau.z0()) {
      result.status = LemkeStatus::solved;
      break;
    }
    entering = tableau.complement(leaving);
    row = tableau.blocking_row(entering);
    if (row < 0) {
      result.status = LemkeStatus::ray;
      break;
    }
  }
  solve_basis(lcp, tableau, &result);
  result.w = lcp.M * result.z + lcp.q;
  return result;
}

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
