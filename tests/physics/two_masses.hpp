// Two masses on springs beside each other above a base, with one segment and two law points between
// them: small enough for closed forms, as a full and as a reduced system.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/bake/structure/bake.hpp"
#include "generator/contact/joint/facing.hpp"
#include "generator/contact/joint/fields.hpp"
#include "generator/simulate/structure/assembly_order.hpp"

namespace mortise::test {

// A number of joint_numbers() over the position.
inline gen::JointField field(const char* number, std::vector<double> at,
                             std::vector<double> values) {
  const std::vector<gen::JointNumber>& all = gen::joint_numbers();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const gen::JointNumber& n) { return n.is(number); });
  return {static_cast<int>(found - all.begin()), std::move(at), std::move(values), ""};
}

struct TwoMasses {
  double mass = 2.0;                        // of each [kg]
  double stiffness_x = 0, stiffness_y = 0;  // to the ground, of each [N/m]
  gen::Rayleigh damping;
  gen::JointLaw law;
  std::vector<gen::JointField> fields;  // numbers of it that vary along x

  // Unknowns x1, y1, x2, y2. Inputs: force along x on each, forces along y on the first and second
  // mass [N], linear hold. Outputs: as `Row`.
  gen::FullSystem full() const {
    gen::FullSystem s;
    s.model.nodes = {{1, gen::Vector3(0, 0, 0)}, {2, gen::Vector3(1, 0, 0)}};
    s.model.dofs = {{1, 1}, {1, 2}, {2, 1}, {2, 2}};
    s.model.mass.resize(4, 4);
    s.model.stiffness.resize(4, 4);
    for (int i = 0; i < 4; ++i) {
      s.model.mass.insert(i, i) = mass;
      s.model.stiffness.insert(i, i) = i % 2 == 0 ? stiffness_x : stiffness_y;
    }
    s.damping = {damping};
    gen::Facing facing{{1, 2}, {}};
    facing.opening = gen::Vector3(0, 1, 0);
    s.make_lone().law = gen::face(s.model, facing);
    s.make_lone().as<gen::Joint>()->law = law;
    gen::vary_along(fields, "two masses", s.make_lone().as<gen::Joint>());
    for (const char* name : {"along", "first", "second"})
      s.inputs.push_back({name, "N", -1e9, 1e9, 0.0, gen::Hold::linear});
    s.input_forces = {unit(0) + unit(2), unit(1), unit(3)};
    for (int i = 0; i < 4; ++i) s.output_rows.push_back(unit(i));
    using Q = gen::OutputQuantity;
    for (const Q quantity : {Q::displacement, Q::velocity})
      for (int i = 0; i < 4; ++i) add(&s.outputs, quantity, i);
    for (const Q quantity :
         {Q::energy_total, Q::energy_kinetic, Q::energy_strain, Q::dissipated_material,
          Q::dissipated_friction, Q::dissipated_impact, Q::work_external})
      add(&s.outputs, quantity, 0);
    for (const Q quantity : {Q::normal_traction, Q::friction_traction})
      for (int i = 0; i < 2; ++i) add(&s.outputs, quantity, i);
    s.initial_displacement = s.initial_velocity = s.constant_force = gen::Vector::Zero(4);
    return s;
  }

