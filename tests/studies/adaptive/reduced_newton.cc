#include "tests/studies/adaptive/reduced_newton.hpp"

#include <algorithm>
#include <cmath>

namespace mortise::gen {
namespace {

// Rows and neighbours of diagonal k of a banded matrix with n rows.
struct Diagonal {
  Eigen::Index from, count;
  Diagonal(int k, Eigen::Index n)
      : from(std::max<Eigen::Index>(0, -k)), count(std::min<Eigen::Index>(n, n - k) - from) {}
};

// y += B x
void add_banded(const Bands& bands, const Matrix& x, Matrix* y) {
  for (int k = -2; k <= 2; ++k) {
    const Diagonal d(k, x.rows());
    const auto factor = bands.col(k + 2).segment(d.from, d.count).array();
    for (Eigen::Index c = 0; c < x.cols(); ++c) {
      y->col(c).segment(d.from, d.count).array() +=
          factor * x.col(c).segment(d.from + k, d.count).array();
    }
  }
}

// B^T x
Matrix banded_transposed(const Bands& bands, const Matrix& x) {
  Matrix y = Matrix::Zero(x.rows(), x.cols());
  for (int k = -2; k <= 2; ++k) {
    const Diagonal d(k, x.rows());
    const auto factor = bands.col(k + 2).segment(d.from, d.count).array();
    for (Eigen::Index c = 0; c < x.cols(); ++c) {
      y.col(c).segment(d.from + k, d.count).array() +=
          factor * x.col(c).segment(d.from, d.count).array();
    }
  }
  return y;
}

// Entry (i, j) of B_H A, A given by its column j.
template <class Column>
double through_gap(const Bands& by_H, Eigen::Index i, const Column& column) {
  double sum = 0.0;
  for (int k = -2; k <= 2; ++k) {
    const Eigen::Index at = i + k;
    if (at >= 0 && at < column.size()) sum += by_H(i, k + 2) * column[at];
  }
  return sum;
}

}  // namespace

void ReducedNewton::update_gap(StageFields* x) const {
  const ComplianceParts a = gap_.compliance_parts();
  x->H = gap_.base() + x->still;
  x->H.noalias() += *a.shapes * a.spring->cwiseProduct(*a.excite * x->P);
}

void ReducedNewton::add_free_nodes(const LocalBasis& basis, const Bands& by_U, const Bands& by_H,
                                   Matrix* jacobian) const {
  const ComplianceParts a = gap_.compliance_parts();
  const Eigen::Index k = basis.modes.cols();
  const Matrix tests_H = banded_transposed(by_H, basis.tests).transpose();
  const Matrix tests_U = banded_transposed(by_U, basis.tests).transpose();
  const Matrix motion = *a.shapes * a.spring->asDiagonal();
  const Matrix tests_motion = tests_H * motion;
  Eigen::Index column = k;
  for (const LocalBasis::Run& run : basis.runs) {
    auto target = jacobian->block(0, column, k, run.count);
    target = product(tests_H, a.still->middleCols(run.first, run.count));
    target += tests_U.middleCols(run.first, run.count);
    target.noalias() += tests_motion * a.excite->middleCols(run.first, run.count);
    column += run.count;
  }
  column = k;
  for (const int s : basis.nodes) {
    const Vector gap = a.still->col(s) + motion * a.excite->col(s);
    Eigen::Index row = k;
    for (const int i : basis.nodes) {
      double& entry = (*jacobian)(row++, column);
      entry = through_gap(by_H, i, gap);
      if (std::abs(i - s) <= 2) entry += by_U(i, s - i + 2);
    }
    ++column;
  }
}

bool ReducedNewton::factorise(const LocalBasis& basis, const StageTerms& terms,
                              const StageFields& x) {
  ++factorisations_;
  Bands by_U, by_H;
  law_.jacobian(x.P, x.H, terms, &by_U, &by_H);
  const Eigen::Index k = basis.modes.cols();
  Matrix columns = Matrix::Zero(x.P.size(), k);
  add_banded(by_U, basis.modes, &columns);
  add_banded(by_H, moved_, &columns);
  Matrix jacobian(basis.size(), basis.size());
  jacobian.topLeftCorner(k, k).noalias() = basis.tests.transpose() * columns;
  Eigen::Index row = k;
  for (const int i : basis.nodes) jacobian.row(row++).head(k) = columns.row(i);
  add_free_nodes(basis, by_U, by_H, &jacobian);
  return lu_.factorise(jacobian);
}

bool ReducedNewton::correct(const LocalBasis& basis, const StageFields& x, Correction* c) const {
  const Eigen::Index k = basis.modes.cols();
  Vector rhs(basis.size());
  rhs.head(k).noalias() = -(basis.tests.transpose() * x.f);
  Eigen::Index row = k;
  for (const int i : basis.nodes) rhs[row++] = -x.f[i];
  if (!rhs.allFinite()) return false;
  lu_.solve(rhs);
  if (!rhs.allFinite()) return false;
  c->P.noalias() = basis.modes * rhs.head(k);
  c->still.noalias() = basis.still * rhs.head(k);
  row = k;
  for (const LocalBasis::Run& run : basis.runs) {
    c->P.segment(run.first, run.count) += rhs.segment(row, run.count);
    add_product(1.0, gap_.compliance_parts().still->middleCols(run.first, run.count),
                rhs.segment(row, run.count), &c->still);
    row += run.count;
  }
  c->size = c->P.cwiseAbs().maxCoeff() / std::max(1.0, x.P.maxCoeff());
  return true;
}

bool ReducedNewton::advance(Correction* c, StageFields* x) const {
  constexpr int kHalvings = 12;
  const StageFields before = *x;
  c->share = std::min(1.0, options_.step_limit / std::max(c->size, 1e-300));
  for (int trial = 0; trial <= kHalvings; ++trial, c->share *= 0.5) {
    x->P = before.P + c->share * c->P;
    x->still = before.still + c->share * c->still;
    update_gap(x);
    // keep the surfaces apart
    if (!law_.needs_gap() || (x->H.array() > 0.1 * before.H.array()).all()) return true;
  }
  return false;
}

bool ReducedNewton::converged(const Correction& c, double previous) const {
  if (c.share < 1.0) return false;
  if (c.size < options_.tolerance) return true;
  if (!std::isfinite(previous)) return false;
  const double rate = std::clamp(c.size / previous, 0.02, 0.9);
  return rate / (1.0 - rate) * c.size < options_.tolerance;
}

bool ReducedNewton::solve(const LocalBasis& basis, const StageTerms& terms, StageFields* x) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  if (basis.size() == 0) {  // nothing to solve for: the residual decides
    update_gap(x);
    law_.residual(x->P, x->H, terms, &x->f);
    return x->f.allFinite();
  }
  const ComplianceParts a = gap_.compliance_parts();
  moved_ = basis.still;
  moved_.noalias() += *a.shapes * (a.spring->asDiagonal() * (*a.excite * basis.modes));
  update_gap(x);
  if (law_.needs_gap() && !(x->H.minCoeff() > 0.0)) return false;
  law_.residual(x->P, x->H, terms, &x->f);
  Correction c;
  double previous = kNone;  // size of the correction before
  bool kept = false;        // a factorisation made at an earlier iterate
  bool stale = true;
  for (int iteration = 0; iteration < options_.iterations; ++iteration) {
    ++iterations_;
    if (stale && !factorise(basis, terms, *x)) return false;
    kept = !stale;
    stale = false;
    if (!correct(basis, *x, &c)) return false;
    if (kept && c.size > options_.contraction * previous && c.size > options_.tolerance) {
      stale = true;  // it no longer contracts: compute this correction anew
      previous = kNone;
      continue;
    }
    if (!advance(&c, x)) return false;
    law_.residual(x->P, x->H, terms, &x->f);
    if (converged(c, previous)) return x->f.allFinite();
    stale = c.share < 1.0;
    previous = stale ? kNone : c.size;
  }
  return false;
}

