#include "generator/contact/film/newton.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace mortise::gen {
namespace {

constexpr int kPatience = 20;  // iterations with whole steps

// Size that a change of the gap is judged by: of the gap or of the deformation, the larger.
double gap_scale(const GapModel& gap, const FilmUnknowns& x) {
  return std::max(x.H.cwiseAbs().maxCoeff(), (x.H - gap.base()).cwiseAbs().maxCoeff());
}

}  // namespace

bool FilmNewton::fail(const std::string& why) {
  failure_ = why;
  forget();
  return false;
}

void FilmNewton::update_fields(const GapModel& gap, FilmUnknowns* x) const {
  law_.pressure(x->U, &x->P, &x->fill);
  x->H = gap.base();
  gap.add_compliance(x->P, &x->H);
  x->H.array() += x->approach;
}

bool FilmNewton::refresh(GapModel* gap, const StageTerms& terms, const FilmUnknowns& x) {
  Bands by_U, by_H;
  law_.jacobian(x.U, x.H, terms, &by_U, &by_H);
  const Eigen::Index first = law_.first(), m = law_.unknowns(), n = law_.points();
  const Vector& weights = gap->load_weights();
  const bool loaded = weights.size() > 0;
  const Matrix& compliance = gap->compliance();

  Matrix jacobian(m + (loaded ? 1 : 0), m + (loaded ? 1 : 0));
  for (Eigen::Index j = 0; j < m; ++j) {
    const Eigen::Index column = first + j;
    // dP/dU: nothing moves the gap where the film is void
    const double wet = x.fill[column] < 1.0 ? 0.0 : 1.0;
    auto target = jacobian.col(j).head(m);
    target.setZero();
    if (wet != 0.0) {
      for (int k = -2; k <= 2; ++k) {
        // rows whose neighbour i + k exists
        const Eigen::Index from = std::max<Eigen::Index>(first, -k);
        const Eigen::Index to = std::min<Eigen::Index>(first + m, n - k);
        target.segment(from - first, to - from).array() +=
            by_H.col(k + 2).segment(from, to - from).array() *
            compliance.col(column).segment(from + k, to - from).array();
      }
    }
    for (int k = -2; k <= 2; ++k) {
      const Eigen::Index row = column - k;
      if (row >= first && row < first + m) target[row - first] += by_U(row, k + 2);
    }
    if (loaded) jacobian(m, j) = wet * weights[column];
  }
  if (loaded) {
    jacobian.col(m).head(m) = by_H.middleRows(first, m).rowwise().sum();
    jacobian(m, m) = 0.0;
  }
  compliance_norms_ = compliance.cwiseAbs().rowwise().sum();
  row_norms_ = row_norms(by_U, by_H);
  ++factorisations_;
  lu_shift_ = terms.shift;
  have_lu_ = lu_fresh_ = lu_.factorise(jacobian);
  return have_lu_;
}

Vector FilmNewton::row_norms(const Bands& by_U, const Bands& by_H) const {
  const Eigen::Index n = law_.points();
  Vector norms = by_U.cwiseAbs().rowwise().sum();
  for (int k = -2; k <= 2; ++k) {
    const Eigen::Index from = std::max<Eigen::Index>(0, -k);
    const Eigen::Index to = std::min<Eigen::Index>(n, n - k);
    norms.segment(from, to - from).array() +=
        by_H.col(k + 2).segment(from, to - from).array().abs() *
        compliance_norms_.segment(from + k, to - from).array();
  }
  return norms;
}

bool FilmNewton::too_stiff(const StageTerms& terms, const FilmUnknowns& x, const Vector& f,
                           double size) const {
  Bands by_U, by_H;
  law_.jacobian(x.U, x.H, terms, &by_U, &by_H);
  const Eigen::ArrayXd now = row_norms(by_U, by_H).array();
  constexpr double kStiffer = 5.0;
  return (row_norms_.array() > kStiffer * now && f.array().abs() > 2.0 * size * now).any();
}

bool FilmNewton::start(const GapModel& gap, FilmUnknowns* x) {
  // the maxima of the laws may swallow a NaN
  if (!x->U.allFinite() || !std::isfinite(x->approach)) {
    return fail("the first guess is not finite");
  }
  update_fields(gap, x);
  if (!x->H.allFinite()) return fail("the gap is not finite");
  // a guess may dip through the surface; lift it before the first evaluation
  const double lowest = x->H.minCoeff();
  if (lowest <= 0.0 && law_.needs_gap()) {
    if (gap.load_weights().size() == 0) {
      return fail("the surfaces touch in the first guess of the gap");
    }
    x->approach += 1e-3 * x->H.maxCoeff() - lowest;
    update_fields(gap, x);
  }
  return true;
}

