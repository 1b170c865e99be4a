#include "generator/bodies/mesh/mesh_builder.hpp"

#include <algorithm>
#include <cmath>

namespace mortise::gen {

MeshBuilder::MeshBuilder(PlaneState state, const std::string& source, double tolerance)
    : tolerance_(tolerance) {
  mesh_.state = state;
  mesh_.source = source;
}

void MeshBuilder::add(const std::array<Eigen::Vector2d, 4>& corners, const PlaneMap& map) {
  std::array<Eigen::Vector2d, 4> place;
  for (std::size_t i = 0; i < 4; ++i) place[i] = map(corners[i]);
  const Eigen::Vector2d a = place[2] - place[0], b = place[3] - place[1];
  std::array<std::size_t, 4> order{0, 1, 2, 3};
  if (a.x() * b.y() - a.y() * b.x() < 0.0) order = {0, 3, 2, 1};  // the diagonals turn clockwise
  std::array<int, 8> nodes{};
  for (std::size_t i = 0; i < 4; ++i) nodes[i] = node_at(place[order[i]]);
  for (std::size_t i = 0; i < 4; ++i)
    nodes[4 + i] = node_at(map(0.5 * (corners[order[i]] + corners[order[(i + 1) % 4]])));
  mesh_.elements.push_back(nodes);
}

void MeshBuilder::name_set(const std::string& name,
                           const std::function<bool(const Eigen::Vector2d&)>& belongs) {
  std::vector<int> set;
  for (std::size_t i = 0; i < mesh_.nodes.size(); ++i)
    if (belongs(mesh_.nodes[i])) set.push_back(static_cast<int>(i));
  std::sort(set.begin(), set.end(), [&](int a, int b) {
    return mesh_.nodes[static_cast<std::size_t>(a)].x() <
           mesh_.nodes[static_cast<std::size_t>(b)].x();
  });
  mesh_.sets[name] = std::move(set);
}

int MeshBuilder::node_at(const Eigen::Vector2d& place) {
  const auto cell = [&](double x) {
    return static_cast<std::int64_t>(std::llround(x / tolerance_));
  };
  const std::int64_t i = cell(place.x()), j = cell(place.y());
  for (std::int64_t di = -1; di <= 1; ++di) {
    for (std::int64_t dj = -1; dj <= 1; ++dj) {
      const auto found = cells_.find({i + di, j + dj});
      if (found != cells_.end()) return found->second;
    }
  }
  const int node = static_cast<int>(mesh_.nodes.size());
  cells_[{i, j}] = node;
  const double x = std::abs(place.x()) < tolerance_ ? 0.0 : place.x();  // exactly on the axis
  mesh_.nodes.emplace_back(x, place.y());
  return node;
}

}  // namespace mortise::gen
