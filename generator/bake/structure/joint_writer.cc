#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "generator/bake/structure/cost.hpp"
#include "generator/bake/structure/structure_writer.hpp"
#include "generator/contact/joint/laws.hpp"
#include "generator/ground/text/error.hpp"
#include "runtime/src/joint/friction_laws.hpp"

namespace mortise::gen {
namespace {

namespace fb = flatbuffers;
using Reals = ModelWriter::Reals;

// The operators of a compliant joint, one set per damping of the operating cases.
//
//   H = h/2 W (h / A) W^T + residual_gain C        displacement of the rows per mean row force
//   phi+ = residual_keep phi + residual_gain f     (2 lag - h, 2 h) / (2 lag + h); lag 0: (0, 1)
struct JointStageOperators {
  StepOperators motion;
  Vector damping;           // (n) [1/s]
  Matrix compliance;        // H (nr x nr) [m/N]
  Matrix point_compliance;  // (2 x points) normal, tangential [m/N]
  double residual_keep = 0.0, residual_gain = 0.0;
};

struct JointOperators {
  std::vector<JointStageOperators> stages;
  std::vector<CaseOptions> cases;  // one at least
  std::vector<int> stage_of;       // per case
  bool tangential = false;         // rows hold tangential ones
  int memory = 0;                  // numbers per point
  double contraction = 0.0;        // of Gauss-Seidel with every point closed and sticking
  Matrix port_compliance;          // ((nr + nu) x (nr + nu)), empty without residual
};

constexpr int kSweepsMinimum = 12, kSweepsMaximum = 400;

// The numbers of the law by the table, then its choices.
JointParameters parameters_of(const JointLaw& law) {
  static_assert(
      static_cast<std::size_t>(schema::TangentialLaw::MAX) + 1 == enum_names<TangentialKind>.size(),
      "friction_laws.hpp has the schema's");
  JointParameters p{};
  const std::vector<JointNumber>& numbers = joint_numbers();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const JointNumber& n = numbers[i];
    // behind the record's own come numbers that stand in the place of one that their law has not
    const bool own = n.parameter <= static_cast<int>(schema::ParameterKind::joint_viscous);
    if (i < kJointNumbers || (n.limits != nullptr && own && has_number(law.tangential.kind, n)))
      (&p.stiffness)[n.parameter - static_cast<int>(schema::ParameterKind::joint_stiffness)] =
          n.get(law);
  }
  p.damper = static_cast<std::uint32_t>(law.normal.damper);
  p.tangential = static_cast<std::uint32_t>(law.tangential.kind);
  p.elements = static_cast<std::uint32_t>(law.tangential.elements);
  return p;
}

schema::JointImpact impact_of(const NormalLaw& law) {
  return {law.exponent, law.restitution, law.impact_velocity};
}

// What the runtime's law of this number says of itself.
template <class Ask>
auto runtime_law(const JointLaw& law, const Ask& ask) {
  return baseline::with_tangential_law(static_cast<std::uint32_t>(law.tangential.kind), ask);
}

// Numbers that a point of it remembers.
int memory_of(const JointLaw& law) {
  return runtime_law(law,
                     [&](auto each) { return static_cast<int>(each.memory(parameters_of(law))); });
}

double tangential_flops(const JointLaw& law) {
  return runtime_law(law, [&](auto each) {
    return static_cast<double>(each.flops(static_cast<std::uint32_t>(law.tangential.elements)));
  });
}

// share of the point on the normal rows (offset 0) or the tangential ones (offset nn).
double point_value(const Matrix& h, const JointPoint& p, Eigen::Index offset) {
  double sum = 0.0;
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 2; ++j)
      sum += p.share[i] * p.share[j] * h(offset + p.node[i], offset + p.node[j]);
  }
  return sum;
}

