// The plane that the nodes of a surface stand in, and the side of it that their body is on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

struct SurfacePlane {
  Vector3 middle;     // mean of the nodes [m]
  Vector3 normal;     // of length 1, of either sign; exactly an axis if it is one to 1e-5
  double size = 0.0;  // largest distance of a node from the middle [m]
};

// Least-squares plane through the nodes. Throws Error naming `where` for fewer than three nodes,
// nodes on a line, a node without coordinates, and nodes that stand off the plane by more than
// 1e-3 of the surface's size, naming the farthest.
SurfacePlane surface_plane(const FullModel& model, const std::vector<std::int64_t>& nodes,
                           const std::string& where);

// Where the nodes stand that share stiffness with those of the surface and do not stand in its
// plane: (before, behind) shares of the surface's nodes that have such neighbours on the side of
// the normal, and on the other one. A surface of one body has (1, 0) or (0, 1). Of a body that came
// condensed the stiffness does not tell: (0, 0) where faces stand for it.
std::pair<double, double> body_sides(const FullModel& model, const std::vector<std::int64_t>& nodes,
                                     const SurfacePlane& plane);

}  // namespace mortise::gen
