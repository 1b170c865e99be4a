#include "generator/contact/unilateral/node_contact.hpp"

#include <gtest/gtest.h>

#include "generator/ground/text/error.hpp"
#include "tests/generator/bodies/model/node_cloud.hpp"

namespace mortise::gen {
namespace {

ContactParameters probe_parameters() { return {"probe", 1e-4, 0.3, 0.5, 0.0}; }

TEST(ContactFrame, IsRightHandedAndOrthonormalForAnyNormal) {
  for (const Vector3& normal : {Vector3(1, 0, 0), Vector3(0, -2, 0), Vector3(0, 0, 1e-3),
                                Vector3(1, 1, 1), Vector3(-3, 0.1, 7)}) {
    const ContactFrame f = contact_frame(normal);
    EXPECT_NEAR((f.normal - normal.normalized()).norm(), 0.0, 1e-15);
    EXPECT_NEAR((f.normal.cross(f.tangent1) - f.tangent2).norm(), 0.0, 1e-15);
    EXPECT_NEAR((f.tangent1.cross(f.tangent2) - f.normal).norm(), 0.0, 1e-15);
  }
}

TEST(ContactFrame, DoesNotSwitchTangentsUnderRounding) {
  const ContactFrame a = contact_frame(Vector3(1, 1, 1));
  const ContactFrame b = contact_frame(Vector3(1, 1 - 1e-12, 1 + 1e-12));
  EXPECT_NEAR((a.tangent1 - b.tangent1).norm(), 0.0, 1e-11);
}

TEST(ContactFrame, KeepsTheGivenTangentInTheWall) {
  const ContactFrame f = contact_frame(Vector3(0, 0, 1), Vector3(0, 2, 5));
  EXPECT_NEAR((f.tangent1 - Vector3(0, 1, 0)).norm(), 0.0, 1e-15);
  EXPECT_THROW(contact_frame(Vector3::Zero()), Error);
  EXPECT_THROW(contact_frame(Vector3(0, 0, 1), Vector3(0, 0, -4)), Error);
}

TEST(NodeContact, GapOpensAlongTheNormal) {
  const FullModel model = node_cloud({Vector3(0, 0, 0), Vector3(1, 0, 0)});
  // the wall lies below the node: free side is +z
  const ContactPoint c =
      node_contact(model, 2, contact_frame(Vector3(0, 0, 1)), probe_parameters());
  Vector u = Vector::Zero(model.size());
  u[5] = 2e-3;
  EXPECT_DOUBLE_EQ(c.normal.dot(u), 2e-3);
  EXPECT_DOUBLE_EQ(c.tangent1.dot(u), 0.0);
  EXPECT_DOUBLE_EQ(c.tangent2.dot(u), 0.0);
  u.setConstant(1.0);
  EXPECT_NEAR(Vector3(c.normal.dot(u), c.tangent1.dot(u), c.tangent2.dot(u)).norm(), std::sqrt(3.0),
              1e-15);
}

TEST(NodeContact, ClampedDirectionsDoNotMove) {
  const FullModel model = node_cloud({Vector3(0, 0, 0)}, {1, 3});
  const SparseRow row = translation_row(model, 1, Vector3(0, 1, 1));
  EXPECT_EQ(row.nonZeros(), 1);
  EXPECT_THROW(node_contact(model, 1, contact_frame(Vector3(0, 1, 0)), probe_parameters()), Error);
  EXPECT_THROW(translation_row(model, 7, Vector3(0, 1, 1)), Error);
}

TEST(NodeContact, RefusesParametersOutOfRange) {
  for (double ContactParameters::*key :
       {&ContactParameters::friction, &ContactParameters::restitution,
        &ContactParameters::restitution_tangential}) {
    ContactParameters p = probe_parameters();
    p.*key = -0.1;
    EXPECT_THROW(check_parameters(p), Error);
  }
  ContactParameters p = probe_parameters();
  p.restitution = 1.1;
  EXPECT_THROW(check_parameters(p), Error);
  p = probe_parameters();
  p.clearance = std::nan("");
  EXPECT_THROW(check_parameters(p), Error);
  EXPECT_NO_THROW(check_parameters(probe_parameters()));
}

}  // namespace
}  // namespace mortise::gen
