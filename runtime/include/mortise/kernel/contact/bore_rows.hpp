// Contacts of a rigid cylindrical tip inside a round bore: normal and tangents are those of the
// nearest point of the bore, anew in every step. Where a point of the tip's axis stands at p, off
// the axis of the bore,
//   gap  g = clearance - |p|,   normal  n = -e,   e = p / |p| at  p_n + h/2 p'_n
// With e of the middle of the step, and the rates of the gap that n misses at its ends because the
// wall is curved,
//   curvature  k = (e - e_n) . p'_n >= 0:   true rate at t_n  u_n + k,   at t_n+1  u_n+1 - k
// what slides along the bore is turned by a force along e and keeps its speed: p stays on the
// circle and |p'| as it was, whatever the step. Newton's law acts on the true rates; an approach of
// no more than k is no impact but a slide (shift() of the step).
#pragma once

#include "mortise/kernel/contact/local_contact.hpp"
#include "mortise/kernel/step_frame.hpp"

namespace mortise::MORTISE_ISA {

// Gap of contact c of a bore at q (np) [m].
MORTISE_INLINE Real bore_gap(const ModelView& m, const Real* clearance, std::uint32_t c,
                             const Real* q) {
  const int n = m.dims.modes_padded;
  const auto row = static_cast<std::ptrdiff_t>(3 * c) * n;
  Real x, y;
  dot_rows<1>(m.bore_facing + row, 0, q, n, &x);
  dot_rows<1>(m.bore_rows + row, 0, q, n, &y);
  return clearance[c] - square_root(x * x + y * y);
}

template <class Sizes>
class BoreRows : StepFrame<Sizes> {
 public:
  BoreRows(const ModelView& m, State& s) : Frame(m, s) {}

  // The model as a step from the state as it stands has it. Changes nothing of a state but scratch.
  ModelView turn() {
    for (int c = 0; c < d_.contacts(); ++c) turn(c);
    couple();
    s_.cached_contacts_ = -1;
    ModelView turned = m_;
    turned.contact_rows = rows();
    turned.delassus = delassus();
    turned.delassus_inverse = nullptr;
    turned.local_contacts = reinterpret_cast<const Real*>(local());
    turned.curvature = curvature();
    return turned;
  }

 private:
  using Frame = StepFrame<Sizes>;
  using Frame::d_;
  using Frame::m_;
  using Frame::s_;

  template <class T>
  T* of(std::uint32_t offset) const {
    return reinterpret_cast<T*>(s_.template at<unsigned char>(m_.layout.law_history) + offset);
  }
  Real* rows() const { return of<Real>(m_.bore_layout.rows); }
  Real* delassus() const { return of<Real>(m_.bore_layout.delassus); }
  LocalContact* local() const { return of<LocalContact>(m_.bore_layout.local); }
  Real* curvature() const { return of<Real>(m_.bore_layout.curvature); }

  void turn(int c) {
    const int n = d_.modes();
    const auto first = static_cast<std::ptrdiff_t>(3 * c) * n;
    const Real *facing = m_.contact_rows + first, *bore = m_.bore_rows + first;
    Real facing_now, facing_rate, y, rate_y;
    dot_rows_twice<1>(facing, 0, this->q(), this->v(), n, &facing_now, &facing_rate);
    dot_rows_twice<1>(bore, 0, this->q(), this->v(), n, &y, &rate_y);
    const Real x = -facing_now, rate_x = -facing_rate;
    Real cosine = 1, sine = 0;
    direction(x + m_.half_h * rate_x, y + m_.half_h * rate_y, &cosine, &sine);
    Real cosine_start = cosine, sine_start = sine;
    direction(x, y, &cosine_start, &sine_start);
    curvature()[c] = (cosine - cosine_start) * rate_x + (sine - sine_start) * rate_y;

    const Pack cs = Pack::all(cosine), sn = Pack::all(sine), less = Pack::all(cosine - 1);
    Real* out = rows() + first;
    for (int j = 0; j < n; j += kLanes) {
      const Pack normal = Pack::load(facing + j), side = Pack::load(bore + j);
      (cs * normal - sn * side).store(out + j);
      (Pack::load(facing + n + j) + less * Pack::load(bore + n + j) +
       sn * Pack::load(bore + 2 * n + j))
          .store(out + n + j);
      (Pack::load(facing + 2 * n + j) + less * side + sn * normal).store(out + 2 * n + j);
    }
  }

  // Leaves the direction as it is where there is none.
  static void direction(Real x, Real y, Real* cosine, Real* sine) {
    const Real length = square_root(x * x + y * y);
    if (!(length > 0)) return;
    *cosine = x / length;
    *sine = y / length;
  }

  // W diag(admittance) W^T, and what local solves need of its diagonal blocks.
  void couple() {
    const int n = d_.modes(), nc = d_.contacts(), ld = d_.rows_padded();
    Real* g = delassus();
    for (int i = 0; i < 3 * nc; ++i)
      for (int j = 3 * nc; j < ld; ++j) g[static_cast<std::ptrdiff_t>(i) * ld + j] = 0;
    for (int r = 0; r < 3 * nc; ++r) {
      const Real* row = rows() + static_cast<std::ptrdiff_t>(r) * n;
      for (int c = 0; 3 * c <= r; ++c) {
        const Real* other = rows() + static_cast<std::ptrdiff_t>(3 * c) * n;
        Real moved[3];
        lane_sums<3>(n, moved, [&](Pack* acc, int j) {
          const Pack w = Pack::load(row + j) * Pack::load(m_.admittance + j);
          for (int k = 0; k < 3; ++k) acc[k] = acc[k] + w * Pack::load(other + k * n + j);
        });
        for (int k = 0; k < 3 && 3 * c + k <= r; ++k)
          g[static_cast<std::ptrdiff_t>(3 * c + k) * ld + r] =
              g[static_cast<std::ptrdiff_t>(r) * ld + 3 * c + k] = moved[k];
      }
    }
    for (int c = 0; c < nc; ++c) {
      const Real* b = g + static_cast<std::ptrdiff_t>(3 * c) * (ld + 1);
      const Real block[6] = {b[0], b[1], b[2], b[ld + 1], b[ld + 2], b[2 * ld + 2]};
      local()[c] = make_local_contact(block, 0);  // no slack is counted by it
    }
  }
};

}  // namespace mortise::MORTISE_ISA
