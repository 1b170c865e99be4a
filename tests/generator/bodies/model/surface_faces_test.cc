// Faces and planes of surfaces, as the stiffness of a model tells them.
#include <gtest/gtest.h>

#include "generator/bodies/mesh/solid_mesh.hpp"
#include "generator/bodies/model/surface_faces.hpp"
#include "generator/bodies/model/surface_plane.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

using Labels = std::vector<std::int64_t>;

// A stiffness that tells nothing but who shares an element: nodes by place, labels from 1.
FullModel patchwork(const std::vector<Vector3>& places, const std::vector<Labels>& elements) {
  FullModel model;
  model.source = "patchwork";
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto label = static_cast<std::int64_t>(i) + 1;
    model.nodes[label] = places[i];
    for (int d = 1; d <= 3; ++d) model.dofs.push_back({label, d});
  }
  Entries entries;
  for (const Labels& element : elements)
    for (const std::int64_t a : element)
      for (const std::int64_t b : element)
        for (int d = 0; d < 3; ++d)
          entries.emplace_back(int(3 * (a - 1)) + d, int(3 * (b - 1)) + d, a == b ? 10.0 : -1.0);
  const auto n = static_cast<Eigen::Index>(model.dofs.size());
  model.stiffness = model.mass = sparse_matrix(n, n, entries);
  return model;
}

Labels all_of(const FullModel& model) {
  Labels labels;
  for (const auto& [node, place] : model.nodes) labels.push_back(node);
  return labels;
}

double area_of(const std::vector<SurfaceFace>& faces) {
  double twice = 0.0;
  for (const SurfaceFace& face : faces)
    for (std::size_t i = 0; i < face.place.size(); ++i) {
      const Eigen::Vector2d &a = face.place[i], &b = face.place[(i + 1) % face.place.size()];
      twice += a.x() * b.y() - a.y() * b.x();
    }
  return 0.5 * twice;
}

std::string refused(const FullModel& model) {
  try {
    surface_faces(model, all_of(model), contact_frame(Vector3::UnitZ()), "pad");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

const ContactFrame kLevel = contact_frame(Vector3::UnitZ());

// Each corner of the outer triangle sees all others: three faces, not four.
TEST(SurfaceFaces, AroundANodeOfThreeTriangles) {
  const FullModel model =
      patchwork({{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {1, 1, 0}}, {{1, 2, 4}, {2, 3, 4}, {3, 1, 4}});
  const auto faces = surface_faces(model, all_of(model), kLevel, "pad");
  EXPECT_EQ(faces.size(), 3u);
  EXPECT_NEAR(area_of(faces), 4.5, 1e-12);
  const FaceFinder finder(faces);
  EXPECT_EQ(finder.at({2.0, 0.5}).share.size(), 3u);
  EXPECT_TRUE(finder.at({2.0, 2.0}).share.empty());
}

TEST(SurfaceFaces, OfQuadrilateralsAndTriangles) {
  const FullModel model =
      patchwork({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {1, 1.1, 0}, {2, 1, 0}},
                {{1, 2, 5, 4}, {2, 3, 5}, {3, 6, 5}});
  const auto faces = surface_faces(model, all_of(model), kLevel, "pad");
  EXPECT_EQ(faces.size(), 3u);
  EXPECT_NEAR(area_of(faces), 2.1, 1e-12);
}

// Twenty-node bricks have eight nodes to a face.
TEST(SurfaceFaces, OfQuadraticElementsAreRefused) {
  std::vector<Vector3> places;
  std::vector<Labels> elements;
  for (int e = 0; e < 2; ++e) {
    Labels& element = elements.emplace_back();
    for (int i = 0; i < 9; ++i) {
      if (i == 4) continue;
      const Vector3 place(e + 0.5 * (i % 3), 0.5 * (i / 3), 0.0);
      const auto found = std::find(places.begin(), places.end(), place);
      element.push_back(found - places.begin() + 1);
      if (found == places.end()) places.push_back(place);
    }
  }
  const std::string message = refused(patchwork(places, elements));
  EXPECT_NE(message.find("pad: node 2 stands midway between nodes 1 and 3"), std::string::npos)
      << message;
  EXPECT_NE(message.find("quadratic elements"), std::string::npos) << message;
  // corners alone make a surface that parts from the body between them
  FullModel model = patchwork(places, elements);
  EXPECT_THROW(surface_faces(model, {1, 3, 6, 8}, kLevel, "pad"), Error);
}

TEST(SurfaceFaces, OfACondensedBodyCannotBeTold) {
  std::vector<Vector3> places;
  Labels all;
  for (int i = 0; i < 12; ++i) {
    places.emplace_back(i % 4, i / 4, 0.0);
    all.push_back(i + 1);
  }
  const std::string message = refused(patchwork(places, {all}));
  EXPECT_NE(message.find("every node of the surface shares stiffness"), std::string::npos)
      << message;
}

TEST(SurfacePlane, OfABlocksFace) {
  const FullModel model =
      assemble_solid(block_mesh({2.0, 1.0, 0.5}, {4, 2, 2}), {2e11, 0.3, 7800.0});
  Labels face;
  for (const auto& [node, place] : model.nodes)
    if (place.z() == 0.5) face.push_back(node);
  const SurfacePlane plane = surface_plane(model, face, "face");
  EXPECT_EQ(plane.normal.cwiseAbs(), Vector3(0.0, 0.0, 1.0));
  EXPECT_NEAR((plane.middle - Vector3(1.0, 0.5, 0.5)).norm(), 0.0, 1e-12);
  SurfacePlane up = plane;
  up.normal = Vector3::UnitZ();
  const auto [before, behind] = body_sides(model, face, up);
  EXPECT_EQ(before, 0.0);
  EXPECT_EQ(behind, 12.0 / 15.0);  // three nodes are held
  Labels line;
  for (const std::int64_t node : face)
    if (model.nodes.at(node).y() == 0.0) line.push_back(node);
  EXPECT_THROW(surface_plane(model, line, "line"), Error);
  EXPECT_THROW(surface_plane(model, {1, 2}, "two"), Error);
  FullModel bent = model;
  bent.nodes.at(face[7]).z() += 0.01;
  EXPECT_THROW(surface_plane(bent, face, "bent"), Error);
}

}  // namespace
}  // namespace mortise::gen
