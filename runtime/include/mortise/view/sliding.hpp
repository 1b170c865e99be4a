// What a step reads of a sliding contact, and what the contact remembers.
#pragma once

#include <cstdint>

#include "mortise/view/carver.hpp"

namespace mortise {

// Painleve: with the motion g_nn of the gap per normal force and g_nt per friction force, a normal
// force N that brings mu N of friction along opens the gap by (g_nn - mu g_nt) N. Where little or
// nothing is left of g_nn, no force of bounded size keeps a bilateral contact that must slide. At
// least this share must be left; less is refused when a model is built and WEDGED when a step meets
// it. (A unilateral contact sticks there.)
inline constexpr double kWedgeShare = 0.05;

// Rows of a sliding contact among the interfaces of an assembly, as of any contact: of its gap, of
// its slip, and one that does not move.
inline constexpr std::int32_t kSlidingRows = 3;

struct SlidingView {
  const double* slave_rows = nullptr;   // (np x 2)
  const double* target_rows = nullptr;  // (np x 2 nt)
  const double* positions = nullptr;    // (2 nt)
  std::int32_t nodes = 0;               // nt >= 2
  std::int32_t neighbours = 1;
  std::int32_t slave_begin = 0, slave_end = 0, target_begin = 0, target_end = 0;
  double slave_height = 0, start = 0, velocity = 0, friction = 0, feedback = 0;
  bool unilateral = false, alpha = false;  // alpha: generalised alpha
  // generalised alpha only
  const double *from_auxiliary = nullptr, *from_acceleration = nullptr;  // (np)
  const double *input_force = nullptr, *constant_force = nullptr;        // (np x nu), (np)
  double beta = 0, gamma = 0;
};

// What is known of the contact at t_n; twice in a state, as the modal coordinates are.
struct SlidingMemory {
  std::int32_t segment, closed;
  double normal, friction;  // forces of the last step [N]
  double slip;              // velocity of the slave along its target at t_n [m/s]
  double position;          // along the undeformed chain [m]
};

// Numbers in force, and where the path is counted from.
struct SlidingSettings {
  double friction, velocity;
  double path;          // [m] where the velocity in force began
  std::uint64_t steps;  // taken since
};

// Byte offsets from the start of the contact's region.
struct SlidingLayout {
  std::uint32_t settings;
  std::uint32_t memory[2];        // SlidingMemory
  std::uint32_t auxiliary[2];     // a (np), generalised alpha
  std::uint32_t acceleration[2];  // z'' (np), generalised alpha
  std::uint32_t rows;             // scratch: R (np x 2)
  std::uint32_t bytes;
};

template <class AnyCarver = Carver>
SlidingLayout lay_out_sliding(std::int32_t modes_padded, bool alpha,
                              AnyCarver region = AnyCarver()) noexcept {
  const auto np = static_cast<std::uint64_t>(modes_padded);
  SlidingLayout l{};
  l.settings = region.take(1, sizeof(SlidingSettings));
  for (int k = 0; k < 2; ++k) {
    l.memory[k] = region.take(1, sizeof(SlidingMemory));
    l.auxiliary[k] = region.take(alpha ? np : 0, 8);
    l.acceleration[k] = region.take(alpha ? np : 0, 8);
  }
  l.rows = region.take(2 * np, 8);
  l.bytes = static_cast<std::uint32_t>(region.bytes());
  return l;
}

}  // namespace mortise
