#include "generator/error.hpp"
#include "generator/solid/bodies.hpp"

namespace mortise::gen {

PlaneMesh body_mesh(const BodySpec& body) {
  const ValveShape tee{body.radius, body.stem_radius, body.stem_length, body.bar_radius,
                       body.bar_thickness};
  switch (body.shape) {
    case BodyShape::sphere:
      return sphere_mesh(body.radius, body.contact_radius, body.contact_elements);
    case BodyShape::plate:
      return plate_mesh(body.radius, body.thickness, body.contact_radius, body.contact_elements);
    case BodyShape::valve:
      return valve_mesh(tee, body.contact_radius, body.contact_elements);
    case BodyShape::t_profile:
      return t_profile_mesh(tee, body.contact_radius, body.contact_elements);
    case BodyShape::import:
      throw Error("shape = import", "an imported body brings its own mesh",
                  "read it by its importer");
    case BodyShape::rigid:
      throw Error("shape = rigid", "a rigid body has no mesh",
                  "choose sphere, plate, valve or t_profile for an elastic one");
  }
  throw Error("shape", "this shape has no mesh", "choose sphere, plate, valve or t_profile");
}

}  // namespace mortise::gen
