// The energy of a structure with a joint, step by step, for outputs that ask for it.
//
// Over a step with the mean velocity v = (v_n + v_n+1)/2 (Moreau-Jean, theta = 1/2)
//   kinetic + strain at t_n+1  -  the same at t_n  =  external work - losses    exactly, with
//   material   h v.D v, and h lag C phi'.phi' of the residual compliance
//   friction   - mean force x slip - change of what the tangential springs store
//   impact     - mean force x opening - change of what the normal springs store
// Parameters and cases change between steps: what springs hold less afterwards counts as lost.
#pragma once

#include "mortise/kernel/modal_motion.hpp"
#include "sweeps.hpp"

namespace mortise::MORTISE_ISA {

// The modal part: energies at t_n+1, loss and work over the step.
struct ModalEnergy {
  Real kinetic, strain, loss, work;
};

inline ModalEnergy modal_energy(const Motion& m, const Real* omega, const Real* damping,
                                const Real* inputs, const Real* v0, const Real* v1, const Real* q1,
                                int modes) {
  ModalEnergy e{0, 0, 0, 0};
  for (int j = 0; j < modes; ++j) {
    const Real wq = omega[j] * q1[j], mean = Real(0.5) * (v0[j] + v1[j]);
    Real drive = m.constant[j];
    for (int k = 0; k < m.inputs; ++k)
      drive += m.from_input[static_cast<std::ptrdiff_t>(k) * m.n + j] * inputs[k];
    e.kinetic += v1[j] * v1[j];
    e.strain += wq * wq;
    e.loss += damping[j] * mean * mean;
    e.work += drive / m.admittance[j] * mean;
  }
  e.kinetic *= Real(0.5);
  e.strain *= Real(0.5);
  e.loss *= 2 * m.half_h;
  e.work *= 2 * m.half_h;
  return e;
}

// The law points: springs at t_n and at t_n+1, both by the law in force; losses over the step.
struct PointEnergy {
  Real normal_start, shear_start, normal, shear, friction, impact;
  Real stored() const { return normal + shear; }
};

template <class Law>
inline PointEnergy point_energy(const JointProblem& p) {
  PointEnergy e{0, 0, 0, 0, 0, 0};
  const JointView& view = *p.view;
  for (int k = 0; k < view.points; ++k) {
    const JointPoint& at = view.point[k];
    const Real o0 = at_nodes(p.position_start, at), o1 = at_nodes(p.position, at);
    const Real before = normal_energy(p, k, o0);
    const Real after = normal_energy(p, k, o1);
    e.impact += (before - after) - p.normal_mean[k] * (o1 - o0);
    e.normal_start += before;
    e.normal += after;
    if (!view.tangential) continue;
    const Real s0 = at_nodes(p.position_start + view.nodes, at);
    const Real s1 = at_nodes(p.position + view.nodes, at);
    const std::ptrdiff_t m = static_cast<std::ptrdiff_t>(k) * view.memory;
    const Real bent = Law::energy(p.laws[k], at.length, p.tangent_start[k], p.bristles_start + m);
    const Real now = Law::energy(p.laws[k], at.length, p.tangent[k], p.bristles + m);
    e.friction += (bent - now) - p.tangent_mean[k] * (s1 - s0);
    e.shear_start += bent;
    e.shear += now;
  }
  return e;
}

// phi . C psi; `product` (pp) receives C psi.
inline Real compliance_energy(const JointView& view, const Real* phi, const Real* psi,
                              Real* product) {
  combine(product, view.port_compliance, view.ports_padded, psi, view.ports, view.ports_padded);
  Real sum = 0;
  for (int k = 0; k < view.ports; ++k) sum += phi[k] * product[k];
  return sum;
}

}  // namespace mortise::MORTISE_ISA
