// What a step reads of contacts at position level beside those of velocities, and where their
// memory lies inside of a state.
#pragma once

#include "mortise/view/carver.hpp"
#include "mortise/view/residual.hpp"

namespace mortise {

// Contacts are at position level if they have ports.
struct PositionView
#if defined(MORTISE_NO_POSITION)
{
  static constexpr std::int32_t ports = 0;
#else
    : ResidualView {
  // What a step does to displacements (schema: Stage, position_...).
  const double *from_velocity = nullptr, *from_position = nullptr, *constant = nullptr;  // (np)
  const double* from_input = nullptr;  // (np x nu)
  const double* admittance = nullptr;  // (np)
  double residual_keep = 0, residual_gain = 0;
  std::int32_t output_rows = 0;  // of an interface: those of its assembly
  std::int32_t rest_sweeps = 0;  // cap of a solve at rest
#endif
};

// Energies that contacts keep books of [J]: what the motion has lost to them since the start.
struct PositionBooks {
  double bank;      // to the scheme where contacts close, more than it gained where they open
  double stopped;   // to the limiter, for good
  double friction;  // to friction
  double damped;    // to the lag of the compliance
};

// Byte offsets from the start of the law's region. The memory exists twice, as the modal state
// does.
struct PositionLayout {
  std::uint32_t memory[2];
  // within a copy
  std::uint32_t displacement;  // s of the rows at the end of the step (pp) [m]
  std::uint32_t end_force;     // there (nrp) [N]
  std::uint32_t residual;      // phi (pp) [N, units of the inputs]
  std::uint32_t push;          // W^T end_force / 2 (np) [kg^0.5 m/s2]
  std::uint32_t books;         // PositionBooks
  std::uint32_t memory_bytes;
  std::uint32_t told;  // Status of the solves at rest since the last step
  // scratch
  std::uint32_t drive;  // phi without the forces to come (pp)
  // of the solve at rest
  std::uint32_t local;                               // by C alone (16 x nc)
  std::uint32_t rest_free, rest_motion, rest_force;  // (pp) [m], [N]
  std::uint32_t bytes;
};

template <class AnyCarver = Carver>
PositionLayout lay_out_positions(std::int32_t modes_padded, std::int32_t contacts,
                                 const ResidualView& view, AnyCarver copy = AnyCarver(),
                                 AnyCarver region = AnyCarver()) noexcept {
  const auto np = static_cast<std::uint64_t>(modes_padded);
  const auto nc = static_cast<std::uint64_t>(contacts), nrp = (3 * nc + 7) / 8 * 8;
  const auto pp = static_cast<std::uint64_t>(view.ports_padded);
  PositionLayout l{};
  l.displacement = copy.take(pp, 8);
  l.end_force = copy.take(nrp, 8);
  l.residual = copy.take(pp, 8);
  l.push = copy.take(np, 8);
  l.books = copy.take(1, sizeof(PositionBooks));
  l.memory_bytes = static_cast<std::uint32_t>(copy.bytes());
  l.memory[0] = region.take(1, l.memory_bytes);
  l.memory[1] = region.take(1, l.memory_bytes);
  l.told = region.take(1, 8);
  l.drive = region.take(pp, 8);
  l.local = region.take(16 * nc, 8);
  l.rest_free = region.take(pp, 8);
  l.rest_motion = region.take(pp, 8);
  l.rest_force = region.take(pp, 8);
  l.bytes = static_cast<std::uint32_t>(region.bytes());
  return l;
}

}  // namespace mortise
