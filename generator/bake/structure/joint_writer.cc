#include <algorithm>
#include <cstring>

#include "generator/bake/structure/cost.hpp"
#include "generator/bake/structure/joint_operators.hpp"
#include "generator/bake/structure/structure_writer.hpp"
#include "generator/contact/joint/law_numbers.hpp"
#include "runtime/src/joint/laws/laws.hpp"

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

// The numbers of the law in their order, then its choices.
schema::JointParameters parameters_of(const JointLaw& law) {
  JointParameters p{};
  static_assert(sizeof(p) == sizeof(schema::JointParameters));
  for (int i = 0; i < kJointNumbers; ++i)
    (&p.stiffness)[i] = joint_numbers()[static_cast<std::size_t>(i)].get(law);
  p.damper = static_cast<std::uint32_t>(law.normal.damper);
  p.tangential = static_cast<std::uint32_t>(law.tangential.kind);
  p.elements = static_cast<std::uint32_t>(law.tangential.elements);
  schema::JointParameters out;
  std::memcpy(static_cast<void*>(&out), &p, sizeof p);
  return out;
}

double tangential_flops(const TangentialLaw& law) {
  const auto elements = static_cast<std::uint32_t>(law.elements);
  return baseline::with_tangential_law(static_cast<std::uint32_t>(law.kind), [&](auto each) {
    return static_cast<double>(each.flops(elements));
  });
}

class JointWriter final : public StructureWriter {
 public:
  JointWriter(const ReducedSystem& system, const BakeOptions& options)
      : StructureWriter(system, options),
        joint_(*system.joint),
        op_(joint_operators(system, options)),
        sweeps_(joint_sweep_cap(op_, options.solver)) {}

  StepCost cost() const override { return count_joint_cost(dims_, sizes(), work()); }

 private:
  void write_law(ModelWriter* writer, ModelBody* body) const override {
    for (const JointStageOperators& s : op_.stages) body->stages.push_back(stage(s, *writer));
    body->law_type = schema::Law::CompliantJoint;
    body->law = law(*writer).Union();
    const JointLaw& first = op_.cases.front().law;
    for (const JointNumber& n : joint_numbers()) {
      if (n.limits != nullptr && has_number(first.tangential.kind, n))
        body->parameters.push_back(writer->parameter(n.path(), n, first, n.limits_of(first)));
    }
    body->solver =
        schema::CreateSolver(writer->builder(), schema::SolverKind::projected_gauss_seidel,
                             static_cast<std::uint32_t>(sweeps_), 0, 0, options_.solver.tolerance);
  }
  std::uint32_t history_bytes() const override { return lay_out_joint(sizes()).bytes; }

  // Of the view the sizes alone.
  JointView sizes() const {
    JointView v;
    v.nodes = static_cast<int>(joint_.node_names.size());
    v.rows = static_cast<int>(joint_.rows.rows());
    v.rows_padded = ModelWriter::pad(v.rows);
    v.points = static_cast<int>(joint_.points.size());
    v.memory = op_.memory;
    v.ports = static_cast<int>(op_.port_compliance.rows());
    v.ports_padded = v.ports > 0 ? ModelWriter::pad(v.ports) : v.rows_padded;
    return v;
  }

  // What its cost depends on besides.
  JointWork work() const {
    JointWork work;
    work.sweeps = sweeps_;
    work.segments = 0;
    const std::vector<JointPoint>& points = joint_.points;
    for (std::size_t k = 0; k < points.size(); ++k)
      work.segments += k == 0 || points[k].node != points[k - 1].node ? 1 : 0;
    for (const CaseOptions& c : op_.cases) {
      const TangentialLaw& t = c.law.tangential;
      work.tangential = std::max(work.tangential, tangential_flops(t));
    }
    for (const OutputChannel& out : system_.outputs)
      work.energies = work.energies || is_energy(out.quantity);
    return work;
  }

  fb::Offset<schema::Stage> stage(const JointStageOperators& s, ModelWriter& w) const {
    const MotionArrays motion = write_motion(s.motion, &w);
    const Reals compliance = w.columns(s.compliance);
    const Reals points =
        w.reals(s.point_compliance.data(), static_cast<std::size_t>(s.point_compliance.size()));
    const Reals damping = w.column(s.damping);
    schema::StageBuilder b(w.builder());
    add_motion(motion, &b);
    b.add_delassus(compliance);
    b.add_residual_keep(s.residual_keep);
    b.add_residual_gain(s.residual_gain);
    b.add_damping(damping);
    b.add_point_compliance(points);
    return b.Finish();
  }

  fb::Offset<schema::CompliantJoint> law(ModelWriter& w) const {
    const Reals rows = w.columns(joint_.rows.transpose());
    std::vector<schema::JointPoint> points;
    for (const JointPoint& p : joint_.points) {
      points.emplace_back(static_cast<std::uint32_t>(p.node[0]),
                          static_cast<std::uint32_t>(p.node[1]), p.share[0], p.share[1], p.length);
    }
    const auto point_list = w.builder().CreateVectorOfStructs(points);
    std::vector<fb::Offset<schema::JointCase>> cases;
    for (std::size_t k = 0; k < op_.cases.size(); ++k) {
      const schema::JointParameters parameters = parameters_of(op_.cases[k].law);
      const auto name = w.builder().CreateString(op_.cases[k].name);
      cases.push_back(schema::CreateJointCase(
          w.builder(), name, static_cast<std::uint32_t>(op_.stage_of[k]), &parameters));
    }
    const auto case_list = w.builder().CreateVector(cases);
    Reals ports, outputs, row_offset, output_offset;
    if (joint_.residual) {
      const ResidualCompliance& r = *joint_.residual;
      const Eigen::Index size = op_.port_compliance.rows();
      ports = w.columns(op_.port_compliance);
      outputs = w.columns(r.output_compliance);
      row_offset = w.columns(with_zero_rows(r.row_offset, size));
      output_offset = w.columns(r.output_offset);
    }
    schema::CompliantJointBuilder b(w.builder());
    b.add_output_offset(output_offset);
    b.add_row_offset(row_offset);
    b.add_output_compliance(outputs);
    b.add_port_compliance(ports);
    b.add_memory(static_cast<std::uint32_t>(op_.memory));
    b.add_cases(case_list);
    b.add_points(point_list);
    b.add_nodes(number(joint_.node_names.size()));
    b.add_rows(rows);
    b.add_tangential(op_.tangential);
    return b.Finish();
  }

  const ReducedJoint& joint_;
  JointOperators op_;
  int sweeps_;  // cap
};

}  // namespace

std::unique_ptr<SystemWriter> joint_writer(const ReducedSystem& system,
                                           const BakeOptions& options) {
  return std::make_unique<JointWriter>(system, options);
}

}  // namespace mortise::gen
