#include "generator/bodies/mesh/bolted_beam.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>

#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

using Place = Eigen::Vector2d;
constexpr double kCore = 0.55;     // half the side of the square within the shank, in radii
constexpr double kOneNode = 1e-7;  // [m]: nodes closer than this are one

// Which nodes at z = 0 an element shares: there the beams touch, but are two, and the bolt is one.
enum class Part { UPPER, LOWER, BOLT };

class BoltedBeamBuilder {
 public:
  BoltedBeamBuilder(const BoltedBeamShape& shape, const BoltedBeamMesh& mesh)
      : s_(shape), m_(mesh), side_(mesh.around / 4) {
    const double recess = s_.pad_thickness - s_.mid_thickness;
    beam_.push_back(0.0);
    for (int i = 0; i <= m_.span_layers; ++i)
      beam_.push_back(recess + s_.mid_thickness * i / m_.span_layers);
    upper_head_ = s_.pad_thickness + s_.washer_thickness;
  }

  SolidMesh run() {
    for (const double end : {-1.0, 1.0}) {
      axis_ = Place(end * (0.5 * s_.length - s_.bolt_offset), 0.0);
      bolt();
      for (const Part part : {Part::UPPER, Part::LOWER}) pad(part);
      name_sets(end < 0.0 ? "left" : "right");
    }
    for (const Part part : {Part::UPPER, Part::LOWER}) span(part);
    const auto above = [&](double x, double y) {
      return node(Place(x, y), s_.pad_thickness, Part::UPPER);
    };
    const double half = 0.5 * s_.width;
    mesh_.sets["sensor"] = {above(0.0, 0.0)};
    mesh_.sets["middle_lower"] = {node(Place(0.0, 0.0), -s_.pad_thickness, Part::LOWER)};
    mesh_.sets["middle_sides"] = {above(0.0, half), above(0.0, -half)};
    mesh_.source = fmt::format("bolted beam of {} hexahedra", mesh_.elements.size());
    return std::move(mesh_);
  }

