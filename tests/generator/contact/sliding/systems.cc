#include "tests/generator/contact/sliding/systems.hpp"

#include <cmath>
#include <limits>

#include "generator/bodies/condense/interface_rows.hpp"
#include "generator/bodies/mesh/plane.hpp"
#include "generator/contact/system/condense.hpp"
#include "generator/contact/unilateral/node_contact.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/numbers/constants.hpp"

namespace mortise::gen {
namespace {

PlaneBody upper_beam(bool pushed) {
  PlaneBody body;
  body.name = "upper";
  body.length = 0.075;
  body.height = 0.0015;
  body.width = 0.010;
  body.elements_x = 75;
  body.elements_y = 2;
  body.angle = (pushed ? 150.0 : 30.0) * kRadiansPerDegree;
  body.origin_x = 0.006;
  body.origin_y = 0.002;
  body.material.young = 71e9;
  body.material.poisson = 0.33;
  body.material.density = 2770.0;
  body.element = QuadKind::incompatible;
  body.supports = {{PlaneEdge::right, {1}}};
  return body;
}

PlaneBody lower_beam() {
  PlaneBody body = upper_beam(false);
  body.name = "lower";
  body.length = 0.1;
  body.height = 0.002;
  body.width = 0.020;
  body.elements_x = 100;
  body.angle = body.origin_x = body.origin_y = 0.0;
  body.material.young = 2.38e9;
  body.material.poisson = 0.4;
  body.material.density = 1200.0;
  body.supports = {{PlaneEdge::left, {1, 2}}};
  return body;
}

SparseRow row(const FullModel& model, std::int64_t node, int direction) {
  return translation_row(model, node, direction == 1 ? Vector3(1, 0, 0) : Vector3(0, 1, 0));
}

// The lower corner of the end that touches.
std::int64_t corner_of(const FullModel& model, bool pushed) {
  const auto& end = model.sets.at("upper.left");
  return pushed ? end.back() : end.front();
}

SlidingContact contact_of(const FullModel& model, double friction, std::int64_t corner) {
  SlidingContact contact;
  contact.slave_x = row(model, corner, 1);
  contact.slave_y = row(model, corner, 2);
  const auto& top = model.sets.at("lower.top");
  contact.geometry.target_positions.resize(2, static_cast<Eigen::Index>(top.size()));
  for (std::size_t i = 0; i < top.size(); ++i) {
    const bool clamped = i == 0;
    contact.target_x.push_back(clamped ? SparseRow(model.size()) : row(model, top[i], 1));
    contact.target_y.push_back(clamped ? SparseRow(model.size()) : row(model, top[i], 2));
    contact.geometry.target_positions.col(static_cast<Eigen::Index>(i)) =
        model.nodes.at(top[i]).head<2>();
  }
  contact.geometry.slave_height = 0.002;
  contact.geometry.start = 0.006;
  contact.law.friction = friction;
  contact.law.velocity = 0.03;
  return contact;
}

std::vector<Dof> boundary_dofs(const FullModel& model, std::int64_t corner) {
  std::vector<Dof> dofs{{corner, 1}, {corner, 2}};
  for (const std::int64_t node : model.sets.at("upper.right")) dofs.push_back({node, 2});
  const auto& top = model.sets.at("lower.top");
  for (std::size_t i = 1; i < top.size(); ++i) dofs.insert(dofs.end(), {{top[i], 1}, {top[i], 2}});
  return dofs;
}

}  // namespace

ReducedSystem TableSlider::system() const {
  const Eigen::Matrix2d stiffness{{kx / mass, kxy / mass}, {kxy / mass, ky / mass}};
  const SymmetricEigen modes(stiffness);
  const Matrix shapes = modes.eigenvectors() / std::sqrt(mass);
  ReducedSystem s;
  s.omega.resize(3);
  s.omega << modes.eigenvalues().cwiseSqrt(), std::sqrt(table_stiffness / table_mass);
  s.damping = Vector::Zero(3);
  ReducedSliding sliding;
  sliding.slave_rows = Matrix::Zero(2, 3);
  sliding.slave_rows.leftCols(2) = shapes;
  sliding.target_rows = Matrix::Zero(6, 3);
  for (int node = 0; node < 3; ++node)
    sliding.target_rows(2 * node + 1, 2) = 1 / std::sqrt(table_mass);
  sliding.geometry.target_positions = Matrix{{0.0, 1.0, 2.0}, {0.1, 0.1, 0.1}};
  sliding.geometry.slave_height = 0.1;
  sliding.geometry.start = 0.5;
  sliding.law.friction = friction;
  sliding.law.velocity = 0.2;
  s.make_lone().law = sliding;
  s.constant_force = -load * sliding.slave_rows.row(1).transpose();
  return s;
}

double TableSlider::flutter_friction() const {
  // a s^4 + b s^2 + c = 0 with b = b0 + b1 mu, c = c0 + c1 mu; threshold b^2 = 4 a c
  const double a = mass * (mass + table_mass);
  const double b0 = mass * (ky + table_stiffness) + (mass + table_mass) * kx;
  const double b1 = table_mass * kxy;
  const double c0 = kx * (ky + table_stiffness) - kxy * kxy, c1 = kxy * table_stiffness;
  const double p = b1 * b1, q = 2 * b0 * b1 - 4 * a * c1, r = b0 * b0 - 4 * a * c0;
  const double root = std::sqrt(q * q - 4 * p * r);
  const double low = (-q - root) / (2 * p), high = (-q + root) / (2 * p);
  if (low > 0) return low;
  return high > 0 ? high : std::numeric_limits<double>::quiet_NaN();
}

ReducedSystem beam_on_beam(double friction, bool all_modes, bool pushed) {
  FullSystem s;
  s.model = build_plane("beam_on_beam", {upper_beam(pushed), lower_beam()});
  s.damping = {{0.2, 4e-8}, {40.0, 4e-8}};
  const std::int64_t corner = corner_of(s.model, pushed);
  s.make_lone().law = contact_of(s.model, friction, corner);
  s.inputs.push_back({"kick", "N", -1.0, 1.0, 0.0});
  s.input_forces.push_back(s.lone().as<SlidingContact>()->slave_y);
  s.output_rows = {s.lone().as<SlidingContact>()->slave_y,
                   row(s.model, s.model.sets.at("lower.top").back(), 2)};
  s.outputs.push_back({"contact", "m", OutputQuantity::displacement, 0});
  s.outputs.push_back({"tip", "m/s2", OutputQuantity::acceleration, 1});
  s.constant_force = -0.2 * Vector(row(s.model, s.model.sets.at("upper.right").at(1), 2));
  if (all_modes) return condense_modal(s, {0, 0.0, true}).system;
  return condense(s, dof_interface(s.model, boundary_dofs(s.model, corner)),
                  {{20, 0.0, false}, false})
      .system;
}

}  // namespace mortise::gen
