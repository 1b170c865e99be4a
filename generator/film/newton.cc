#include "generator/film/newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace mortise::gen {
namespace {

// Size that a change of the gap is judged by: of the gap or of the deformation, the larger.
double gap_scale(const GapModel& gap, const FilmUnknowns& x) {
  return std::max(x.H.cwiseAbs().maxCoeff(), (x.H - gap.base()).cwiseAbs().maxCoeff());
}

}  // namespace

FilmNewton::FilmNewton(const PressureLaw* law, const NewtonOptions& options)
    : law_(*law), options_(options) {}

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

bool FilmNewton::solve(GapModel* gap, const StageTerms& terms, double load, FilmUnknowns* x) {
  const Eigen::Index first = law_.first(), m = law_.unknowns(), n = law_.points();
  const Vector& weights = gap->load_weights();
  const bool loaded = weights.size() > 0;
  // the maxima of the laws may swallow a NaN
  if (!x->U.allFinite() || !std::isfinite(x->approach)) {
    return fail("the first guess is not finite");
  }
  update_fields(*gap, x);
  if (!x->H.allFinite()) return fail("the gap is not finite");
  // a guess may dip through the surface; lift it before the first evaluation
  const double lowest = x->H.minCoeff();
  if (lowest <= 0.0 && law_.needs_gap()) {
    if (!loaded) return fail("the surfaces touch in the first guess of the gap");
    x->approach += 1e-3 * x->H.maxCoeff() - lowest;
    update_fields(*gap, x);
  }

  Vector f, rhs(m + (loaded ? 1 : 0)), change(n), gap_change, moved;
  double previous = std::numeric_limits<double>::infinity();
  lu_fresh_ = false;
  // with the factorisation of a far shorter step a wrong state has small corrections, too
  if (terms.shift < 0.5 * lu_shift_ || terms.shift > 2.0 * lu_shift_) forget();
  for (int iteration = 0; iteration < options_.iterations; ++iteration) {
    ++iterations_;
    if (!have_lu_ && !refresh(gap, terms, *x)) return fail("the Jacobian is singular");
    law_.residual(x->U, x->H, terms, &f);
    rhs.head(m) = -f.segment(first, m);
    if (loaded) rhs[m] = load - weights.dot(x->P);
    if (!rhs.allFinite()) return fail("the residual is not finite");
    lu_.solve(rhs);

    if (!rhs.allFinite()) return fail("the correction is not finite");
    const double u_size = rhs.head(m).cwiseAbs().maxCoeff() / std::max(1.0, x->U.maxCoeff());
    // the approach may still move where the pressure is settled by the load alone
    const double size = std::max(u_size, loaded ? std::abs(rhs[m]) / gap_scale(*gap, *x) : 0.0);
    if (!lu_fresh_ && size > options_.contraction * previous && size > options_.tolerance) {
      // the kept factorisation no longer contracts: compute this correction anew
      if (!refresh(gap, terms, *x)) return fail("the Jacobian is singular");
      previous = std::numeric_limits<double>::infinity();
      continue;
    }
    const bool fresh = lu_fresh_;
    lu_fresh_ = false;

    double share = std::min(1.0, options_.step_limit / std::max(u_size, 1e-300));
    change.setZero();
    change.segment(first, m) = rhs.head(m);
    Vector next_P, next_fill;
    for (int trial = 0;; ++trial) {
      Vector next = x->U + share * change;
      law_.pressure(next, &next_P, &next_fill);
      if (next_fill.minCoeff() < 0.0) next = next.cwiseMax(-1.0);
      law_.pressure(next, &next_P, &next_fill);
      gap_change.setConstant(n, loaded ? share * rhs[m] : 0.0);
      moved = next_P - x->P;
      gap->add_compliance(moved, &gap_change);
      // keep the surfaces apart
      if (!law_.needs_gap() || ((x->H + gap_change).array() > 0.1 * x->H.array()).all()) {
        x->U = next;
        break;
      }
      if (trial == 12) return fail("the surfaces would touch");
      share *= 0.5;
    }
    x->P = next_P;
    x->fill = next_fill;
    x->H += gap_change;
    if (loaded) x->approach += share * rhs[m];

    // what is left after this correction, by the contraction seen
    // one small correction after a large one may concern other nodes: never trust a rate below
    // 0.1 of a kept factorisation
    const double floor = fresh ? 0.01 : 0.1;
    const double assumed = fresh ? 0.1 : 0.3;
    const double rate = std::isfinite(previous) ? std::clamp(size / previous, floor, 0.9) : assumed;
    const double left = share == 1.0 ? size * rate / (1.0 - rate) : size;
    const double gap_left = gap_change.cwiseAbs().maxCoeff() * left / std::max(size, 1e-300);
    if (share == 1.0 && left < options_.tolerance &&
        gap_left < options_.tolerance * gap_scale(*gap, *x)) {
      if (fresh ||
          !too_stiff(terms, *x, f,
                     std::max(size, options_.tolerance) * std::max(1.0, x->U.maxCoeff()))) {
        return true;
      }
      have_lu_ = false;
    }
    previous = share == 1.0 ? size : std::numeric_limits<double>::infinity();
    if (share < 1.0) have_lu_ = false;
  }
  std::ostringstream text;
  text << "no convergence in " << options_.iterations << " Newton iterations (last correction "
       << previous << ")";
  return fail(text.str());
}

}  // namespace mortise::gen
