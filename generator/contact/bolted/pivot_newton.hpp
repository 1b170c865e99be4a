// Contact with friction at some hundred points: a semi-smooth Newton method in pivot form.
//
// Points of the base set D count as sticking, the others as open, until they prove otherwise. With
// x = (gap's change on D, force on the others) and y = (force on D, gap's change on the others),
//
//   y = y_0 + P x,   P = [ B, -B C_DE ; C_ED B, C_EE - C_ED B C_DE ],   B = C_DD^-1
//
// and whoever does as it should has x = 0 and takes no part in the solve. Of the others P knows
// those that have been closed, E; whether one more closes, a product of C tells.
#pragma once

#include <vector>

#include "generator/contact/bolted/contact_method.hpp"
#include "generator/contact/bolted/surface_compliance.hpp"

namespace mortise::gen {

// How what leaves its base's status is solved.
enum class PivotSolve {
  NEWTON,
  CONDENSED,   // Gauss-Seidel's sweeps over those predicted to leave it, and who else turns out to
  RELAXATION,  // the same over all points that are known
};

class PivotNewton : public ContactMethod {
 public:
  PivotNewton(SurfaceCompliance compliance, double friction, PivotSolve solve = PivotSolve::NEWTON);

  std::unique_ptr<ContactMethod> clone() const override {
    return std::make_unique<PivotNewton>(*this);
  }
  // Factorises C_DD.
  void set_base(const SurfaceState& state) override;
  double advance(const Vector& free_gap, SurfaceState* state, const SurfaceState* guess) override;
  int iterations() const override { return iterations_; }

 private:
  struct Unknown {
    Eigen::Index known;  // its number among the known points
    PointStatus status;
  };

  Eigen::Index points() const { return compliance_.points(); }
  bool on_base(Eigen::Index known) const { return known < base_size_; }
  void extend(const std::vector<Eigen::Index>& added);
  void start(const Vector& moved);
  bool newton(std::vector<PointStatus>* status);
  void sweep(std::vector<PointStatus>* status);
  double relax(Eigen::Index known);
  void solve(const std::vector<Unknown>& unknowns);
  double residual() const;
  Eigen::Vector3d force_of(Eigen::Index known) const;
  Eigen::Vector3d moved_of(Eigen::Index known) const;

  SurfaceCompliance compliance_;
  CoulombLaw law_;
  PivotSolve solve_;
  std::vector<Eigen::Index> base_;   // D
  std::vector<Eigen::Index> known_;  // D, then E
  std::vector<bool> is_known_;       // (n)
  Eigen::Index base_size_ = 0;
  Matrix inverse_;     // B
  Matrix pivoted_;     // P
  Vector x_, y_, y0_;  // of the known points
  int iterations_ = 0;
};

}  // namespace mortise::gen
