#include "generator/bodies/model/surface_plane.hpp"

#include <fmt/format.h>

#include <cmath>

#include "generator/bodies/model/dof_table.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kAxis = 1e-5;     // a normal so near to an axis is it
constexpr double kInPlane = 1e-3;  // of the surface's size
constexpr double kNarrow = 1e-6;   // ratio of extents below which nodes stand on a line

}  // namespace

SurfacePlane surface_plane(const FullModel& model, const std::vector<std::int64_t>& nodes,
                           const std::string& where) {
  demand(nodes.size() > 2, where, fmt::format("{} node(s) are no surface", nodes.size()),
         "name all nodes of the surface");
  SurfacePlane plane;
  plane.middle.setZero();
  for (const std::int64_t node : nodes)
    plane.middle += node_position(model, node, where) / static_cast<double>(nodes.size());
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (const std::int64_t node : nodes) {
    const Vector3 away = node_position(model, node, where) - plane.middle;
    spread += away * away.transpose();
    plane.size = std::max(plane.size, away.norm());
  }
  const SymmetricEigenOf<3> axes(spread);
  demand(axes.eigenvalues()[1] > kNarrow * kNarrow * axes.eigenvalues()[2], where,
         "its nodes stand on a line", "name all nodes of the surface");
  plane.normal = axes.eigenvectors().col(0);
  Eigen::Index most = 0;
  plane.normal.cwiseAbs().maxCoeff(&most);
  const Vector3 axis = std::copysign(1.0, plane.normal[most]) * Vector3::Unit(most);
  if ((plane.normal - axis).norm() < kAxis) plane.normal = axis;
  for (const std::int64_t node : nodes) {
    const double off = (node_position(model, node, where) - plane.middle).dot(plane.normal);
    if (std::abs(off) > kInPlane * plane.size)
      throw Error(where,
                  fmt::format("node {} stands {:.3g} m off the plane of the others", node, off),
                  "bolted surfaces are planes; what they differ from one is the surface's profile");
  }
  return plane;
}

std::pair<double, double> body_sides(const FullModel& model, const std::vector<std::int64_t>& nodes,
                                     const SurfacePlane& plane) {
  if (!model.faces.empty()) return {0.0, 0.0};
  const DofTable table(model);
  std::size_t before = 0, behind = 0;
  for (const std::int64_t node : nodes) {
    double highest = 0.0, lowest = 0.0;
    for (int d = 1; d <= 3; ++d) {
      const Eigen::Index row = table.find({node, d});
      if (row < 0) continue;
      for (SparseMatrix::InnerIterator k(model.stiffness, row); k; ++k) {
        const auto other = model.nodes.find(model.dofs[static_cast<std::size_t>(k.row())].node);
        if (other == model.nodes.end() || k.value() == 0.0) continue;
        const double off = (other->second - plane.middle).dot(plane.normal);
        highest = std::max(highest, off);
        lowest = std::min(lowest, off);
      }
    }
    before += highest > kInPlane * plane.size ? 1 : 0;
    behind += lowest < -kInPlane * plane.size ? 1 : 0;
  }
  const auto count = static_cast<double>(nodes.size());
  return {static_cast<double>(before) / count, static_cast<double>(behind) / count};
}

}  // namespace mortise::gen
