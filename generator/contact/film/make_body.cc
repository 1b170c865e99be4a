#include "generator/contact/film/make_body.hpp"

#include <algorithm>

#include "generator/bodies/import/importer.hpp"
#include "generator/bodies/mesh/bodies.hpp"
#include "generator/bodies/model/nearest_node.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

std::string body_name(const FilmCase& definition, bool upper) {
  return definition.path + ": bodies." + (upper ? "upper" : "lower");
}

FullModel meshed_model(const FilmCase& definition, const BodySpec& body, const std::string& name) {
  const PlaneMesh mesh = body_mesh(body);
  const bool axisymmetric = definition.film.kind == FilmKind::point;
  demand((mesh.state == PlaneState::axisymmetric) == axisymmetric, name,
         std::string("its shape is ") + (axisymmetric ? "plane" : "axisymmetric") +
             ", the contact is not",
         axisymmetric ? "choose sphere, valve, plate or import" : "choose t_profile or import");
  return assemble_plane(mesh, {body.young, body.poisson, body.density});
}

std::vector<std::int64_t> contact_nodes(const FullModel& model, const std::string& set,
                                        const std::string& name) {
  const auto found = model.sets.find(set);
  demand(found != model.sets.end(), name, "the model has no node set '" + set + "'",
         "name one of its sets as contact_set");
  std::vector<std::int64_t> nodes = found->second;
  std::sort(nodes.begin(), nodes.end(), [&](std::int64_t a, std::int64_t b) {
    const double xa = model.nodes.at(a)[0], xb = model.nodes.at(b)[0];
    return xa != xb ? xa < xb : a < b;
  });
  return nodes;
}

}  // namespace

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
      break;
  }
  throw Error("shape = rigid", "a rigid body has no mesh",
              "choose sphere, plate, valve or t_profile for an elastic one");
}

BodySource body_source(const FilmCase& definition, bool upper, std::vector<std::string>* warnings) {
  const BodySpec& body = upper ? definition.upper : definition.lower;
  const bool imported = body.shape == BodyShape::import;
  BodySource source;
  BodySetup& setup = source.setup;
  setup.name = body_name(definition, upper);
  source.model = imported ? import_model(definition.path, definition.name, body.import, warnings)
                          : meshed_model(definition, body, setup.name);
  setup.contact = contact_nodes(source.model, imported ? body.contact_set : "contact", setup.name);
  setup.opening_sign = upper ? 1.0 : -1.0;
  if (upper) {
    setup.acceleration = -definition.impact.acceleration;
    setup.velocity = -definition.impact.velocity;
  }
  for (const Vector3& point : body.extra_masters) {
    NearestNode found = nearest_node(source.model, point);
    found.place = setup.name + ".extra_masters";
    const std::string far = distance_warning(source.model, found);
    if (warnings != nullptr && !far.empty()) warnings->push_back(far);
    setup.extra_masters.push_back(found.node);
  }
  static_cast<BodyCondensation&>(setup) = body;
  return source;
}

CondensedBody make_body(const FilmCase& definition, bool upper,
                        std::vector<std::string>* warnings) {
  const BodySource source = body_source(definition, upper, warnings);
  CondensedBody condensed = condense_body(source.model, source.setup);
  demand(upper == (condensed.mass > 0.0), source.setup.name,
         upper ? "it is held along y, so that it cannot fall"
               : "it floats: nothing carries the contact force",
         upper ? "leave the upper body free along y" : "hold the lower body somewhere");
  return condensed;
}

}  // namespace mortise::gen
