// Small bodies that the coupling is tried on.
#pragma once

#include "generator/bodies/condense/condense_body.hpp"
#include "generator/bodies/mesh/bodies.hpp"

namespace mortise::gen {

struct TriedBody {
  PlaneMesh mesh;
  FullModel model;
  BodySetup setup;
};

inline TriedBody tried_body(PlaneMesh mesh, const Material& material, double sign) {
  TriedBody body{std::move(mesh), {}, {}};
  body.model = assemble_plane(body.mesh, material);
  body.setup.name = "body";
  body.setup.contact = body.model.sets.at("contact");
  body.setup.opening_sign = sign;
  return body;
}

// Steel disc, held at the bottom; lower body.
inline TriedBody steel_plate() {
  TriedBody body = tried_body(plate_mesh(0.02, 0.01, 2e-3, 6), {2.1e11, 0.3, 7800.0}, -1.0);
  body.setup.cutoff_hz = 3e5;
  return body;
}

// Free steel ball; upper body.
inline TriedBody steel_ball() {
  TriedBody body = tried_body(sphere_mesh(0.0127, 5e-3, 3), {2.1e11, 0.3, 7800.0}, 1.0);
  body.setup.cutoff_hz = 2.7e5;
  return body;
}

// Free plane T; upper body. Slides along its contact.
inline TriedBody plane_tee() {
  TriedBody body = tried_body(t_profile_mesh({0.02, 0.005, 0.03, 0.02, 0.01}, 4e-3, 2),
                              {1e11, 0.3, 7800.0}, 1.0);
  body.setup.cutoff_hz = 8e4;
  return body;
}

// u of a harmonic unit of `force` on the contact nodes, without damping; omega = 0: static.
inline Vector response(const CondensedBody& body, const Vector& force, double omega) {
  const Vector modal = body.shapes.transpose() * force;
  const Vector q = modal.array() / (body.omega.array().square() - omega * omega);
  return body.shapes * q + body.static_compliance * force;
}

}  // namespace mortise::gen
