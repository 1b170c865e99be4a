#include "generator/simulate/sliding/wedging.hpp"

#include <cmath>
#include <limits>

namespace mortise::gen {
namespace {

constexpr int kPlaces = 5;  // along a segment; between them g_nn and g_nt are parabolas

// Smallest g_nn / |g_nt| of a segment whose deformed ends lie at p1 and p2.
void visit(const ReducedSystem& s, const Vector& admittance, Eigen::Index segment,
           const Eigen::Vector2d& edge, FrictionLimit* least) {
  const ReducedSliding& sliding = sliding_of(s);
  const Matrix& chain = sliding.geometry.target_positions;
  const Eigen::Vector2d tangent = edge.normalized(), normal(-tangent.y(), tangent.x());
  for (int i = 0; i < kPlaces; ++i) {
    const double a = static_cast<double>(i) / (kPlaces - 1);
    const Matrix relative = sliding.slave_rows -
                            (1 - a) * sliding.target_rows.middleRows(2 * segment, 2) -
                            a * sliding.target_rows.middleRows(2 * segment + 2, 2);
    const Eigen::Matrix2d g = relative * admittance.asDiagonal() * relative.transpose();
    const double nn = normal.dot(g * normal), nt = std::abs(normal.dot(g * tangent));
    if (!(nt > 0) || nn / nt >= least->friction) continue;
    least->friction = nn / nt;
    least->position = (1 - a) * chain(0, segment) + a * chain(0, segment + 1);
  }
}

}  // namespace

FrictionLimit friction_limit(const ReducedSystem& s, const Vector& admittance, double share) {
  const ReducedSliding& sliding = sliding_of(s);
  const Matrix& chain = sliding.geometry.target_positions;
  const Vector moved = sliding.target_rows * s.initial_q;  // (2 nt)
  FrictionLimit least{std::numeric_limits<double>::infinity(), 0.0};
  for (Eigen::Index k = 0; k + 1 < chain.cols(); ++k) {
    const Eigen::Vector2d edge = chain.col(k + 1) - chain.col(k);
    const Eigen::Vector2d bent = edge + moved.segment<2>(2 * k + 2) - moved.segment<2>(2 * k);
    visit(s, admittance, k, edge, &least);
    visit(s, admittance, k, bent, &least);
  }
  least.friction *= 1 - share;
  return least;
}

}  // namespace mortise::gen
