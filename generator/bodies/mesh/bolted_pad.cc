#include "generator/bodies/mesh/bolted_pad.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kCore = 0.55;     // half the side of the square within the shank, in radii
constexpr double kOneNode = 1e-7;  // [m]: nodes closer than this are one

}  // namespace

void demand_below(double low, double high, const std::string& where, const std::string& what) {
  demand(low > 0.0 && low < high, where,
         fmt::format("{}: {} m and {} m do not fit", what, low, high), "lengths are metres");
}

void check_pad(const BoltShape& s, const PadMesh& m, double width, const std::string& where) {
  demand_below(s.shank_radius, s.hole_radius, where, "shank_radius < hole_radius");
  demand_below(s.hole_radius, s.head_radius, where, "hole_radius < head_radius");
  demand_below(s.head_radius, s.washer_radius, where, "head_radius < washer_radius");
  demand_below(s.washer_radius, 0.5 * width, where, "washer_radius < width / 2");
  for (const double positive : {s.head_height, s.nut_height, s.washer_thickness})
    demand_below(positive, 1e3, where, "head_height, nut_height, washer_thickness");
  bool rises = !m.rings.empty() && m.rings.front() > 0.0 && m.rings.back() == 1.0;
  for (std::size_t i = 1; i < m.rings.size(); ++i) rises = rises && m.rings[i] > m.rings[i - 1];
  demand(m.around >= 8 && m.around % 8 == 0 && rises && m.wing_columns > 0, where,
         "the mesh's numbers do not fit", "around is a multiple of eight, rings rise to 1");
}

BoltedPadBuilder::BoltedPadBuilder(const BoltShape& bolt, const PadMesh& mesh, double width,
                                   std::vector<double> levels)
    : s_(bolt), m_(mesh), width_(width), levels_(std::move(levels)), side_(mesh.around / 4) {
  head_ = levels_.back() + s_.washer_thickness;
}

void BoltedPadBuilder::clamp(const std::string& zone, const Place& axis, double low, double high) {
  axis_ = axis;
  add_bolt();
  for (const BoltedPart part : {BoltedPart::UPPER, BoltedPart::LOWER}) add_pad(part, low, high);
  name_sets(zone, low, high);
}

// The k-th of `around` points on a circle, and on the square of half the side `half`.
BoltedPadBuilder::Place BoltedPadBuilder::on_circle(double radius, int k) const {
  const double angle = kTwoPi * (k % m_.around) / m_.around;  // one point, one sum
  return axis_ + radius * Place(std::cos(angle), std::sin(angle));
}

BoltedPadBuilder::Place BoltedPadBuilder::on_square(double half, int k) const {
  const int turn = (k + side_ / 2 + m_.around) % m_.around;  // from the corner (half, -half)
  const double along = half * (2.0 * (turn % side_) / side_ - 1.0);
  switch (turn / side_) {
    case 0:
      return axis_ + Place(half, along);
    case 1:
      return axis_ + Place(-along, half);
    case 2:
      return axis_ + Place(-half, -along);
    default:
      return axis_ + Place(along, -half);
  }
}

int BoltedPadBuilder::node(const Place& p, double z, BoltedPart part) {
  const auto cell = [](double x) { return std::int64_t(std::llround(x / kOneNode)); };
  const int side = std::abs(z) > kOneNode || part == BoltedPart::BOLT ? 0
                   : part == BoltedPart::UPPER                        ? 1
                                                                      : -1;
  const auto [found, is_new] = nodes_.try_emplace({cell(p.x()), cell(p.y()), cell(z), side},
                                                  static_cast<int>(mesh_.nodes.size()));
  if (is_new) mesh_.nodes.emplace_back(p.x(), p.y(), z);
  return found->second;
}

// A column of elements on a quadrilateral (counter-clockwise), through ascending levels.
void BoltedPadBuilder::column(const std::array<Place, 4>& base, const std::vector<double>& levels,
                              BoltedPart part) {
  for (std::size_t l = 0; l + 1 < levels.size(); ++l) {
    std::array<int, 8>& element = mesh_.elements.emplace_back();
    for (std::size_t c = 0; c < 8; ++c) element[c] = node(base[c % 4], levels[l + c / 4], part);
  }
}

// inner(k), outer(k): points of two closed lines around the axis
template <class Inner, class Outer>
void BoltedPadBuilder::ring(const Inner& inner, const Outer& outer,
                            const std::vector<double>& levels, BoltedPart part) {
  for (int k = 0; k < m_.around; ++k)
    column({inner(k), outer(k), outer(k + 1), inner(k + 1)}, levels, part);
}

// Levels of one body in ascending order.
std::vector<double> BoltedPadBuilder::body_levels(BoltedPart part, std::size_t first) const {
  std::vector<double> levels(levels_.begin() + std::ptrdiff_t(first), levels_.end());
  if (part == BoltedPart::LOWER) {
    std::reverse(levels.begin(), levels.end());
    for (double& z : levels) z = -z;
  }
  return levels;
}

