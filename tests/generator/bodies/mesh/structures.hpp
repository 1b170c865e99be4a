// Small meshes, loads and solutions for the tests of plane solids.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "generator/bodies/mesh/bodies.hpp"
#include "generator/bodies/mesh/contact_block.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"

namespace mortise::gen {

// Sphere, plate and T of the size of a lubricated impact; 150 elements along 1.38 mm.
constexpr double kSphereRadius = 12.7e-3, kContactRadius = 1.3777e-3;
inline const ValveShape& usual_tee() {
  static const ValveShape shape{12.7e-3, 5.5e-3, 19.5e-3, 25e-3, 3.4e-3};
  return shape;
}

// Rectangle [x0, x0 + width] x [0, height], its inside distorted; sides of elements are curved.
inline PlaneMesh distorted_rectangle(PlaneState state, double x0, double width, double height,
                                     int columns, int rows, double distortion) {
  MeshBuilder builder(state, "rectangle", 1e-6 * width / columns);
  add_block(&builder, equal_points(0.0, 1.0, columns), equal_points(0.0, 1.0, rows),
            [=](const Eigen::Vector2d& p) {
              const double bubble = distortion * std::sin(kPi * p.x()) * std::sin(kPi * p.y());
              return Eigen::Vector2d(x0 + width * (p.x() + bubble), height * (p.y() - bubble));
            });
  return builder.mesh();
}

// Values of a displacement field at the dofs of a model.
inline Vector sample(const FullModel& model,
                     const std::function<Eigen::Vector2d(const Vector3&)>& field) {
  Vector values(model.size());
  for (Eigen::Index i = 0; i < model.size(); ++i) {
    const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
    values[i] = field(model.nodes.at(dof.node))[dof.direction - 1];
  }
  return values;
}

// K u = f with the dofs held that `held` selects; u is zero there.
inline Vector solve_held(const FullModel& model, const Vector& force,
                         const std::function<bool(const Dof&, const Vector3&)>& held) {
  std::vector<Eigen::Index> row(model.dofs.size(), -1);
  Eigen::Index n = 0;
  for (std::size_t i = 0; i < model.dofs.size(); ++i)
    if (!held(model.dofs[i], model.nodes.at(model.dofs[i].node))) row[i] = n++;
  SparseMatrix keep(n, model.size());
  for (std::size_t i = 0; i < row.size(); ++i)
    if (row[i] >= 0) keep.insert(row[i], static_cast<Eigen::Index>(i)) = 1.0;
  const SparseMatrix stiffness = keep * model.stiffness * keep.transpose();
  return keep.transpose() * factorize(stiffness, "held stiffness")->solve(keep * force);
}

// Consistent forces of a pressure along y over |x| <= reach on the nodes of "contact".
inline Vector contact_load(const FullModel& model, PlaneState state, double reach,
                           const std::function<double(double)>& pressure) {
  Vector force = Vector::Zero(model.size());
  std::map<std::int64_t, Eigen::Index> row;
  for (Eigen::Index i = 0; i < model.size(); ++i)
    if (model.dofs[static_cast<std::size_t>(i)].direction == 2)
      row[model.dofs[static_cast<std::size_t>(i)].node] = i;
  const auto& contact = model.sets.at("contact");
  constexpr int kPieces = 64;
  for (std::size_t e = 0; e + 2 < contact.size(); e += 2) {
    const double a = model.nodes.at(contact[e]).x(), b = model.nodes.at(contact[e + 2]).x();
    for (int piece = 0; piece < kPieces; ++piece) {
      const double s = (2.0 * piece + 1.0) / kPieces - 1.0, x = 0.5 * (a + b + s * (b - a));
      if (std::abs(x) >= reach) continue;
      const double share = pressure(x) * (b - a) / kPieces *
                           (state == PlaneState::axisymmetric ? 2.0 * kPi * x : 1.0);
      force[row.at(contact[e])] += 0.5 * s * (s - 1.0) * share;
      force[row.at(contact[e + 1])] += (1.0 - s * s) * share;
      force[row.at(contact[e + 2])] += 0.5 * s * (s + 1.0) * share;
    }
  }
  return force;
}

// Entry of `values` at the dof.
inline double at_dof(const FullModel& model, const Vector& values, std::int64_t node,
                     int direction) {
  for (std::size_t i = 0; i < model.dofs.size(); ++i)
    if (model.dofs[i] == Dof{node, direction}) return values[static_cast<Eigen::Index>(i)];
  return std::nan("");
}

}  // namespace mortise::gen
