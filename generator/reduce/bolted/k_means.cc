#include "generator/reduce/bolted/k_means.hpp"

#include <cmath>
#include <string>

#include "generator/ground/numbers/dice.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr int kRounds = 200;

// Squared distances to the nearest of the first `count` middles, and which it is.
Vector nearest(const Matrix& places, const Matrix& middles, Eigen::Index count,
               std::vector<int>* group) {
  Vector distance = Vector::Constant(places.cols(), HUGE_VAL);
  for (Eigen::Index c = 0; c < count; ++c)
    for (Eigen::Index p = 0; p < places.cols(); ++p) {
      const double d = (places.col(p) - middles.col(c)).squaredNorm();
      if (d >= distance[p]) continue;
      distance[p] = d;
      (*group)[static_cast<std::size_t>(p)] = static_cast<int>(c);
    }
  return distance;
}

}  // namespace

std::vector<int> k_means(const Matrix& places, const Vector& weight, int count,
                         std::uint64_t seed) {
  demand(count >= 1 && count <= places.cols(), "clusters",
         std::to_string(count) + " of " + std::to_string(places.cols()) + " points",
         "ask for at least one and at most as many clusters as there are points");
  Dice dice(seed);
  std::vector<int> group(static_cast<std::size_t>(places.cols()), 0);
  Matrix middles(places.rows(), count);
  middles.col(0) = places.col(dice.below(static_cast<int>(places.cols())));
  for (Eigen::Index c = 1; c < count; ++c) {  // far from those chosen, at random
    const Vector distance = nearest(places, middles, c, &group).cwiseProduct(weight);
    double left = dice.share() * distance.sum();
    Eigen::Index p = 0;
    while (p + 1 < places.cols() && (left -= distance[p]) > 0.0) ++p;
    if (distance[p] == 0.0) distance.maxCoeff(&p);
    middles.col(c) = places.col(p);
  }
  std::vector<int> before;
  for (int round = 0; round < kRounds && group != before; ++round) {
    before = group;
    Vector distance = nearest(places, middles, count, &group).cwiseProduct(weight);
    Matrix sum = Matrix::Zero(places.rows(), count);
    Vector members = Vector::Zero(count);
    for (Eigen::Index p = 0; p < places.cols(); ++p) ++members[group[static_cast<std::size_t>(p)]];
    for (Eigen::Index c = 0; c < count; ++c) {
      if (members[c] > 0.0) continue;  // takes the point that is worst off
      Eigen::Index p = 0;
      distance.maxCoeff(&p);
      distance[p] = 0.0;
      --members[group[static_cast<std::size_t>(p)]];
      group[static_cast<std::size_t>(p)] = static_cast<int>(c);
      members[c] = 1.0;
    }
    Vector total = Vector::Zero(count);
    for (Eigen::Index p = 0; p < places.cols(); ++p) {
      sum.col(group[static_cast<std::size_t>(p)]) += weight[p] * places.col(p);
      total[group[static_cast<std::size_t>(p)]] += weight[p];
    }
    middles = sum * total.cwiseInverse().asDiagonal();
  }
  return group;
}

}  // namespace mortise::gen