void BoltedPadBuilder::add_bolt() {
  const double head = head_ + s_.head_height, nut = head_ + s_.nut_height, face = levels_.back();
  std::vector<double> levels{-nut, -0.5 * (nut + head_), -head_};
  for (const BoltedPart part : {BoltedPart::LOWER, BoltedPart::UPPER})
    for (const double z : body_levels(part, 0))
      if (z > levels.back() + kOneNode) levels.push_back(z);
  for (const double z : {head_, 0.5 * (head + head_), head}) levels.push_back(z);
  const double half = kCore * s_.shank_radius, cell = 2.0 * half / side_;
  for (int j = 0; j < side_; ++j)
    for (int i = 0; i < side_; ++i) {
      const Place low = axis_ + Place(i * cell - half, j * cell - half);
      column({low, low + Place(cell, 0.0), low + Place(cell, cell), low + Place(0.0, cell)}, levels,
             BoltedPart::BOLT);
    }
  ring([&](int k) { return on_square(half, k); }, circle(s_.shank_radius), levels,
       BoltedPart::BOLT);
  for (const bool above : {false, true}) {
    const auto count = std::ptrdiff_t(3);
    const std::vector<double> ends =
        above ? std::vector<double>(levels.end() - count, levels.end())
              : std::vector<double>(levels.begin(), levels.begin() + count);
    ring(circle(s_.shank_radius), circle(s_.hole_radius), ends, BoltedPart::BOLT);
    ring(circle(s_.hole_radius), circle(s_.head_radius), ends, BoltedPart::BOLT);
    const double side = above ? 1.0 : -1.0;
    const std::vector<double> washer{std::min(side * face, side * head_),
                                     std::max(side * face, side * head_)};
    ring(circle(s_.hole_radius), circle(s_.head_radius), washer, BoltedPart::BOLT);
    ring(circle(s_.head_radius), circle(s_.washer_radius), washer, BoltedPart::BOLT);
  }
}

void BoltedPadBuilder::add_pad(BoltedPart part, double low, double high) {
  const std::vector<double> levels = body_levels(part, 0);
  ring(circle(s_.hole_radius), circle(s_.head_radius), levels, part);
  ring(circle(s_.head_radius), circle(s_.washer_radius), levels, part);
  const double half = 0.5 * width_;
  const auto blend = [&](double share) {
    return [=](int k) -> Place {
      return (1.0 - share) * on_circle(s_.washer_radius, k) + share * on_square(half, k);
    };
  };
  double from = 0.0;
  for (const double share : m_.rings) {
    ring(blend(from), blend(share), levels, part);
    from = share;
  }
  grid(low, axis_.x() - half, m_.wing_columns, levels, part);
  grid(axis_.x() + half, high, m_.wing_columns, levels, part);
}

void BoltedPadBuilder::grid(double low, double high, int columns, BoltedPart part,
                            std::size_t first) {
  grid(low, high, columns, body_levels(part, first), part);
}

void BoltedPadBuilder::grid(double low, double high, int columns, const std::vector<double>& levels,
                            BoltedPart part) {
  const double half = 0.5 * width_;
  const auto at = [&](int i, int j) {
    return Place(low + (high - low) * i / columns, half * (2.0 * j / side_ - 1.0));
  };
  for (int i = 0; i < columns; ++i)
    for (int j = 0; j < side_; ++j)
      column({at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)}, levels, part);
}

std::vector<int> BoltedPadBuilder::across_shank() {
  std::vector<int> nodes;
  const double half = kCore * s_.shank_radius;
  for (int i = 0; i <= side_; ++i)
    nodes.push_back(
        node(axis_ + Place(0.0, half * (2.0 * i / side_ - 1.0)), 0.0, BoltedPart::BOLT));
  return nodes;
}

void BoltedPadBuilder::name_sets(const std::string& zone, double low, double high) {
  const double cut = levels_[1];
  for (const auto& [key, index] : nodes_) {
    const auto& [x, y, z, side] = key;
    const Vector3& p = mesh_.nodes[static_cast<std::size_t>(index)];
    if (side == 1 && p.x() > low - kOneNode && p.x() < high + kOneNode) {
      mesh_.sets[zone + "_top"].push_back(index);
      mesh_.sets[zone + "_bottom"].push_back(nodes_.at({x, y, z, -1}));
    }
    if ((p.head<2>() - axis_).norm() > s_.shank_radius + kOneNode) continue;
    if (std::abs(p.z() - cut) < kOneNode) mesh_.sets[zone + "_bolt_upper"].push_back(index);
    if (std::abs(p.z() + cut) < kOneNode) mesh_.sets[zone + "_bolt_lower"].push_back(index);
  }
}

}  // namespace mortise::gen
