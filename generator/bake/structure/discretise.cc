#include "generator/bake/structure/discretise.hpp"

#include <algorithm>

namespace mortise::gen {

Vector stepped_damping(const Vector& omega_of_modes, const Vector& damping, double step,
                       double damp_fast_modes) {
  Vector d = damping;
  if (damp_fast_modes <= 0) return d;
  for (Eigen::Index i = 0; i < d.size(); ++i) {
    const double omega = omega_of_modes[i];
    if (omega * step > 4) d[i] = std::max(d[i], 2 * damp_fast_modes * omega);
  }
  return d;
}

StepOperators discretise(const ReducedSystem& system, const Vector& damping, double h) {
  const Eigen::ArrayXd d = damping.array(), w2 = system.omega.array().square();
  const Eigen::ArrayXd a = 1 + h / 2 * d + h * h / 4 * w2;
  StepOperators op;
  op.from_velocity = (1 - h / 2 * d - h * h / 4 * w2) / a;
  op.from_position = -h * w2 / a;
  op.admittance = h / a;
  op.constant = op.admittance.cwiseProduct(system.constant_force);
  op.from_input = op.admittance.asDiagonal() * system.input_forces;
  const Matrix& w = system.contact_rows;
  op.delassus = w * op.admittance.asDiagonal() * w.transpose();
  op.delassus = (0.5 * (op.delassus + op.delassus.transpose())).eval();
  for (std::size_t i = 0; i < system.contacts.size(); ++i) {
    const Eigen::Matrix3d g =
        op.delassus.block<3, 3>(3 * static_cast<Eigen::Index>(i), 3 * static_cast<Eigen::Index>(i));
    const Real block[6] = {g(0, 0), g(0, 1), g(0, 2), g(1, 1), g(1, 2), g(2, 2)};
    op.local_contacts.push_back(
        make_local_contact(block, w.row(3 * static_cast<Eigen::Index>(i)).norm()));
  }
  return op;
}

}  // namespace mortise::gen
