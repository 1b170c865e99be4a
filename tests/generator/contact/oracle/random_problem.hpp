// Seeded random contact problems with the structure of a step: G = W A^-1 W^T of n modes.
#pragma once

#include <array>
#include <cstdint>

#include "generator/contact/unilateral/contact_problem.hpp"

namespace mortise::gen {

// xoshiro256** of D. Blackman and S. Vigna, seeded by splitmix64: the same numbers on every
// platform.
class RandomSource {
 public:
  explicit RandomSource(std::uint64_t seed);
  std::uint64_t next();
  double uniform(double low, double high);  // [low, high)
  int integer(int low, int high);           // low..high inclusive

 private:
  std::array<std::uint64_t, 4> state_;
};

struct RandomProblemOptions {
  int directions = 3;  // 1 frictionless, 2 planar, 3 round
  int min_contacts = 1;
  int max_contacts = 6;
  bool full_rank = true;      // n = d nc + 2..8 modes; otherwise d nc / 2 <= n < d nc, rank n
  double min_friction = 0.0;  // mu is uniform in [min, max], per contact
  double max_friction = 0.8;
  double approaching = 0.7;       // share of contacts that approach when no force acts (b_n < 0)
  double max_alignment = 0.995;   // |cosine| of two rows of W in the metric A^-1; 1 = any
  double stiffness_spread = 100;  // A_i = 1 + spread x^2, x uniform: (h omega / 2)^2 of the modes
};

struct RandomProblem {
  InterfaceProblem problem;
  int modes = 0;  // n
  int rank = 0;   // of G, min(n, d nc)
};

// Draws W uniform in [-1, 1], v_free uniform in [-1, 1], b = W v_free; the sign of each normal row
// is chosen so that the contact approaches with probability `approaching`. b lies in the range of
// G, so a solution exists whatever the rank and friction (V. Acary et al., ZAMM 91 (2011) 155-175).
// W and v_free have 11 and A^-1 has 21 binary digits after the point, which leaves G and b free of
// rounding: the stated rank is exact. Draws with two nearly parallel rows are repeated (except at
// rank 1): there forces of any size hold the same motion and no solver can be compared with
// another.
RandomProblem random_problem(RandomSource& source, const RandomProblemOptions& options);

}  // namespace mortise::gen
