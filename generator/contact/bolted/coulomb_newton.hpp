// Unilateral contact with Coulomb friction at many points that see each other: a semi-smooth Newton
// method in pivot form.
//
//   g = C lambda + g_free          0 <= lambda_n  perp  g_n >= 0      (position level)
//   -(g_t - g_t,before) in the normal cone of |lambda_t| <= mu lambda_n       (Linder eq. 2)
//
// Points of the base set D count as sticking, the others as open, until they prove otherwise. With
// x = (gap's change on D, force on the others) and y = (force on D, gap's change on the others),
//
//   y = y_0 + P x,   P = [ B, -B C_DO ; C_OD B, C_OO - C_OD B C_DO ],   B = C_DD^-1
//
// and whoever does as it should has x = 0 and takes no part in the solve.
#pragma once

#include <cstdint>
#include <vector>

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
  // compliance: C (3 n x 3 n), symmetric, positive definite [m/N]. friction: mu >= 0 [-].
  CoulombNewton(Matrix compliance, double friction);

  // D: those that are closed in `state`. Factorises C_DD.
  void set_base(const SurfaceState& state);

  // Moves on to the gap that there would be without forces (3 n) [m].
  // Returns the work of friction on the way [J], >= 0. Throws Error if it does not converge; the
  // state then stays as it was.
  double advance(const Vector& free_gap, SurfaceState* state);

  Eigen::Index points() const { return compliance_.rows() / 3; }
  const Matrix& compliance() const { return compliance_; }
  int iterations() const { return iterations_; }  // of the last step
  const std::vector<Eigen::Index>& base() const { return base_; }

 private:
  struct Unknown {
    Eigen::Index point;
    PointStatus status;
  };

  bool on_base(Eigen::Index point) const { return is_base_[static_cast<std::size_t>(point)]; }
  void start(const Vector& free_gap, const Vector& target);
  PointStatus judge(Eigen::Index point) const;
  void solve(const std::vector<Unknown>& unknowns);
  double residual() const;

  Matrix compliance_;
  double friction_;
  double scale_;                    // rho: force per gap in the projections [N/m]
  std::vector<Eigen::Index> base_;  // points of D
  std::vector<bool> is_base_;
  Matrix pivoted_;  // P
  Vector x_, y_, y0_;
  Vector target_;  // normal 0, tangents where friction starts from
  int iterations_ = 0;
};

}  // namespace mortise::gen