void check_case(const CaseOptions& c, const BakeOptions& options, bool tangential) {
  if (c.law.normal.damper == ImpactDamper::printed) {
    throw Error(options.name, "case " + c.name + " has the impact damper as printed",
                "it may have no solution in a step: use clamped, filled or hunt_crossley; `mortise "
                "full` simulates the printed form");
  }
  if (c.law.tangential.kind != TangentialKind::none && !tangential) {
    throw Error(options.name, "case " + c.name + " rubs, but the joint has no tangential rows",
                "this is a defect of the condensation stage");
  }
  if (memory_of(c.law) > kMaxJointMemory) {
    throw Error(
        options.name,
        "contact.elements = " + std::to_string(c.law.tangential.elements) + " of case " + c.name,
        "the runtime remembers " + std::to_string(kMaxJointMemory) + " per point");
  }
}

JointStageOperators make_stage(const ReducedSystem& system, const CaseOptions& c, double h,
                               const Matrix& ports) {
  const ReducedJoint& joint = *system.lone().as<ReducedJoint>();
  JointStageOperators s;
  s.damping = c.damping;
  s.motion = discretise(system, c.damping, h);
  const Matrix& w = joint.rows;
  s.compliance = h / 2 * w * s.motion.admittance.asDiagonal() * w.transpose();
  if (ports.size() > 0) {
    s.residual_keep = c.lag > 0.0 ? (2 * c.lag - h) / (2 * c.lag + h) : 0.0;
    s.residual_gain = c.lag > 0.0 ? 2 * h / (2 * c.lag + h) : 1.0;
    s.compliance += s.residual_gain * ports.topLeftCorner(w.rows(), w.rows());
  }
  s.compliance = (0.5 * (s.compliance + s.compliance.transpose())).eval();
  const auto nodes = static_cast<Eigen::Index>(joint.node_names.size());
  s.point_compliance = Matrix::Zero(2, static_cast<Eigen::Index>(joint.points.size()));
  for (std::size_t k = 0; k < joint.points.size(); ++k) {
    const auto column = static_cast<Eigen::Index>(k);
    s.point_compliance(0, column) = point_value(s.compliance, joint.points[k], 0);
    if (w.rows() > nodes)
      s.point_compliance(1, column) = point_value(s.compliance, joint.points[k], nodes);
  }
  return s;
}

// Largest stiffness of a point over a step of h: bristles are the stiffer the harder they are
// pressed.
double stiffness_of(const JointLaw& law, double length, double h, bool normal) {
  constexpr double kRigid = std::numeric_limits<double>::infinity();
  const NormalLaw& n = law.normal;
  if (normal && !n.linear()) return kRigid;  // the deeper it is, the stiffer
  if (normal) {
    const double damped = n.damper == ImpactDamper::hunt_crossley ? 0.0 : 2.0 / h * n.damping;
    return length * std::max(n.stiffness + damped, n.separation_stiffness);
  }
  const TangentialLaw& t = law.tangential;
  if (t.kind == TangentialKind::none) return 0.0;
  return friction_law(t.kind).bristles ? kRigid : length * t.friction_modulus;
}

