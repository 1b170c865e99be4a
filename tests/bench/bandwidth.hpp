// Load bandwidth of this core for a working set of a given size: the memory roof of a step.
#pragma once

#include <cstddef>

namespace mortise::bench {

// Sums an array of `bytes` over and over. Returns the best of several runs [byte/s].
double load_bandwidth(std::size_t bytes);

}  // namespace mortise::bench
