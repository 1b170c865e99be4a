#include "generator/bake/structure/joint_operators.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "generator/ground/text/error.hpp"
#include "mortise/model.hpp"

namespace mortise::gen {
namespace {

constexpr int kSweepsMinimum = 12, kSweepsMaximum = 400;

// share of the point on the normal rows (offset 0) or the tangential ones (offset nn).
double point_value(const Matrix& h, const JointPoint& p, Eigen::Index offset) {
  double sum = 0.0;
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 2; ++j)
      sum += p.share[i] * p.share[j] * h(offset + p.node[i], offset + p.node[j]);
  }
  return sum;
}

int memory_of(const TangentialLaw& law) {
  return static_cast<int>(friction_law(law.kind).carried(law));
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
  if (memory_of(c.law.tangential) > kMaxJointMemory) {
    throw Error(
        options.name,
        "contact.elements = " + std::to_string(c.law.tangential.elements) + " of case " + c.name,
        "the runtime remembers " + std::to_string(kMaxJointMemory) + " per point");
  }
}

JointStageOperators make_stage(const ReducedSystem& system, const CaseOptions& c, double h,
                               const Matrix& ports) {
  const ReducedJoint& joint = *system.joint;
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

Matrix port_compliance(const ReducedSystem& system) {
  const auto& residual = system.joint->residual;
  if (!residual) return {};
  const Eigen::Index nr = system.joint->rows.rows();
  const auto nu = static_cast<Eigen::Index>(system.inputs.size());
  Matrix ports(nr + nu, nr + nu);
  ports.topRows(nr) = residual->row_compliance;
  ports.bottomLeftCorner(nu, nr) = residual->row_compliance.rightCols(nu).transpose();
  ports.bottomRightCorner(nu, nu) = residual->input_compliance;
  return 0.5 * (ports + ports.transpose());
}

// Largest stiffness of a point over a step of h: the filled damper holds a point at g = 0, bristles
// are the stiffer the harder they are pressed.
double stiffness_of(const JointLaw& law, double length, double h, bool normal) {
  constexpr double kRigid = std::numeric_limits<double>::infinity();
  const NormalLaw& n = law.normal;
  if (normal) {
    if (n.damping > 0.0 && n.damper == ImpactDamper::filled) return kRigid;
    const double damped = n.damper == ImpactDamper::clamped ? 2.0 / h * n.damping : 0.0;
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
      const double k = stiffness_of(law, p.length, h, axis == 0);
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

}  // namespace

JointOperators joint_operators(const ReducedSystem& system, const BakeOptions& options) {
  const ReducedJoint& joint = *system.joint;
  JointOperators op;
  op.tangential = joint.rows.rows() > static_cast<Eigen::Index>(joint.node_names.size());
  op.port_compliance = port_compliance(system);
  op.cases = options.cases;
  if (op.cases.empty()) {
    op.cases = {{"default", joint.law, system.damping, joint.residual ? joint.residual->lag : 0.0}};
  }
  if (op.cases.size() > static_cast<std::size_t>(kMaxJointCases)) {
    throw Error(options.name, std::to_string(op.cases.size()) + " operating cases",
                "a file holds " + std::to_string(kMaxJointCases) + ": drop scenarios or phases");
  }
  for (const CaseOptions& c : op.cases) {
    check_case(c, options, op.tangential);
    op.memory = std::max(op.memory, memory_of(c.law.tangential));
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

int joint_sweep_cap(const JointOperators& op, const SolverOptions& options) {
  if (options.sweeps > 0) return options.sweeps;
  const double rate = std::clamp(op.contraction, 1e-6, 1 - 1e-6);
  const double needed = std::ceil(std::log(options.tolerance) / std::log(rate));
  return static_cast<int>(std::clamp(3 * needed, double(kSweepsMinimum), double(kSweepsMaximum)));
}

}  // namespace mortise::gen
