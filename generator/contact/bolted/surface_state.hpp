// What contact and friction leave at every point of bolted surfaces, and the laws they obey.
#pragma once

#include <algorithm>
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

// Signorini's and Coulomb's laws as projections: lambda_n = max(0, lambda_n - rho g_n), lambda_t =
// that of |.| <= mu lambda_n nearest to lambda_t - rho (g_t - g_t,before).
struct CoulombLaw {
  double friction;  // mu [-]
  double scale;     // rho > 0 [N/m]; solutions do not depend on it

  // force: of a point [N]; moved: its normal gap, and the way of its tangential gap [m]
  Eigen::Vector2d pull(const Eigen::Vector3d& force, const Eigen::Vector3d& moved) const {
    return force.tail<2>() - scale * moved.tail<2>();
  }
  PointStatus judge(const Eigen::Vector3d& force, const Eigen::Vector3d& moved) const {
    if (force[0] - scale * moved[0] <= 0.0) return PointStatus::OPEN;
    if (force[0] <= 0.0) return PointStatus::STICK;  // closes: nothing is known of its friction yet
    return pull(force, moved).norm() > friction * force[0] ? PointStatus::SLIP : PointStatus::STICK;
  }
  // How far the force is from its projection [N].
  double violation(const Eigen::Vector3d& force, const Eigen::Vector3d& moved) const {
    const double normal = std::max(0.0, force[0] - scale * moved[0]);
    Eigen::Vector2d rub = pull(force, moved);
    const double limit = friction * std::max(0.0, force[0]);
    if (normal == 0.0) rub.setZero();
    if (rub.norm() > limit) rub *= limit / rub.norm();
    return std::max(std::abs(force[0] - normal), (force.tail<2>() - rub).norm());
  }
};

// What counts as solved: violations of the laws, of the largest force; penetration of points that
// count as open, of what the largest force would press in.
inline constexpr double kContactResidual = 1e-11, kNoPenetration = 1e-11;

}  // namespace mortise::gen
