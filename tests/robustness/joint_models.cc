#include "tests/robustness/joint_models.hpp"

#include <cmath>

namespace mortise::robustness {

namespace {

using namespace gen;

constexpr int kJointModes = 10, kJointNodes = 3, kSlavePart = 4, kChainPart = 8, kChainNodes = 6;
constexpr double kSegment = 0.1;  // length [m]

// Rows like mode shapes along a beam, none of them zero.
double shape(int mode, double x) { return std::cos(0.9 * (mode + 1) * x + 0.3) + 0.1; }

Vector frequencies(int modes, double first) {
  return Vector::LinSpaced(modes, first, first * (1.0 + 1.7 * (modes - 1)));
}

ReducedSystem structure(const Vector& omega) {
  ReducedSystem s;
  s.omega = omega;
  s.damping = 0.02 * omega;
  s.constant_force = s.initial_q = s.initial_v = Vector::Zero(omega.size());
  s.inputs = {{"force", "N", -1e4, 1e4, 0.0, Hold::linear}};
  s.output_rows = Matrix::Constant(2, omega.size(), 0.5);
  s.outputs = {{"displacement", "m", OutputQuantity::displacement, 0},
               {"velocity", "m/s", OutputQuantity::velocity, 1},
               {"mode", "kg^0.5 m", OutputQuantity::modal_coordinate, 0},
               {"acceleration", "m/s2", OutputQuantity::acceleration, 1}};
  return s;
}

void add_joint_outputs(ReducedSystem* s) {
  using Q = OutputQuantity;
  const Q sums[] = {Q::energy_total,        Q::energy_kinetic,      Q::energy_strain,
                    Q::dissipated_material, Q::dissipated_friction, Q::dissipated_impact,
                    Q::work_external};
  int k = 0;
  for (const Q q : sums) s->outputs.push_back({"energy." + std::to_string(k++), "J", q, 0});
  s->outputs.push_back({"pressure", "N/m", Q::normal_traction, 3});
  s->outputs.push_back({"shear", "N/m", Q::friction_traction, 0});
  s->outputs.push_back({"slipping", "1", Q::slipping_share, 0});
}

ScenarioOptions scenario(const std::string& name) {
  ScenarioOptions s;
  s.name = name;
  s.duration = 0.05;
  return s;
}

}  // namespace

ResidualCompliance residual_compliance(int rows, int outputs) {
  const int ports = rows + 1;
  Matrix b(ports + outputs, 4);
  for (int r = 0; r < b.rows(); ++r)
    for (int j = 0; j < 4; ++j) b(r, j) = 1e-5 * shape(12 + j, 0.23 * r);
  Matrix c = b * b.transpose();
  c.diagonal().array() += 1e-11;
  ResidualCompliance r;
  r.lag = 2e-5;
  r.row_compliance = c.topLeftCorner(rows, ports);
  r.input_compliance = c.block(rows, rows, 1, 1);
  r.output_compliance = c.block(ports, 0, outputs, ports);
  r.row_offset = Vector::LinSpaced(rows, -1e-7, 1e-7);
  r.output_offset = Vector::Constant(outputs, 2e-7);
  return r;
}

JointLaw joint_law(TangentialKind kind, ImpactDamper damper) {
  JointLaw law;
  law.normal.stiffness = 2e7;
  law.normal.damping = 500.0;
  law.normal.damper = damper;
  law.normal.gap = 1e-6;
  law.normal.separation_stiffness = 1e6;
  law.normal.separation_gap = 1e-6;
  TangentialLaw& t = law.tangential;
  t.kind = kind;
  if (kind == TangentialKind::none) return law;
  t.friction = 0.3;
  t.friction_modulus = kind == TangentialKind::lugre ? 1e5 : 5e6;
  t.slip_traction = 100.0;
  t.elements = kind == TangentialKind::iwan ? 5 : 1;
  t.static_friction = 0.4;
  t.stribeck_velocity = 1e-2;
  t.bristle_damping = 1.0;
  t.viscous = 0.1;
  return law;
}

ReducedSystem joint_system(const JointLaw& law, bool friction, bool residual) {
  ReducedSystem s = structure(frequencies(kJointModes, 400.0));
  const int rows = friction ? 2 * kJointNodes : kJointNodes;
  ReducedJoint joint;
  joint.rows.resize(rows, kJointModes);
  for (int r = 0; r < rows; ++r)
    for (int j = 0; j < kJointModes; ++j)
      joint.rows(r, j) = shape(j, r < kJointNodes ? 0.4 * r : 2.0 + 0.3 * r);
  for (int k = 0; k < kJointNodes; ++k) joint.node_names.push_back("node" + std::to_string(k));
  const double gauss = 0.5 / std::sqrt(3.0);
  for (int segment = 0; segment + 1 < kJointNodes; ++segment) {
    for (const double at : {0.5 - gauss, 0.5 + gauss}) {
      joint.points.push_back(
          {{segment, segment + 1}, {1 - at, at}, 0.5 * kSegment, (segment + at) * kSegment});
    }
  }
  joint.law = law;
  const Vector push = joint.rows.topRows(kJointNodes).transpose() * Vector::Ones(kJointNodes);
  s.constant_force = -20.0 * push;
  s.input_forces = 0.5 * push;
  if (friction) s.input_forces += joint.rows.row(kJointNodes + 1).transpose();
  s.make_lone().law = joint;
  if (residual) s.make_lone().residual = residual_compliance(rows, 2);
  add_joint_outputs(&s);
  return s;
}

ReducedSystem sliding_system(SlidingKind kind) {
  Vector omega(kSlavePart + kChainPart);
  omega << frequencies(kSlavePart, 900.0), frequencies(kChainPart, 700.0);
  ReducedSystem s = structure(omega);
  ReducedSliding sliding;
  sliding.slave_rows = Matrix::Zero(2, omega.size());
  sliding.target_rows = Matrix::Zero(2 * kChainNodes, omega.size());
  sliding.geometry.target_positions.resize(2, kChainNodes);
  for (int j = 0; j < kSlavePart; ++j) {
    sliding.slave_rows(0, j) = 0.4 * shape(j, 1.1);
    sliding.slave_rows(1, j) = shape(j, 0.2);
  }
  for (int k = 0; k < kChainNodes; ++k) {
    sliding.geometry.target_positions.col(k) << kSegment * k, 1e-5 * (k % 2);
    for (int j = 0; j < kChainPart && k > 0; ++j) {  // the first node is clamped
      sliding.target_rows(2 * k, kSlavePart + j) = 0.2 * shape(j, 0.3 * k);
      sliding.target_rows(2 * k + 1, kSlavePart + j) = shape(j, 0.5 * k);
    }
  }
  sliding.geometry.slave_height = 5e-6;
  sliding.geometry.start = 0.15;
  sliding.law.kind = kind;
  sliding.law.friction = 0.3;
  sliding.law.velocity = 2.0;
  s.input_forces = -sliding.slave_rows.row(1).transpose();
  s.constant_force = 20.0 * s.input_forces;
  s.make_lone().law = sliding;
  s.outputs.push_back({"normal", "N", OutputQuantity::contact_force, 0});
  s.outputs.push_back({"rub", "N", OutputQuantity::contact_force, 1});
  s.outputs.push_back({"slip", "m/s", OutputQuantity::sliding_velocity, 0});
  s.outputs.push_back({"place", "m", OutputQuantity::contact_position, 0});
  return s;
}

BakeOptions joint_options(const ReducedSystem& system, const std::string& name) {
  BakeOptions o;
  o.name = name;
  o.step = 1e-4;
  o.golden_steps = 24;
  o.provenance.definition_hash = o.provenance.input_hash = "0";
  const double force = system.lone().as<ReducedSliding>() ? 40.0 : 100.0;
  o.scenarios = {scenario("push"), scenario("still")};
  o.scenarios[0].sources = {{0, 0.0, force, 130.0, 0.0, 0.4}};
  o.scenarios[0].ramps = {{0, {0.001, 0.004, 0.02}, {0.0, force, -force}}};
  return o;
}

BakeOptions case_options(const ReducedSystem& system, const std::string& name) {
  BakeOptions o = joint_options(system, name);
  const double lag = system.lone().residual ? system.lone().residual->lag : 0.0;
  o.cases = {
      {"oden_pires", joint_law(TangentialKind::oden_pires, ImpactDamper::filled), system.damping,
       lag},
      {"iwan", joint_law(TangentialKind::iwan, ImpactDamper::hunt_crossley), system.damping, lag},
      {"lugre", joint_law(TangentialKind::lugre, ImpactDamper::clamped), 3.0 * system.damping,
       2 * lag}};
  o.scenarios.push_back(o.scenarios[0]);
  ScenarioOptions& phases = o.scenarios.back();
  phases.name = "phases";
  phases.phases = {{0.0, 0}, {0.004, 1}, {0.008, 2}, {0.012, 0}};
  phases.initial_pressure = Vector::Constant(
      static_cast<Eigen::Index>(system.lone().as<ReducedJoint>()->points.size()), 5.0);
  return o;
}

}  // namespace mortise::robustness
