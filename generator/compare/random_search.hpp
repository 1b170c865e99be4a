// Minimum of a rough function of a few numbers, without derivatives.
#pragma once

#include <functional>
#include <vector>

namespace mortise::gen {

// One parent, one child: every trial moves all numbers at random by steps of a common size, and the
// better one stays. The size grows with every success and shrinks such that one in five succeeds.
// Deterministic; NaN counts as worse.
// start, steps: of one size; steps > 0: first size in every number. Returns the best numbers found.
std::vector<double> random_search(const std::function<double(const std::vector<double>&)>& value,
                                  std::vector<double> start, const std::vector<double>& steps,
                                  int trials);

}  // namespace mortise::gen
