#include "generator/simulate/structure/pressed_start.hpp"

#include <Eigen/LU>
#include <Eigen/QR>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr int kIterations = 60;  // changes of the set of loaded springs

constexpr double kFree = 1e-15;  // of the largest stiffness seen by a mode: none at all

enum class Side { none, pressed, pulled };

double opening(const JointPoint& p, const Vector& s) {
  return p.share[0] * s[p.node[0]] + p.share[1] * s[p.node[1]];
}

Side loaded(const NormalLaw& law, double o) {
  if (o + law.gap < 0.0) return Side::pressed;
  return law.separation_stiffness > 0.0 && o > law.separation_gap ? Side::pulled : Side::none;
}

// Force of a spring at opening o is constant - stiffness o.
struct Line {
  double stiffness = 0.0, constant = 0.0;
};
Line line_of(const NormalLaw& law, double length, Side spring) {
  if (spring == Side::pressed) return {length * law.stiffness, -length * law.stiffness * law.gap};
  if (spring == Side::pulled)
    return {length * law.separation_stiffness,
            length * law.separation_stiffness * law.separation_gap};
  return {};
}

}  // namespace

PressedStart pressed_start(const ReducedSystem& system, const NormalLaw& law,
                           const Vector& inputs) {
  const ReducedJoint& joint = *system.joint;
  const auto nodes = static_cast<Eigen::Index>(joint.node_names.size());
  const Matrix w = joint.rows.topRows(nodes);
  Matrix soft = Matrix::Zero(nodes, nodes);
  Vector offset = Vector::Zero(nodes);
  if (joint.residual) {
    const Matrix& c = joint.residual->row_compliance;
    soft = c.topLeftCorner(nodes, nodes);
    offset =
        c.topRightCorner(nodes, inputs.size()) * inputs + joint.residual->row_offset.head(nodes);
  }
  const Vector load = system.constant_force + system.input_forces * inputs;
  std::vector<Side> springs(joint.points.size(), Side::pressed);
  PressedStart start;
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    // node forces F = constant - K s,  s = W q + soft F + offset
    Matrix k = Matrix::Zero(nodes, nodes);
    Vector constant = Vector::Zero(nodes);
    for (std::size_t i = 0; i < joint.points.size(); ++i) {
      const JointPoint& p = joint.points[i];
      const Line line = line_of(law, p.length, springs[i]);
      for (std::size_t a = 0; a < 2; ++a) {
        constant[p.node[a]] += p.share[a] * line.constant;
        for (std::size_t b = 0; b < 2; ++b)
          k(p.node[a], p.node[b]) += p.share[a] * p.share[b] * line.stiffness;
      }
    }
    const Eigen::PartialPivLU<Matrix> follow(Matrix::Identity(nodes, nodes) + soft * k);
    const Vector at_rest = follow.solve(soft * constant + offset);  // s for q = 0
    const Matrix carried = follow.solve(w);                         // ds/dq
    Matrix a = w.transpose() * k * carried;
    a.diagonal() += system.omega.cwiseAbs2();
    // what only rounding holds is free: scaled up it would seem to be held
    const double smallest = kFree * a.diagonal().maxCoeff();
    const Vector scale = a.diagonal().cwiseMax(smallest).cwiseSqrt().cwiseInverse();
    const Matrix scaled = scale.asDiagonal() * a * scale.asDiagonal();
    const Vector force = load + w.transpose() * (constant - k * at_rest);
    Eigen::CompleteOrthogonalDecomposition<Matrix> solver;
    solver.setThreshold(1e-11);
    solver.compute(scaled);
    start.q = scale.cwiseProduct(Vector(solver.solve(scale.cwiseProduct(force))));
    const Vector s = at_rest + carried * start.q;
    bool changed = false;
    start.pressure = Vector::Zero(static_cast<Eigen::Index>(joint.points.size()));
    for (std::size_t i = 0; i < joint.points.size(); ++i) {
      const JointPoint& p = joint.points[i];
      const double o = opening(p, s);
      const Side next = loaded(law, o);
      changed = changed || next != springs[i];
      springs[i] = next;
      const Line line = line_of(law, p.length, next);
      start.pressure[static_cast<Eigen::Index>(i)] = line.constant - line.stiffness * o;
    }
    if (!changed) return start;
  }
  throw Error("initial.shape = \"pressed\"",
              "no set of closed points is in equilibrium under the loads at the start",
              "press the sides together with [[forces]] or inputs, or start with shape = "
              "\"uniform\"");
}

}  // namespace mortise::gen
