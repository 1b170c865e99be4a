#include "generator/define/assemble.hpp"

#include <Eigen/QR>
#include <algorithm>

#include "generator/condense/interface_rows.hpp"
#include "generator/condense/sparse_solver.hpp"
#include "generator/constants.hpp"
#include "generator/define/attach_channels.hpp"
#include "generator/define/attach_contacts.hpp"
#include "generator/define/import_model.hpp"
#include "generator/define/locate.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {
constexpr Eigen::Index kLargestDense = 3000;  // dofs that condense.method = none may keep

// Every node moves by `motion`; rotations stay zero.
Vector uniform_motion(const FullModel& model, const Vector3& motion) {
  Vector u = Vector::Zero(model.size());
  for (Eigen::Index i = 0; i < model.size(); ++i) {
    const int direction = model.dofs[static_cast<std::size_t>(i)].direction;
    if (direction <= 3) u[i] = motion[direction - 1];
  }
  return u;
}

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

InitialState initial_state(const FullModel& model, const InitialSpec& spec) {
  if (spec.shape == InitialShape::uniform || (spec.displacement.isZero() && spec.velocity.isZero()))
    return {uniform_motion(model, spec.displacement), uniform_motion(model, spec.velocity)};
  const StaticShape shape(model, spec.place);
  return {shape.scaled_to(spec.displacement), shape.scaled_to(spec.velocity)};
}

// Circular frequencies that the damping ratio holds at [rad/s].
std::vector<double> damped_frequencies(const DampingSpec& damping, const FullModel& model,
                                       const std::string& where) {
  std::vector<double> omega;
  for (const double f : damping.frequencies) omega.push_back(kTwoPi * f);
  if (damping.modes.empty()) return omega;
  ModeRequest request;
  request.count = *std::max_element(damping.modes.begin(), damping.modes.end());
  Modes modes = lowest_modes(model.stiffness, model.mass, request);
  if (modes.rigid_body_modes > 0) {
    request.count += modes.rigid_body_modes;
    modes = lowest_modes(model.stiffness, model.mass, request);
  }
  for (const int mode : damping.modes) {
    const Eigen::Index index = modes.rigid_body_modes + mode - 1;
    if (index >= modes.omega.size()) {
      throw Error(where,
                  "damping.modes names mode " + std::to_string(mode) + ", the model has " +
                      std::to_string(modes.omega.size() - modes.rigid_body_modes) +
                      " elastic modes",
                  "name lower modes, or give damping.frequencies");
    }
    omega.push_back(modes.omega[index]);
  }
  return omega;
}

Rayleigh rayleigh(const DampingSpec& damping, const FullModel& model, const std::string& where) {
  if (!damping.ratio) return {damping.alpha.value_or(0.0), damping.beta.value_or(0.0)};
  const std::vector<double> omega = damped_frequencies(damping, model, where);
  if (omega.size() == 1) return {2.0 * *damping.ratio * omega[0], 0.0};
  return rayleigh_from_ratio(*damping.ratio, omega[0], omega[1]);
}

// The masters if there are any, else all motions of a tip (they keep its symmetry, which the
// contact rows alone would not), else what the contact nodes need.
SparseMatrix interface_of(const CondenseSpec& spec, const AssembledSystem& assembled) {
  const FullModel& model = assembled.system.model;
  if (spec.masters.empty()) {
    return assembled.tip_motion.rows() > 0 ? assembled.tip_motion
                                           : contact_interface(assembled.system);
  }
  std::vector<Dof> dofs;
  for (const MasterSpec& master : spec.masters) {
    for (const std::int64_t node : locate(model, master.place, "condense.masters")) {
      for (const int direction : master.directions) dofs.push_back({node, direction});
    }
  }
  return dof_interface(model, dofs);
}

}  // namespace

AssembledSystem assemble(const Definition& definition, std::vector<std::string>* warnings) {
  AssembledSystem result;
  FullSystem& system = result.system;
  system.model = import_model(definition, warnings);
  AttachedContacts contacts = attach_contacts(definition, &system.model);
  system.contacts = std::move(contacts.points);
  result.tip_motion = contacts.tip_motion;
  result.clearance_offsets = std::move(contacts.clearance_offsets);
  const FullModel& model = system.model;
  const Rayleigh damping = rayleigh(definition.damping, model, definition.path);
  system.rayleigh_alpha = damping.alpha;
  system.rayleigh_beta = damping.beta;
  attach_inputs(definition, &system);
  attach_outputs(definition, &system);
  system.constant_force = model.mass * uniform_motion(model, definition.gravity);
  const InitialState initial = initial_state(model, definition.initial);
  system.initial_displacement = initial.displacement;
  system.initial_velocity = initial.velocity;
  for (const ScenarioSpec& scenario : definition.scenarios) {
    result.scenario_states.push_back(initial_state(model, scenario.initial));
  }
  return result;
}

Condensation condense_as_defined(const Definition& definition, const AssembledSystem& assembled) {
  const CondenseSpec& spec = definition.condense;
  const FullSystem& system = assembled.system;
  ModeRequest request;
  request.count = spec.modes.value_or(0);
  request.cutoff_hz = spec.cutoff_hz.value_or(0.0);
  if (spec.method == CondenseMethod::none) {
    if (system.model.size() > kLargestDense) {
      throw Error(
          definition.path,
          "condense.method = none would keep all " + std::to_string(system.model.size()) + " modes",
          "set condense.method to \"craig_bampton\" or \"modes\"");
    }
    request.all = true;
    return condense_modal(system, request);
  }
  if (spec.method == CondenseMethod::modes) return condense_modal(system, request);
  CraigBamptonOptions options;
  options.fixed_interface = request;
  options.attach_inputs = spec.attach_inputs;
  return condense(system, interface_of(spec, assembled), options);
}

}  // namespace mortise::gen
