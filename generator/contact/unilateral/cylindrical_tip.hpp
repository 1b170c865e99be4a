// Contact geometry of a cylindrical tip that keeps its shape: virtual nodes on its rim
// (Schurzig et al., section 5 and figures 2, 3).
#pragma once

#include <vector>

#include "generator/bodies/model/rigid_motion.hpp"
#include "generator/contact/unilateral/contact_point.hpp"

namespace mortise::gen {

enum class WallShape {
  plane,    // one flat wall: the same normal everywhere, the gap grows away from the facing edge
  bushing,  // a round bore around the tip: it touches where it comes nearest
};

struct CylindricalTip {
  Vector3 origin = Vector3::Zero();  // [m] a point of the cylinder's axis, position 0
  Vector3 axis = Vector3::UnitZ();   // direction of the axis, any length > 0
  Vector3 toward_wall =
      Vector3::UnitX();  // angle 0: from the axis towards the wall, any length > 0
  double radius = 0.0;   // [m] > 0
  double start = 0.0;    // [m] first position along the axis
  double end = 0.0;      // [m] last position along the axis, >= start
  int points = 2;  // virtual nodes per edge, in a bore on the axis; >= 1, one alone sits at `end`
  std::vector<double> angles = {0.0};  // [rad] edges, about `axis` from `toward_wall`; bushing: {0}
  WallShape wall = WallShape::plane;
};

// The contacts of all virtual nodes, edge by edge in the order of `angles`, from start to end;
// names "<parameters.name>.<number>". Normals point from the wall to the axis, tangent1 lies along
// the axis. parameters.clearance [m] is the gap at the edge that faces the wall; with a plane wall
// a virtual node at angle a has  clearance + radius (1 - cos a)  and |a| < 90 deg. In a bore it is
// the radius of the bore less that of the tip, and every point of the axis is one contact. Throws
// Error for degenerate geometry, out-of-range parameters or motions the masters of `motion` do not
// determine.
std::vector<ContactPoint> tip_contacts(const RigidMotion& motion, const CylindricalTip& tip,
                                       const ContactParameters& parameters);

// Position [m] of the virtual node at `position` along the axis and `angle`.
Vector3 rim_point(const CylindricalTip& tip, double position, double angle);

}  // namespace mortise::gen
