#include "generator/contact/bolted/coulomb_newton.hpp"

#include <utility>

#include "generator/contact/bolted/krylov_newton.hpp"
#include "generator/contact/bolted/pivot_newton.hpp"

namespace mortise::gen {
namespace {

constexpr Eigen::Index kPivotPoints = 1000;  // up to which the matrix of the closed ones is quicker

std::unique_ptr<ContactMethod> method(SurfaceCompliance compliance, double friction,
                                      ContactSolver solver) {
  const bool few = compliance.points() <= kPivotPoints;
  if (solver == ContactSolver::pivot || (solver == ContactSolver::newton && few))
    return std::make_unique<PivotNewton>(std::move(compliance), friction);
  if (solver == ContactSolver::condensed || solver == ContactSolver::relaxation)
    return std::make_unique<PivotNewton>(
        std::move(compliance), friction,
        solver == ContactSolver::condensed ? PivotSolve::CONDENSED : PivotSolve::RELAXATION);
  return std::make_unique<KrylovNewton>(std::move(compliance), friction);
}

}  // namespace

CoulombNewton::CoulombNewton(SurfaceCompliance compliance, double friction, ContactSolver solver)
    : points_(compliance.points()), method_(method(std::move(compliance), friction, solver)) {}

CoulombNewton::CoulombNewton(const CoulombNewton& other)
    : points_(other.points_), base_(other.base_), method_(other.method_->clone()) {}

CoulombNewton& CoulombNewton::operator=(const CoulombNewton& other) {
  if (this != &other) *this = CoulombNewton(other);
  return *this;
}

void CoulombNewton::set_base(const SurfaceState& state) {
  base_.clear();
  for (Eigen::Index p = 0; p < points_; ++p)
    if (state.status[static_cast<std::size_t>(p)] != PointStatus::OPEN) base_.push_back(p);
  method_->set_base(state);
}

}  // namespace mortise::gen
