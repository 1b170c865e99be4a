// Modal coordinates that move with the film, in one stage: q = free + spring (E b + force).
#pragma once

#include "products.hpp"

namespace mortise::MORTISE_ISA {

// The operators of a stage (4 x np) and its arrays (np); coordinates beyond n are zero.
struct ModalStage {
  const double *from_position, *from_velocity, *constant, *spring;
  const double* force;  // share of the constant force per dimensionless acceleration
  double* start;        // start value of q
  double* rate;         // start value of v
  double* free;
  int padded;

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
};

}  // namespace mortise::MORTISE_ISA
