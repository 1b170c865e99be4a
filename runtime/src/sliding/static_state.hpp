// The static sliding state: the slave slides slowly enough for no inertia, the friction is fully
// up (the generator's sliding_equilibrium, whose modes balance exactly here, too).
#pragma once

#include "step.hpp"

namespace mortise::MORTISE_ISA {

class SlidingRest : public SlidingStepper {
 public:
  using SlidingStepper::SlidingStepper;

  // Puts q where  omega^2 q = load + lambda b(q),  gap(q) = 0  under the last inputs, v to zero and
  // the contact anew; a unilateral contact that would pull starts open if the supports hold all
  // modes. Newton's method without the turning of the segment. False, and nothing has changed: the
  // contact would pull, or does not hold what is free, or the iteration does not end.
  bool settle() {
    if (!find()) return false;
    copy(at(m_.layout.q[s_.current_]), q_next(), d_.modes());
    fill_zero(at(m_.layout.v[s_.current_]), d_.modes());
    start();
    return true;
  }

  // Whether q and v are that state.
  bool is_settled() {
    if (!find()) return false;
    Real off = 0, size = 0, speed = 0;
    for (int j = 0; j < m_.dims.modes; ++j) {
      off = larger(off, magnitude(q_next()[j] - q()[j]));
      size = larger(size, magnitude(q()[j]));
      speed = larger(speed, magnitude(v()[j]));
    }
    return speed == 0 && off <= kSame * size;
  }

 private:
  static constexpr int kIterations = 40;
  static constexpr Real kTolerance = 1e-12;  // of the force, its last change
  static constexpr Real kFree = 1;           // [rad/s] modes below are held by the contact alone
  static constexpr Real kSame = 1e-6;        // of the largest coordinate

  static Real magnitude(Real x) { return x < 0 ? -x : x; }
  static Real larger(Real a, Real b) { return a > b ? a : b; }

  // The state's coordinates, into q_next.
  bool find() {
    if (!free_is_held()) return false;
    const Real direction = settings_.velocity == 0 ? 0 : friction();
    const int n = m_.dims.modes;
    Real* q = q_next();
    copy(q, SlidingStepper::q(), d_.modes());
    int segment = chain_.segment_below(view_.start);
    Real force = 0;
    for (int k = 0; k < kIterations; ++k) {
      const SlidingPlace place = chain_.follow(q, view_.start, segment);
      segment = place.segment;
      chain_.rows(place, rows());
      const Real before = force;
      force = force_at(place, direction, q);
      for (int j = 0; j < n; ++j)
        if (j != free_) q[j] = (load(j) + force * push(place, direction, j)) / stiffness(j);
      if (free_ >= 0) q[free_] = free_place_;
      if (!((force - force) == 0)) return false;
      if (magnitude(force - before) > kTolerance * magnitude(force)) continue;
      return ends_at(place, force);
    }
    return false;
  }

  // A contact holds one free mode at most.
  bool free_is_held() {
    for (int j = 0; j < m_.dims.modes; ++j) {
      if (m_.omega[j] >= kFree) continue;
      if (free_ >= 0) return false;
      free_ = j;
    }
    return true;
  }

  Real stiffness(int j) const { return m_.omega[j] * m_.omega[j]; }
  // Without the contact; of Moreau-Jean from h f / A over h / A.
  Real load(int j) const {
    const Real* columns = view_.alpha ? view_.input_force : m_.from_input;
    Real sum = view_.alpha ? view_.constant_force[j] : m_.constant[j];
    for (int k = 0; k < m_.dims.inputs; ++k)
      sum += columns[std::ptrdiff_t{k} * d_.modes() + j] * last_inputs()[k];
    return view_.alpha ? sum : sum / m_.admittance[j];
  }
  Real opening(const SlidingPlace& p, int j) const {
    return p.cosine * rows()[d_.modes() + j] - p.sine * rows()[j];
  }
  // Push on mode j by the contact force 1.
  Real push(const SlidingPlace& p, Real friction, int j) const {
    return opening(p, j) - friction * (p.cosine * rows()[j] + p.sine * rows()[d_.modes() + j]);
  }

  // The force with which the gap of this place closes, and the way of the free mode with it.
  Real force_at(const SlidingPlace& p, Real friction, const Real* q) {
    Real gap = p.gap, held = 0;  // gap + held force + opening(free) way = 0
    for (int j = 0; j < m_.dims.modes; ++j) {
      const Real c = opening(p, j);
      gap -= c * q[j];
      if (j == free_) continue;
      gap += c * load(j) / stiffness(j);
      held += c * push(p, friction, j) / stiffness(j);
    }
    if (free_ < 0) return -gap / held;
    const Real c = opening(p, free_), b = push(p, friction, free_), w = stiffness(free_);
    const Real force = -(c * load(free_) + w * gap) / (w * held + c * b);
    free_place_ = -(gap + held * force) / c;
    return force;
  }

  bool ends_at(const SlidingPlace& place, Real force) {
    if (place.off) return false;
    if (!(force < 0)) return true;
    if (!view_.unilateral || free_ >= 0) return false;
    for (int j = 0; j < m_.dims.modes; ++j) q_next()[j] = load(j) / stiffness(j);
    return true;
  }

  int free_ = -1;  // mode
  Real free_place_ = 0;
};

}  // namespace mortise::MORTISE_ISA
