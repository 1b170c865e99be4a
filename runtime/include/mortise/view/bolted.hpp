// What a step reads of bolted contacts, and what their clusters remember.
#pragma once

#include <cstdint>

#include "mortise/view/carver.hpp"

namespace mortise {

// The schema says what the arrays mean (table BoltedContact).
struct BoltedView {
  std::int32_t clusters = 0, base = 0;     // p, and those closed by the preload, the first ones
  std::int32_t rows = 0, rows_padded = 0;  // 3 p, rp
  std::int32_t zones = 0, substeps = 1;
  std::int32_t update_cap = 1;  // of clusters in a substep
  bool energies = false;        // some output asks for them
  double force_scale = 1, trust_limit = 0;
  const std::uint32_t* zone_of = nullptr;                                  // (p)
  const double* friction = nullptr;                                        // (z)
  const double *sign = nullptr, *stiffness = nullptr;                      // (rp), (p)
  const double *constant = nullptr, *from_modes = nullptr;                 // (rp), (rp x n)
  const double *from_inputs = nullptr, *pivot = nullptr;                   // (rp x nu), (rp x 3p)
  const double *flow = nullptr, *input_force = nullptr;                    // (np x 4), (np x nu)
  const double* kick = nullptr;                                            // (np) or null
  const double *trained_modes = nullptr, *trained_contact = nullptr;       // (np), (rp)
  const double *output_constant = nullptr, *output_contact = nullptr;      // (no), (rp x no)
  const double* output_inputs = nullptr;                                   // (nu x no)
  const double *resultant_constant = nullptr, *resultant_modes = nullptr;  // (3z), (np x 3z)
  const double *resultant_contact = nullptr, *resultant_inputs = nullptr;  // (rp x 3z), (nu x 3z)
};

// How a cluster ended a substep.
inline constexpr std::int32_t kClusterOpen = 0, kClusterSticks = 1, kClusterSlips = 2;

// What bolted contacts book; losses and work are sums since the start [J].
struct BoltedBooks {
  double kinetic, strain, material, friction, external;
  double ratio;  // largest training ratio of the step [-]
};

// Byte offsets from the start of the law's region, multiples of 64. The memory exists twice, as the
// modal state does.
struct BoltedLayout {
  std::uint32_t memory[2];
  // within a copy
  std::uint32_t x, y;    // (rp)
  std::uint32_t anchor;  // (rp) tangential gaps that a cluster which sticks keeps; of the base
                         // those of x are, and nothing is read here [m]
  std::uint32_t push;    // (np) from_modes^T (sign x)
  std::uint32_t status;  // (p) int32: kClusterOpen, ...
  std::uint32_t books;   // BoltedBooks
  std::uint32_t memory_bytes;
  // kept
  std::uint32_t friction;  // (z) in force
  // scratch
  std::uint32_t start_x, start_y;  // (rp) where the substep began
  std::uint32_t free;              // (rp) y without x
  std::uint32_t warm;              // (rp) y with the x of start_x
  std::uint32_t signed_x;          // (rp) sign x; change of y along a scaled step
  std::uint32_t drive;             // (2 nu) inputs at both ends of the substep
  std::uint32_t bytes;
};

template <class AnyCarver = Carver>
BoltedLayout lay_out_bolted(const BoltedView& bolted, std::int32_t modes_padded,
                            std::int32_t inputs, AnyCarver copy = AnyCarver(),
                            AnyCarver region = AnyCarver()) noexcept {
  const auto size_of = [](std::int32_t n) { return static_cast<std::uint64_t>(n); };
  const std::uint64_t rp = size_of(bolted.rows_padded), np = size_of(modes_padded);
  BoltedLayout l{};
  l.x = copy.take(rp, 8);
  l.y = copy.take(rp, 8);
  l.anchor = copy.take(rp, 8);
  l.push = copy.take(np, 8);
  l.status = copy.take(size_of(bolted.clusters), sizeof(std::int32_t));
  l.books = copy.take(1, sizeof(BoltedBooks));
  l.memory_bytes = static_cast<std::uint32_t>(copy.bytes());
  l.memory[0] = region.take(1, l.memory_bytes);
  l.memory[1] = region.take(1, l.memory_bytes);
  l.friction = region.take(size_of(bolted.zones), 8);
  l.start_x = region.take(rp, 8);
  l.start_y = region.take(rp, 8);
  l.free = region.take(rp, 8);
  l.warm = region.take(rp, 8);
  l.signed_x = region.take(rp, 8);
  l.drive = region.take(2 * size_of(inputs), 8);
  l.bytes = static_cast<std::uint32_t>(region.bytes());
  return l;
}

}  // namespace mortise
