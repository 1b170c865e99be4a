// The free motion of the modal coordinates over one step of Moreau and Jean, theta = 1/2, and its
// correction by interface forces: what every law of structures shares.
#pragma once

#include "mortise/kernel/kernels.hpp"
#include "mortise/model.hpp"

namespace mortise::MORTISE_ISA {

// Numbers are finite if their sum of zeros is zero: infinite or not a number times zero is not a
// number. This factor makes those infinite whose products with functionals could overflow.
inline constexpr Real kHuge = 1e158;

// Operators of a stage, as in the file.
struct Motion {
  const Real *from_velocity, *from_position, *constant, *from_input, *admittance;
  int n, inputs;  // padded modes
  Real half_h;
};

// The motion of a model with one stage.
template <class Sizes>
MORTISE_INLINE Motion motion_of(const ModelView& m, const Sizes& d) {
  return {m.from_velocity, m.from_position, m.constant, m.from_input,
          m.admittance,    d.modes(),       d.inputs(), m.half_h};
}

// v* and q* from (q, v) and the inputs f of the step. Returns 0 if all of them are finite.
//   each(j, v_j, q_j, v*_j, q*_j): called for every pack
template <class Each>
MORTISE_INLINE Real free_motion(const Motion& m, const Real* q, const Real* v, const Real* f,
                                Real* q_free, Real* v_free, Each each) {
  const Pack half_h = Pack::all(m.half_h), zero = Pack::all(0), huge = Pack::all(kHuge);
  Pack finite = zero;
  for (int j = 0; j < m.n; j += kLanes) {
    const Pack vj = Pack::load(v + j), qj = Pack::load(q + j);
    Pack w = Pack::load(m.from_velocity + j) * vj + Pack::load(m.from_position + j) * qj;
    w = w + Pack::load(m.constant + j);
    for (int k = 0; k < m.inputs; ++k)
      w = w + Pack::load(m.from_input + static_cast<std::ptrdiff_t>(k) * m.n + j) * Pack::all(f[k]);
    w = without_traces(w);
    const Pack x = qj + half_h * (vj + w);
    w.store(v_free + j);
    x.store(q_free + j);
    finite = finite + (w * huge + x * huge) * zero;
    each(j, vj, qj, w, x);
  }
  return sum(finite);
}

template <int Packs, class Push>
MORTISE_INLINE void correct_block(const Motion& m, Real* q, Real* v, int j, const Push& push,
                                  Pack* finite) {
  Pack f[Packs];
  push(j, f);
  const Pack half_h = Pack::all(m.half_h), zero = Pack::all(0), huge = Pack::all(kHuge);
  for (int k = 0; k < Packs; ++k) {
    const int o = j + k * kLanes;
    const Pack dv = Pack::load(m.admittance + o) * f[k];
    const Pack vk = Pack::load(v + o) + dv, qk = Pack::load(q + o) + half_h * dv;
    vk.store(v + o);
    qk.store(q + o);
    *finite = *finite + (vk * huge + qk * huge) * zero;
  }
}

// v+ = v* + admittance f, q+ = q* + h/2 (v+ - v*) with the modal forces f of the interface. Returns
// 0 if all of them are finite.
//   q, v       v* and q*, then v+ and q+
//   push(j, f)  writes the forces on modes j, j + 1, ... into the array of packs f
template <class Push>
MORTISE_INLINE Real correct_motion(const Motion& m, Real* q, Real* v, const Push& push) {
  Pack finite = Pack::all(0);
  int j = 0;
  for (; j + 4 * kLanes <= m.n; j += 4 * kLanes) correct_block<4>(m, q, v, j, push, &finite);
  for (; j < m.n; j += kLanes) correct_block<1>(m, q, v, j, push, &finite);
  return sum(finite);
}

}  // namespace mortise::MORTISE_ISA