Vector ReducedNewton::near_field(const StageTerms& terms, const Vector& P,
                                 const StageFields& x) const {
  const Matrix& still = *gap_.compliance_parts().still;
  Bands by_U, by_H;
  law_.jacobian(P, x.H, terms, &by_U, &by_H);
  const Eigen::Index first = law_.first(), m = law_.unknowns();
  const auto entry = [&](Eigen::Index i, Eigen::Index j) {
    return by_U(i, j - i + 2) + through_gap(by_H, i, still.col(j));
  };
  // elimination without pivots: the diagonal dominates
  Vector d = Vector::Zero(x.P.size()), upper(m);
  for (Eigen::Index r = 0; r < m; ++r) {
    const Eigen::Index i = first + r;
    const double lower = r > 0 ? entry(i, i - 1) : 0.0;
    const double diagonal = entry(i, i) - (r > 0 ? lower * upper[r - 1] : 0.0);
    upper[r] = r + 1 < m ? entry(i, i + 1) / diagonal : 0.0;
    d[i] = (-x.f[i] - (r > 0 ? lower * d[i - 1] : 0.0)) / diagonal;
  }
  for (Eigen::Index r = m - 2; r >= 0; --r) d[first + r] -= upper[r] * d[first + r + 1];
  return d;
}

Vector ReducedNewton::remaining(const StageTerms& terms, const StageFields& x) const {
  const Vector d = near_field(terms, x.P, x);
  // the penalty on negative pressure ends where a correction lifts it: a body that falls on a film
  // without pressure would never meet resistance
  Vector lifted = x.P;
  bool any = false;
  for (Eigen::Index i = 0; i < d.size(); ++i) {
    if (x.P[i] >= 0.0 || !(x.P[i] + d[i] > 0.0)) continue;
    lifted[i] = 0.0;
    any = true;
  }
  return any ? near_field(terms, lifted, x) : d;
}

}  // namespace mortise::gen
