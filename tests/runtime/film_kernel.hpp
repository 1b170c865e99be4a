// The film's numerics compiled for one instruction set, behind functions that every test and bench
// may call; film_kernel.cc is compiled once per set as the runtime's pipeline is.
#pragma once

#include <cstdint>
#include <ostream>
#include <vector>

#include "mortise/model.hpp"

namespace mortise::film_test {

struct Drive {
  double frame = 1, frame_rate = 0, load = 0, speed = 1, viscosity_factor = 1, acceleration = 0;
};

struct Report {
  bool good, converged;
  int iterations, rebuilds;
  double residual;
};

struct Outputs {
  double force, central_pressure, central_gap, minimum_gap;
};

// Model and memory of one film; scalar and stencil are those of the model.
struct Run {
  const ModelView* model;
  unsigned char* region;
  int basis;
};

// Films at places of a line of deposits, whose arrays stand in `line` as in the runtime.
template <class T>
struct LookUp {
  T* line;  // (5 x padded)
  int deposits, padded;
  T way, entry, entering;
  const T* places;
  int count;
  std::int32_t* hint;
  T* films;
};

struct FilmKernel {
  const char* name;
  Report (*step)(const Run&, const Drive (&)[2], double* q, double* v, bool half, int iterations);
  void (*fly)(const Run&, const Drive (&)[2], double* q, double* v, bool half);
  void (*start)(const Run&, const double* initial, const double* q, const Drive&);
  void (*land)(const Run&, const double* q);
  void (*hand_over)(const Run&, int before, const double* q);
  Outputs (*outputs)(const Run&, const double* q, double frame);
  // count numbers, a multiple of 16
  void (*exponential_double)(const double* x, int count, double* out);
  void (*exponential_float)(const float* x, int count, float* out);
  void (*logarithm_double)(const double* x, int count, double* out);
  void (*logarithm_float)(const float* x, int count, float* out);
  // matrix  (up x up) by columns, up a multiple of 16 numbers; x (up), becomes the solution
  void (*eliminate_double)(double* matrix, int unknowns, int up, double* x);
  void (*eliminate_float)(float* matrix, int unknowns, int up, float* x);
  void (*look_up_double)(const LookUp<double>&);
  void (*look_up_float)(const LookUp<float>&);
};

inline void PrintTo(const FilmKernel& kernel, std::ostream* out) { *out << kernel.name; }

// Kernels of this build that the machine can run; the last one is the widest.
std::vector<FilmKernel> film_kernels();

}  // namespace mortise::film_test
