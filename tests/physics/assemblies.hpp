// Bodies of point masses with several interfaces between them, built by hand.
#pragma once

#include <Eigen/Eigenvalues>
#include <cmath>
#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/bake/structure/bake.hpp"

namespace mortise::test {

// Of the whole; sums since the start from `material` on [J].
struct EnergyBooks {
  double kinetic, strain, material, external, impact, friction;
  double total() const { return kinetic + strain; }
  double lost() const { return material + impact + friction; }
};

// Masses on a line that move along it; interfaces act on differences of their displacements.
class Assembly {
 public:
  // shapes: (dofs x n) mass-normalised modes of all bodies; bodies: first mode of each.
  Assembly(gen::Matrix shapes, gen::Vector omega, std::vector<Eigen::Index> bodies)
      : shapes_(std::move(shapes)) {
    s_.omega = std::move(omega);
    s_.damping = gen::Vector::Zero(s_.omega.size());
    s_.groups = std::move(bodies);
    s_.contact_rows = gen::Matrix::Zero(0, s_.omega.size());
    s_.input_forces = gen::Matrix::Zero(s_.omega.size(), 0);
    s_.output_rows = shapes_;
    s_.constant_force = s_.initial_q = s_.initial_v = gen::Vector::Zero(s_.omega.size());
  }

  // An elastic slider of `stiffness` [N/m] that slips at `limit` [N] along row . x.
  void slider(const std::string& name, const std::vector<double>& row, double stiffness,
              double limit) {
    gen::ReducedJoint joint;
    joint.node_names = {name + ".a", name + ".b"};
    joint.rows = gen::Matrix::Zero(4, shapes_.cols());
    joint.rows.row(2) = modal(row);
    joint.rows.row(3) = joint.rows.row(2);
    joint.points = {{{0, 1}, {0.5, 0.5}, 1.0, 0.0}};
    joint.law.normal.stiffness = 1.0;
    joint.law.normal.gap = 1.0;  // never pressed
    joint.law.tangential.kind = gen::TangentialKind::jenkins;
    joint.law.tangential.friction_modulus = stiffness;
    joint.law.tangential.slip_traction = limit;
    gen::ReducedInterface i;
    i.name = name;
    i.joint = joint;
    s_.interfaces.push_back(i);
  }

  // A stop `clearance` [m] ahead, whose gap opens along row . x.
  void stop(const std::string& name, const std::vector<double>& row, double clearance,
            double restitution, double friction = 0.0, const std::vector<double>& along = {}) {
    gen::ReducedInterface i;
    i.name = name;
    i.contacts = {{name, clearance, friction, restitution, 0.0}};
    i.contact_rows = gen::Matrix::Zero(3, shapes_.cols());
    i.contact_rows.row(0) = modal(row);
    if (!along.empty()) i.contact_rows.row(1) = modal(along);
    s_.interfaces.push_back(i);
  }

  void damping(const gen::Vector& d) { s_.damping = d; }
  // Constant forces on the masses [N].
  void force(const std::vector<double>& f) { s_.constant_force = shapes_.transpose() * map(f); }
  // An input [N] along row . x, linear in a step.
  void input(const std::vector<double>& row) {
    s_.inputs.push_back({"force", "N", -1e6, 1e6, 0.0, gen::Hold::linear});
    s_.input_forces = modal(row).transpose();
  }
  // The books of the energy as outputs: EnergyBooks, then of every interface impact and friction.
  void energy_outputs() {
    using Q = gen::OutputQuantity;
    for (const Q q : {Q::energy_kinetic, Q::energy_strain, Q::dissipated_material,
                      Q::work_external, Q::dissipated_impact, Q::dissipated_friction})
      s_.outputs.push_back({"energy" + std::to_string(s_.outputs.size()), "J", q, 0, -1});
    for (int i = 0; i < static_cast<int>(s_.interfaces.size()); ++i) {
      for (const Q q : {Q::dissipated_impact, Q::dissipated_friction})
        s_.outputs.push_back({"energy" + std::to_string(s_.outputs.size()), "J", q, 0, i});
    }
  }
  // Displacements and velocities of the masses at the start.
  void start(const std::vector<double>& x, const std::vector<double>& v) {
    s_.initial_q = modal_state(map(x));
    s_.initial_v = modal_state(map(v));
  }

  const gen::ReducedSystem& system() const { return s_; }
  // Modal coordinates of displacements of the masses.
  gen::Vector modal_state(const gen::Vector& x) const { return shapes_.partialPivLu().solve(x); }

  // This assembly and another one, which share nothing.
  Assembly beside(const Assembly& other) const {
    const Eigen::Index n = s_.size(), m = other.s_.size();
    gen::Matrix shapes = gen::Matrix::Zero(shapes_.rows() + other.shapes_.rows(), n + m);
    shapes.topLeftCorner(shapes_.rows(), n) = shapes_;
    shapes.bottomRightCorner(other.shapes_.rows(), m) = other.shapes_;
    gen::Vector omega(n + m);
    omega << s_.omega, other.s_.omega;
    Assembly both(shapes, omega, {0, n});
    for (gen::Vector gen::ReducedSystem::*v :
         {&gen::ReducedSystem::damping, &gen::ReducedSystem::constant_force,
          &gen::ReducedSystem::initial_q, &gen::ReducedSystem::initial_v})
      both.s_.*v << s_.*v, other.s_.*v;
    for (const auto* from : {&s_, &other.s_}) {
      for (gen::ReducedInterface i : from->interfaces) {
        gen::Matrix rows = gen::Matrix::Zero(i.rows().rows(), n + m);
        rows.middleCols(from == &s_ ? 0 : n, from->size()) = i.rows();
        i.rows() = rows;
        both.s_.interfaces.push_back(i);
      }
    }
    return both;
  }

 private:
  static gen::Vector map(const std::vector<double>& v) {
    return Eigen::Map<const gen::Vector>(v.data(), static_cast<Eigen::Index>(v.size()));
  }
  Eigen::RowVectorXd modal(const std::vector<double>& row) const {
    return map(row).transpose() * shapes_;
  }

  gen::Matrix shapes_;
  gen::ReducedSystem s_;
};

// One body of masses on springs.
inline Assembly masses(const std::vector<double>& mass, const gen::Matrix& stiffness) {
  const gen::Matrix m =
      Eigen::Map<const gen::Vector>(mass.data(), static_cast<Eigen::Index>(mass.size()))
          .asDiagonal();
  const Eigen::GeneralizedSelfAdjointEigenSolver<gen::Matrix> eigen(stiffness, m);
  return Assembly(eigen.eigenvectors(), eigen.eigenvalues().cwiseMax(0.0).cwiseSqrt(), {});
}

inline gen::BakeOptions assembly_options(double h, const std::string& name = "assembly") {
  gen::BakeOptions o;
  o.name = name;
  o.step = h;
  o.golden_steps = 24;
  o.provenance.definition_hash = o.provenance.input_hash = "0";
  return o;
}

}  // namespace mortise::test
