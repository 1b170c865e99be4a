// Modal coordinates that move with the film, in one stage: q = free + spring (E b + force).
#pragma once

#include "products.hpp"
#include "scheme.hpp"

namespace mortise::MORTISE_ISA {

// The operators of a stage (4 x np) and its arrays (np); coordinates beyond n are zero.
struct ModalStage {
  const double *from_position, *from_velocity, *constant, *spring;
  const double* force;  // share of the constant force per dimensionless acceleration
  double* start;        // start value of q
  double* rate;         // start value of v
  double* free;
  int padded;

  // operators: one behind the other in the file; memory: three arrays, start values those of a step
  MORTISE_INLINE ModalStage(const double* operators, const double* of_force, double* memory,
                            int length, const double* q, const double* v)
      : from_position(operators),
        from_velocity(operators + length),
        constant(operators + 2 * length),
        spring(operators + 3 * length),
        force(of_force),
        start(memory),
        rate(memory + length),
        free(memory + 2 * length),
        padded(length) {
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

  // The end of the stage; answer: spring (E b) is added where E b is not null (n).
  template <class T>
  MORTISE_INLINE void end(const T* excitation, const T* b, int modes, int coordinates, double shift,
                          double* q, double* v) const {
    for (int i = 0; i < coordinates; ++i) {
      q[i] = free[i];
      if (b) q[i] += spring[i] * static_cast<double>(dot_padded(excitation + i * modes, b, modes));
      v[i] = shift * (q[i] - start[i]);
    }
  }

  // Start values of the second stage from those of the first and its result.
  MORTISE_INLINE void advance(int coordinates, const double* q, const double* v) const {
    for (int i = 0; i < coordinates; ++i) {
      start[i] += kFilmLead * (q[i] - start[i]);
      rate[i] += kFilmLead * (v[i] - rate[i]);
    }
  }
};

}  // namespace mortise::MORTISE_ISA
