// Bad meshes, materials and dimensions are refused by name.
#include <gtest/gtest.h>

#include <limits>

#include "generator/contact/film/make_body.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/bodies/mesh/structures.hpp"

namespace mortise::gen {
namespace {

const Material kSound{210e9, 0.3, 7850.0};
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// The message of the Error that `action` throws.
std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

void expect_refused(const std::function<void()>& action, const std::vector<std::string>& parts) {
  const std::string message = refusal(action);
  for (const std::string& part : parts)
    EXPECT_NE(message.find(part), std::string::npos) << message << "\nlacks: " << part;
  EXPECT_NE(message.find("remedy: "), std::string::npos) << message;
}

PlaneMesh square(PlaneState state = PlaneState::strain) {
  return distorted_rectangle(state, 0.0, 1.0, 1.0, 2, 2, 0.0);
}

TEST(SolidRefusals, FoldedAndClockwiseElements) {
  PlaneMesh folded = square();
  const int corner = folded.elements[2][0];
  folded.nodes[static_cast<std::size_t>(corner)] = {0.9, 1.9};
  expect_refused([&] { assemble_plane(folded, kSound); }, {"rectangle", "element ", "folded"});
  PlaneMesh clockwise = square();
  auto& e = clockwise.elements[3];
  e = {e[0], e[3], e[2], e[1], e[7], e[6], e[5], e[4]};
  expect_refused([&] { assemble_plane(clockwise, kSound); }, {"element 4", "clockwise"});
  // The corner folds while all quadrature points are still fine.
  PlaneMesh nearly = square();
  const auto& first = nearly.elements[0];
  nearly.nodes[static_cast<std::size_t>(first[4])] = {0.1, 0.0};
  expect_refused([&] { assemble_plane(nearly, kSound); }, {"element 1", "folded"});
}

TEST(SolidRefusals, BrokenMeshes) {
  PlaneMesh mesh = square();
  mesh.elements[1][5] = 1000;
  expect_refused([&] { assemble_plane(mesh, kSound); }, {"element 2", "does not exist"});
  mesh = square();
  mesh.nodes.emplace_back(3.0, 3.0);
  expect_refused([&] { assemble_plane(mesh, kSound); }, {"belongs to no element"});
  mesh = square();
  mesh.nodes[4].y() = kNan;
  expect_refused([&] { assemble_plane(mesh, kSound); }, {"node 5", "not finite"});
  mesh = square();
  mesh.sets["contact"] = {-1};
  expect_refused([&] { assemble_plane(mesh, kSound); }, {"set contact"});
  mesh = square(PlaneState::axisymmetric);
  for (auto& node : mesh.nodes) node.x() -= 0.1;
  expect_refused([&] { assemble_plane(mesh, kSound); }, {"negative radius"});
  mesh = square();
  for (int i = 0; i < static_cast<int>(mesh.nodes.size()); ++i) mesh.sets["fixed"].push_back(i);
  expect_refused([&] { assemble_plane(mesh, kSound); }, {"free to move"});
}

TEST(SolidRefusals, MaterialsThatAreNone) {
  const PlaneMesh mesh = square();
  for (const double bad : {0.0, -1.0, kNan, std::numeric_limits<double>::infinity()}) {
    expect_refused([&] { assemble_plane(mesh, {bad, 0.3, 7850.0}); }, {"young = "});
    expect_refused([&] { assemble_plane(mesh, {210e9, 0.3, bad}); }, {"density = "});
  }
  for (const double bad : {-1.0, 0.5, 0.7, kNan})
    expect_refused([&] { assemble_plane(mesh, {210e9, bad, 7850.0}); }, {"poisson = "});
}

TEST(SolidRefusals, ImpossibleDimensions) {
  expect_refused([] { sphere_mesh(-1.0, 1e-3, 10); }, {"shape = sphere", "radius = -1 m"});
  expect_refused([] { sphere_mesh(0.01, kNan, 10); }, {"contact_radius = nan"});
  expect_refused([] { sphere_mesh(0.01, 0.009, 10); },
                 {"contact_radius = 0.009 m", "radius = 0.01 m", "0.006 m"});
  expect_refused([] { sphere_mesh(0.01, 0.001, 0); }, {"contact_elements = 0"});
  expect_refused([] { sphere_mesh(0.01, 0.001, 2000000000); }, {"contact_elements = 2000000000"});
  expect_refused([] { plate_mesh(0.01, 0.0, 0.001, 10); }, {"shape = plate", "thickness = 0 m"});
  expect_refused([] { plate_mesh(0.01, 0.01, 0.009, 10); }, {"contact_radius = 0.009 m"});
  ValveShape shape = usual_tee();
  shape.tip_radius = 5.6e-3;
  expect_refused([&] { valve_mesh(shape, 1e-3, 10); },
                 {"shape = valve", "stem_radius = 0.0055 m", "radius = 0.0056 m"});
  shape = usual_tee();
  shape.bar_radius = shape.stem_radius;
  expect_refused([&] { t_profile_mesh(shape, 1e-3, 10); },
                 {"shape = t_profile", "bar_radius = 0.0055 m"});
  shape = usual_tee();
  expect_refused([&] { valve_mesh(shape, 5.4e-3, 10); }, {"stem_radius = 0.0055 m"});
  shape.stem_length = std::numeric_limits<double>::infinity();
  expect_refused([&] { valve_mesh(shape, 1e-3, 10); }, {"stem_length = inf m"});
}

TEST(SolidRefusals, ShapesWithoutAMesh) {
  BodySpec body;
  body.shape = BodyShape::rigid;
  expect_refused([&] { body_mesh(body); }, {"shape = rigid"});
  body.shape = BodyShape::import;
  expect_refused([&] { body_mesh(body); }, {"shape = import"});
}

}  // namespace
}  // namespace mortise::gen
