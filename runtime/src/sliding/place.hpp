// Where the slave stands on the deformed chain, and its row there: O(n), bounded (Brunetti et al.
// eq. 34-44; positions are deformed ones).
#pragma once

#include "mortise/kernel/kernels.hpp"
#include "mortise/view/sliding.hpp"

namespace mortise::MORTISE_ISA {

struct SlidingPlace {
  int segment;
  Real share;         // a [-]
  Real cosine, sine;  // of the slope of the deformed segment
  Real gap;           // [m] opening positive
  bool off;           // beyond the ends of the chain
};

// c . x, tau . x and their Delassus block, by x and y before they are turned into the segment.
struct SlidingSums {
  Real free_x, free_y;    // R . v* [m/s]
  Real start_x, start_y;  // R . v
  Real xx, xy, yy;        // R diag(admittance) R^T
};

class SlidingChain {
 public:
  SlidingChain(const SlidingView& view, int modes) : v_(view), n_(modes) {}

  // From a known segment on, at most view.neighbours segments further; at a kink that turns away
  // from the slave the later segment keeps it.
  SlidingPlace follow(const Real* q, Real path, int segment) const {
    Real slave[2];
    dot_rows<2>(v_.slave_rows + v_.slave_begin, n_, q + v_.slave_begin,
                v_.slave_end - v_.slave_begin, slave);
    slave[0] += path;
    slave[1] += v_.slave_height;
    SlidingPlace p = at(slave, q, segment);
    int last_move = 0;
    for (int k = 0; k < v_.neighbours; ++k) {
      const int move = p.share < 0 ? -1 : p.share >= 1 ? 1 : 0;
      const int next = p.segment + move;
      if (move == 0 || move == -last_move || next < 0 || next >= v_.nodes - 1) break;
      p = at(slave, q, next);
      last_move = move;
    }
    p.off =
        (p.segment == 0 && p.share < -kEnd) || (p.segment == v_.nodes - 2 && p.share > 1 + kEnd);
    return p;
  }

  // Segment below an undeformed slave.
  int segment_below(Real path) const {
    int segment = 0;
    while (segment + 2 < v_.nodes && v_.positions[2 * (segment + 1)] <= path) ++segment;
    return segment;
  }

  // R (n x 2) of a place.
  void rows(const SlidingPlace& p, Real* r) const {
    fill_zero(r, 2 * n_);
    const Pack one = Pack::all(1 - p.share), two = Pack::all(p.share);
    for (int axis = 0; axis < 2; ++axis) {
      const Real* t1 = target(p.segment, axis);
      const Real* t2 = target(p.segment + 1, axis);
      Real* out = r + static_cast<std::ptrdiff_t>(axis) * n_;
      const Real* slave = v_.slave_rows + static_cast<std::ptrdiff_t>(axis) * n_;
      for (int j = v_.slave_begin; j < v_.slave_end; j += kLanes)
        Pack::load(slave + j).store(out + j);
      for (int j = v_.target_begin; j < v_.target_end; j += kLanes)
        (Pack::load(out + j) - (one * Pack::load(t1 + j) + two * Pack::load(t2 + j)))
            .store(out + j);
    }
  }

  SlidingSums sums(const Real* r, const Real* v_free, const Real* v_start,
                   const Real* admittance) const {
    const Real *rx = r, *ry = r + n_;
    Real out[7];
    lane_sums<7>(n_, out, [&](Pack* acc, int j) {
      const Pack x = Pack::load(rx + j), y = Pack::load(ry + j), f = Pack::load(v_free + j),
                 s = Pack::load(v_start + j), a = Pack::load(admittance + j);
      const Pack ax = a * x;
      const Pack terms[7] = {x * f, y * f, x * s, y * s, ax * x, ax * y, a * y * y};
      for (int k = 0; k < 7; ++k) acc[k] = acc[k] + terms[k];
    });
    return {out[0], out[1], out[2], out[3], out[4], out[5], out[6]};
  }

 private:
  const Real* target(int node, int axis) const {
    return v_.target_rows + static_cast<std::ptrdiff_t>(2 * node + axis) * n_;
  }

  SlidingPlace at(const Real* slave, const Real* q, int segment) const {
    Real node[4];  // x, y of both ends
    dot_rows<4>(target(segment, 0) + v_.target_begin, n_, q + v_.target_begin,
                v_.target_end - v_.target_begin, node);
    for (int k = 0; k < 4; ++k) node[k] += v_.positions[2 * segment + k];
    const Real ex = node[2] - node[0], ey = node[3] - node[1];
    const Real length = square_root(ex * ex + ey * ey), inverse = 1 / length;
    const Real ax = slave[0] - node[0], ay = slave[1] - node[1];
    SlidingPlace p;
    p.segment = segment;
    p.cosine = ex * inverse;
    p.sine = ey * inverse;
    p.share = (ax * p.cosine + ay * p.sine) * inverse;
    p.gap = ay * p.cosine - ax * p.sine;
    p.off = false;
    return p;
  }

  static constexpr Real kEnd = 1e-9;  // of a segment: the chain's ends belong to it

  const SlidingView& v_;
  int n_;
};

}  // namespace mortise::MORTISE_ISA
