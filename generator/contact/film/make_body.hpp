// The bodies beside a film or a dry contact: from their description to few coordinates.
#pragma once

#include <string>
#include <vector>

#include "generator/bodies/condense/condense_body.hpp"
#include "generator/bodies/mesh/plane_mesh.hpp"
#include "generator/contact/film/film_case.hpp"

namespace mortise::gen {

// Mesh of a body of a definition. radius is the tip's radius of curvature for valve and t_profile.
// Throws Error for shapes without a mesh too.
PlaneMesh body_mesh(const BodySpec& body);

// One body of a definition whose shape is not rigid, before any reduction: mesh or import, and how
// it meets the other body. Arguments and errors as make_body(), but for those of the reduction.
struct BodySource {
  FullModel model;
  BodySetup setup;
};
BodySource body_source(const FilmCase& definition, bool upper, std::vector<std::string>* warnings);

// Mesh or import, materials, condensation of one body of a definition whose shape is not rigid.
// upper:    the upper body opens along +y, approaches with impact.velocity and is accelerated
//           towards the lower one; the lower body opens along -y and starts at rest.
// warnings: receives findings that do not stop the import; may be null.
// Throws Error naming definition and body: as condense_body(), import_model(), body_mesh(), for a
// shape that does not fit the contact (plane or axisymmetric), an unknown contact set, an upper
// body that is held or a lower one that floats.
CondensedBody make_body(const FilmCase& definition, bool upper, std::vector<std::string>* warnings);

}  // namespace mortise::gen