  gen::ReducedSystem reduced() const {
    const gen::FullSystem f = full();
    const double scale = 1 / std::sqrt(mass);
    gen::ReducedSystem s;
    s.omega = gen::Vector(f.model.stiffness.diagonal() / mass).cwiseSqrt();
    s.damping = gen::Vector::Constant(4, damping.alpha) + damping.beta * s.omega.cwiseAbs2();
    gen::ReducedJoint joint;
    joint.rows = gen::Matrix::Zero(4, 4);
    for (int i = 0; i < 2; ++i) {
      joint.node_names.push_back(
          f.lone().as<gen::Joint>()->nodes[static_cast<std::size_t>(i)].name);
      joint.rows.row(i) =
          scale * gen::Vector(f.lone().as<gen::Joint>()->nodes[static_cast<std::size_t>(i)].normal);
      joint.rows.row(2 + i) =
          scale *
          gen::Vector(f.lone().as<gen::Joint>()->nodes[static_cast<std::size_t>(i)].tangent);
    }
    joint.points = f.lone().as<gen::Joint>()->points;
    joint.law = law;
    s.make_lone().law = joint;
    s.inputs = f.inputs;
    s.input_forces = gen::Matrix::Zero(4, 3);
    for (int k = 0; k < 3; ++k)
      s.input_forces.col(k) = scale * gen::Vector(f.input_forces[static_cast<std::size_t>(k)]);
    s.outputs = f.outputs;
    s.output_rows = scale * gen::Matrix::Identity(4, 4);
    s.constant_force = s.initial_q = s.initial_v = gen::Vector::Zero(4);
    return s;
  }

 private:
  static gen::SparseRow unit(int i) {
    gen::SparseRow row(4);
    row.insert(i) = 1.0;
    return row;
  }
  static void add(std::vector<gen::OutputChannel>* list, gen::OutputQuantity quantity, int index) {
    list->push_back({"y" + std::to_string(list->size()), "", quantity, index});
  }
};

// Outputs of the two masses.
struct TwoMassesOutputs {
  double x1, y1, x2, y2, vx1, vy1, vx2, vy2;
  double total, kinetic, strain, material, friction, impact, external;
  double normal[2], shear[2];  // tractions [N/m]

  // 0 but for rounding.
  double balance() const { return total + material + friction + impact - external; }
};

// The runtime's two masses. Displacements and velocities as the unknowns.
class RuntimeMasses {
 public:
  RuntimeMasses(const TwoMasses& system, double h, int sweeps = 0, double tolerance = 1e-13)
      : system_(system), run_(make(system, h, sweeps, tolerance)) {}

  // press: normal force of each law point [N].
  void start(const gen::Vector& u, const gen::Vector& v, double press = 0) {
    const double scale = std::sqrt(system_.mass);
    for (int i = 0; i < 4; ++i) {
      run_.state().q(run_.model())[i] = scale * u[i];
      run_.state().v(run_.model())[i] = scale * v[i];
    }
    const double pressure[2] = {press, press};
    run_.state().restart_joint(run_.model(), pressure);
  }

  // Inputs at both ends of the step (3 each).
  Status step(const gen::Vector& before, const gen::Vector& after) {
    double u[6];
    for (int k = 0; k < 3; ++k) {
      u[k] = before[k];
      u[3 + k] = after[k];
    }
    return run_.step(u, reinterpret_cast<double*>(&y));
  }
  // Forces that are the same at both ends.
  Status step(double along, double down) {
    const gen::Vector f = gen::Vector{{along, -down, -down}};
    return step(f, f);
  }

  bool set(const char* parameter, double value) {
    const std::int32_t id = find_parameter(run_.model(), parameter);
    return id >= 0 && set_parameter(run_.model(), run_.state(), id, value) == status::kOk;
  }

  // More laws to run in: operating case k is laws[k].
  RuntimeMasses(const TwoMasses& system, double h, const std::vector<gen::JointLaw>& laws)
      : system_(system), run_(make(system, h, 0, 1e-13, laws)) {}

  gen::Instance& instance() { return run_; }

  TwoMassesOutputs y{};

 private:
  static gen::Instance make(const TwoMasses& system, double h, int sweeps, double tolerance,
                            const std::vector<gen::JointLaw>& laws = {}) {
    gen::BakeOptions options;
    options.name = "two masses";
    options.step = h;
    options.golden_steps = 0;
    options.solver.sweeps = sweeps;
    options.solver.tolerance = tolerance;
    const gen::ReducedSystem reduced = system.reduced();
    for (const gen::JointLaw& law : laws)
      options.cases.push_back({"case", law, reduced.damping, 0.0});
    return gen::Instance(gen::bake(reduced, options), options.name);
  }

  TwoMasses system_;
  gen::Instance run_;
};

}  // namespace mortise::test
