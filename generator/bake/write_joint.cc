#include "generator/bake/write_joint.hpp"

#include <algorithm>

#include "generator/bake/kernel_flops.hpp"

namespace mortise::gen {
namespace {

namespace fb = flatbuffers;
using Reals = ModelWriter::Reals;

std::uint32_t number(std::size_t x) { return static_cast<std::uint32_t>(x); }

Matrix with_zero_rows(const Matrix& a, Eigen::Index rows) {
  Matrix out = Matrix::Zero(rows, a.cols());
  out.topRows(a.rows()) = a;
  return out;
}

schema::JointParameters parameters_of(const JointLaw& law) {
  const NormalLaw& n = law.normal;
  const TangentialLaw& t = law.tangential;
  return schema::JointParameters(
      n.stiffness, n.damping, n.gap, n.separation_stiffness, n.separation_gap, t.friction,
      t.friction_modulus, t.slip_traction, t.static_friction, t.stribeck_velocity,
      t.bristle_damping, t.viscous, static_cast<std::uint32_t>(n.damper),
      static_cast<std::uint32_t>(t.kind), static_cast<std::uint32_t>(t.elements), 0u);
}

// Numbers of the law that may be changed while the model runs.
struct Changeable {
  const char *name, *unit;
  schema::ParameterKind kind;
  double low, high, value;
};

std::vector<Changeable> changeable(const JointLaw& law) {
  using K = schema::ParameterKind;
  const NormalLaw& n = law.normal;
  const TangentialLaw& t = law.tangential;
  const auto up = [](double x) { return std::max(100.0 * x, 1e15); };
  std::vector<Changeable> list = {
      {"contact.stiffness", "N/m2", K::joint_stiffness, 1e-3 * n.stiffness, 10 * n.stiffness,
       n.stiffness},
      {"contact.impact_damping", "N s/m2", K::joint_damping, 0, up(n.damping), n.damping},
      {"contact.gap", "m", K::joint_gap, n.separation_stiffness > 0 ? 0.0 - n.separation_gap : -1.0,
       1.0, n.gap},
      {"contact.separation_stiffness", "N/m2", K::joint_separation_stiffness, 0,
       10 * std::max(n.stiffness, n.separation_stiffness), n.separation_stiffness},
      {"contact.separation_gap", "m", K::joint_separation_gap, std::max(0.0, -n.gap), 1.0,
       n.separation_gap},
      {"contact.friction", "1", K::joint_friction, t.kind == TangentialKind::lugre ? 1e-6 : 0.0, 10,
       t.friction}};
  if (t.kind == TangentialKind::none) return list;
  list.push_back({"contact.friction_modulus", "N/m2", K::joint_friction_modulus, 0,
                  10 * std::max(t.friction_modulus, 1.0), t.friction_modulus});
  if (t.kind == TangentialKind::jenkins || t.kind == TangentialKind::iwan)
    list.push_back({"contact.slip_traction", "N/m", K::joint_slip_traction, 0, up(t.slip_traction),
                    t.slip_traction});
  if (t.kind == TangentialKind::lugre) {
    list.push_back(
        {"contact.static_friction", "1", K::joint_static_friction, 0, 10, t.static_friction});
    list.push_back({"contact.stribeck_velocity", "m/s", K::joint_stribeck_velocity, 1e-9, 1e3,
                    t.stribeck_velocity});
    list.push_back(
        {"contact.bristle_damping", "s/m", K::joint_bristle_damping, 0, 1e9, t.bristle_damping});
    list.push_back({"contact.viscous", "s/m", K::joint_viscous, 0, 1e9, t.viscous});
  }
  return list;
}

double tangential_flops(const TangentialLaw& law) {
  switch (law.kind) {
    case TangentialKind::none:
      return 0;
    case TangentialKind::oden_pires:
    case TangentialKind::jenkins:
      return flops::elastic_slider();
    case TangentialKind::iwan:
      return flops::iwan(law.elements);
    case TangentialKind::lugre:
      return flops::lugre();
  }
  return 0;
}

class JointWriter {
 public:
  JointWriter(const ReducedSystem& system, const JointOperators& op, ModelWriter* writer)
      : joint_(*system.joint), op_(op), w_(*writer) {}

  fb::Offset<schema::Stage> stage(const JointStageOperators& s) {
    const StepOperators& m = s.motion;
    const Reals from_v = w_.column(m.from_velocity), from_q = w_.column(m.from_position);
    const Reals constant = w_.column(m.constant), input = w_.columns(m.from_input);
    const Reals admittance = w_.column(m.admittance), compliance = w_.columns(s.compliance);
    const Reals points =
        w_.reals(s.point_compliance.data(), static_cast<std::size_t>(s.point_compliance.size()));
    const Reals damping = w_.column(s.damping);
    schema::StageBuilder b(w_.builder());
    b.add_velocity_from_velocity(from_v);
    b.add_velocity_from_position(from_q);
    b.add_velocity_constant(constant);
    b.add_velocity_from_input(input);
    b.add_admittance(admittance);
    b.add_delassus(compliance);
    b.add_residual_keep(s.residual_keep);
    b.add_residual_gain(s.residual_gain);
    b.add_damping(damping);
    b.add_point_compliance(points);
    return b.Finish();
  }