bool FilmNewton::correct(const GapModel& gap, const StageTerms& terms, double load,
                         const FilmUnknowns& x, Correction* c) {
  const Eigen::Index first = law_.first(), m = law_.unknowns();
  const Vector& weights = gap.load_weights();
  const bool loaded = weights.size() > 0;
  law_.residual(x.U, x.H, terms, &c->residual);
  Vector rhs(m + (loaded ? 1 : 0));
  rhs.head(m) = -c->residual.segment(first, m);
  if (loaded) rhs[m] = load - weights.dot(x.P);
  if (!rhs.allFinite()) return fail("the residual is not finite");
  lu_.solve(rhs);
  if (!rhs.allFinite()) return fail("the correction is not finite");
  c->U.setZero(law_.points());
  c->U.segment(first, m) = rhs.head(m);
  c->approach = loaded ? rhs[m] : 0.0;
  c->size_U = c->U.cwiseAbs().maxCoeff() / std::max(1.0, x.U.maxCoeff());
  // the approach may still move where the pressure is settled by the load alone
  c->size = std::max(c->size_U, std::abs(c->approach) / gap_scale(gap, x));
  return true;
}

bool FilmNewton::advance(const GapModel& gap, double most, Correction* c, FilmUnknowns* x) {
  constexpr int kHalvings = 12;
  Vector P, fill;
  c->share = std::min(most, options_.step_limit / std::max(c->size_U, 1e-300));
  for (int trial = 0; trial <= kHalvings; ++trial, c->share *= 0.5) {
    Vector U = x->U + c->share * c->U;
    law_.pressure(U, &P, &fill);
    if (fill.minCoeff() < 0.0) {  // no film holds less than nothing
      U = U.cwiseMax(-1.0);
      law_.pressure(U, &P, &fill);
    }
    Vector change = Vector::Constant(law_.points(), c->share * c->approach);
    gap.add_compliance(P - x->P, &change);
    // keep the surfaces apart
    if (law_.needs_gap() && !((x->H + change).array() > 0.1 * x->H.array()).all()) continue;
    x->U = U;
    x->P = P;
    x->fill = fill;
    x->H += change;
    x->approach += c->share * c->approach;
    c->size_H = change.cwiseAbs().maxCoeff() / gap_scale(gap, *x);
    return true;
  }
  return fail("the surfaces would touch");
}

bool FilmNewton::converged(const Correction& c, double previous, bool fresh) const {
  if (c.share < 1.0) return false;
  // One small correction after a large one may concern other nodes: never trust a rate below 0.1
  // of a kept factorisation.
  const double floor = fresh ? 0.01 : 0.1;
  const double assumed = fresh ? 0.1 : 0.3;
  const double rate = std::isfinite(previous) ? std::clamp(c.size / previous, floor, 0.9) : assumed;
  const double left = rate / (1.0 - rate);  // of this correction
  return left * c.size < options_.tolerance && left * c.size_H < options_.tolerance;
}

bool FilmNewton::solve(GapModel* gap, const StageTerms& terms, double load, FilmUnknowns* x) {
  if (!start(*gap, x)) return false;
  Correction c;
  double previous = std::numeric_limits<double>::infinity();  // size of the correction before
  lu_fresh_ = false;
  // with the factorisation of a far shorter step a wrong state has small corrections, too
  if (terms.shift < 0.5 * lu_shift_ || terms.shift > 2.0 * lu_shift_) forget();
  for (int iteration = 0; iteration < options_.iterations; ++iteration) {
    ++iterations_;
    if (!have_lu_ && !refresh(gap, terms, *x)) return fail("the Jacobian is singular");
    if (!correct(*gap, terms, load, *x, &c)) return false;
    if (!lu_fresh_ && c.size > options_.contraction * previous && c.size > options_.tolerance) {
      // the kept factorisation no longer contracts: compute this correction anew
      if (!refresh(gap, terms, *x)) return fail("the Jacobian is singular");
      previous = std::numeric_limits<double>::infinity();
      continue;
    }
    const bool fresh = lu_fresh_;
    lu_fresh_ = false;
    // nodes at the edge of the cavity may change sides for ever: half a step parts them
    const double most = iteration > kPatience && iteration % 2 == 1 ? 0.5 : 1.0;
    if (!advance(*gap, most, &c, x)) return false;
    if (converged(c, previous, fresh)) {
      const double trusted = std::max(c.size, options_.tolerance) * std::max(1.0, x->U.maxCoeff());
      if (fresh || !too_stiff(terms, *x, c.residual, trusted)) return true;
      have_lu_ = false;
    }
    previous = c.share < 1.0 ? std::numeric_limits<double>::infinity() : c.size;
    if (c.share < 1.0) have_lu_ = false;
  }
  return fail(fmt::format("no convergence in {} Newton iterations (last correction {:g})",
                          options_.iterations, c.size));
}

}  // namespace mortise::gen
