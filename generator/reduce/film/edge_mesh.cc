#include "generator/reduce/film/edge_mesh.hpp"

#include <cmath>
#include <vector>

namespace mortise::gen {
namespace {

// The front of a frozen film is narrow and keeps its width while a shrinks, so nodes next to it are
// shifted with the edge, not scaled [b].
constexpr double kZone = 0.02, kZonePerEdge = 0.03;            // width of the zone: kZone + .. a
constexpr double kCell = 0.0025, kGrowth = 1.15, kEven = 0.3;  // of the nodes outside, as far as
constexpr int kFar = 10;                                       // nodes from there to the end
constexpr int kCentre = 40;
constexpr double kTowardsEdge = 1.6;  // power by which the centre's nodes become denser
constexpr double kUsual = 0.4;        // a at which nodes beyond kEven grow evenly

// Ratio of a geometric series of `count` terms that begins behind `first` and sums up to `sum`.
double ratio_of(double first, int count, double sum) {
  double low = 1e-3, high = 1e3;
  for (int k = 0; k < 200; ++k) {
    const double ratio = std::sqrt(low * high);
    double total = 0.0, term = first;
    for (int i = 0; i < count; ++i) total += (term *= ratio);
    (total < sum ? low : high) = ratio;
  }
  return low;
}

}  // namespace

EdgeMesh make_edge_mesh(int zone, double end) {
  std::vector<double> place, share;
  const auto add = [&](double x, double by_edge) {
    place.push_back(x);
    share.push_back(by_edge);
  };
  for (int k = 0; k < kCentre; ++k) {
    const double s = 1.0 - std::pow(1.0 - static_cast<double>(k) / kCentre, kTowardsEdge);
    add(-kZone * s, (1.0 - kZonePerEdge) * s);
  }
  for (int k = 0; k < zone; ++k) {
    const double z = static_cast<double>(k) / zone - 1.0;
    add(kZone * z, 1.0 + kZonePerEdge * z);
  }
  double x = 0.0, cell = kCell;
  add(0.0, 1.0);
  for (; x + cell < kEven; cell *= kGrowth) add(x += cell, 1.0);
  const double ratio = ratio_of(cell / kGrowth, kFar, end - kUsual - x);
  double way = 0.0, term = cell / kGrowth;
  std::vector<double> ways;
  for (int k = 0; k < kFar; ++k) ways.push_back(way += (term *= ratio));
  for (const double w : ways) {
    const double s = w / way;
    add(x + s * (end - x), 1.0 - s);
  }
  const auto n = static_cast<Eigen::Index>(place.size());
  return {Eigen::Map<Vector>(place.data(), n), Eigen::Map<Vector>(share.data(), n), kCentre, zone};
}

}  // namespace mortise::gen
