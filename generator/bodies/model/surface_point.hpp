// A point as the nodes of a surface carry it, on meshes that match or not.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

// A point of a surface as its nodes carry it.
struct SurfacePoint {
  std::vector<std::pair<std::int64_t, double>> share;  // node, weight [-]; they sum up to 1
  double distance = 0.0;  // of the point that was projected, along the normal [m]
};

// Projects a point along the normal onto the surface that nodes span: the node opposite if there is
// one; on a line of nodes the two neighbours; else the least-squares plane through the nearest
// nodes. The shares carry every motion that is linear in place exactly, so rigid motions open
// nothing and forces keep their resultant and their moment about the surface.
// surface: labels, not empty. normal: of length 1, from the surface to the point.
// Throws Error naming `where` if the point lies beyond the surface's border by more than half the
// distance of its nodes.
SurfacePoint project_onto(const FullModel& model, const std::vector<std::int64_t>& surface,
                          const Vector3& point, const Vector3& normal, const std::string& where);

}  // namespace mortise::gen
