#include "generator/contact/unilateral/surface_contact.hpp"

#include <gtest/gtest.h>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// Nodes that can move freely, at these places; labels count from 1.
FullModel cloud(const std::vector<Vector3>& places) {
  FullModel model;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto label = static_cast<std::int64_t>(i + 1);
    model.nodes[label] = places[i];
    for (int d = 1; d <= 3; ++d) model.dofs.push_back({label, d});
  }
  const auto n = static_cast<Eigen::Index>(model.dofs.size());
  model.mass.resize(n, n);
  model.mass.setIdentity();
  model.stiffness.resize(n, n);
  return model;
}

// The first node above a surface of the others, which lies in z = height(x, y).
FullModel over(const Vector3& point, const std::vector<Vector3>& surface) {
  std::vector<Vector3> places = {point};
  places.insert(places.end(), surface.begin(), surface.end());
  return cloud(places);
}

std::vector<std::int64_t> surface_of(const FullModel& model) {
  std::vector<std::int64_t> labels;
  for (const auto& [label, place] : model.nodes)
    if (label > 1) labels.push_back(label);
  return labels;
}

const std::vector<Vector3> kQuads = {Vector3(0, 0, 0),   Vector3(1, 0.1, 0), Vector3(2.1, 0, 0),
                                     Vector3(0, 1, 0),   Vector3(1.2, 1, 0), Vector3(2, 1, 0),
                                     Vector3(0.1, 2, 0), Vector3(1, 2.2, 0), Vector3(2, 2, 0)};

// Opening of the contact under u = A x + b of all nodes, which is what it is of the point and of
// the place opposite.
double opening(const FullModel& model, const SparseRow& row, const Eigen::Matrix3d& a,
               const Vector3& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < model.dofs.size(); ++i) {
    const Dof& dof = model.dofs[i];
    sum += row.coeff(static_cast<Eigen::Index>(i)) *
           (a * model.nodes.at(dof.node) + b)[dof.direction - 1];
  }
  return sum;
}

TEST(SurfaceContact, LinearMotionsAreSeenExactlyOnMeshesThatDoNotMatch) {
  Eigen::Matrix3d a;
  a << 0.3, -1.0, 0.2, 0.7, 0.4, -0.6, 0.1, 0.9, 0.5;
  const ContactFrame frame = contact_frame(Vector3::UnitZ(), Vector3::UnitX());
  for (const Vector3& point : {Vector3(0.4, 0.7, 0.05), Vector3(1.5, 1.5, 0.0),
                               Vector3(1.2, 1.0, 0.1), Vector3(0.02, 1.6, 0.2)}) {
    const FullModel model = over(point, kQuads);
    const ContactPoint c = surface_contact(model, 1, surface_of(model), frame, "c");
    EXPECT_NEAR(c.parameters.clearance, point.z(), 1e-14);
    // the motion of the point against the one below it: A times their distance
    const Vector3 apart = a * Vector3(0, 0, point.z());
    EXPECT_NEAR(opening(model, c.normal, a, Vector3(3, 4, 5)), apart.z(), 1e-13);
    EXPECT_NEAR(opening(model, c.tangent1, a, Vector3(3, 4, 5)), apart.x(), 1e-13);
    EXPECT_NEAR(opening(model, c.tangent2, a, Vector3(3, 4, 5)), apart.y(), 1e-13);
  }
}

TEST(SurfaceContact, NodesThatLieOppositeAreAPair) {
  const FullModel model = over(kQuads[4] + Vector3(0, 0, 0.3), kQuads);
  const SurfacePoint p =
      project_onto(model, surface_of(model), model.nodes.at(1), Vector3::UnitZ(), "c");
  ASSERT_EQ(p.share.size(), 1u);
  EXPECT_EQ(p.share[0].first, 6);
  EXPECT_NEAR(p.distance, 0.3, 1e-15);
}

TEST(SurfaceContact, ALineOfNodesIsInterpolatedBetweenNeighbours) {
  const FullModel model = over(Vector3(0.7, 0.2, 0), {Vector3(2, 0, 0), Vector3(0, 0, 0),
                                                      Vector3(1, 0, 0), Vector3(3, 0, 0)});
  const SurfacePoint p =
      project_onto(model, surface_of(model), model.nodes.at(1), Vector3::UnitY(), "c");
  ASSERT_EQ(p.share.size(), 2u);
  for (const auto& [node, share] : p.share) EXPECT_NEAR(share, node == 3 ? 0.3 : 0.7, 1e-15);
  EXPECT_NEAR(p.distance, 0.2, 1e-15);
}

TEST(SurfaceContact, RefusesANodeBeyondTheBorder) {
  for (const Vector3& point : {Vector3(4, 1, 0.1), Vector3(1, -2, 0.1)}) {
    const FullModel model = over(point, kQuads);
    try {
      surface_contact(model, 1, surface_of(model), contact_frame(Vector3::UnitZ()), "seat");
      FAIL();
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("beyond the border"), std::string::npos)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace mortise::gen
