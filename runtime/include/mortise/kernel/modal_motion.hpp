// The free motion of the modal coordinates over one step, theta = 1/2, and its correction by
// interface forces: what every law of structures shares.
#pragma once

#include "mortise/kernel/kernels.hpp"

namespace mortise::MORTISE_ISA {

// Operators of a stage, as in the file.
struct Motion {
  const Real *from_velocity, *from_position, *constant, *from_input, *admittance;
  int n, inputs;  // padded modes
  Real half_h;
};

// v* and q* from (q, v) and the inputs f of the step. Returns 0 if all of them are finite.
//   each(j, v_j, q_j, v*_j, q*_j): called for every pack
template <class Each>
MORTISE_INLINE Real free_motion(const Motion& m, const Real* q, const Real* v, const Real* f,
                                Real huge_number, Real* q_free, Real* v_free, Each each) {
  const Pack half_h = Pack::all(m.half_h), zero = Pack::all(0), huge = Pack::all(huge_number);
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

}  // namespace mortise::MORTISE_ISA
