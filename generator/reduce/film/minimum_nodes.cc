#include "generator/reduce/film/minimum_nodes.hpp"

#include <algorithm>

namespace mortise::gen {

std::vector<int> minimum_nodes(const Matrix& gaps, double tolerance) {
  using Mask = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic>;
  Mask serves(gaps.rows(), gaps.cols());
  for (Eigen::Index k = 0; k < gaps.cols(); ++k) {
    serves.col(k) = gaps.col(k).array() <= (1.0 + tolerance) * gaps.col(k).minCoeff();
  }
  Eigen::Array<bool, 1, Eigen::Dynamic> open =
      Eigen::Array<bool, 1, Eigen::Dynamic>::Constant(gaps.cols(), true);
  std::vector<int> nodes;
  while (open.any()) {
    Eigen::Index best = 0, most = -1;
    for (Eigen::Index i = 0; i < gaps.rows(); ++i) {
      const Eigen::Index served = (serves.row(i) && open).count();
      if (served > most) {
        most = served;
        best = i;
      }
    }
    nodes.push_back(static_cast<int>(best));
    open = open && !serves.row(best);
  }
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

}  // namespace mortise::gen