 private:
  // The k-th of `around` points on a circle, and on the square of half the side `half`.
  Place on_circle(double radius, int k) const {
    const double angle = kTwoPi * (k % m_.around) / m_.around;  // one point, one sum
    return axis_ + radius * Place(std::cos(angle), std::sin(angle));
  }
  Place on_square(double half, int k) const {
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

  int node(const Place& p, double z, Part part) {
    const auto cell = [](double x) { return std::int64_t(std::llround(x / kOneNode)); };
    const int side = std::abs(z) > kOneNode || part == Part::BOLT ? 0
                     : part == Part::UPPER                        ? 1
                                                                  : -1;
    const auto [found, is_new] = nodes_.try_emplace({cell(p.x()), cell(p.y()), cell(z), side},
                                                    static_cast<int>(mesh_.nodes.size()));
    if (is_new) mesh_.nodes.emplace_back(p.x(), p.y(), z);
    return found->second;
  }

  // A column of elements on a quadrilateral (counter-clockwise), through ascending levels.
  void column(const std::array<Place, 4>& base, const std::vector<double>& levels, Part part) {
    for (std::size_t l = 0; l + 1 < levels.size(); ++l) {
      std::array<int, 8>& element = mesh_.elements.emplace_back();
      for (std::size_t c = 0; c < 8; ++c) element[c] = node(base[c % 4], levels[l + c / 4], part);
    }
  }
  // inner(k), outer(k): points of two closed lines around the axis
  template <class Inner, class Outer>
  void ring(const Inner& inner, const Outer& outer, const std::vector<double>& levels, Part part) {
    for (int k = 0; k < m_.around; ++k)
      column({inner(k), outer(k), outer(k + 1), inner(k + 1)}, levels, part);
  }
  auto circle(double radius) const {
    return [=](int k) { return on_circle(radius, k); };
  }

  // Levels of one beam in ascending order.
  std::vector<double> beam_levels(Part part, std::size_t first) const {
    std::vector<double> levels(beam_.begin() + std::ptrdiff_t(first), beam_.end());
    if (part == Part::LOWER) {
      std::reverse(levels.begin(), levels.end());
      for (double& z : levels) z = -z;
    }
    return levels;
  }

  void bolt() {
    const double head = upper_head_ + s_.head_height, nut = upper_head_ + s_.nut_height;
    std::vector<double> levels{-nut, -0.5 * (nut + upper_head_), -upper_head_};
    for (const Part part : {Part::LOWER, Part::UPPER})
      for (const double z : beam_levels(part, 0))
        if (z > levels.back() + kOneNode) levels.push_back(z);
    for (const double z : {upper_head_, 0.5 * (head + upper_head_), head}) levels.push_back(z);
    const double half = kCore * s_.shank_radius, cell = 2.0 * half / side_;
    for (int j = 0; j < side_; ++j)
      for (int i = 0; i < side_; ++i) {
        const Place low = axis_ + Place(i * cell - half, j * cell - half);
        column({low, low + Place(cell, 0.0), low + Place(cell, cell), low + Place(0.0, cell)},
               levels, Part::BOLT);
      }
    ring([&](int k) { return on_square(half, k); }, circle(s_.shank_radius), levels, Part::BOLT);
    for (const bool above : {false, true}) {
      const auto count = std::ptrdiff_t(3);
      const std::vector<double> ends =
          above ? std::vector<double>(levels.end() - count, levels.end())
                : std::vector<double>(levels.begin(), levels.begin() + count);
      ring(circle(s_.shank_radius), circle(s_.hole_radius), ends, Part::BOLT);
      ring(circle(s_.hole_radius), circle(s_.head_radius), ends, Part::BOLT);
      const double side = above ? 1.0 : -1.0;
      const std::vector<double> washer{std::min(side * s_.pad_thickness, side * upper_head_),
                                       std::max(side * s_.pad_thickness, side * upper_head_)};
      ring(circle(s_.hole_radius), circle(s_.head_radius), washer, Part::BOLT);
      ring(circle(s_.head_radius), circle(s_.washer_radius), washer, Part::BOLT);
    }
  }

  void pad(Part part) {
    const std::vector<double> levels = beam_levels(part, 0);
    ring(circle(s_.hole_radius), circle(s_.head_radius), levels, part);
    ring(circle(s_.head_radius), circle(s_.washer_radius), levels, part);
    const double half = 0.5 * s_.width;
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
    const double start =
        0.5 * s_.length - s_.pad_length - std::abs(axis_.x());  // of the pad's inside
    const double inward = axis_.x() > 0.0 ? 1.0 : -1.0;
    const double a = inward * start, b = inward * s_.bolt_offset;  // both ends, from the axis
    grid(axis_.x() + std::min(a, b), axis_.x() - half, m_.wing_columns, levels, part);
    grid(axis_.x() + half, axis_.x() + std::max(a, b), m_.wing_columns, levels, part);
  }
  void span(Part part) {
    const double end = 0.5 * s_.length - s_.pad_length;
    grid(-end, end, m_.span_columns, beam_levels(part, 1), part);
  }
  void grid(double from, double to, int columns, const std::vector<double>& levels, Part part) {
    const double half = 0.5 * s_.width;
    const auto at = [&](int i, int j) {
      return Place(from + (to - from) * i / columns, half * (2.0 * j / side_ - 1.0));
    };
    for (int i = 0; i < columns; ++i)
      for (int j = 0; j < side_; ++j)
        column({at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)}, levels, part);
  }

