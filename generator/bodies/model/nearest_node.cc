#include "generator/bodies/model/nearest_node.hpp"

#include <algorithm>
#include <limits>

#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

constexpr int kDigits = 4;          // of lengths in messages
constexpr double kRoundOff = 1e-9;  // relative, of coordinates

std::string point_text(const Vector3& p) {
  return "[" + number_text(p.x(), kDigits) + ", " + number_text(p.y(), kDigits) + ", " +
         number_text(p.z(), kDigits) + "] m";
}

struct Nearest {
  explicit Nearest(const Vector3& point) {
    best.wanted = point;
    best.distance = std::numeric_limits<double>::infinity();
  }
  void consider(const std::pair<const std::int64_t, Vector3>& node) {
    const double distance = (node.second - best.wanted).norm();
    if (!(distance < best.distance)) return;
    best.distance = distance;
    best.node = node.first;
    best.position = node.second;
  }
  NearestNode best;
};

double nearest_neighbour(const FullModel& model, std::int64_t node, const Vector3& position) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const auto& [label, other] : model.nodes) {
    const double d = (other - position).norm();
    if (label != node && d > 0.0) nearest = std::min(nearest, d);
  }
  return nearest < std::numeric_limits<double>::infinity() ? nearest : 0.0;
}

}  // namespace

NearestNode nearest_node(const FullModel& model, const std::vector<std::int64_t>& candidates,
                         const Vector3& point) {
  Nearest nearest(point);
  for (const std::int64_t label : candidates) {
    const auto it = model.nodes.find(label);
    if (it != model.nodes.end()) nearest.consider(*it);
  }
  return nearest.best;
}

NearestNode nearest_node(const FullModel& model, const Vector3& point) {
  Nearest nearest(point);
  for (const auto& node : model.nodes) nearest.consider(node);
  return nearest.best;
}

double element_size_at(const FullModel& model, std::int64_t node) {
  const auto own = model.nodes.find(node);
  if (own == model.nodes.end()) return 0.0;
  double size = 0.0;
  for (std::size_t i = 0; i < model.dofs.size(); ++i) {
    if (model.dofs[i].node != node) continue;
    for (SparseMatrix::InnerIterator it(model.stiffness, static_cast<int>(i)); it; ++it) {
      const auto other = model.nodes.find(model.dofs[static_cast<std::size_t>(it.row())].node);
      if (other != model.nodes.end() && it.value() != 0.0)
        size = std::max(size, (other->second - own->second).norm());
    }
  }
  return size > 0.0 ? size : nearest_neighbour(model, node, own->second);
}

std::string distance_warning(const FullModel& model, const NearestNode& found) {
  const double size = element_size_at(model, found.node);
  const double round_off = kRoundOff * found.wanted.norm();
  if (!(found.distance > size + round_off)) return "";
  return found.place + ": near = " + point_text(found.wanted) + " means node " +
         std::to_string(found.node) + " at " + point_text(found.position) + ", which lies " +
         number_text(found.distance, kDigits) + " m away" +
         (size > 0.0
              ? ", farther than an element reaches there (" + number_text(size, kDigits) + " m)"
              : std::string()) +
         "; points are given in metres";
}

}  // namespace mortise::gen
