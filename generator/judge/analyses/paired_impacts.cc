#include "generator/judge/analyses/paired_impacts.hpp"

#include <algorithm>

namespace mortise::gen {

std::vector<ImpactPair> pair_impacts(const std::vector<Impact>& full,
                                     const std::vector<Impact>& other, double velocity) {
  std::vector<ImpactPair> pairs;
  double in_full = velocity, in_other = velocity;
  for (std::size_t k = 0; k < std::min(full.size(), other.size()); ++k) {
    pairs.push_back({full[k], other[k], full[k].rebound / in_full, other[k].rebound / in_other});
    in_full = full[k].rebound;
    in_other = other[k].rebound;
  }
  return pairs;
}

}  // namespace mortise::gen