// Spectral radius of Gauss-Seidel on (2/k + C) lambda = r over the points, normal and tangential in
// turn, by power iteration on the node rows as the runtime sweeps them.
double contraction_of(const ReducedJoint& joint, const JointStageOperators& s, const JointLaw& law,
                      double h) {
  const auto nodes = static_cast<Eigen::Index>(joint.node_names.size());
  const int axes = joint.rows.rows() > nodes ? 2 : 1;
  const std::size_t unknowns = joint.points.size() * static_cast<std::size_t>(axes);
  Vector x = Vector::LinSpaced(static_cast<Eigen::Index>(unknowns), 1.0, 2.0);
  double rho = 0.0;
  for (int iteration = 0; iteration < 60; ++iteration) {
    Vector seen = Vector::Zero(joint.rows.rows());
    const auto push = [&](const JointPoint& p, Eigen::Index offset, double force) {
      for (std::size_t i = 0; i < 2; ++i)
        seen += s.compliance.col(offset + p.node[i]) * (p.share[i] * force);
    };
    const auto each = [&](const auto& visit) {
      for (std::size_t k = 0; k < joint.points.size(); ++k) {
        for (int axis = 0; axis < axes; ++axis)
          visit(joint.points[k], axis, static_cast<Eigen::Index>(k) * axes + axis,
                s.point_compliance(axis, static_cast<Eigen::Index>(k)));
      }
    };
    each([&](const JointPoint& p, int axis, Eigen::Index i, double) {
      push(p, axis * nodes, x[i]);
    });
    const double before = x.norm();
    each([&](const JointPoint& p, int axis, Eigen::Index i, double c) {
      const double k = stiffness_of(law_at(law, p), p.length, h, axis == 0);
      const Eigen::Index offset = axis * nodes;
      const double others =
          p.share[0] * seen[offset + p.node[0]] + p.share[1] * seen[offset + p.node[1]] - c * x[i];
      const double next = k > 0.0 ? -others / (2.0 / k + c) : 0.0;
      push(p, offset, next - x[i]);
      x[i] = next;
    });
    const double size = x.norm();
    if (!(size > 1e-300)) return rho;
    rho = size / before;
    x /= size;
  }
  return rho;
}

// cases empty: the law, damping and lag of the system. Throws Error for a damper that is for
// offline use, for more cases or dampings than a file holds, or for laws that need rows the system
// does not have.
JointOperators joint_operators(const ReducedSystem& system, const BakeOptions& options) {
  const ReducedJoint& joint = *system.lone().as<ReducedJoint>();
  JointOperators op;
  op.tangential = joint.rows.rows() > static_cast<Eigen::Index>(joint.node_names.size());
  const auto& residual = system.lone().residual;
  if (residual) op.port_compliance = residual->ports();
  op.cases = options.cases;
  if (op.cases.empty()) {
    op.cases = {{"default", joint.law, system.damping, residual ? residual->lag : 0.0}};
  }
  if (op.cases.size() > static_cast<std::size_t>(kMaxJointCases)) {
    throw Error(options.name, std::to_string(op.cases.size()) + " operating cases",
                "a file holds " + std::to_string(kMaxJointCases) + ": drop scenarios or phases");
  }
  for (const CaseOptions& c : op.cases) {
    check_case(c, options, op.tangential);
    op.memory = std::max(op.memory, memory_of(c.law));
    int stage = 0;
    while (stage < static_cast<int>(op.stages.size()) &&
           op.stages[static_cast<std::size_t>(stage)].damping != c.damping)
      ++stage;
    if (stage == static_cast<int>(op.stages.size()))
      op.stages.push_back(make_stage(system, c, options.step, op.port_compliance));
    op.stage_of.push_back(stage);
    const double rho =
        contraction_of(joint, op.stages[static_cast<std::size_t>(stage)], c.law, options.step);
    op.contraction = std::max(op.contraction, rho);
  }
  if (op.stages.size() > static_cast<std::size_t>(kMaxJointStages)) {
    throw Error(options.name, std::to_string(op.stages.size()) + " different dampings",
                "a file holds " + std::to_string(kMaxJointStages));
  }
  return op;
}

// Gauss-Seidel sweeps until the tolerance is met, with a threefold margin.
int joint_sweep_cap(const JointOperators& op, const SolverSpec& options) {
  if (options.sweeps > 0) return options.sweeps;
  const double rate = std::clamp(op.contraction, 1e-6, 1 - 1e-6);
  const double needed =
      std::ceil(std::log(options.tolerance.value_or(kSolverTolerance)) / std::log(rate));
  return static_cast<int>(std::clamp(3 * needed, double(kSweepsMinimum), double(kSweepsMaximum)));
}

std::uint32_t number(std::size_t x) { return static_cast<std::uint32_t>(x); }

