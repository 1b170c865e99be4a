// Built-in bodies of contact problems, fine along the contact, graded away from it. The contact
// surface looks down (towards -y) for upper bodies and up for the plate; its apex lies at x = 0,
// y = 0. "contact" starts at the axis for axisymmetric bodies and is symmetric about it for plane
// ones.
#pragma once

#include "generator/define/film_definition.hpp"
#include "generator/solid/plane_mesh.hpp"

namespace mortise::gen {

// contact_radius is covered by contact_elements equal elements (equal in x).
PlaneMesh sphere_mesh(double radius, double contact_radius, int contact_elements);

// Disc fixed at the bottom.
PlaneMesh plate_mesh(double radius, double thickness, double contact_radius, int contact_elements);

struct ValveShape {
  double tip_radius = 0.0;                       // of curvature of the stem's end
  double stem_radius = 0.0, stem_length = 0.0;   // length from the tip's rim to the bar
  double bar_radius = 0.0, bar_thickness = 0.0;  // the horizontal bar of the T
};

// Axisymmetric T: a stem with a spherical end, pointing down, under a disc.
PlaneMesh valve_mesh(const ValveShape& shape, double contact_radius, int contact_elements);

// The same T as a plane profile, whole width (not half); radii are half widths.
PlaneMesh t_profile_mesh(const ValveShape& shape, double contact_radius, int contact_elements);

// Mesh of a body of a definition. Throws Error for shapes without a mesh.
PlaneMesh body_mesh(const BodySpec& body);

// Volume [m3] of an axisymmetric mesh, or area [m2] of a plane one, by its elements.
double mesh_volume(const PlaneMesh& mesh);

}  // namespace mortise::gen
