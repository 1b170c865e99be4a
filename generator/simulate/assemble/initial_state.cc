#include "generator/simulate/assemble/initial_state.hpp"

#include <Eigen/QR>

#include "generator/ground/sparse/sparse_solver.hpp"
#include "generator/simulate/assemble/locate.hpp"
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
    const Vector3 forces =
        Eigen::CompleteOrthogonalDecomposition<Eigen::Matrix3d>(flexibility).solve(motion);
    return answers_ * forces;
  }

 private:
  Matrix rows_;     // (3 x n) motion of the place
  Matrix answers_;  // (n x 3) K^-1 rows^T
};

// Constant forces and what the inputs give unless something drives them (n).
Vector resting_force(const FullSystem& system) {
  Vector force = system.constant_force;
  for (std::size_t k = 0; k < system.inputs.size(); ++k) {
    force += system.inputs[k].default_value * system.input_forces[k];
  }
  return force;
}

Vector pressed(const FullSystem& system) {
  const Vector force = resting_force(system);
  return system.joint ? pressed_state(system, force) : sliding_state(system, force);
}

}  // namespace

Vector uniform_motion(const FullModel& model, const Vector3& motion) {
  Vector u = Vector::Zero(model.size());
  for (Eigen::Index i = 0; i < model.size(); ++i) {
    const int direction = model.dofs[static_cast<std::size_t>(i)].direction;
    if (direction <= 3) u[i] = motion[direction - 1];
  }
  return u;
}

InitialState initial_state(const FullSystem& system, const InitialSpec& spec) {
  const FullModel& model = system.model;
  if (spec.shape == InitialShape::pressed) return {pressed(system), Vector::Zero(model.size())};
  if (spec.shape == InitialShape::uniform || (spec.displacement.isZero() && spec.velocity.isZero()))
    return {uniform_motion(model, spec.displacement), uniform_motion(model, spec.velocity)};
  const StaticShape shape(model, spec.place);
  return {shape.scaled_to(spec.displacement), shape.scaled_to(spec.velocity)};
}

}  // namespace mortise::gen
