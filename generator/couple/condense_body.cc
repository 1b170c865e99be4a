#include "generator/couple/condense_body.hpp"

#include <algorithm>
#include <cmath>

#include "generator/constants.hpp"
#include "generator/couple/reduce_body.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {
constexpr double kTranslates = 1e-6;  // share of the inertia that rigid-body modes may miss

void check_numbers(const BodySetup& setup) {
  const auto check = [&](const char* what, double value, bool negative_too) {
    if (std::isfinite(value) && (negative_too || value >= 0.0)) return;
    throw Error(
        setup.name, std::string(what) + " = " + std::to_string(value),
        negative_too ? "give a finite number" : "give a finite number that is not negative");
  };
  check("acceleration", setup.acceleration, true);
  check("velocity", setup.velocity, true);
  check("cutoff_hz", setup.cutoff_hz, false);
  check("static_damping", setup.static_damping, false);
}

Eigen::Index dynamic_count(const BodySetup& setup, const BodyModes& modes) {
  const Eigen::Index all = modes.omega.size(), rigid = modes.rigid_body_modes;
  if (!setup.dynamic_modes) {
    if (setup.method == BodyMethod::full) return all;
    return std::max<Eigen::Index>(rigid, (modes.omega.array() < kTwoPi * setup.cutoff_hz).count());
  }
  const Eigen::Index asked = *setup.dynamic_modes;
  if (asked < rigid || asked > all)
    throw Error(setup.name,
                "dynamic_modes = " + std::to_string(asked) + ", but the body has " +
                    std::to_string(all) + " modes, " + std::to_string(rigid) + " of them rigid",
                "choose a number between " + std::to_string(rigid) + " and " + std::to_string(all));
  return asked;
}

}  // namespace

CondensedBody condense_body(const FullModel& model, const BodySetup& setup) {
  check_numbers(setup);
  const ContactLine line = contact_line(model, setup);
  const BodyModes modes = reduce_body(model, setup, line);
  const Eigen::Index all = modes.omega.size(), dynamic = dynamic_count(setup, modes);
  const bool follow = setup.static_modes == StaticModes::feedthrough;
  const Eigen::Index kept = follow ? dynamic : all;

  CondensedBody body;
  body.name = setup.name;
  body.position = line.position;
  body.height = line.height;
  body.omega = modes.omega.head(kept);
  body.damping = Vector::Zero(kept);
  if (setup.static_modes == StaticModes::damped)
    body.damping.tail(all - dynamic).setConstant(setup.static_damping);
  body.shapes = modes.shapes.leftCols(kept);
  const Matrix rest =
      modes.shapes.rightCols(all - kept) * modes.omega.tail(all - kept).cwiseInverse().asDiagonal();
  body.static_compliance = modes.massless_compliance + rest * rest.transpose();

  const Vector translation = opening_translation(model, setup);
  const double inertia = translation.dot(model.mass * translation);
  const double rigid = modes.momentum.head(modes.rigid_body_modes).squaredNorm();
  if (rigid >= (1.0 - kTranslates) * inertia) body.mass = inertia;
  const Vector momentum = modes.momentum.head(kept);
  body.constant_force = setup.acceleration * momentum;
  body.initial_q = Vector::Zero(kept);
  body.initial_v = setup.velocity * momentum;
  body.rigid_row = body.mass > 0.0 ? Vector(momentum / body.mass) : Vector(Vector::Zero(kept));
  body.full_dofs = model.size();
  body.constraint_modes = modes.constraint_modes;
  body.normal_modes = modes.normal_modes;
  return body;
}

}  // namespace mortise::gen
