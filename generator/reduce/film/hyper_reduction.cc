#include "generator/reduce/film/hyper_reduction.hpp"

#include <algorithm>
#include <cmath>

namespace mortise::gen {

Reduction reduction_of(ReductionMethod method) {
#define MORTISE_MAKER(name, meaning) name##_reduction,
  static constexpr Reduction (*kReductions[])() = {MORTISE_REDUCTION_METHODS(MORTISE_MAKER)};
#undef MORTISE_MAKER
  return kReductions[static_cast<int>(method)]();
}

SampledRows choose_rows(const Sampling& sampling, const HyperReductionInput& input) {
  return reduction_of(sampling.method).choose(sampling, input);
}

std::vector<int> watched_rows(const HyperReductionInput& input, const std::vector<int>& sampled,
                              int count) {
  const FilmProblemData& p = *input.problem;
  const ResidualTraining& t = *input.training;
  const Vector weights = galerkin_weights(p);
  // what the row adds to the projected residual, over the states
  Vector felt(p.unknowns);
  for (Eigen::Index i = 0; i < felt.size(); ++i) {
    const Eigen::Index node = p.first + i;
    const double share = (t.residual.row(i).transpose().array() / t.scale.array()).matrix().norm();
    felt[i] = share * weights[node] * input.shapes->row(node).norm();
  }
  std::vector<int> watched;
  const auto take_out = [&](int node, int reach) {
    for (int i = node - reach; i <= node + reach; ++i) {
      const int at = i - p.first;
      if (at >= 0 && at < p.unknowns) felt[at] = -1.0;
    }
  };
  for (const int node : sampled) take_out(node, 0);
  while (static_cast<int>(watched.size()) < count) {
    Eigen::Index at = 0;
    if (!(felt.maxCoeff(&at) >= 0.0)) break;
    watched.push_back(p.first + static_cast<int>(at));
    take_out(watched.back(), 1);
  }
  std::sort(watched.begin(), watched.end());
  return watched;
}

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
