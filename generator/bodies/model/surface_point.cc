#include "generator/bodies/model/surface_point.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "generator/bodies/model/contact_frame.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/ground/dense/orthogonal.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

constexpr double kOpposite = 1e-6;  // distance from a node that is opposite, of the spacing
constexpr double kBeyond = 0.5;     // of the spacing of nodes, past the border
constexpr double kLine = 1e-6;      // width of what is a line, of its length
constexpr std::size_t kNearest = 6;

using Points = std::vector<Eigen::Vector2d>;

std::vector<std::size_t> by_distance(const Points& points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return points[a].squaredNorm() < points[b].squaredNorm();
  });
  return order;
}

// Distance of the node next to node `of`.
double distance_next_to(const Points& points, std::size_t of) {
  double nearest = HUGE_VAL;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (i != of) nearest = std::min(nearest, (points[i] - points[of]).norm());
  return nearest;
}

// Smallest and largest extent about their mean; the direction of the largest.
struct Extent {
  double width = 0.0, length = 0.0;
  Eigen::Vector2d along = Eigen::Vector2d::UnitX();
};
Extent extent_of(const Points& points) {
  Eigen::Matrix2Xd about(2, static_cast<Eigen::Index>(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i)
    about.col(static_cast<Eigen::Index>(i)) = points[i];
  about.colwise() -= Eigen::Vector2d(about.rowwise().mean());
  const Eigen::Matrix2d spread = about * about.transpose();
  const SymmetricEigen axes(spread);
  return {std::sqrt(std::max(0.0, axes.eigenvalues()[0])), std::sqrt(axes.eigenvalues()[1]),
          axes.eigenvectors().col(1)};
}

// Weights of all points that interpolate at the origin, between the neighbours on a line.
Vector on_line(const Points& points, const Eigen::Vector2d& along) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return points[a].dot(along) < points[b].dot(along);
  });
  std::size_t next = 1;
  while (next + 1 < order.size() && points[order[next]].dot(along) < 0.0) ++next;
  const std::size_t a = order[next - 1], b = order[next];
  const double from = points[a].dot(along), to = points[b].dot(along);
  Vector weights = Vector::Zero(static_cast<Eigen::Index>(points.size()));
  weights[static_cast<Eigen::Index>(a)] = to / (to - from);
  weights[static_cast<Eigen::Index>(b)] = -from / (to - from);
  return weights;
}

// Weights by the least-squares plane through the nearest points, the nearer the heavier.
Vector on_plane(const Points& points) {
  const std::vector<std::size_t> order = by_distance(points);
  const std::size_t count = std::min(kNearest, points.size());
  const double reach = points[order[count - 1]].norm();
  Matrix base(static_cast<Eigen::Index>(count), 3);
  Vector weight(static_cast<Eigen::Index>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const Eigen::Vector2d& p = points[order[i]];
    base.row(static_cast<Eigen::Index>(i)) << 1.0, p.x() / reach, p.y() / reach;
    weight[static_cast<Eigen::Index>(i)] = std::exp(-4.0 * p.squaredNorm() / (reach * reach));
  }
  // value of the fitted plane at the origin: e_1^T (B^T W B)^+ B^T W
  const Vector root = weight.cwiseSqrt();
  const Matrix heavy = root.asDiagonal() * base;
  const Matrix fit = MinimumNorm(heavy).pseudo_inverse();
  Vector weights = Vector::Zero(static_cast<Eigen::Index>(points.size()));
  for (std::size_t i = 0; i < count; ++i)
    weights[static_cast<Eigen::Index>(order[i])] =
        fit(0, static_cast<Eigen::Index>(i)) * root[static_cast<Eigen::Index>(i)];
  return weights;
}

// How far the origin lies beyond the points, seen from their centre.
double beyond(const Points& points) {
  double farthest = HUGE_VAL;
  const std::size_t directions = 16;
  for (std::size_t k = 0; k < directions; ++k) {
    const double angle = 2.0 * M_PI * static_cast<double>(k) / static_cast<double>(directions);
    const Eigen::Vector2d d(std::cos(angle), std::sin(angle));
    double reach = -HUGE_VAL;  // of the surface in this direction from the point
    for (const Eigen::Vector2d& p : points) reach = std::max(reach, p.dot(d));
    farthest = std::min(farthest, reach);
  }
  return std::max(0.0, -farthest);
}

}  // namespace

SurfacePoint project_onto(const FullModel& model, const std::vector<std::int64_t>& surface,
                          const Vector3& point, const Vector3& normal, const std::string& where) {
  const ContactFrame frame = contact_frame(normal);
  Points seen;
  std::vector<double> height;
  for (const std::int64_t node : surface) {
    const Vector3 away = node_position(model, node, where) - point;
    seen.emplace_back(away.dot(frame.tangent1), away.dot(frame.tangent2));
    height.push_back(-away.dot(normal));
  }
  const std::size_t nearest = by_distance(seen).front();
  const double between = distance_next_to(seen, nearest);
  SurfacePoint found;
  if (surface.size() == 1 || seen[nearest].norm() <= kOpposite * between) {
    found.share = {{surface[nearest], 1.0}};
    found.distance = height[nearest];
    return found;
  }
  const double past = beyond(seen);
  demand(past <= kBeyond * between, where,
         "a node at " + number_text(point.x()) + ", " + number_text(point.y()) + ", " +
             number_text(point.z()) + " m lies " + number_text(past) +
             " m beyond the border of the surface that it shall meet",
         "name a smaller set of nodes, a larger surface, or turn the normal");
  const Extent extent = extent_of(seen);
  const Vector weights = surface.size() == 2 || extent.width <= kLine * extent.length
                             ? on_line(seen, extent.along)
                             : on_plane(seen);
  for (Eigen::Index i = 0; i < weights.size(); ++i) {
    if (weights[i] == 0.0) continue;
    found.share.emplace_back(surface[static_cast<std::size_t>(i)], weights[i]);
    found.distance += weights[i] * height[static_cast<std::size_t>(i)];
  }
  return found;
}

}  // namespace mortise::gen