class JointWriter final : public StructureWriter {
 public:
  JointWriter(const ReducedSystem& system, const BakeOptions& options)
      : StructureWriter(system, options),
        joint_(*system.lone().as<ReducedJoint>()),
        op_(joint_operators(system, options)),
        sweeps_(joint_sweep_cap(op_, options.solver)) {}

  StepCost cost() const override { return count_joint_cost(dims_, sizes(), work()); }

 private:
  void write_law(ModelWriter* writer, ModelBody* body) const override {
    for (const JointStageOperators& s : op_.stages) body->stages.push_back(stage(s, *writer));
    body->law_type = schema::Law::CompliantJoint;
    body->law = law(*writer).Union();
    const JointLaw& first = op_.cases.front().law;
    if (impacts()) body->features.emplace_back("joint_impacts");
    if (varies()) body->features.emplace_back("joint_fields");
    for (const JointNumber& n : joint_numbers()) {
      if (is_told(first, n) && has_number(first, n))
        body->parameters.push_back(
            writer->parameter(n.path(), n, first, limits_along(n, first, joint_.points)));
    }
    body->solver =
        schema::CreateSolver(writer->builder(), schema::SolverKind::projected_gauss_seidel,
                             static_cast<std::uint32_t>(sweeps_), 0, 0,
                             options_.solver.tolerance.value_or(kSolverTolerance));
  }
  std::uint32_t history_bytes() const override { return lay_out_joint(sizes()).bytes; }

  // Whether some case has an impact unit that is no linear spring.
  bool impacts() const {
    return std::any_of(op_.cases.begin(), op_.cases.end(),
                       [](const CaseOptions& c) { return !c.law.normal.linear(); });
  }

  bool varies() const { return !joint_.points.front().varied.empty(); }

  // A view that has its sizes alone.
  JointView sizes() const {
    JointView v;
    v.nodes = static_cast<int>(joint_.node_names.size());
    v.rows = static_cast<int>(joint_.rows.rows());
    v.rows_padded = ModelWriter::pad(v.rows);
    v.points = static_cast<int>(joint_.points.size());
    v.memory = op_.memory;
    v.impacts = impacts();
    v.varies = varies();
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
    for (const CaseOptions& c : op_.cases)
      work.tangential = std::max(work.tangential, tangential_flops(c.law));
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

  std::vector<fb::Offset<schema::JointField>> fields(ModelWriter& w) const {
    std::vector<fb::Offset<schema::JointField>> all;
    for (std::size_t i = 0; i < joint_.points.front().varied.size(); ++i) {
      std::vector<double> values;
      for (const JointPoint& p : joint_.points) values.push_back(p.varied.at(i).value);
      const auto number = static_cast<std::size_t>(joint_.points.front().varied[i].number);
      const Reals value = w.reals(values.data(), values.size());
      all.push_back(schema::CreateJointField(
          w.builder(), static_cast<schema::ParameterKind>(joint_numbers().at(number).parameter),
          value));
    }
    return all;
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
      const JointParameters p = parameters_of(op_.cases[k].law);
      schema::JointParameters parameters;
      static_assert(sizeof p == sizeof parameters);
      std::memcpy(static_cast<void*>(&parameters), &p, sizeof p);
      const auto name = w.builder().CreateString(op_.cases[k].name);
      const NormalLaw& normal = op_.cases[k].law.normal;
      const schema::JointImpact impact = impact_of(normal);
      cases.push_back(schema::CreateJointCase(w.builder(), name,
                                              static_cast<std::uint32_t>(op_.stage_of[k]),
                                              &parameters, normal.linear() ? nullptr : &impact));
    }
    const auto case_list = w.builder().CreateVector(cases);
    const ResidualArrays residual = write_residual(system_.lone().residual, &w);
    fb::Offset<fb::Vector<fb::Offset<schema::JointField>>> field_list;
    if (varies()) field_list = w.builder().CreateVector(fields(w));
    schema::CompliantJointBuilder b(w.builder());
    if (varies()) b.add_fields(field_list);
    add_residual(residual, &b);
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
