#include <algorithm>

#include "generator/couple/condense_body.hpp"
#include "generator/define/import_model.hpp"
#include "generator/error.hpp"
#include "generator/fe/nearest_node.hpp"
#include "generator/solid/bodies.hpp"

namespace mortise::gen {
namespace {

std::string body_name(const FilmDefinition& definition, bool upper) {
  return definition.path + ": bodies." + (upper ? "upper" : "lower");
}

FullModel meshed_model(const FilmDefinition& definition, const BodySpec& body,
                       const std::string& name) {
  const PlaneMesh mesh = body_mesh(body);
  const bool axisymmetric = definition.film.kind == FilmKind::point;
  if ((mesh.kind == PlaneKind::axisymmetric) != axisymmetric)
    throw Error(
        name,
        std::string("its shape is ") + (axisymmetric ? "plane" : "axisymmetric") +
            ", the contact is not",
        axisymmetric ? "choose sphere, valve, plate or import" : "choose t_profile or import");
  return assemble_plane(mesh, {body.young, body.poisson, body.density});
}

FullModel imported_model(const FilmDefinition& definition, const BodySpec& body,
                         std::vector<std::string>* warnings) {
  Definition import;
  import.path = definition.path;
  import.name = definition.name;
  import.import = body.import;
  return import_model(import, warnings);
}

std::vector<std::int64_t> contact_nodes(const FullModel& model, const std::string& set,
                                        const std::string& name) {
  const auto found = model.sets.find(set);
  if (found == model.sets.end())
    throw Error(name, "the model has no node set '" + set + "'",
                "name one of its sets as contact_set");
  std::vector<std::int64_t> nodes = found->second;
  std::sort(nodes.begin(), nodes.end(), [&](std::int64_t a, std::int64_t b) {
    const double xa = model.nodes.at(a)[0], xb = model.nodes.at(b)[0];
    return xa != xb ? xa < xb : a < b;
  });
  return nodes;
}

}  // namespace

BodySource body_source(const FilmDefinition& definition, bool upper,
                       std::vector<std::string>* warnings) {
  const BodySpec& body = upper ? definition.upper : definition.lower;
  const bool imported = body.shape == BodyShape::import;
  BodySource source;
  BodySetup& setup = source.setup;
  setup.name = body_name(definition, upper);
  source.model = imported ? imported_model(definition, body, warnings)
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
  setup.method = body.method;
  setup.cutoff_hz = body.cutoff_hz;
  setup.static_modes = body.static_modes;
  setup.dynamic_modes = body.dynamic_modes;
  setup.static_damping = body.static_damping;
  return source;
}

CondensedBody make_body(const FilmDefinition& definition, bool upper,
                        std::vector<std::string>* warnings) {
  const BodySource source = body_source(definition, upper, warnings);
  CondensedBody condensed = condense_body(source.model, source.setup);
  if (upper != (condensed.mass > 0.0))
    throw Error(source.setup.name,
                upper ? "it is held along y, so that it cannot fall"
                      : "it floats: nothing carries the contact force",
                upper ? "leave the upper body free along y" : "hold the lower body somewhere");
  return condensed;
}

}  // namespace mortise::gen
