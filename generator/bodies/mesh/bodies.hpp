// Built-in bodies of contact problems, fine along the contact, graded away from it. The contact
// surface looks down (towards -y) for upper bodies and up for the plate; its apex lies at x = 0,
// y = 0. Set "contact" starts at the axis for axisymmetric bodies and is symmetric about it for
// plane ones.
//
// All functions: lengths in metres. contact_elements (1 .. 10000) elements, equal in x, cover
// 0 <= x <= contact_radius; their corner and mid-side nodes lie on the true surface. The smallest
// elements are about square; they grow threefold about every four elements.
// Throws Error naming the key for lengths that are not positive or do not fit together.
#pragma once

#include "generator/bodies/mesh/plane_mesh.hpp"

namespace mortise::gen {

// contact_radius: at most 0.6 of the radius.
PlaneMesh sphere_mesh(double radius, double contact_radius, int contact_elements);

// Disc fixed at the bottom: set "fixed". contact_radius: at most 0.8 of the radius.
PlaneMesh plate_mesh(double radius, double thickness, double contact_radius, int contact_elements);

struct ValveShape {
  double tip_radius = 0.0;   // of curvature of the stem's end
  double stem_radius = 0.0;  // at most 0.9 of tip_radius
  double stem_length = 0.0;  // from the tip's rim to the bar
  double bar_radius = 0.0;   // the horizontal bar of the T, wider than the stem
  double bar_thickness = 0.0;
};

// Axisymmetric T: a stem with a spherical end, pointing down, under a disc.
// contact_radius: at most 0.85 of the stem's radius.
PlaneMesh valve_mesh(const ValveShape& shape, double contact_radius, int contact_elements);

// That T as a plane profile, whole width (not half); radii are half widths. contact_elements are
// counted on one side.
PlaneMesh t_profile_mesh(const ValveShape& shape, double contact_radius, int contact_elements);

// Volume [m3] of an axisymmetric mesh, or area [m2] of a plane one, by its elements.
double mesh_volume(const PlaneMesh& mesh);

}  // namespace mortise::gen
