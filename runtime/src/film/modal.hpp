// Modal coordinates that move with the film, in one stage: q = free + spring (E b + force).
#pragma once

#include "products.hpp"
#include "scheme.hpp"

namespace mortise::MORTISE_ISA {

// The motion of a step: operators of its stages (4 x np) and arrays (np); coordinates beyond n are
// zero.
struct ModalStage {
  const double *from_position, *from_velocity, *constant, *spring;
  const double* force;  // share of the constant force per dimensionless acceleration
  double* start;        // start value of q
  double* rate;         // start value of v
  double* free;
  double *q, *v;  // now
  int coordinates, padded;

  // operators: one behind the other in the file; memory: three arrays; q, v: at the start of the
  // step, moved to its end
  MORTISE_INLINE void begin_step(const double* operators, const double* of_force, double* memory,
                                 int count, int length, double* q_now, double* v_now) {
    from_position = operators;
    from_velocity = operators + length;
    constant = operators + 2 * length;
    spring = operators + 3 * length;
    force = of_force;
    start = memory;
    rate = memory + length;
    free = memory + 2 * length;
    q = q_now;
    v = v_now;
    coordinates = count;
    padded = length;
    for (int i = 0; i < length; ++i) {
      start[i] = q[i];
      rate[i] = v[i];
    }
  }

  MORTISE_INLINE void begin(double acceleration) const {
    for (int i = 0; i < padded; ++i) {
      const double push = spring[i] * (force[i] * acceleration);
      free[i] = (from_position[i] * start[i] + from_velocity[i] * rate[i]) + (constant[i] + push);
    }
  }

  // The end of the stage, under what the film pushes: double(i); or without a film.
  template <class Push>
  MORTISE_INLINE void end(double shift, Push push) const {
    for (int i = 0; i < coordinates; ++i) {
      q[i] = free[i] + spring[i] * push(i);
      v[i] = shift * (q[i] - start[i]);
    }
  }
  MORTISE_INLINE void end(double shift) const {
    for (int i = 0; i < coordinates; ++i) {
      q[i] = free[i];
      v[i] = shift * (q[i] - start[i]);
    }
  }

  // Start values of the second stage from those of the first and its result.
  MORTISE_INLINE void advance() const {
    for (int i = 0; i < coordinates; ++i) {
      start[i] += kFilmLead * (q[i] - start[i]);
      rate[i] += kFilmLead * (v[i] - rate[i]);
    }
  }
};

}  // namespace mortise::MORTISE_ISA
