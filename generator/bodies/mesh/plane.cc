#include "generator/bodies/mesh/plane.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "generator/bodies/mesh/plane_element.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr std::int64_t kMostNodes = 10'000'000;
constexpr std::array<const char*, 4> kEdges{".left", ".right", ".bottom", ".top"};  // PlaneEdge

void check_body(const PlaneBody& body) {
  const std::string where = "body " + body.name;
  demand(!body.name.empty(), where, "has no name", "name every body");
  demand(is_positive(body.length), where, "the length is not positive", "give it in m");
  demand(is_positive(body.height), where, "the height is not positive", "give it in m");
  demand(is_positive(body.width), where, "the width is not positive", "give it in m");
  demand(body.elements_x >= 1 && body.elements_y >= 1, where, "has no element along x or along y",
         "give at least 1 each");
  const std::int64_t nodes =
      (std::int64_t{body.elements_x} + 1) * (std::int64_t{body.elements_y} + 1);
  demand(nodes <= kMostNodes, where, fmt::format("has {} nodes", nodes),
         fmt::format("use fewer elements, at most {} nodes", kMostNodes));
  demand(std::isfinite(body.origin_x + body.origin_y + body.angle), where,
         "the place is not finite", "give the origin in m, the angle in rad");
  for (const EdgeSupport& support : body.supports) {
    demand(!support.directions.empty(), where, "a support holds no direction",
           "give 1 (x), 2 (y) or both");
    for (const int d : support.directions)
      demand(d == 1 || d == 2, where, fmt::format("a support holds direction {}", d),
             "a plane body moves in directions 1 (x) and 2 (y)");
  }
}

PlaneMesh plane_mesh(const PlaneBody& body) {
  const int nx = body.elements_x, ny = body.elements_y;
  PlaneMesh mesh;
  mesh.state = body.state;
  mesh.source = "body " + body.name;
  mesh.element = &plane_element(name_of(body.element));
  mesh.width = body.width;
  mesh.congruent = true;
  mesh.origin = {body.origin_x, body.origin_y};
  const double c = std::cos(body.angle), s = std::sin(body.angle);
  const auto edge = [&](PlaneEdge which) -> std::vector<int>& {
    return mesh.sets[body.name + kEdges[static_cast<std::size_t>(which)]];
  };
  for (int y = 0; y <= ny; ++y)
    for (int x = 0; x <= nx; ++x) {
      const double along = body.length * x / nx, up = body.height * y / ny;
      const int node = static_cast<int>(mesh.nodes.size());
      mesh.nodes.emplace_back(c * along - s * up, s * along + c * up);
      mesh.sets[body.name].push_back(node);
      if (x == 0) edge(PlaneEdge::left).push_back(node);
      if (x == nx) edge(PlaneEdge::right).push_back(node);
      if (y == 0) edge(PlaneEdge::bottom).push_back(node);
      if (y == ny) edge(PlaneEdge::top).push_back(node);
      if (x < nx && y < ny) mesh.elements.push_back({node, node + 1, node + nx + 2, node + nx + 1});
    }
  for (const EdgeSupport& support : body.supports)
    mesh.supports.push_back(
        {body.name + kEdges[static_cast<std::size_t>(support.edge)], support.directions});
  return mesh;
}

}  // namespace

FullModel build_plane(const std::string& name, const std::vector<PlaneBody>& bodies) {
  if (bodies.empty()) throw Error(name, "has no plane body", "add at least one");
  std::vector<NamedPlaneMesh> meshes;
  for (const PlaneBody& body : bodies) {
    check_body(body);
    meshes.push_back({body.name, plane_mesh(body), body.material});
  }
  return assemble_plane(name + " (built-in plane bodies)", meshes);
}

}  // namespace mortise::gen
