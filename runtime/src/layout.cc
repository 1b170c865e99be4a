#include "state_layout.hpp"

namespace mortise {

bool lay_out_state(const Dims& dims, const LayoutOptions& options, StateLayout* layout) noexcept {
  Carver carver(sizeof(State));
  *layout = take_state_arrays(dims, options, carver);
  layout->bytes = static_cast<std::uint32_t>(carver.bytes());
  return carver.bytes() < (std::uint64_t{1} << 31);
}

}  // namespace mortise
