#include "generator/bodies/model/surface_faces.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

#include "generator/bodies/model/dof_table.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

using Point2 = Eigen::Vector2d;
constexpr double kOnEdge = 1e-9;  // of natural coordinates

double cross(const Point2& a, const Point2& b) { return a.x() * b.y() - a.y() * b.x(); }

// Twice the area of the triangle a, b, c; positive counter-clockwise.
double turn(const Point2& a, const Point2& b, const Point2& c) { return cross(b - a, c - a); }

// A node midway between two that share stiffness with it and each other: no linear element has one.
void refuse_midside(const FullModel& model, const std::vector<std::int64_t>& surface,
                    const std::vector<std::set<std::size_t>>& near, const DofTable& table,
                    const std::string& where) {
  constexpr double kMidway = 1e-2;  // of the distance
  for (std::size_t i = 0; i < surface.size(); ++i) {
    std::set<std::int64_t> around;
    for (int d = 1; d <= 3; ++d)
      if (const Eigen::Index row = table.find({surface[i], d}); row >= 0)
        for (SparseMatrix::InnerIterator k(model.stiffness, row); k; ++k)
          if (k.value() != 0.0) around.insert(model.dofs[static_cast<std::size_t>(k.row())].node);
    const Vector3 p = node_position(model, surface[i], where);
    for (const std::size_t j : near[i]) {
      const Vector3 q = node_position(model, surface[j], where);
      for (const std::int64_t middle : around) {
        const auto m = model.nodes.find(middle);
        if (m == model.nodes.end() || middle == surface[i] || middle == surface[j] ||
            (m->second - 0.5 * (p + q)).norm() > kMidway * (p - q).norm())
          continue;
        throw Error(where,
                    "node " + std::to_string(middle) + " stands midway between nodes " +
                        std::to_string(surface[i]) + " and " + std::to_string(surface[j]) +
                        " of an element: quadratic elements",
                    "mesh the bodies there with linear elements, e.g. C3D8I, SOLID185, CHEXA with "
                    "8 nodes");
      }
    }
  }
}

// Who shares stiffness with whom, of the nodes of the surface.
std::vector<std::set<std::size_t>> neighbours_of(const FullModel& model,
                                                 const std::vector<std::int64_t>& surface,
                                                 const std::string& where) {
  std::map<std::int64_t, std::size_t> index;
  for (std::size_t i = 0; i < surface.size(); ++i) index[surface[i]] = i;
  const DofTable table(model);
  std::vector<std::set<std::size_t>> near(surface.size());
  for (std::size_t i = 0; i < surface.size(); ++i) {
    bool free = false, moves = false;
    for (int d = 1; d <= 3; ++d) {
      const Eigen::Index row = table.find({surface[i], d});
      free = free || row >= 0;
      moves = moves || table.moves({surface[i], d});
      if (row < 0) continue;
      for (SparseMatrix::InnerIterator k(model.stiffness, row); k; ++k) {
        const auto other = index.find(model.dofs[static_cast<std::size_t>(k.row())].node);
        if (other != index.end() && other->second != i && k.value() != 0.0)
          near[i].insert(other->second);
      }
    }
    demand(free || !moves, where,
           "node " + std::to_string(surface[i]) +
               " follows others in all directions: its stiffness does not tell its faces",
           "name a surface whose nodes no equation, rigid body or tie eliminates");
  }
  demand(std::any_of(near.begin(), near.end(), [](const auto& n) { return n.size() > 1; }), where,
         "no two nodes of the surface share an element",
         "name the nodes of a meshed surface, or couple the meshes before");
  constexpr std::size_t kMostCorners = 8;  // of one face
  demand(surface.size() <= kMostCorners ||
             std::any_of(near.begin(), near.end(),
                         [&](const auto& n) { return n.size() + 1 < surface.size(); }),
         where,
         "every node of the surface shares stiffness with every other: its faces cannot be told",
         "of a body that came condensed the deck has to tell them: give its *ELEMENT, or shells on "
         "the "
         "surface");
  refuse_midside(model, surface, near, table, where);
  return near;
}

// The corners in order around a convex polygon; empty if they do not form one.
std::vector<std::size_t> around(const std::vector<std::size_t>& corners,
                                const std::vector<Point2>& place) {
  Point2 middle = Point2::Zero();
  for (const std::size_t c : corners) middle += place[c] / double(corners.size());
  std::vector<std::size_t> order = corners;
  const auto angle = [&](std::size_t c) {
    const Point2 away = place[c] - middle;
    return std::atan2(away.y(), away.x());
  };
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return angle(a) < angle(b); });
  double size = 0.0;
  for (const std::size_t c : order) size = std::max(size, (place[c] - middle).norm());
  const std::size_t n = order.size();
  for (std::size_t i = 0; i < n; ++i)
    if (turn(place[order[i]], place[order[(i + 1) % n]], place[order[(i + 2) % n]]) <=
        1e-6 * size * size)
      return {};
  return order;
}

// Whether a node stands within a triangle of others, its edges included.
bool holds(const std::vector<std::size_t>& corners, std::size_t node,
           const std::vector<Point2>& place) {
  const std::vector<std::size_t> t = around(corners, place);
  for (std::size_t i = 0; i < t.size(); ++i)
    if (turn(place[t[i]], place[t[(i + 1) % 3]], place[node]) <
        -kOnEdge * (place[t[i]] - place[t[(i + 1) % 3]]).squaredNorm())
      return false;
  return !t.empty();
}

