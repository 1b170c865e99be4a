#include "tests/studies/bolted/some_steps.hpp"

#include <algorithm>

namespace mortise::gen {

std::vector<Vector> some_steps(const std::vector<BoltedSnapshots>& seen, Eigen::Index wanted) {
  Eigen::Index count = 0;
  for (const BoltedSnapshots& run : seen) count += run.eta.cols();
  const Eigen::Index stride = std::max<Eigen::Index>(1, count / wanted);
  std::vector<Vector> steps;
  for (const BoltedSnapshots& run : seen)
    for (Eigen::Index k = stride / 2; k < run.eta.cols(); k += stride)
      steps.emplace_back(run.force.col(k));
  return steps;
}

}  // namespace mortise::gen
