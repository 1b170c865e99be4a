#include "mortise/model.hpp"
#include "mortise/state.hpp"

namespace mortise {

namespace {

class Carver {
 public:
  std::uint32_t take(std::uint64_t count, std::uint64_t bytes_each) {
    const std::uint64_t here = next_;
    next_ = (here + count * bytes_each + 63) & ~std::uint64_t{63};
    return static_cast<std::uint32_t>(here);
  }
  std::uint64_t next() const { return next_; }

 private:
  std::uint64_t next_ = (sizeof(State) + 63) & ~std::uint64_t{63};
};

std::uint64_t size_of(std::int32_t n) { return static_cast<std::uint64_t>(n); }

}  // namespace

bool lay_out_state(const Dims& d, const LayoutOptions& o, StateLayout* layout) noexcept {
  Carver c;
  StateLayout& l = *layout;
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
  l.law_history = c.take(o.law_history_bytes, 1);
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
  const std::uint64_t newton = o.newton ? 1 : 0;
  l.free_force = c.take(newton * nrp, real);
  l.best_force = c.take(newton * nrp, real);
  l.unknowns = c.take(newton * nrp, real);
  l.unknown_rows = c.take(newton * nr, sizeof(std::int32_t));
  l.system = c.take(newton * nr * (nrp + 8), real);
  l.bytes = static_cast<std::uint32_t>(c.next());
  return c.next() < (std::uint64_t{1} << 31);
}

}  // namespace mortise
