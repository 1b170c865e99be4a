// Groups of points that are close to each other (Lloyd's k-means, started as k-means++).
#pragma once

#include <cstdint>
#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// places: (features x points). weight: (points) > 0, in the groups' means. count: 1 <= count <=
// points. Returns the group 0..count-1 of every point; no group is empty. The same seed gives the
// same groups.
std::vector<int> k_means(const Matrix& places, const Vector& weight, int count, std::uint64_t seed);

}  // namespace mortise::gen