// Shares of the corners of a face at a point; none if it lies outside.
std::optional<std::array<double, 4>> shares(const std::vector<Point2>& p, const Point2& point) {
  if (p.size() == 3) {
    const double area = turn(p[0], p[1], p[2]);
    const std::array<double, 4> s{turn(point, p[1], p[2]) / area, turn(p[0], point, p[2]) / area,
                                  turn(p[0], p[1], point) / area, 0.0};
    if (*std::min_element(s.begin(), s.begin() + 3) < -kOnEdge) return std::nullopt;
    return s;
  }
  // point = a + b r + c s + d r s by Newton's method; convex faces have one solution inside
  const Point2 a = 0.25 * (p[0] + p[1] + p[2] + p[3]), b = 0.25 * (-p[0] + p[1] + p[2] - p[3]);
  const Point2 c = 0.25 * (-p[0] - p[1] + p[2] + p[3]), d = 0.25 * (p[0] - p[1] + p[2] - p[3]);
  double r = 0.0, s = 0.0;
  for (int i = 0; i < 30; ++i) {
    const Point2 rest = point - (a + b * r + c * s + d * (r * s));
    const Point2 along_r = b + d * s, along_s = c + d * r;
    const double size = cross(along_r, along_s);
    if (size == 0.0) return std::nullopt;
    const double dr = cross(rest, along_s) / size, ds = cross(along_r, rest) / size;
    r = std::clamp(r + dr, -3.0, 3.0);
    s = std::clamp(s + ds, -3.0, 3.0);
    if (std::max(std::abs(dr), std::abs(ds)) < 1e-14) break;
  }
  if (std::max(std::abs(r), std::abs(s)) > 1.0 + kOnEdge) return std::nullopt;
  return std::array<double, 4>{0.25 * (1 - r) * (1 - s), 0.25 * (1 + r) * (1 - s),
                               0.25 * (1 + r) * (1 + s), 0.25 * (1 - r) * (1 + s)};
}

// Faces of this surface among those that elements are said to have, each once.
std::vector<std::vector<std::size_t>> given_faces(const FullModel& model,
                                                  const std::vector<std::int64_t>& surface) {
  std::map<std::int64_t, std::size_t> index;
  for (std::size_t i = 0; i < surface.size(); ++i) index[surface[i]] = i;
  std::set<std::vector<std::size_t>> found;
  for (const std::vector<std::int64_t>& face : model.faces) {
    std::vector<std::size_t> corners;
    for (const std::int64_t node : face)
      if (const auto at = index.find(node); at != index.end()) corners.push_back(at->second);
    if (corners.size() < face.size()) continue;
    std::sort(corners.begin(), corners.end());
    found.insert(std::move(corners));
  }
  return {found.begin(), found.end()};
}

}  // namespace

std::vector<SurfaceFace> surface_faces(const FullModel& model,
                                       const std::vector<std::int64_t>& surface,
                                       const ContactFrame& frame, const std::string& where) {
  std::vector<Point2> place;
  for (const std::int64_t node : surface) {
    const Vector3 p = node_position(model, node, where);
    place.emplace_back(p.dot(frame.tangent1), p.dot(frame.tangent2));
  }
  std::vector<SurfaceFace> faces;
  const auto keep = [&](const std::vector<std::size_t>& corners) {
    SurfaceFace face;
    face.corners = around(corners, place);
    for (const std::size_t c : face.corners) face.place.push_back(place[c]);
    if (!face.corners.empty()) faces.push_back(std::move(face));
  };
  for (const std::vector<std::size_t>& corners : given_faces(model, surface)) keep(corners);
  if (!faces.empty()) return faces;
  const std::vector<std::set<std::size_t>> near = neighbours_of(model, surface, where);
  const auto meet = [&](std::size_t a, std::size_t b) { return near[a].count(b) > 0; };
  for (std::size_t a = 0; a < surface.size(); ++a)
    for (const std::size_t b : near[a])
      for (const std::size_t c : near[a]) {
        if (!(a < b && b < c) || !meet(b, c)) continue;
        bool is_face = true;  // not within a quadrilateral, and no other node within it
        for (const std::size_t d : near[a]) {
          if (d == b || d == c || !meet(b, d) || !meet(c, d)) continue;
          if (around({a, b, c, d}, place).empty()) {
            is_face = is_face && !holds({a, b, c}, d, place);
          } else {
            is_face = false;
            if (d > c) keep({a, b, c, d});
          }
        }
        if (is_face) keep({a, b, c});
      }
  demand(!faces.empty(), where, "the surface has no face of three or four nodes",
         "linear elements are expected: name their nodes in one plane");
  return faces;
}

FaceFinder::FaceFinder(std::vector<SurfaceFace> faces) : faces_(std::move(faces)) {}

FacePoint FaceFinder::at(const Point2& point) const {
  FacePoint found;
  for (const SurfaceFace& face : faces_) {
    Point2 low = face.place.front(), high = low;
    for (const Point2& p : face.place) {
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
    const double room = 1e-9 * (high - low).norm();
    if ((point - low).minCoeff() < -room || (high - point).minCoeff() < -room) continue;
    const auto share = shares(face.place, point);
    if (!share) continue;
    for (std::size_t c = 0; c < face.corners.size(); ++c)
      found.share.emplace_back(face.corners[c], (*share)[c]);
    return found;
  }
  return found;
}

}  // namespace mortise::gen
