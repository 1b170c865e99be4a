#include "generator/contact/bolted/stick_modes.hpp"

#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// K^-1 f of the open structure, whose tied modes have no stiffness in common with its boundary.
Matrix open_answer(const BoltedStructure& s, const Matrix& loads) {
  Matrix moved(loads.rows(), loads.cols());
  moved.topRows(s.boundary) = product(s.flexibility, loads.topRows(s.boundary));
  const Vector compliance = s.tied_omega.cwiseAbs2().cwiseInverse();
  moved.bottomRows(s.tied_omega.size()) =
      compliance.asDiagonal() * loads.bottomRows(s.tied_omega.size());
  return moved;
}

}  // namespace

StickModes stick_modes(const BoltedStructure& s, const std::vector<bool>& closed,
                       Eigen::Index count) {
  demand(s.tied_omega.minCoeff() > 1e-6 * s.tied_omega.maxCoeff(), "bolted structure",
         "floats: it has no statics of its own", "hold it at its supports");
  const BondedModes bonded = bonded_modes(s, closed, count);
  StickModes modes;
  modes.omega = bonded.omega;
  modes.shapes = bonded.shapes;
  const Matrix inertia = product(s.mass, modes.shapes);  // M Phi
  modes.answers = open_answer(s, inertia);
  const Matrix flexibility = product(inertia.transpose(), modes.answers);  // S
  const Cholesky factor(0.5 * (flexibility + flexibility.transpose()));
  demand(factor.positive(), "bonded structure", "two of its modes are the same",
         "ask for fewer modes");
  modes.stiffness = factor.inverse();
  modes.motions = product(modes.answers, modes.stiffness);
  const auto moved = modes.answers.topRows(s.boundary);
  const Matrix held = factor.solve_lower(moved.transpose());
  modes.flexibility = s.flexibility - product(held.transpose(), held);
  return modes;
}

Matrix residual_motion(const BoltedStructure& s, const StickModes& modes, const Matrix& loads) {
  return open_answer(s, loads) - product(modes.motions, product(modes.answers.transpose(), loads));
}

}  // namespace mortise::gen
