#include "generator/ground/dense/orthogonal.hpp"
#include "generator/ground/dense/small_lu.hpp"
#include "generator/simulate/assemble/attach.hpp"

#include "generator/contact/sliding/geometry.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/locate.hpp"
#include "generator/simulate/run/signals.hpp"
#include "generator/simulate/sliding/equilibrium.hpp"
#include "generator/simulate/structure/average_motion.hpp"
#include "generator/simulate/structure/pressed_start.hpp"
#include "generator/simulate/structure/statics.hpp"

namespace mortise::gen {
namespace {

// Deflection under forces at the place, scaled so that the place moves by `motion`.
class StaticShape {
 public:
  StaticShape(const FullModel& model, const Place& place) : rows_(3, model.size()) {
    for (int d = 0; d < 3; ++d) {
      rows_.row(d) = Vector(place_row(model, place, Vector3::Unit(d), "[initial]")).transpose();
    }
    const auto solver = factorize(model.stiffness, "stiffness, for the static initial shape");
    answers_ = solver->solve(rows_.transpose());
  }

  Vector scaled_to(const Vector3& motion) const {
    const Eigen::Matrix3d flexibility = rows_ * answers_;
    return answers_ * minimum_norm(flexibility, motion);
  }

 private:
  Matrix rows_;     // (3 x n) motion of the place
  Matrix answers_;  // (n x 3) K^-1 rows^T
};

constexpr int kStartPasses = 50;
constexpr double kTolerance = 1e-12;  // of the displacement, relative

// Displacement (n) of the static sliding state under `force` (n) [N] at the start of the path, the
// friction fully up, in physical coordinates. Throws Error if neither supports nor the contact hold
// the bodies, or the contact pulls.
//
// Fixed point on place and slope. The contact may be what holds a body up: a spring s on the
// slave's height makes K regular, its force s r (r . u) is given back, so per pass
//   u = A (f + lambda b + s r rho),  A = (K + s r^T r)^-1,  c . u = c . u_k - g_k,  r . u = rho
Vector sliding_state(const FullSystem& system, const Vector& force) {
  const SlidingContact& contact = *system.lone().as<SlidingContact>();
  const SlidingGeometryModel geometry(contact, system.model.size());
  const double path = contact.geometry.start;
  const Vector r = contact.slave_y;
  const double s = system.model.stiffness.diagonal().mean();
  const SparseMatrix held = stack_rows(std::vector<SparseRow>{contact.slave_y}, force.size());
  const auto solver =
      factorize(SparseMatrix(system.model.stiffness + s * SparseMatrix(held.transpose() * held)),
                "stiffness with the sliding contact, for the pressed state");
  const Vector of_force = solver->solve(force), of_spring = solver->solve(s * r);
  const double direction = sliding_direction(contact.law);
  Vector u = Vector::Zero(force.size()), b, c;
  for (int pass = 0; pass < kStartPasses; ++pass) {
    const ContactPlace place = geometry.find(u, path);
    geometry.gap_row(place, &c);
    geometry.force_row(place, resting_friction(contact.law), direction, &b);
    const Vector of_contact = solver->solve(b);
    Matrix matrix(2, 2);
    matrix << c.dot(of_contact), c.dot(of_spring), r.dot(of_contact), r.dot(of_spring) - 1.0;
    Vector right(2);
    right << c.dot(u) - place.gap - c.dot(of_force), -r.dot(of_force);
    const Vector solution = SmallLu(matrix).solve(right);
    const Vector next = of_force + solution[0] * of_contact + solution[1] * of_spring;
    const double change = (next - u).norm();
    u = next;
    if (change > kTolerance * u.norm()) continue;
    if (solution[0] >= 0.0) return u;
    throw ContactPulls("initial.shape", -solution[0]);
  }
  throw Error("initial.shape", "no static sliding state is found",
              "support the bodies, or check friction and sliding.start");
}

Vector pressed(const FullSystem& system, const std::vector<LawChange>& changes) {
  const Vector force = applied_force(system, input_values(system.inputs, {}, 0.0));
  if (system.assembly() || !system.lone().contacts().points.empty())
    return pressed_equilibrium(system.model.stiffness, system.model.mass,
                               openings_of(system, changes), force)
        .displacement;
  return system.lone().as<Joint>() ? pressed_state(system, force) : sliding_state(system, force);
}

}  // namespace

Vector uniform_motion(const FullModel& model, const Vector3& motion) {
  Vector u = Vector::Zero(model.size());
  for (Eigen::Index i = 0; i < model.size(); ++i) {
    const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
    if (dof.is_translation()) u[i] = motion[dof.direction - 1];
  }
  return u;
}

InitialState initial_state(const FullSystem& system, const InitialSpec& spec,
                           const std::vector<LawChange>& changes) {
  const FullModel& model = system.model;
  if (spec.shape == InitialShape::pressed)
    return {pressed(system, changes), Vector::Zero(model.size())};
  if (spec.shape == InitialShape::uniform || (spec.displacement.isZero() && spec.velocity.isZero()))
    return {uniform_motion(model, spec.displacement), uniform_motion(model, spec.velocity)};
  const StaticShape shape(model, spec.place);
  return {shape.scaled_to(spec.displacement), shape.scaled_to(spec.velocity)};
}

}  // namespace mortise::gen
