// Unilateral contact with Coulomb friction at many points that see each other: a semi-smooth Newton
// method in pivot form.
//
//   g = C lambda + g_free          0 <= lambda_n  perp  g_n >= 0      (position level)
//   -(g_t - g_t,before) in the normal cone of |lambda_t| <= mu lambda_n       (Linder eq. 2)
//
// Points of the base set D count as sticking, the others as open, until they prove otherwise. With
// x = (gap's change on D, force on the others) and y = (force on D, gap's change on the others),
//
//   y = y_0 + P x,   P = [ B, -B C_DE ; C_ED B, C_EE - C_ED B C_DE ],   B = C_DD^-1
//
// and whoever does as it should has x = 0 and takes no part in the solve. Of the others P knows
// those that have been closed, E; whether one more closes, a product of C tells.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/contact/bolted/surface_compliance.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

enum class PointStatus : std::uint8_t { OPEN, STICK, SLIP };

// What a load history leaves behind.
struct SurfaceState {
  Vector force;  // lambda (3 n): normal, two tangents of every point [N], normal >= 0
  Vector gap;    // g (3 n) [m]; the tangential part is where friction starts from
  std::vector<PointStatus> status;  // (n)
};

class CoulombNewton {
 public:
  // friction: mu >= 0 [-].
  CoulombNewton(SurfaceCompliance compliance, double friction);

  // D: those that are closed in `state`. Factorises C_DD.
  void set_base(const SurfaceState& state);

  // Moves on to the gap that there would be without forces (3 n) [m].
  // Returns the work of friction on the way [J], >= 0. Throws Error if it does not converge; the
  // state then stays as it was.
  double advance(const Vector& free_gap, SurfaceState* state);

  Eigen::Index points() const { return compliance_.points(); }
  const std::vector<Eigen::Index>& base() const { return base_; }
  int iterations() const { return iterations_; }  // of the last step

 private:
  struct Unknown {
    Eigen::Index known;  // its number among the known points
    PointStatus status;
  };

  bool on_base(Eigen::Index known) const { return known < base_size_; }
  void extend(const std::vector<Eigen::Index>& added);
  void start(const Vector& moved);
  void newton(std::vector<PointStatus>* status);
  PointStatus judge(Eigen::Index known) const;
  void solve(const std::vector<Unknown>& unknowns);
  double residual() const;
  Eigen::Vector3d force_of(Eigen::Index known) const;
  Eigen::Vector3d moved_of(Eigen::Index known) const;

  SurfaceCompliance compliance_;
  double friction_;
  double scale_;                     // rho: force per gap in the projections [N/m]
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