  void name_sets(const std::string& end) {
    const double recess = beam_[1];
    const auto on_line = [&](int i) {
      const double half = kCore * s_.shank_radius;
      return node(axis_ + Place(0.0, half * (2.0 * i / side_ - 1.0)), 0.0, Part::BOLT);
    };
    for (int i = 0; i <= side_; ++i) mesh_.sets["fixed"].push_back(on_line(i));
    for (const auto& [key, index] : nodes_) {
      const auto& [x, y, z, side] = key;
      const Vector3& p = mesh_.nodes[static_cast<std::size_t>(index)];
      const double from_axis = (p.head<2>() - axis_).norm();
      if (side == 1 && p.x() * axis_.x() > 0.0) {
        mesh_.sets[end + "_top"].push_back(index);
        mesh_.sets[end + "_bottom"].push_back(nodes_.at({x, y, z, -1}));
      }
      if (from_axis > s_.shank_radius + kOneNode) continue;
      if (std::abs(p.z() - recess) < kOneNode) mesh_.sets[end + "_bolt_upper"].push_back(index);
      if (std::abs(p.z() + recess) < kOneNode) mesh_.sets[end + "_bolt_lower"].push_back(index);
    }
  }

  const BoltedBeamShape& s_;
  const BoltedBeamMesh& m_;
  int side_;                  // elements along a side of a square
  std::vector<double> beam_;  // levels of the upper beam, rising from 0
  double upper_head_ = 0.0;   // where head and nut begin, |z|
  Place axis_;                // of the bolt in hand
  SolidMesh mesh_;
  std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, int>, int> nodes_;
};

void check_beam(const BoltedBeamShape& s, const BoltedBeamMesh& m) {
  const auto less = [](double a, double b, const char* what) {
    demand(a > 0.0 && a < b, "bolted beam", fmt::format("{}: {} m and {} m do not fit", what, a, b),
           "lengths are metres");
  };
  less(s.shank_radius, s.hole_radius, "shank_radius < hole_radius");
  less(s.hole_radius, s.head_radius, "hole_radius < head_radius");
  less(s.head_radius, s.washer_radius, "head_radius < washer_radius");
  less(s.washer_radius, 0.5 * s.width, "washer_radius < width / 2");
  less(0.5 * s.width, s.bolt_offset, "width / 2 < bolt_offset");
  less(0.5 * s.width, s.pad_length - s.bolt_offset, "width / 2 < pad_length - bolt_offset");
  less(s.pad_length, 0.5 * s.length, "pad_length < length / 2");
  less(s.mid_thickness, s.pad_thickness, "mid_thickness < pad_thickness");
  for (const double positive : {s.head_height, s.nut_height, s.washer_thickness})
    less(0.0 + positive, 1e3, "head_height, nut_height, washer_thickness");
  bool rises = !m.rings.empty() && m.rings.front() > 0.0 && m.rings.back() == 1.0;
  for (std::size_t i = 1; i < m.rings.size(); ++i) rises = rises && m.rings[i] > m.rings[i - 1];
  demand(m.around >= 8 && m.around % 8 == 0 && rises && m.wing_columns > 0 && m.span_columns > 0 &&
             m.span_columns % 2 == 0 && m.span_layers > 0,
         "bolted beam", "the mesh's numbers do not fit",
         "around is a multiple of eight, rings rise to 1, span_columns is even");
}

}  // namespace

BoltedBeamMesh bolted_beam_mesh(const std::string& name) {
  if (name == "coarse") return {};
  demand(name == "medium", "bolted beam", "mesh \"" + name + "\" is unknown",
         "there are \"coarse\" and \"medium\"");
  BoltedBeamMesh mesh;
  mesh.around = 40;
  mesh.rings = {0.13, 0.27, 0.42, 0.59, 0.78, 1.0};
  mesh.wing_columns = 4;
  mesh.span_columns = 48;
  return mesh;
}

SolidMesh bolted_beam(const BoltedBeamShape& shape, const BoltedBeamMesh& mesh) {
  check_beam(shape, mesh);
  return BoltedBeamBuilder(shape, mesh).run();
}

}  // namespace mortise::gen