  fb::Offset<schema::CompliantJoint> law() {
    const Reals rows = w_.columns(joint_.rows.transpose());
    std::vector<schema::JointPoint> points;
    for (const JointPoint& p : joint_.points) {
      points.emplace_back(static_cast<std::uint32_t>(p.node[0]),
                          static_cast<std::uint32_t>(p.node[1]), p.share[0], p.share[1], p.length);
    }
    const auto point_list = w_.builder().CreateVectorOfStructs(points);
    std::vector<fb::Offset<schema::JointCase>> cases;
    for (std::size_t k = 0; k < op_.cases.size(); ++k) {
      const schema::JointParameters parameters = parameters_of(op_.cases[k].law);
      const auto name = w_.builder().CreateString(op_.cases[k].name);
      cases.push_back(schema::CreateJointCase(
          w_.builder(), name, static_cast<std::uint32_t>(op_.stage_of[k]), &parameters));
    }
    const auto case_list = w_.builder().CreateVector(cases);
    Reals ports, outputs, row_offset, output_offset;
    if (joint_.residual) {
      const ResidualCompliance& r = *joint_.residual;
      const Eigen::Index size = op_.port_compliance.rows();
      ports = w_.columns(op_.port_compliance);
      outputs = w_.columns(r.output_compliance);
      row_offset = w_.columns(with_zero_rows(r.row_offset, size));
      output_offset = w_.columns(r.output_offset);
    }
    return schema::CreateCompliantJoint(
        w_.builder(), rows, number(joint_.node_names.size()), op_.tangential, point_list, case_list,
        static_cast<std::uint32_t>(op_.memory), ports, outputs, row_offset, output_offset);
  }

  std::vector<fb::Offset<schema::Parameter>> parameters() {
    std::vector<fb::Offset<schema::Parameter>> out;
    for (const Changeable& c : changeable(op_.cases.front().law))
      out.push_back(w_.parameter(c.name, c.unit, c.kind, 0, 1, c.low, c.high, c.value));
    return out;
  }

 private:
  const ReducedJoint& joint_;
  const JointOperators& op_;
  ModelWriter& w_;
};

}  // namespace

JointView joint_sizes(const ReducedSystem& system, const JointOperators& op) {
  JointView v;
  v.nodes = static_cast<int>(system.joint->node_names.size());
  v.rows = static_cast<int>(system.joint->rows.rows());
  v.rows_padded = ModelWriter::pad(v.rows);
  v.points = static_cast<int>(system.joint->points.size());
  v.memory = op.memory;
  v.ports = static_cast<int>(op.port_compliance.rows());
  v.ports_padded = v.ports > 0 ? ModelWriter::pad(v.ports) : v.rows_padded;
  return v;
}

JointWork joint_work(const ReducedSystem& system, const JointOperators& op,
                     const SolverOptions& solver) {
  JointWork work;
  work.sweeps = joint_sweep_cap(op, solver);
  work.segments = 0;
  const std::vector<JointPoint>& points = system.joint->points;
  for (std::size_t k = 0; k < points.size(); ++k)
    work.segments += k == 0 || points[k].node != points[k - 1].node ? 1 : 0;
  for (const CaseOptions& c : op.cases)
    work.tangential = std::max(work.tangential, tangential_flops(c.law.tangential));
  for (const OutputChannel& out : system.outputs)
    work.energies = work.energies || (out.quantity >= OutputQuantity::energy_total &&
                                      out.quantity <= OutputQuantity::work_external);
  return work;
}

void write_joint(const ReducedSystem& system, const BakeOptions& options, const JointOperators& op,
                 ModelWriter* writer, ModelBody* body) {
  JointWriter joint(system, op, writer);
  body->stages.clear();
  for (const JointStageOperators& stage : op.stages) body->stages.push_back(joint.stage(stage));
  body->law_type = schema::Law::CompliantJoint;
  body->law = joint.law().Union();
  body->parameters = joint.parameters();
  body->solver =
      schema::CreateSolver(writer->builder(), schema::SolverKind::projected_gauss_seidel,
                           static_cast<std::uint32_t>(joint_sweep_cap(op, options.solver)), 0, 0,
                           options.solver.tolerance);
  body->law_history_bytes = lay_out_joint(joint_sizes(system, op)).bytes;
}

}  // namespace mortise::gen
