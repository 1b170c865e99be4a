#include <cmath>

#include "generator/contact/sliding/geometry.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/simulate/assemble/initial_state.hpp"

namespace mortise::gen {
namespace {

constexpr int kPasses = 50;
constexpr double kTolerance = 1e-12;  // of the displacement, relative

// The contact in physical coordinates: the geometry takes any.
SlidingGeometryModel physical_geometry(const FullSystem& system) {
  const SlidingContact& contact = *system.sliding;
  const Eigen::Index n = system.model.size();
  std::vector<const SparseRow*> targets;
  for (std::size_t i = 0; i < contact.target_x.size(); ++i) {
    targets.insert(targets.end(), {&contact.target_x[i], &contact.target_y[i]});
  }
  ReducedSliding rows;
  const std::vector<const SparseRow*> slave = {&contact.slave_x, &contact.slave_y};
  rows.slave_rows = stack_rows(slave, n);
  rows.target_rows = stack_rows(targets, n);
  rows.geometry = contact.geometry;
  rows.law = contact.law;
  return {rows, n};
}

}  // namespace

// Fixed point on place and slope. The contact may be what holds a body up: a spring s on the
// slave's height makes K regular, its force s r (r . u) is given back, so per pass
//   u = A (f + lambda b + s r rho),  A = (K + s r^T r)^-1,  c . u = c . u_k - g_k,  r . u = rho
Vector sliding_state(const FullSystem& system, const Vector& force) {
  const SlidingContact& contact = *system.sliding;
  const SlidingGeometryModel geometry = physical_geometry(system);
  const double path = contact.geometry.start;
  const Vector r = contact.slave_y;
  const double s = system.model.stiffness.diagonal().mean();
  const SparseMatrix held = stack_rows(std::vector<SparseRow>{contact.slave_y}, force.size());
  const auto solver =
      factorize(SparseMatrix(system.model.stiffness + s * SparseMatrix(held.transpose() * held)),
                "stiffness with the sliding contact, for the pressed state");
  const Vector of_force = solver->solve(force), of_spring = solver->solve(s * r);
  const double direction = sliding_direction(contact.law);
  Vector u = Vector::Zero(force.size()), b, c;
  for (int pass = 0; pass < kPasses; ++pass) {
    const ContactPlace place = geometry.find(u, path);
    geometry.gap_row(place, &c);
    geometry.force_row(place, contact.law.friction, direction, &b);
    const Vector of_contact = solver->solve(b);
    Eigen::Matrix2d matrix;
    matrix << c.dot(of_contact), c.dot(of_spring), r.dot(of_contact), r.dot(of_spring) - 1.0;
    const Eigen::Vector2d right(c.dot(u) - place.gap - c.dot(of_force), -r.dot(of_force));
    const Eigen::Vector2d solution = matrix.partialPivLu().solve(right);
    const Vector next = of_force + solution[0] * of_contact + solution[1] * of_spring;
    const double change = (next - u).norm();
    u = next;
    if (change > kTolerance * u.norm()) continue;
    if (solution[0] >= 0.0) return u;
    throw Error("initial.shape",
                "the sliding contact would pull with " + number_text(-solution[0]) + " N",
                "turn the force on the sliding body towards its target");
  }
  throw Error("initial.shape", "no static sliding state is found",
              "support the bodies, or check friction and sliding.start");
}

}  // namespace mortise::gen
