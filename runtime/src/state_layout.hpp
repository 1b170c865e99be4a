// The arrays of a state; their meaning stands at StateLayout.
#pragma once

#include "mortise/state.hpp"
#include "mortise/view/carver.hpp"

namespace mortise {

// Takes the arrays of a state from `c`, which begins behind the State itself. l.bytes stays open.
template <class AnyCarver>
StateLayout take_state_arrays(const Dims& d, const LayoutOptions& o, AnyCarver& c) noexcept {
  const auto size_of = [](std::int32_t n) { return static_cast<std::uint64_t>(n); };
  StateLayout l{};
  const std::uint64_t real = o.real_bytes;
  const std::uint64_t np = size_of(d.modes_padded), nr = size_of(d.rows);
  const std::uint64_t nrp = size_of(d.rows_padded), nc = size_of(d.contacts);
  const std::uint64_t nu = size_of(d.inputs), ny = size_of(d.outputs);
  // The two flags and two counters of the contact memory, then four numbers.
  const std::uint64_t memory = 2 * sizeof(std::int32_t) + 4 * real;
  for (int k = 0; k < 2; ++k) {
    l.q[k] = c.take(np, real);
    l.v[k] = c.take(np, real);
  }
  l.lambda = c.take(nrp, real);
  l.contact_memory = c.take(nc, memory);
  l.friction = c.take(nc, real);
  l.restitution = c.take(nc, real);
  l.restitution_tangential = c.take(nc, real);
  l.clearance = c.take(nc, real);
  l.inputs = c.take(2 * nu, real);
  l.outputs = c.take(ny, real);
  l.contacts_before = c.take(nc, sizeof(std::int32_t));
  l.law_history = c.take(o.law_history_bytes, 1);
  l.contact_books = c.take(o.contact_books ? 8 * nc : 0, real);
  l.film_history = c.take(o.film_history_bytes, 1);
  const std::uint64_t film = o.film ? 1 : 0;
  l.film_signal = c.take(film * 2 * nu, real);
  l.film_box = c.take(film * 2 * nu, real);
  l.probe = c.take(np, real);
  l.slack = c.take(nc, real);
  l.input_trial = c.take(2 * nu, real);
  l.input_mean = c.take(nu, real);
  l.free_velocity = c.take(nrp, real);
  l.start_velocity = c.take(nrp, real);
  l.shift = c.take(nrp, real);
  l.velocity = c.take(nrp, real);
  l.force = c.take(nrp, real);
  l.contact_work = c.take(nc, memory);
  l.active = c.take(nc, sizeof(std::int32_t));
  l.previous = c.take(nc, sizeof(std::int32_t));
  l.identity = c.take(nc, sizeof(std::int32_t));
  l.cached = c.take(nc, sizeof(std::int32_t));
  l.block = c.take(nrp * nr, real);
  const std::uint64_t passive = o.passive_friction ? 1 : 0;
  l.blend_force = c.take(passive * nrp, real);
  l.blend_motion = c.take(passive * nrp, real);
  const std::uint64_t newton = o.newton ? 1 : 0;
  l.free_force = c.take(newton * nrp, real);
  l.best_force = c.take(newton * nrp, real);
  l.unknowns = c.take(newton * nrp, real);
  l.unknown_rows = c.take(newton * nr, sizeof(std::int32_t));
  l.system = c.take(newton * nr * (nrp + 8), real);
  return l;
}

}  // namespace mortise
