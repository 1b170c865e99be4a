#include "generator/contact/joint/facing.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "generator/bodies/model/surface_point.hpp"
#include "generator/contact/unilateral/node_contact.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kTurn = 1e-9;        // sine of the smallest turn between two segments
constexpr double kLeastAside = 1e-3;  // share of its distance by which a body must lie aside

struct Segment {
  Vector3 first, last;  // ends on side A [m]
  Vector3 tangent, normal;
  double length = 0.0;  // [m]
};

std::string label(std::int64_t node) { return "node " + std::to_string(node); }

void check_lists(const Facing& facing) {
  if (facing.side_a.size() < 2)
    throw Error("joint", "side A has fewer than two nodes",
                "name a surface of one segment or more");
  if (!facing.projected && !facing.side_b.empty() && facing.side_b.size() != facing.side_a.size())
    throw Error("joint",
                "side A has " + std::to_string(facing.side_a.size()) + " nodes, side B " +
                    std::to_string(facing.side_b.size()),
                "facing surfaces need the same number of segments: mesh them alike");
  if (facing.subdivisions < 1)
    throw Error("joint", "subdivisions = " + std::to_string(facing.subdivisions),
                "give 1 subdivision or more per segment");
}

// Centre of the nodes of the substructure that `node` belongs to.
Vector3 body_centre(const FullModel& model, std::int64_t node) {
  std::size_t first = 0, last = model.dofs.size();
  for (const Substructure& body : model.substructures) {
    const auto begin = static_cast<std::size_t>(body.first);
    const auto end = static_cast<std::size_t>(body.first + body.size);
    for (std::size_t i = begin; i < end; ++i)
      if (model.dofs[i].node == node) first = begin, last = end;
  }
  std::set<std::int64_t> nodes;
  for (std::size_t i = first; i < last; ++i) nodes.insert(model.dofs[i].node);
  Vector3 sum = Vector3::Zero();
  for (const std::int64_t label : nodes) sum += node_position(model, label, "joint");
  return sum / static_cast<double>(nodes.size());
}

// +1 if side A lies to the left of the walk along the interface, -1 if to the right.
double side_of(const FullModel& model, const Facing& facing, const std::vector<Segment>& segments) {
  const bool told = !facing.opening.isZero(0.0);
  std::int64_t free_node = facing.side_a.front();
  for (const Dof& dof : model.dofs)
    for (const std::int64_t node : facing.side_a)
      if (dof.node == node) free_node = node;
  const Vector3 centre = told ? Vector3(Vector3::Zero()) : body_centre(model, free_node);
  double aside = 0.0, distance = 0.0;
  for (const Segment& s : segments) {
    const Vector3 to_a = told ? facing.opening : Vector3(centre - 0.5 * (s.first + s.last));
    aside += s.length * s.normal.dot(to_a);
    distance += s.length * to_a.norm();
  }
  if (!(std::abs(aside) > kLeastAside * distance))
    throw Error("joint", "the body does not lie on one side of its surface",
                "give the opening direction, from side B or the base to side A");
  return aside > 0.0 ? 1.0 : -1.0;
}

Segment make_segment(const FullModel& model, const Facing& facing, std::size_t i) {
  const std::string where = "joint, segment " + std::to_string(i + 1);
  Segment s;
  s.first = node_position(model, facing.side_a[i], where);
  s.last = node_position(model, facing.side_a[i + 1], where);
  const Vector3 along = s.last - s.first;
  s.length = along.norm();
  const std::string ends = label(facing.side_a[i]) + " and " + std::to_string(facing.side_a[i + 1]);
  if (!(s.length > 0.0))
    throw Error(where, ends + " coincide", "name every node of a surface once, in order");
  s.tangent = along / s.length;
  if (std::abs(s.tangent.z()) > kTurn)
    throw Error(where, ends + " differ in z", "joints lie along lines of the x-y plane");
  s.normal = Vector3::UnitZ().cross(s.tangent);
  return s;
}

