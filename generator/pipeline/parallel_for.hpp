// Independent jobs on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace mortise::gen {

// Calls work(k) for k = 0..count-1 on up to `jobs` threads; rethrows the first failure in order.
void parallel_for(std::size_t count, int jobs, const std::function<void(std::size_t)>& work);

}  // namespace mortise::gen