// The nodes of side B must lie on the normals through those of side A.
void check_opposite(const FullModel& model, const Facing& facing, const Segment& s, std::size_t i) {
  for (std::size_t end = 0; end < 2; ++end) {
    const std::int64_t a = facing.side_a[i + end], b = facing.side_b[i + end];
    const Vector3 across =
        node_position(model, a, "joint, side A") - node_position(model, b, "joint, side B");
    const double offset = std::abs(s.tangent.dot(across));
    if (!(offset <= facing.tolerance * s.length))
      throw Error("joint, segment " + std::to_string(i + 1),
                  label(a) + " and " + label(b) + " do not face each other: they are " +
                      std::to_string(offset / s.length) + " segments apart along the interface",
                  "list both sides in the same order and mesh them alike");
    if (!(across.dot(s.normal) >= -facing.tolerance * s.length))
      throw Error("joint, segment " + std::to_string(i + 1),
                  label(a) + " of side A lies behind " + label(b) + " of side B",
                  "exchange the sides, or give the opening direction");
  }
}

// The nodes opposite with their shares; none above a base.
using Opposite = std::vector<std::pair<std::int64_t, double>>;

// Translation of `node` along `direction` minus that of what lies opposite.
SparseRow relative_row(const FullModel& model, const DofTable& table, std::int64_t node,
                       const Opposite& opposite, const Vector3& direction) {
  SparseRow row(model.size());
  const Vector3 in_plane(direction.x(), direction.y(), 0.0);
  add_translation(table, node, in_plane, &row);
  for (const auto& [other, share] : opposite)
    add_translation(table, other, -share * in_plane, &row);
  return row;
}

class JointBuilder {
 public:
  JointBuilder(const FullModel& model, const Facing& facing)
      : model_(model), facing_(facing), table_(model) {}

  void add(const Segment& s, std::size_t i, bool turned) {
    if (i == 0 || turned) add_node(s, i, i > 0);
    const int first = static_cast<int>(joint.nodes.size()) - 1;
    add_node(s, i + 1, false);
    const double width = s.length / facing_.subdivisions;
    for (int part = 0; part < facing_.subdivisions; ++part)
      for (const double side : {-1.0, 1.0})
        add_point(s, first, (part + 0.5 + side / (2 * std::sqrt(3.0))) * width, width / 2);
    start_ += s.length;
  }

  Joint joint;

 private:
  void add_node(const Segment& s, std::size_t i, bool again) {
    const Opposite opposite = opposite_of(s, i);
    JointNode node;
    node.name = std::to_string(facing_.side_a[i]);
    if (!opposite.empty()) {
      const auto most =
          std::max_element(opposite.begin(), opposite.end(),
                           [](const auto& x, const auto& y) { return x.second < y.second; });
      node.name += ":" + std::to_string(most->first);
    }
    if (again) node.name += ".turn";
    node.normal = relative_row(model_, table_, facing_.side_a[i], opposite, s.normal);
    node.tangent = relative_row(model_, table_, facing_.side_a[i], opposite, s.tangent);
    joint.nodes.push_back(std::move(node));
  }

  Opposite opposite_of(const Segment& s, std::size_t i) const {
    if (facing_.side_b.empty()) return {};
    if (!facing_.projected) return {{facing_.side_b[i], 1.0}};
    const std::string where = "joint, " + label(facing_.side_a[i]);
    const SurfacePoint found = project_onto(
        model_, facing_.side_b, node_position(model_, facing_.side_a[i], where), s.normal, where);
    demand(found.distance >= -facing_.tolerance * s.length, where, "lies behind side B",
           "exchange the sides, or give the opening direction");
    return found.share;
  }

  void add_point(const Segment& s, int first, double along, double length) {
    JointPoint point;
    point.node = {first, first + 1};
    point.share = {1 - along / s.length, along / s.length};
    point.length = length;
    point.position = start_ + along;
    joint.points.push_back(point);
  }

  const FullModel& model_;
  const Facing& facing_;
  DofTable table_;
  double start_ = 0.0;  // arc length up to the segment [m]
};

}  // namespace

Joint face(const FullModel& model, const Facing& facing) {
  check_lists(facing);
  std::vector<Segment> segments;
  for (std::size_t i = 0; i + 1 < facing.side_a.size(); ++i)
    segments.push_back(make_segment(model, facing, i));
  const double side = side_of(model, facing, segments);
  JointBuilder builder(model, facing);
  for (std::size_t i = 0; i < segments.size(); ++i) {
    Segment& s = segments[i];
    s.normal *= side;
    if (!facing.side_b.empty() && !facing.projected) check_opposite(model, facing, s, i);
    const bool turned = i > 0 && s.tangent.cross(segments[i - 1].tangent).norm() > kTurn;
    builder.add(s, i, turned || (i > 0 && s.tangent.dot(segments[i - 1].tangent) < 0.0));
  }
  return std::move(builder.joint);
}

}  // namespace mortise::gen
